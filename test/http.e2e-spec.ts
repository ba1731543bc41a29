import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UserTokens } from '../src/modules/users/index.js';
import { Database } from '../src/platform/database/database.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { freePort } from './support/free-port.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

const json = { 'content-type': 'application/json' };

describe('probes', () => {
  it('answer without a token', async () => {
    expect((await test.api.get('/healthz')).body).toEqual({ status: 'ok' });
    const ready = await test.api.get('/readyz');
    expect(ready.body).toEqual({
      status: 'ready',
      checks: { database: 'ok', migrations: 'ok', storage: 'ok' },
    });
    const metrics = await test.api.get('/metrics');
    expect(metrics.text).toMatch(
      /bindery_http_request_duration_seconds_count\{[^}]*route="\/healthz"[^}]*status="200"\}/,
    );
    expect(metrics.text).toMatch(/^bindery_database_statements\{by="request"\} \d+/m);
  });

  it('show the version without a token', async () => {
    expect((await test.api.get('/v1/')).status).toBe(200);
  });
});

it('connections are kept open for longer than reverse proxies keep them', async () => {
  const answer = await test.api.get('/healthz');
  const [, seconds] = /timeout=(\d+)/.exec(answer.headers.get('keep-alive') ?? '') ?? [];
  expect(Number(seconds)).toBeGreaterThan(60);
});

