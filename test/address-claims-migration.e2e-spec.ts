import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UniteAddressClaims1772000000920 } from '../src/migrations/1772000000920-unite-address-claims.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let owner: TestOrganization;
let stranger: TestOrganization;

beforeAll(async () => {
  test = await createTestApp();
  [owner, stranger] = [await buildOrganization(test), await buildOrganization(test)];
});

afterAll(() => test.close());

async function buildSite({ admin, id }: TestOrganization): Promise<string> {
  return (await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs' })).body.id as string;
}

async function migrate(direction: 'up' | 'down'): Promise<void> {
  const runner = test.dataSource.createQueryRunner();
  await runner.startTransaction();
  await new UniteAddressClaims1772000000920()[direction](runner);
  await runner.commitTransaction();
  await runner.release();
}

/** A moment of the year 2026. */
const at = (day: number) => new Date(Date.UTC(2026, 0, day));

describe('the migration that unites address claims', () => {
  it('keeps the meaning of hostnames and proxy addresses, and is undone without loss', async () => {
    const [proven, pending, proxied] = [
      await buildSite(owner),
      await buildSite(stranger),
      await buildSite(owner),
    ];
    await migrate('down');
    const hostname = `insert into custom_hostnames (hostname, organization_id, site_id, token, status, checked_at, verified_at, failing_since, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;
    const hostnames = [
      ['docs.a.test', owner.id, proven, 'one', 'dns_no_cname', at(5), at(2), at(5), at(1)],
      ['docs.b.test', stranger.id, pending, 'two', 'dns_wrong_cname', at(5), null, null, at(3)],
    ];
    for (const row of hostnames) await test.db.query(hostname, row);
    const proxy = `insert into proxy_claims (address, organization_id, site_id, token, proof, status, verified_at, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8)`;
    const proxies = [
      ['a.test/docs', owner.id, proxied, 'three', 'http', 'proven', at(4), at(3)],
      ['a.test/docs', stranger.id, pending, 'four', null, 'taken', null, at(3)],
    ];
    for (const row of proxies) await test.db.query(proxy, row);
    const [before, beforeProxies] = [await rowsOf('custom_hostnames'), await rowsOf('proxy_claims')];

    await migrate('up');
    const claims = await test.db.query<Record<string, unknown>>(
      'select address, kind, site_id as site, token, proof, status, verified_at as "verifiedAt", failing_since as "failingSince" from address_claims order by token',
    );
    const verifiedAt = null;
    const failingSince = null;
    expect(claims).toEqual([
      {
        ...{ address: 'a.test/docs', kind: 'proxy', site: pending, token: 'four' },
        ...{ proof: null, status: 'taken', verifiedAt, failingSince },
      },
      {
        ...{ address: 'docs.a.test', kind: 'hostname', site: proven, token: 'one' },
        ...{ proof: 'dns', status: 'missing', verifiedAt: at(2), failingSince: at(5) },
      },
      {
        ...{ address: 'a.test/docs', kind: 'proxy', site: proxied, token: 'three' },
        ...{ proof: 'http', status: 'proven', verifiedAt: at(4), failingSince },
      },
      {
        ...{ address: 'docs.b.test', kind: 'hostname', site: pending, token: 'two' },
        ...{ proof: null, status: 'wrong', verifiedAt, failingSince },
      },
    ]);
    const known = await owner.admin.api.get('/v1/custom-hostnames/docs.a.test');
    expect(known.body).toMatchObject({
      isActive: true,
      status: 'dns_no_cname',
      target: { site: proven },
      challenge: { value: 'one' },
    });

    await migrate('down');
    expect(await rowsOf('custom_hostnames')).toEqual(before);
    expect(await rowsOf('proxy_claims')).toEqual(beforeProxies);
    await migrate('up');
  });

  it('keeps one claim of each domain when it is undone: the proven one, or else the oldest', async () => {
    const [first, second] = [await buildSite(owner), await buildSite(stranger)];
    const claim = `insert into address_claims (organization_id, site_id, kind, address, token, verified_at, created_at)
      values ($1, $2, 'hostname', $3, 'x', $4, $5)`;
    await test.db.query(claim, [owner.id, first, 'docs.c.test', null, at(1)]);
    await test.db.query(claim, [stranger.id, second, 'docs.c.test', at(3), at(2)]);
    await migrate('down');
    const kept = await test.db.query<{ site_id: string }>(
      `select site_id from custom_hostnames where hostname = 'docs.c.test'`,
    );
    expect(kept).toEqual([{ site_id: second }]);
    await migrate('up');
  });
});

const rowsOf = (table: string) => test.db.query(`select * from ${table} order by token`);
