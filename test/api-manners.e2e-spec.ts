import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

const problem = { accept: 'application/problem+json' };

describe('errors as problems', () => {
  it('are answered to clients that name the type, and to nobody else', async () => {
    const path = `/v1/orgs/${organization.id}/spaces`;
    const send = (accept: string) =>
      fetch(test.baseUrl + path, {
        method: 'POST',
        headers: {
          accept,
          authorization: `Bearer ${organization.admin.token}`,
          'content-type': 'application/json',
        },
        body: '{"title":3}',
      });
    for (const accept of ['application/problem+json', 'application/json, Application/Problem+JSON; q=0.5']) {
      const answer = await send(accept);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(await answer.json()).toEqual({
        type: 'about:blank',
        title: 'Bad Request',
        status: 400,
        detail: expect.stringMatching(/^title must be a string/),
        requestId: answer.headers.get('x-request-id'),
      });
    }
    for (const accept of [
      '*/*',
      'application/json',
      'application/problem+json;q=0',
      'application/problem+jsonx',
    ]) {
      const answer = await send(accept);
      expect(answer.headers.get('content-type'), accept).toBe('application/json; charset=utf-8');
      expect(answer.headers.get('vary')).toContain('Accept');
      expect(await answer.json()).toMatchObject({ error: { code: 400 } });
    }
  });

  it('are those of every refusal: by the guard, of addresses, and of methods', async () => {
    const ask = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(test.baseUrl + path, { ...init, headers: problem });
      return [
        answer.status,
        answer.headers.get('content-type'),
        ((await answer.json()) as { status: number }).status,
      ];
    };
    expect(await ask('/v1/user')).toEqual([401, 'application/problem+json', 401]);
    expect(await ask('/v1/nothing')).toEqual([404, 'application/problem+json', 404]);
    expect(await ask('/v1/user', { method: 'DELETE' })).toEqual([405, 'application/problem+json', 405]);
    expect(await ask('/app/~api/v1/user')).toEqual([401, 'application/problem+json', 401]);
  });
});

