import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { poolOf } from '../src/platform/database/data-source.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

const api = () => organization.admin.api;

async function buildTagged(): Promise<{ path: string; etag: string }> {
  const path = `/v1/spaces/${(await buildSpace(organization)).id}`;
  const { headers } = await api().get(path);
  return { path, etag: headers.get('etag') ?? '' };
}

const rename = (path: string, title: string, headers: Record<string, string>) =>
  api().patch(path, { title }, { headers });

describe('the entity tag of an answer', () => {
  it('is strong, stays while the answer does, and is another one afterwards', async () => {
    const { path, etag } = await buildTagged();
    expect(etag).toMatch(/^"[\w-]{27}"$/);
    expect((await api().get(path)).headers.get('etag')).toBe(etag);
    await rename(path, 'New', {});
    expect((await api().get(path)).headers.get('etag')).not.toBe(etag);
  });

  it('answers whoever has the answer already with 304', async () => {
    const { path, etag } = await buildTagged();
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const { status, text, headers } = await api().get(path, { headers: { 'if-none-match': known } });
      expect([status, text, headers.get('etag'), headers.get('cache-control')], known).toEqual([
        304,
        '',
        etag,
        'no-store',
      ]);
    }
    for (const known of ['"other"', etag.slice(1, -1), ''])
      expect((await api().get(path, { headers: { 'if-none-match': known } })).status, known).toBe(200);
    const list = `/v1/orgs/${organization.id}/spaces`;
    const known = (await api().get(list)).headers.get('etag') ?? '';
    expect((await api().get(list, { headers: { 'if-none-match': known } })).status).toBe(304);
    const head = await api().request('HEAD', path, undefined, { headers: { 'if-none-match': etag } });
    expect(head.status).toBe(304);
  });

  it('opens nothing to those who may not read', async () => {
    const { path, etag } = await buildTagged();
    const headers = { 'if-none-match': etag };
    const stranger = await buildOrganization(test);
    expect((await stranger.admin.api.get(path, { headers })).status).toBe(404);
    expect((await test.api.get(path, { headers })).status).toBe(401);
    const { api: narrow } = await buildToken(test, organization.admin.id, ['user:read']);
    expect((await narrow.get(path, { headers })).status).toBe(403);
    expect((await narrow.get(path, { headers: { 'if-none-match': '*' } })).headers.get('etag')).toBeNull();
  });
});

describe('a write with If-Match', () => {
  it('is carried out where its sender knows the state, and is 412 where they do not', async () => {
    const { path, etag } = await buildTagged();
    expect((await rename(path, 'First', { 'if-match': `"other", ${etag}` })).status).toBe(200);
    const late = await rename(path, 'Second', { 'if-match': etag });
    expect([late.status, late.body.error.message]).toEqual([412, expect.stringContaining('Read it again')]);
    expect((await rename(path, 'Third', { 'if-match': `W/${etag}` })).status).toBe(412);
    const current = await api().get(path);
    expect(current.body.title).toBe('First');
    expect((await rename(path, 'Fourth', { 'if-match': '*' })).status).toBe(200);
    const gone = await api().delete(path, { headers: { 'if-match': current.headers.get('etag') ?? '' } });
    expect(gone.status).toBe(412);
    const last = (await api().get(path)).headers.get('etag') ?? '';
    expect((await api().delete(path, { headers: { 'if-match': last } })).status).toBe(204);
  });

  it('is carried out once of ten that are sent at the same time', async () => {
    const { path, etag } = await buildTagged();
    const titles = Array.from({ length: 10 }, (_, index) => `Title ${index}`);
    const answers = await Promise.all(titles.map((title) => rename(path, title, { 'if-match': etag })));
    const done = titles.filter((_, index) => answers[index]?.status === 200);
    expect(done).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(9);
    expect((await api().get(path)).body.title).toBe(done[0]);
  });

  it('loses no change of somebody who sent none, and came between', async () => {
    const { path, etag } = await buildTagged();
    const id = path.split('/').at(-1);
    const client = await poolOf(test.dataSource).connect();
    try {
      await client.query('begin');
      await client.query('update spaces set title = $2 where id = $1', [id, 'Between']);
      const waiting = rename(path, 'Late', { 'if-match': etag });
      // The write has passed its first look, and waits for the row.
      await expect
        .poll(
          async () =>
            test.db.queryCount(
              "select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
            ),
          { timeout: 30_000 },
        )
        .toBeGreaterThan(0);
      await client.query('commit');
      expect((await waiting).status).toBe(412);
    } finally {
      client.release();
    }
    expect((await api().get(path)).body.title).toBe('Between');
  });

  it('is refused as without it where it is not possible at all', async () => {
    const { path, etag } = await buildTagged();
    const headers = { 'if-match': etag };
    const reader = await organization.member('read');
    const own = (await reader.api.get(path)).headers.get('etag') ?? '';
    expect((await reader.api.patch(path, { title: 'No' }, { headers: { 'if-match': own } })).status).toBe(
      403,
    );
    expect((await test.api.patch(path, { title: 'No' }, { headers })).status).toBe(401);
    expect(
      (await (await buildOrganization(test)).admin.api.patch(path, { title: 'No' }, { headers })).status,
    ).toBe(404);
    expect((await api().patch(path, { title: 3 }, { headers })).status).toBe(400);
    const { api: writer } = await buildToken(test, organization.admin.id, ['space:metadata:write']);
    const blind = await writer.patch(path, { title: 'No' }, { headers });
    expect([blind.status, blind.body.error.message]).toEqual([403, expect.stringContaining('may not read')]);
    expect((await api().post(`${path}/duplicate`, undefined, { headers })).status).toBe(412);
    expect((await api().get(path)).headers.get('etag')).toBe(etag);
  });

  it('may store files, as a new text of a specification', async () => {
    const path = `/v1/orgs/${organization.id}/openapi/tagged`;
    const source = (title: string) => ({
      source: { text: JSON.stringify({ openapi: '3.0.0', info: { title, version: '1' }, paths: {} }) },
    });
    expect((await api().put(path, source('One'), { headers: { 'if-none-match': '*' } })).status).toBe(200);
    expect((await api().put(path, source('Two'), { headers: { 'if-none-match': '*' } })).status).toBe(412);
    await test.settle(organization.id);
    const etag = (await api().get(path)).headers.get('etag') ?? '';
    expect((await api().put(path, source('Three'), { headers: { 'if-match': etag } })).status).toBe(200);
  });

  it('with If-None-Match makes only what there is not', async () => {
    const { path, etag } = await buildTagged();
    expect((await rename(path, 'No', { 'if-none-match': '*' })).status).toBe(412);
    expect((await rename(path, 'No', { 'if-none-match': etag })).status).toBe(412);
    expect((await rename(path, 'Yes', { 'if-none-match': '"other"' })).status).toBe(200);
  });

  it('is carried out once with an Idempotency-Key, whose second try finds another state', async () => {
    const { path, etag } = await buildTagged();
    const headers = { 'if-match': etag, 'idempotency-key': 'k' };
    const [first, again] = [await rename(path, 'Once', headers), await rename(path, 'Once', headers)];
    expect([first.status, again.status, again.text]).toEqual([200, 200, first.text]);
  });
});
