import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AuditLog } from '../src/modules/audit/index.js';
import { Busy } from '../src/platform/http/errors.js';
import { newId } from '../src/platform/ids/ids.js';
import { poolOf } from '../src/platform/database/data-source.js';
import { IdempotencyJobs } from '../src/platform/http/idempotency/idempotency.jobs.js';
import { IdempotentRequestsRepository } from '../src/platform/http/idempotency/idempotent-requests.repository.js';
import type { ApiClient } from './support/api-client.js';
import { eventually } from './support/eventually.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let other: ServerProcess;

beforeAll(async () => {
  test = await createTestApp();
  other = await startServerProcess(test);
});
beforeEach(async () => {
  await test.db.execute('delete from idempotent_requests');
  organization = await buildOrganization(test);
});
afterEach(() => {
  vi.restoreAllMocks();
  test.clock.reset();
});
afterAll(async () => {
  await other.kill();
  await test.close();
});

const keyed = (key: string) => ({ headers: { 'idempotency-key': key } });

const create = (key: string, title = 'Once', api: ApiClient = organization.admin.api) =>
  api.post(`/v1/orgs/${organization.id}/spaces`, { title }, keyed(key));

async function countSpaces(): Promise<number> {
  const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`);
  return body.count as number;
}

/** Sends a request with a key to the other server. */
async function createThere(
  key: string,
  title = 'Once',
): Promise<{ status: number; replayed: string | null; body: unknown }> {
  const answer = await fetch(`${other.baseUrl}/v1/orgs/${organization.id}/spaces`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${organization.admin.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify({ title }),
  });
  const replayed = answer.headers.get('idempotent-replayed');
  return { status: answer.status, replayed, body: await answer.json() };
}

/** Holds up everything that makes a space, until the function that comes back is called. */
async function holdUp(): Promise<() => Promise<void>> {
  const client = await poolOf(test.dataSource).connect();
  await client.query('begin; lock table spaces in share row exclusive mode');
  return async () => {
    await client.query('rollback');
    client.release();
  };
}

const claims = () => test.db.queryCount('select count(*) from idempotent_requests where status is null');

describe('a write with an Idempotency-Key', () => {
  it('is carried out once, and answered the same again', async () => {
    const key = newId();
    const first = await create(key);
    expect([first.status, first.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await create(key);
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([
      201,
      'true',
      first.text,
    ]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
    const quoted = await create(`"${key}"`);
    expect([quoted.status, quoted.text]).toEqual([201, first.text]);
    expect(await createThere(key)).toEqual({ status: 201, replayed: 'true', body: first.body });
    expect(await countSpaces()).toBe(1);
  });

  it('is carried out once where it changes something, and where the answer has no body', async () => {
    const { id } = await buildSpace(organization);
    const patch = () =>
      organization.admin.api.patch(
        `/v1/spaces/${id}`,
        { title: 'New' },
        {
          headers: { 'idempotency-key': 'k', prefer: 'return=minimal' },
        },
      );
    const [first, again] = [await patch(), await patch()];
    expect(again.status).toBe(first.status);
    expect([first.text, again.text, again.headers.get('idempotent-replayed')]).toEqual([
      again.text,
      first.text,
      'true',
    ]);
  });

  it('is carried out once where several are sent at the same time, to two servers', async () => {
    const key = newId();
    const answers = await Promise.all([
      create(key),
      createThere(key),
      create(key),
      createThere(key),
      create(key),
    ]);
    expect(answers.filter(({ status }) => status !== 201 && status !== 409)).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
    expect(await countSpaces()).toBe(1);
  });

  it('is 409 while the first one is worked on, by whichever server', async () => {
    const key = newId();
    const goOn = await holdUp();
    const first = create(key);
    await eventually(async () => expect(await claims()).toBe(1));
    const refused = await create(key);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([409, '1']);
    expect(refused.body.error.message).toContain('still being worked on');
    expect((await createThere(key)).status).toBe(409);
    await goOn();
    expect((await first).status).toBe(201);
    expect((await createThere(key)).body).toEqual((await first).body);
    expect(await countSpaces()).toBe(1);
  });

  it('is 422 with another body or query', async () => {
    const key = newId();
    await create(key);
    const refused = await create(key, 'Another');
    expect([refused.status, refused.body.error.message]).toEqual([
      422,
      expect.stringContaining('another body'),
    ]);
    const query = { query: { x: 1 }, ...keyed(key) };
    const path = `/v1/orgs/${organization.id}/spaces`;
    expect((await organization.admin.api.post(path, { title: 'Once' }, query)).status).toBe(422);
    expect(await countSpaces()).toBe(1);
  });

  it('is another one for another address, and for another token of the same user', async () => {
    const key = newId();
    const { body } = await create(key);
    const mine = await buildToken(test, organization.admin.id);
    expect((await create(key, 'Another', mine.api)).status).toBe(201);
    const patched = await organization.admin.api.patch(
      `/v1/spaces/${body.id}`,
      { title: 'Once' },
      keyed(key),
    );
    expect([patched.status, patched.headers.get('idempotent-replayed')]).toEqual([200, null]);
  });

  it('repeats a refusal of the request itself', async () => {
    const key = newId();
    const send = (title: unknown) =>
      organization.admin.api.post(`/v1/orgs/${organization.id}/spaces`, { title }, keyed(key));
    const [first, again] = [await send(3), await send(3)];
    expect([again.status, again.body.error.message]).toEqual([400, first.body.error.message]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await send('Right')).status).toBe(422);
  });

  it('is carried out by the next try after a failure', async () => {
    const key = newId();
    vi.spyOn(test.app.get(AuditLog), 'record').mockRejectedValueOnce(new Busy('The disk is full.', 1));
    expect((await create(key)).status).toBe(503);
    const again = await create(key);
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([201, null]);
    expect(await countSpaces()).toBe(1);
  });

  it('is kept for a day', async () => {
    const key = newId();
    const first = await create(key);
    test.clock.advance(23 * 3_600_000);
    expect((await create(key)).body.id).toBe(first.body.id);
    test.clock.advance(2 * 3_600_000);
    expect((await create(key, 'Another')).status).toBe(201);
    expect(await countSpaces()).toBe(2);
    test.clock.advance(25 * 3_600_000);
    await test.app.get(IdempotencyJobs).deleteExpired();
    expect(await test.db.queryCount('select count(*) from idempotent_requests')).toBe(0);
  });

  it.each(['', '""', 'a, b', 'a b', '"open', 'ü', 'x'.repeat(256)])('is 400 with the key %j', async (key) => {
    const { status, body } = await create(key);
    expect([status, body.error.message]).toEqual([
      400,
      expect.stringMatching(/^The header "Idempotency-Key" must/),
    ]);
  });

  it('is 400 with a file as its body', async () => {
    const { id } = await buildSpace(organization);
    const answer = await organization.admin.api.post(`/v1/spaces/${id}/content/import`, undefined, {
      rawBody: new Uint8Array([31, 139, 8]),
      headers: { 'content-type': 'application/gzip', 'idempotency-key': 'k' },
    });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringContaining('JSON body only'),
    ]);
  });
});

describe('a server that dies', () => {
  it('before the commit leaves the request to be carried out by another one', async () => {
    const dying = await startServerProcess(test);
    const key = newId();
    const goOn = await holdUp();
    const lost = fetch(`${dying.baseUrl}/v1/orgs/${organization.id}/spaces`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${organization.admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: '{"title":"Once"}',
    }).catch(() => 'lost');
    await eventually(async () => expect(await claims()).toBe(1));
    await dying.kill();
    expect(await lost).toBe('lost');
    await goOn();
    expect((await create(key)).status).toBe(409);
    test.clock.advance(61_000);
    expect((await create(key)).status).toBe(201);
    expect(await countSpaces()).toBe(1);
  });

  it('after the commit has done the work, which is not done again', async () => {
    const key = newId();
    vi.spyOn(test.app.get(IdempotentRequestsRepository), 'keepAnswer').mockRejectedValueOnce(
      new Error('Dead.'),
    );
    expect((await create(key)).status).toBe(201);
    expect((await create(key)).status).toBe(409);
    test.clock.advance(61_000);
    const told = await create(key);
    expect([told.status, told.body.error.message]).toEqual([409, expect.stringContaining('was carried out')]);
    expect(await countSpaces()).toBe(1);
  });

  it('and only slept writes nothing when another one took the request over', async () => {
    const key = newId();
    const goOn = await holdUp();
    const slept = create(key);
    await eventually(async () => expect(await claims()).toBe(1));
    test.clock.advance(61_000);
    const second = create(key);
    await eventually(async () =>
      expect(
        await test.db.queryCount('select count(*) from idempotent_requests where leased_until > $1', [
          new Date(test.clock.now().getTime() + 30_000),
        ]),
      ).toBe(1),
    );
    await goOn();
    expect([(await slept).status, (await second).status]).toEqual([409, 201]);
    expect(await countSpaces()).toBe(1);
  });
});

describe('a kept answer', () => {
  it('does not lie in the database as it was sent: it may hold a token', async () => {
    const send = () =>
      organization.admin.api.post('/v1/user/tokens', { label: 'Secret' }, keyed('for a token'));
    expect((await send()).status).toBe(400);
    const sendIt = () =>
      organization.admin.api.post('/v1/user/tokens', { label: 'Secret' }, keyed('for-a-token'));
    const first = await sendIt();
    expect(first.body.token).toMatch(/^bdy_/);
    expect((await sendIt()).body.token).toBe(first.body.token);
    const rows = await test.db.query<{ answer: Buffer }>(
      'select answer from idempotent_requests where answer is not null',
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ answer }) => answer.includes('bdy_') || answer.includes('label'))).toEqual([]);
  });

  it('is not shown to a caller who may not see the place any more', async () => {
    const { id } = await buildSpace(organization);
    const member = await organization.member('admin');
    const patch = () => member.api.patch(`/v1/spaces/${id}`, { title: 'Mine' }, keyed('k'));
    const first = await patch();
    expect(first.status).toBe(200);
    expect((await patch()).text).toBe(first.text);
    await organization.admin.api.patch(`/v1/orgs/${organization.id}/members/${member.id}`, { role: null });
    expect((await member.api.get(`/v1/spaces/${id}`)).status).toBe(404);
    const hidden = await patch();
    expect([hidden.status, hidden.body.error.message]).toEqual([
      409,
      expect.stringContaining('was carried out'),
    ]);
    expect(hidden.text).not.toContain('Mine');
  });

  it('is not shown with a token that was revoked', async () => {
    const { api } = await organization.member('create');
    const key = newId();
    expect((await create(key, 'Once', api)).status).toBe(201);
    const { body } = await api.get('/v1/user/tokens');
    await api.delete(`/v1/user/tokens/${body.items[0].id}`);
    expect((await create(key, 'Once', api)).status).toBe(401);
  });
});

it('a caller has 10,000 keys a day', async () => {
  const { api, id } = await organization.member('create');
  const [token] = await test.db.query<{ id: string }>('select id from user_tokens where user_id = $1', [id]);
  await test.db.execute(
    `insert into idempotent_requests (id, caller, fingerprint, attempt, leased_until, is_committed, created_at)
     select decode(md5(n::text), 'hex'), $1, '', '', $2, true, $2 from generate_series(1, 10000) n`,
    [token?.id, new Date(test.clock.now().getTime() - 3_600_000)],
  );
  const refused = await create(newId(), 'Once', api);
  expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 23 * 3600]);
  expect((await create(newId())).status).toBe(201);
  expect(await countSpaces()).toBe(1);
});