describe('the address of the next page', () => {
  it('is in Link, can be read as it is, and is on all pages but the last', async () => {
    for (const title of ['One', 'Two', 'Three']) await buildSpace(organization, { title });
    let path: string | undefined = `/v1/orgs/${organization.id}/spaces?limit=1`;
    const seen: string[] = [];
    while (path !== undefined) {
      const { headers, body } = await organization.admin.api.get(path);
      seen.push(...body.items.map(({ id }: { id: string }) => id));
      const link: string | null = headers.get('link');
      expect(link === null).toBe(body.next === undefined);
      const target = /^<([^>]*)>; rel="next"$/.exec(link ?? '')?.[1];
      path = target?.slice(test.config.publicUrl.length);
      expect(target === undefined || target.startsWith(`${test.config.publicUrl}/v1/`)).toBe(true);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.length).toBeGreaterThanOrEqual(3);
  });

  it('holds nothing of the query as it came', async () => {
    for (const title of ['One', 'Two']) await buildSpace(organization, { title });
    const query = `limit=1&x=%22%3E,%3Chttps://evil.example%3E;rel=next&y=">,<evil>`;
    const { headers } = await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces?${query}`);
    expect(headers.get('link')?.match(/[<>"]/g)).toEqual(['<', '>', '"', '"']);
  });
});

it('a deprecated operation says since when, and until when it works', async () => {
  const { headers, status } = await test.api.get('/v1/urls/published', {
    query: { url: 'https://nowhere.example.com/' },
  });
  expect(status).toBe(404);
  const [, since] = /^@(\d+)$/.exec(headers.get('deprecation') ?? '') ?? [];
  const end = headers.get('sunset') ?? '';
  expect(new Date(end).toUTCString()).toBe(end);
  expect(new Date(end).getTime()).toBeGreaterThan(Number(since) * 1000);
  expect(new Date(Number(since) * 1000).toISOString()).toBe('2026-11-23T00:00:00.000Z');
});

describe('members of a body that the operation does not read', () => {
  const create = (body: object) => organization.admin.api.post(`/v1/orgs/${organization.id}/spaces`, body);

  it('are named, also in answers that refuse the body', async () => {
    const made = await create({
      title: 'A',
      titel: 'B',
      'x y"\r\nSet-Cookie: a=b': 1,
      größe: 2,
      '\ud800': 3,
    });
    expect(made.status).toBe(201);
    expect(made.headers.get('ignored-members')).toBe(
      '"titel", "x%20y%22%0D%0ASet-Cookie%3A%20a%3Db", "gr%C3%B6%C3%9Fe", "%EF%BF%BD"',
    );
    expect(made.headers.get('set-cookie')).toBeNull();
    const refused = await create({ titel: 'B', title: 3 });
    expect([refused.status, refused.headers.get('ignored-members')]).toEqual([400, '"titel"']);
    expect((await create({ title: 'A' })).headers.get('ignored-members')).toBeNull();
  });

  it('are named by their paths where they are in objects of lists', async () => {
    const space = await buildSpace(organization);
    const changes = [{ operation: 'insert_page', title: 'P', document: { markdown: 'x' }, colour: 'red' }];
    const { status, headers } = await organization.admin.api.post(`/v1/spaces/${space.id}/content`, {
      changes,
    });
    expect([status, headers.get('ignored-members')]).toEqual([200, '"changes[0].colour"']);
  });

  it('are counted where they are many, and cut where they are long', async () => {
    const names = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`n${index}`, 1]));
    const { headers } = await create({ title: 'A', ['ä'.repeat(5000)]: 1, ...names });
    const header = headers.get('ignored-members') ?? '';
    expect(header).toMatch(/^"(?:%C3%A4){80}\.\.\.", "n0", .*, "n18";more=4981$/);
    expect(header.length).toBeLessThan(2000);
  });
});

describe('scripts in browsers', () => {
  const origin = 'https://app.example.com';

  it('of no origin may call the API unless an operator says so', async () => {
    const answer = await fetch(`${test.baseUrl}/v1/`, { headers: { origin } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('of the origins that are named may call it, without cookies', async () => {
    const open = await createTestApp({ corsOrigins: [origin, 'http://localhost:5173'] });
    try {
      const asking = {
        origin,
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'authorization,if-match',
      };
      const preflight = await fetch(`${open.baseUrl}/v1/user`, { method: 'OPTIONS', headers: asking });
      expect(preflight.status).toBe(204);
      expect(preflight.headers.get('access-control-allow-origin')).toBe(origin);
      expect(preflight.headers.get('access-control-allow-methods')).toContain('PATCH');
      expect(preflight.headers.get('access-control-allow-headers')).toBe('authorization,if-match');
      expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
      expect(Number(preflight.headers.get('access-control-max-age'))).toBeGreaterThan(0);
      const answer = await fetch(`${open.baseUrl}/v1/user`, { headers: { origin } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
      expect(answer.headers.get('access-control-expose-headers')).toContain('X-Request-Id');
      expect(answer.headers.get('vary')).toContain('Origin');
      const other = await fetch(`${open.baseUrl}/v1/user`, {
        headers: { origin: 'https://evil.example.com' },
      });
      expect(other.headers.get('access-control-allow-origin')).toBeNull();
      const none = await fetch(`${open.baseUrl}/v1/user`);
      expect(none.headers.get('vary')).toContain('Origin');
      const page = await fetch(`${open.baseUrl}/docs`, { headers: { origin } });
      expect(page.headers.get('access-control-allow-origin')).toBeNull();
    } finally {
      await open.close();
    }
  });

  it('of every origin may call it where a star says so, and cookies are never asked for', async () => {
    const open = await createTestApp({ corsOrigins: ['*'] });
    try {
      const { headers } = await fetch(`${open.baseUrl}/v1/`, { headers: { origin } });
      expect(headers.get('access-control-allow-origin')).toBe('*');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    } finally {
      await open.close();
    }
  });
});
