import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request, type RequestOptions } from 'node:http';
import type { HttpAdapterHost } from '@nestjs/core';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/env.js';
import { ClientAddress } from '#platform/http/client-address.js';
import { ApiSocket } from './api-socket.js';
import { LogSocket } from './log-socket.js';
import { makeOwnFolder, removeLeftovers } from './own-folders.js';
import { spawnGuarded } from './script-process.js';
import { Scripts } from './scripts.js';

const SCRIPT = `
export default {
  async fetch(request, env, context) {
    const form = await request.formData();
    const { name, url } = JSON.parse(form.get('event'));
    console.log('event', name);
    if (name === 'loop') for (;;);
    if (name === 'bomb') for (const all = []; ; ) all.push(new Uint8Array(1e7).fill(1));
    if (name === 'throw') throw new Error('broken');
    if (name === 'later') context.waitUntil(Promise.resolve().then(() => console.warn('later')));
    if (name === 'fetch') return fetch(url).catch((error) => new Response(error.message, { status: 502 }));
    if (name === 'import') {
      const { env } = await import('cloudflare:workers').catch(() => ({}));
      const { LOGS, API, SERVER } = env ?? {};
      return Response.json({ names: Object.keys(env ?? {}), bound: [LOGS, API, SERVER].some((one) => one !== undefined) });
    }
    if (name === 'machine') return Response.json({ env: Object.keys(process.env), own: Object.keys(env) });
    return new Response(name + (await form.get('fetch-body').text()), { status: 201 });
  },
};`;

const clients = new ClientAddress(readConfig({ TRUST_PROXY: '1' }));
const api = createServer((request, response) => {
  const { host, 'x-forwarded-for': forwarded = '' } = request.headers;
  response.end(`API ${request.url} ${host} ${clients.of(request)}${String(forwarded)}`);
});
const host = { httpAdapter: { getHttpServer: () => api } } as unknown as HttpAdapterHost;
const scripts = new Scripts(readConfig({ PUBLIC_URL: 'http://docs.test/base' }), host);
afterAll(() => scripts.onApplicationShutdown());

/** A busy machine takes long: only what never ends is not waited for. */
const PATIENCE_MS = 60_000;
const run = async (event: object, name = 'one', { source = SCRIPT, limitMs = PATIENCE_MS } = {}) => {
  const script = { name, hash: source.length.toString(), load: () => Promise.resolve(source) };
  const answered = await scripts.run(script, { event, environment: {}, body: Buffer.from('!') }, limitMs);
  return { ...answered, logs: await answered.logs };
};
const text = async (event: object) => (await run(event)).answer?.body.toString();

async function openApi(place: { host: string; path: string }) {
  const socket = await ApiSocket.open('mine', place, (request, response) =>
    api.emit('request', request, response),
  );
  return { path: socket.path, close: () => socket.close() };
}

function askSocket(socketPath: string, options: RequestOptions, body = ''): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    const outgoing = request({ socketPath, ...options }, (answer) => {
      let said = '';
      answer.on('data', (part: Buffer) => (said += part.toString()));
      answer.on('end', () => resolve([answer.statusCode ?? 0, said]));
    });
    outgoing.on('error', reject).end(body);
  });
}

