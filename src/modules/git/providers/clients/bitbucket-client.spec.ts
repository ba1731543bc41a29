import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Config } from '#platform/config/env.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { HostApi } from '../host-api.js';
import type { ProviderAccess } from '../provider-access.js';
import { BitbucketClient } from './bitbucket-client.js';

const UUID = '{1234}';
const client = new BitbucketClient(new HostApi(new GuardedFetch({ allowPrivateNetwork: true } as Config)));
const asked: { request: string; authorization?: string; body: string }[] = [];
let server: Server;
let access: ProviderAccess;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const { method, url = '', headers } = request;
    asked.push({ request: `${method} ${url}`, authorization: headers.authorization, body });
    const repository = { uuid: UUID, slug: 'docs', full_name: 'acme/docs', mainbranch: { name: 'main' } };
    if (headers.authorization === 'Bearer old') response.writeHead(401).end('{}');
    else if (url.includes('/hooks/')) response.writeHead(204).end();
    else if (url.endsWith('/hooks')) response.end(JSON.stringify({ uuid: '{hook}' }));
    else
      response.end(JSON.stringify(url.startsWith('/repositories?') ? { values: [repository] } : repository));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const apiBase = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  access = { provider: 'bitbucket', apiBase, owner: 'acme', repository: 'docs', token: 'token' };
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

it('finds repositories, and makes and removes webhooks', async () => {
  const docs = {
    id: UUID,
    owner: 'acme',
    name: 'docs',
    defaultBranch: 'main',
    url: 'https://bitbucket.org/acme/docs.git',
  };
  expect(await client.repositories(access)).toEqual([docs]);
  expect(await client.repository(access)).toEqual(docs);
  expect(await client.repositoryById(access, UUID)).toEqual(docs);
  await expect(client.repositoryById(access, '{other}')).rejects.toMatchObject({ code: 'no-access' });
  const hook = { url: 'https://docs.example.com/hook', secret: 'secret' };
  expect(await client.addHook(access, hook)).toBe('{hook}');
  expect(JSON.parse(asked.at(-1)!.body)).toMatchObject({ ...hook, active: true });
  await client.removeHook(access, '{hook}');
  expect(asked.at(-1)!.request).toBe('DELETE /repositories/acme/docs/hooks/%7Bhook%7D');
});

it('sends a token alone, or with the name of its owner', async () => {
  await client.repository(access);
  expect(asked.at(-1)!.authorization).toBe('Bearer token');
  await client.repository({ ...access, username: 'me' });
  expect(asked.at(-1)!.authorization).toBe(`Basic ${Buffer.from('me:token').toString('base64')}`);
});

it('says in a sentence that a token was taken back, and that a host is no host', async () => {
  await expect(client.repository({ ...access, token: 'old' })).rejects.toMatchObject({
    code: 'no-access',
    message: expect.stringMatching(/^Bitbucket does not know the token/),
  });
  await expect(client.repository({ ...access, apiBase: 'http://127.0.0.1:1' })).rejects.toMatchObject({
    code: 'unreachable',
  });
});
