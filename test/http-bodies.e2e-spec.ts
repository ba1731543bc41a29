import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Sends the head of a request and the beginning of its body, and answers what comes back before there is more. */
async function sendBeginning(path: string, headers: Record<string, string>, body = '{'): Promise<Answer> {
  const { hostname, port } = new URL(test.baseUrl);
  const socket = connect(Number(port), hostname);
  const lines = Object.entries({ host: hostname, 'content-type': 'application/json', ...headers });
  socket.write(
    `POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`,
  );
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await once(socket, 'close');
  const [head = '', answered = ''] = text.split('\r\n\r\n', 2);
  return { status: Number(head.split(' ')[1]), head: head.toLowerCase(), body: answered };
}

const LARGE = String(31 * 1024 * 1024);

describe('a request with an incomplete body', () => {
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  it.each<[string, () => Promise<[string, Record<string, string>]>, number]>([
    ['without a token', async () => [`/v1/spaces/${(await buildSpace(organization)).id}/content`, {}], 401],
    ['with an unknown token', () => Promise.resolve(['/v1/orgs', bearer('bdy_unknown')]), 401],
    [
      'with a token that lacks the scope',
      async () => {
        const { token } = await buildToken(test, organization.admin.id, ['user:read']);
        return ['/v1/orgs', bearer(token)];
      },
      403,
    ],
    [
      'with a token that was revoked',
      async () => {
        const { token, api } = await organization.member('edit');
        const { body } = await api.get('/v1/user/tokens');
        await api.delete(`/v1/user/tokens/${body.items[0].id}`);
        return ['/v1/orgs', bearer(token)];
      },
      401,
    ],
    ['for an address that there is not', () => Promise.resolve(['/v1/organizations', {}]), 404],
    ['that is too large for its route', () => Promise.resolve(['/v1/urls/published', {}]), 413],
  ])('%s is answered without waiting', async (_, make, status) => {
    const [path, headers] = await make();
    const sizes: Record<string, string>[] = [{ 'content-length': LARGE }, { 'transfer-encoding': 'chunked' }];
    for (const size of sizes) {
      const isChunked = 'transfer-encoding' in size;
      if (isChunked && status === 413) continue;
      const answer = await sendBeginning(path, { ...headers, ...size }, isChunked ? '1\r\n{\r\n' : '{');
      expect(answer.status).toBe(status);
      expect(answer.head).toContain('connection: close');
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: status } });
    }
  });
});

it('a client that sends a large body all the same gets its answer', async () => {
  const answer = await test.api.post('/v1/orgs', { title: 'x'.repeat(8 * 1024 * 1024) });
  expect(answer.status).toBe(401);
});

it('a small body that is not read keeps the connection open', async () => {
  const answer = await test.api.post('/v1/orgs', { title: 'x' });
  expect([answer.status, answer.headers.get('connection')]).toEqual([401, 'keep-alive']);
});

describe('a body with 300,000 names', () => {
  const names = Object.fromEntries(Array.from({ length: 300_000 }, (_, index) => [`name${index}`, 1]));

  it.each<[string, object, number]>([
    ['beside what is declared', { ...names, changes: [] }, 400],
    ['in an item of a list', { changes: [{ ...names, operation: 'delete_page', page: 'none' }] }, 400],
    ['in free-form JSON', { changes: [{ operation: 'update_variables', variables: names }] }, 400],
  ])('%s is answered', async (_, body, status) => {
    const space = await buildSpace(organization, { editMode: 'live' });
    const answer = await organization.admin.api.post(`/v1/spaces/${space.id}/content`, body);
    expect(answer.status).toBe(status);
  });
});

it('a body with too many values is refused before it is parsed', async () => {
  const space = await buildSpace(organization);
  const rawBody = `{"changes":[${'{},'.repeat(2_000_000)}{}]}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await organization.admin.api.post(`/v1/spaces/${space.id}/content`, undefined, {
    rawBody,
    headers,
  });
  expect([answer.status, answer.body.error.message]).toEqual([
    400,
    'The body holds more than 2000000 values.',
  ]);
});

it('a body with a value of another type is refused', async () => {
  const { api } = organization.admin;
  const space = await buildSpace(organization);
  for (const [path, body, field] of [
    [`/v1/orgs/${organization.id}/sites`, { title: 'Tx', spaces: space.id }, 'spaces'],
    [`/v1/orgs/${organization.id}/link-invites`, { role: 'read', maxUses: '3' }, 'maxUses'],
    [`/v1/spaces/${space.id}/content`, { changes: { operation: 'insert_page', title: 'O' } }, 'changes'],
    [`/v1/orgs/${organization.id}/spaces`, { title: 'x', empty: 'true' }, 'empty'],
  ] as const) {
    const answer = await api.post(path, body);
    expect(answer.status, path).toBe(400);
    expect(answer.body.error.message, path).toMatch(new RegExp(`^${field} must be `));
  }
});

it('an operation in openapi.json tells how large its body may be', async () => {
  const { paths } = (await test.api.get('/openapi.json')).body;
  const limitOf = (path: string) => [
    paths[path].post['x-body-limit'],
    paths[path].post.responses['413'].description,
  ];
  expect(limitOf('/v1/urls/published')).toEqual([65_536, 'The body is larger than 64 KB.']);
  expect(limitOf('/v1/orgs')).toEqual([1_048_576, 'The body is larger than 1 MB.']);
  expect(limitOf('/v1/spaces/{spaceId}/content')).toEqual([33_554_432, 'The body is larger than 32 MB.']);
});