describe('the scripts of integrations', () => {
  it('answer events, each with its own log', async () => {
    const [hello, later] = await Promise.all([run({ name: 'hello' }), run({ name: 'later' })]);
    expect(hello.answer).toMatchObject({ status: 201, body: Buffer.from('hello!') });
    expect(hello.logs.map((line) => line.message)).toEqual(['event hello']);
    expect(later.logs.map((line) => [line.level, line.message])).toEqual([
      ['info', 'event later'],
      ['warn', 'later'],
    ]);
  });

  it('that throw fail with their log', async () => {
    const { failure, logs } = await run({ name: 'throw' });
    expect(failure).toContain('failed');
    expect(logs.at(-1)?.message).toContain('Error: broken');
  });

  it('that do not compile are refused with the reason', async () => {
    await expect(scripts.check('export default {')).rejects.toThrow(/Unexpected end of input/);
  });

  it('that loop or take all memory are ended, and others go on', async () => {
    const others = run({ name: 'hello' }, 'two');
    const loops = run({ name: 'loop' }, 'one', { limitMs: 3000 });
    const [loop, bomb] = await Promise.all([loops, run({ name: 'bomb' }, 'three'), others]);
    expect(loop.failure).toContain('did not answer within 3 seconds');
    expect(bomb.failure).toContain('memory');
    expect((await run({ name: 'hello' })).answer?.status).toBe(201);
  });

  it('reach the API and public addresses, but not the machine', async () => {
    expect(await text({ name: 'fetch', url: 'http://docs.test/base/v1/user' })).toBe(
      'API /base/v1/user docs.test script one',
    );
    expect(await text({ name: 'import' })).toBe('{"names":[],"bound":false}');
    for (const url of [
      'http://127.0.0.1:5432/',
      'http://[::1]/',
      'http://169.254.169.254/',
      'http://logs/~logs/x',
      'http://[64:ff9b::7f00:1]/',
      'http://[64:ff9b::a9fe:a9fe]/',
      'http://[2002:7f00:1::]/',
    ])
      expect(await text({ name: 'fetch', url })).toContain('cannot be reached');
    expect(await text({ name: 'machine' })).toBe('{"env":[],"own":[]}');
  });

  it('have a socket that answers as the API, with the identity of the script', async () => {
    const place = { host: 'docs.test', path: '/base/v1' };
    const { path: socketPath, close } = await openApi(place);
    const ask = (path: string, headers: Record<string, string> = {}) =>
      askSocket(socketPath, {
        path,
        headers: { host: 'evil.test', 'x-forwarded-for': '203.0.113.9', ...headers },
      });
    expect(await ask('/base/v1/user?x=1')).toEqual([200, 'API /base/v1/user?x=1 docs.test script mine']);
    for (const path of [
      '/metrics',
      '/docs',
      '/app/cli',
      '/base/app',
      '/~integrations/mine/x',
      '/base/v1x',
      '/v1',
    ])
      expect((await ask(path))[0], path).toBe(404);
    for (const path of ['/base/v1/../app', '/base/v1/%2e%2e/app', '//base/v1', 'http://docs.test/base/v1'])
      expect((await ask(path))[0], path).toBe(404);
    await close();
  });

  it('have a socket that takes the log of each event once and limits its size', async () => {
    const socket = await LogSocket.open();
    const line = { level: 'info', message: 'hello', timestamp: '2026-01-01T00:00:00.000Z' };
    const send = (key: string, body: string, method = 'POST') =>
      askSocket(socket.path, { path: `/~logs/${key}`, method }, body).catch(() => [0]);
    const { logs } = socket.logsOf('a');
    expect((await send('b', '[]'))[0]).toBe(404);
    expect((await send('a', '[]', 'PUT'))[0]).toBe(404);
    expect((await send('a', JSON.stringify([line, { level: 'x' }, 7])))[0]).toBe(204);
    expect(await logs).toEqual([line]);
    expect((await send('a', '[]'))[0]).toBe(404);
    const large = socket.logsOf('c');
    expect([0, 413]).toContain((await send('c', 'x'.repeat(3 * 2 ** 20)))[0]);
    large.giveUp();
    const odd = socket.logsOf('d');
    await send('d', 'no JSON');
    expect(await odd.logs).toEqual([]);
    await socket.close();
  });

  it('end with their server', async () => {
    const child = spawnGuarded(['/bin/sleep', '1000'], false);
    // The system closes this descriptor when a server is killed.
    child.stdio[4]?.destroy();
    await expect.poll(() => child.signalCode).toBe('SIGKILL');
  });

  it('leave a folder when their server is killed, which the next server removes', async () => {
    const { pid: killed } = spawnSync('true');
    const folder = await makeOwnFolder(killed);
    await removeLeftovers();
    expect(existsSync(folder)).toBe(false);
  });

  it('written for the first runtime listen for events', async () => {
    const source = `addEventListener('fetch', (event) => event.respondWith(new Response('old')));`;
    expect((await run({}, 'four', { source })).answer?.body.toString()).toBe('old');
  });
});