describe('bad input', () => {
  it('broken JSON is 400', async () => {
    const answer = await organization.admin.api.post('/v1/orgs', undefined, {
      rawBody: '{"title": ',
      headers: json,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('The body is not valid JSON');
  });

  it('another content type is 415', async () => {
    const answer = await organization.admin.api.post('/v1/orgs', undefined, {
      rawBody: 'title=x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(answer.status).toBe(415);
  });

  it('a body over the limit of its route is 413', async () => {
    const { api } = organization.admin;
    const of = (bytes: number) => JSON.stringify({ title: 'x'.repeat(bytes) });
    const space = await buildSpace(organization);
    for (const [limit, path, caller] of [
      ['64 KB', '/v1/urls/published', test.api],
      ['1 MB', '/v1/orgs', api],
      ['32 MB', `/v1/spaces/${space.id}/content`, api],
    ] as const) {
      const bytes = Number(limit.split(' ')[0]) * (limit.endsWith('KB') ? 1024 : 1024 * 1024);
      const answer = await caller.post(path, undefined, { rawBody: of(bytes), headers: json });
      expect(answer.status, path).toBe(413);
      expect(answer.body.error.message).toBe(`The request body is larger than the limit of ${limit}.`);
      const below = await caller.post(path, undefined, { rawBody: of(bytes - 100), headers: json });
      expect(below.status, path).toBe(400);
    }
  });

  it('a compressed body is read, and no further than the limit', async () => {
    const { api } = organization.admin;
    const send = (rawBody: Uint8Array, encoding: string) =>
      api.post('/v1/orgs', undefined, { rawBody, headers: { ...json, 'content-encoding': encoding } });
    const text = JSON.stringify({ title: 'Compressed' });
    expect((await send(gzipSync(text), 'gzip')).body.title).toBe('Compressed');
    expect((await send(brotliCompressSync(text), 'br')).body.title).toBe('Compressed');
    expect((await send(gzipSync(JSON.stringify({ title: 'x'.repeat(5e7) })), 'gzip')).status).toBe(413);
    expect((await send(gzipSync(text).subarray(0, 20), 'gzip')).status).toBe(400);
    expect((await send(Buffer.from(text), 'zip')).status).toBe(415);
  });

  it.each(['[]', '"text"', '3', 'null'])('the body %s is 400', async (rawBody) => {
    const answer = await organization.admin.api.post('/v1/orgs', undefined, { rawBody, headers: json });
    expect(answer.status).toBe(400);
  });

  it('null in a list of objects is refused with its place', async () => {
    const space = await buildSpace(organization);
    const body = { changes: [null] };
    const answer = await organization.admin.api.post(`/v1/spaces/${space.id}/content`, body);
    expect(answer.body.error).toMatchObject({
      code: 400,
      message: 'changes[0] must be an object, not null or a list.',
    });
    const unknown = { changes: [{ operation: 'x' }] };
    const other = await organization.admin.api.post(`/v1/spaces/${space.id}/content`, unknown);
    expect(other.body.error.message).toContain('each item of changes must be an object whose operation is');
  });

  it.each([{ limit: 1001 }, { limit: -1 }, { limit: 'many' }, { page: 'nonsense' }])(
    'the query %j is 400',
    async (query) => {
      const answer = await organization.admin.api.get(`/v1/orgs/${organization.id}/members`, { query });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain(Object.keys(query)[0]);
    },
  );

  it('a NUL character is 400', async () => {
    const answer = await organization.admin.api.post('/v1/orgs', { title: 'a\0b' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('title');
  });

  it('a lone surrogate becomes the replacement character', async () => {
    const rawBody = '{"title":"a\\ud83d"}';
    const answer = await organization.admin.api.post('/v1/orgs', undefined, { rawBody, headers: json });
    expect(answer.body.title).toBe('a\ufffd');
    const { id } = await buildSpace(organization);
    const git = '{"url":"https://127.0.0.1:1/a.git","ref":"refs/heads/x","commitMessage":"a\\udc00"}';
    const path = `/v1/spaces/${id}/git/export`;
    const sent = await organization.admin.api.post(path, undefined, { rawBody: git, headers: json });
    expect(sent.status).toBe(204);
  });

  it.each(['/v1/spaces/a%00b/content', '/v1/orgs/a%00b', '/v1/orgs/a%00b/search?query=x'])(
    'a NUL character in the path %s is 400',
    async (path) => {
      const answer = await organization.admin.api.get(path);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('path');
    },
  );

  it.each([[null], [[null]], [1, null], null])('%j where objects are expected is 400', async (changes) => {
    const space = await buildSpace(organization);
    const answer = await organization.admin.api.post(`/v1/spaces/${space.id}/content`, { changes });
    expect(answer.status).toBe(400);
  });

  it('a body that is nested too deeply is 400', async () => {
    const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const site = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Deep' });
    const path = `/v1/orgs/${organization.id}/sites/${site.body.id}/customization`;
    for (const levels of [400, 501, 50_000]) {
      const answer = await organization.admin.api.put(path, undefined, {
        rawBody: nested(levels),
        headers: json,
      });
      expect(answer.status, String(levels)).toBe(400);
      expect(answer.body.error.message.includes('deeper than 500'), String(levels)).toBe(levels > 500);
    }
  });

  it('a malformed web address is 400', async () => {
    for (const url of ['http://xn--a/', 'https://256.1.1.1/']) {
      const answer = await test.api.get('/v1/urls/embed', { query: { url } });
      expect([answer.status, answer.body.error.message]).toEqual([
        400,
        'url must be an http or https address of at most 2048 characters.',
      ]);
    }
  });

  it('a fractional limit is rounded down', async () => {
    const list = (limit: number) =>
      organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`, { query: { limit } });
    for (const title of ['One', 'Two', 'Three']) await buildSpace(organization, { title });
    expect((await list(1.5)).body.items).toHaveLength(1);
    expect((await list(0.5)).body.items).toHaveLength(0);
  });

  it('a broken escape in the path is 400', async () => {
    expect((await organization.admin.api.get('/v1/orgs/%E0%A4%A')).status).toBe(400);
  });

  it('unknown paths are 404, and known paths with another method 405', async () => {
    for (const path of ['/v1/organizations', '/orgs', `/${'x'.repeat(5000)}`]) {
      const { status, body } = await test.api.get(path);
      expect(status).toBe(404);
      expect(body.error.message).toMatch(
        /^There is nothing at GET \/.{1,210} Addresses of the API begin with \/v1.*openapi\.json/,
      );
      expect(body.error.message.length).toBeLessThan(400);
    }
    const answer = await test.api.request('DELETE', '/v1/user');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toContain('GET');
  });
});

describe('tokens', () => {
  const valid = async () => (await organization.member('read')).token;

  it.each<[string, () => Promise<string | undefined>, RegExp]>([
    ['that are not sent', () => Promise.resolve(undefined), /^There is no token/],
    ['without the word before them', valid, /must be the word Bearer/],
    ['for another scheme', async () => `Basic ${await valid()}`, /must be the word Bearer/],
    ['that nobody made', () => Promise.resolve(`Bearer bdy_${'x'.repeat(40)}`), /^There is no such token/],
    ['that are cut off', async () => `Bearer ${(await valid()).slice(0, 20)}`, /^The token is malformed/],
    [
      'with a blank in them',
      async () => `Bearer ${(await valid()).replace('_', ' ')}`,
      /must be the word Bearer/,
    ],
    [
      'that were revoked',
      async () => {
        const { token, api } = await organization.member('read');
        const { body } = await api.get('/v1/user/tokens');
        await api.delete(`/v1/user/tokens/${body.items[0].id}`);
        return `Bearer ${token}`;
      },
      /^The token was revoked at \d{4}-/,
    ],
    [
      'that have ended',
      async () => {
        const { id } = await organization.member('read');
        const expiresAt = new Date(test.clock.now().getTime() + 60_000);
        const { token } = await test.app.get(UserTokens).create(id, { label: 'short', expiresAt });
        test.clock.advance(61_000);
        return `Bearer ${token}`;
      },
      /^The token ended at \d{4}-/,
    ],
  ])('%s are 401 with a clear message', async (_, make, sentence) => {
    const authorization = await make();
    const answer = await test.api.get('/v1/user', {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect(answer.status).toBe(401);
    expect(answer.body.error.message).toMatch(sentence);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('without the scope are 403, and the message names the scope', async () => {
    const { api } = await buildToken(test, organization.admin.id, ['user:read']);
    expect((await api.get('/v1/user')).status).toBe(200);
    const answer = await api.get('/v1/orgs');
    expect(answer.status).toBe(403);
    expect(answer.body.error.message).toContain('organization:read');
  });
});

describe('the server', () => {
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(test.baseUrl + path, { headers, redirect: 'manual' });

  it('leads browsers from its root to the pages of members, and tells programs its addresses', async () => {
    const browser = await ask('/', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect([browser.status, browser.headers.get('location')]).toEqual([302, `${test.config.publicUrl}/app`]);
    expect(await (await ask('/')).json()).toMatchObject({ api: `${test.config.publicUrl}/v1` });
    const icon = await ask('/favicon.ico');
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('forbids clients to cache answers of the API or to guess their type', async () => {
    for (const path of ['/v1/user', '/v1', '/v1/nothing']) {
      const { headers } = await ask(path);
      expect([headers.get('cache-control'), headers.get('x-content-type-options')]).toEqual([
        'no-store',
        'nosniff',
      ]);
    }
  });

  it('serves an explorer that is in no frame, keeps no token and fits phones', async () => {
    const page = await ask('/docs');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await page.text()).toContain('<meta name="viewport" content="width=device-width');
    expect(await (await ask('/docs/swagger-ui-init.js')).text()).toMatch(/"persistAuthorization": ?false/);
  });
});

describe('metrics of the process', () => {
  it('are answered to this machine, and not through a proxy', async () => {
    expect((await test.api.get('/metrics', { headers: { 'x-forwarded-for': '127.0.0.1' } })).status).toBe(
      403,
    );
    expect((await test.api.get('/metrics')).status).toBe(200);
  });

  it('say the version, the connections and the jobs', async () => {
    const { text } = await test.api.get('/metrics');
    expect(text).toMatch(/^bindery_build_info\{version="\d+\.\d+\.\d+[^"]*"\} 1$/m);
    for (const state of ['in_use', 'idle', 'waiting'])
      expect(text).toMatch(new RegExp(`^bindery_database_connections\\{state="${state}"\\} \\d+$`, 'm'));
    expect(text).toMatch(/^bindery_job_lateness_seconds [\d.]+$/m);
    const failed = await createTestApp();
    try {
      await failed.app.get(Database).execute(
        `insert into jobs.job (name, state, data, created_on, start_after)
         values ('git.pull', 'failed', '{}', now(), now()), ('git.pull', 'created', '{}', now(), now() + interval '1 hour')`,
      );
      const figures = (await failed.api.get('/metrics')).text;
      expect(figures).toContain('bindery_jobs{name="git.pull",state="failed"} 1');
      expect(figures).toContain('bindery_jobs{name="git.pull",state="waiting"} 1');
    } finally {
      await failed.close();
    }
  });

  it('are answered without a token at a port of their own, and nothing else is', async () => {
    const metricsPort = await freePort();
    const own = await createTestApp({ metricsPort, metricsToken: 'figures-0123456789' });
    try {
      const at = (path: string): Promise<Response> => fetch(`http://127.0.0.1:${metricsPort}${path}`);
      const answer = await at('/metrics');
      expect(answer.headers.get('content-type')).toContain('text/plain');
      expect(await answer.text()).toContain('bindery_build_info');
      expect((await at('/v1/user')).status).toBe(404);
      expect((await own.api.get('/metrics')).status).toBe(401);
    } finally {
      await own.close();
    }
    await expect(fetch(`http://127.0.0.1:${metricsPort}/metrics`)).rejects.toThrow('fetch failed');
  });

  it('are answered to holders of the metrics token, where one is set', async () => {
    const metricsToken = 'figures-0123456789';
    const limited = await createTestApp({ metricsToken, rateLimitPerMinute: 3 });
    try {
      for (const token of [undefined, 'figures-0123456780', 'x'])
        expect((await limited.api.as(token).get('/metrics')).status).toBe(401);
      const headers = { 'x-forwarded-for': '192.0.2.1' };
      expect((await limited.api.as(metricsToken).get('/metrics', { headers })).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

it('requests without a valid token are limited by network, and others from there are not', async () => {
  const limited = await createTestApp({ rateLimitPerMinute: 3 });
  try {
    const own = await buildOrganization(limited);
    for (const token of [undefined, 'bdy_unknown', 'x'])
      expect((await limited.api.as(token).get('/v1/user')).status).toBe(401);
    const refused = await limited.api.get('/v1/user');
    expect([refused.status, refused.body.error.message]).toEqual([
      429,
      expect.stringContaining('without a valid token'),
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await own.admin.api.get('/v1/user')).status).toBe(200);
    limited.clock.advance(60_000);
    expect((await limited.api.get('/v1/user')).status).toBe(401);
  } finally {
    await limited.close();
  }
});

it('every answer holds the id of its request', async () => {
  const given = await test.api.get('/v1/user', { headers: { 'x-request-id': 'from-the-proxy-1' } });
  expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1');
  expect(given.body.error.requestId).toBe('from-the-proxy-1');
  const odd = await test.api.get('/v1/user', { headers: { 'x-request-id': 'a b' } });
  expect(odd.headers.get('x-request-id')).toMatch(/^[0-9A-Za-z]{20}$/);
});

it('the rate limit counts per token and starts again each minute', async () => {
  const limited = await createTestApp({ rateLimitPerMinute: 3 });
  try {
    const own = await buildOrganization(limited);
    for (const left of ['2', '1', '0']) {
      expect((await own.admin.api.get('/v1/user')).headers.get('x-ratelimit-remaining')).toBe(left);
    }
    const refused = await own.admin.api.get('/v1/user');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await (await own.member('read')).api.get('/v1/user')).status).toBe(200);
    limited.clock.advance(60_000);
    expect((await own.admin.api.get('/v1/user')).status).toBe(200);
  } finally {
    await limited.close();
  }
});
