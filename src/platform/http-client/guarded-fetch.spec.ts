import dns from 'node:dns';
import { createServer, type RequestListener, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Config } from '../config/env.js';
import { GuardedFetch } from './guarded-fetch.js';

class OnlyFirstLoopback extends GuardedFetch {
  protected override isAllowed(address: string): boolean {
    return address === '127.0.0.1';
  }
}

describe('GuardedFetch', () => {
  let server: Server;
  let base: string;
  let port: number;
  let handler: RequestListener;
  let hits: { url?: string; headers: Record<string, unknown>; method?: string }[];
  const open = new GuardedFetch({ allowPrivateNetwork: true } as Config);
  const guarded = new GuardedFetch({ allowPrivateNetwork: false } as Config);
  const limits = { maxBytes: 1000, timeoutMs: 3000 };

  beforeAll(async () => {
    server = createServer((request, response) => {
      hits.push({ url: request.url, headers: request.headers, method: request.method });
      handler(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
    base = `http://127.0.0.1:${port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  beforeEach(() => (hits = []));

  it('returns status, headers and body', async () => {
    handler = (_, response) => response.setHeader('content-type', 'text/plain').end('hello');
    const answer = await open.fetchBytes(`${base}/a`, limits);
    expect(answer).toMatchObject({ status: 200, url: `${base}/a` });
    expect(answer.headers['content-type']).toBe('text/plain');
    expect(answer.bytes.toString()).toBe('hello');
  });

  it.each([
    ['a literal private address', () => base],
    ['a name that resolves to a private address', () => `http://localhost:${port}`],
    ['an address written as a number', () => `http://2130706433:${port}`],
    ['an address in octal', () => `http://0177.0.0.1:${port}`],
    ['an address in hexadecimal', () => `http://0x7f000001:${port}`],
    ['a short address', () => `http://127.1:${port}`],
    ['an address with a dot at its end', () => `http://127.0.0.1.:${port}`],
    ['an address in other digits', () => `http://１２７.0.0.1:${port}`],
    ['the unspecified address', () => `http://0.0.0.0:${port}`],
    ['an IPv4 address in IPv6', () => `http://[::ffff:127.0.0.1]:${port}`],
    ['another IPv4 address in IPv6', () => `http://[::127.0.0.1]:${port}`],
    ['a translated address', () => `http://[64:ff9b::7f00:1]:${port}`],
    ['the metadata of a cloud', () => 'http://169.254.169.254/latest/meta-data'],
    ['another scheme', () => 'file:///etc/passwd'],
    ['a text that is no address', () => 'nonsense'],
    ['a password in the address', () => `http://me:secret@127.0.0.1:${port}`],
  ])('refuses %s without connecting', async (_, address) => {
    handler = (_request, response) => response.end('secret');
    await expect(guarded.fetch(address(), limits)).rejects.toMatchObject({ reason: 'address' });
    expect(hits).toEqual([]);
  });

  it('checks each redirect', async () => {
    handler = (_, response) => response.writeHead(302, { location: `http://127.0.0.2:${port}/inside` }).end();
    const picky = new OnlyFirstLoopback({ allowPrivateNetwork: false } as Config);
    await expect(picky.fetch(base, limits)).rejects.toMatchObject({ reason: 'address' });
    expect(hits).toHaveLength(1);
  });

  describe('with a name whose address changes', () => {
    const picky = new OnlyFirstLoopback({ allowPrivateNetwork: false } as Config);
    /** The addresses that a name server answers, one after the other; the last one from then on. */
    function answering(...answers: string[][]) {
      const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((_name, _options, done) => {
        const found = (answers.length > 1 ? answers.shift() : answers[0]) ?? [];
        done(
          null,
          found.map((address) => ({ address, family: 4 })),
        );
      }) as (...all: [string, object, (error: null, found: object[]) => void]) => void as never);
      syncBuiltinESMExports();
      return lookup;
    }
    afterEach(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });

    it('connects to the address that it checked, after one lookup', async () => {
      handler = (_, response) => response.end('public');
      const lookup = answering(['127.0.0.1'], ['127.0.0.2']);
      const { bytes } = await picky.fetchBytes(`http://rebinds.example:${port}`, limits);
      expect(bytes.toString()).toBe('public');
      expect(lookup).toHaveBeenCalledOnce();
      await expect(picky.fetch(`http://rebinds.example:${port}`, limits)).rejects.toMatchObject({
        reason: 'address',
      });
      expect(hits).toHaveLength(1);
    });

    it('connects for other protocols by the same rules', async () => {
      answering(['127.0.0.1'], ['127.0.0.2']);
      const socket = await picky.connect('rebinds.example', port, { timeoutMs: 3000 });
      expect(socket.remoteAddress).toBe('127.0.0.1');
      socket.destroy();
      for (const host of ['rebinds.example', '127.0.0.2', 'localhost', '::1'])
        await expect(guarded.connect(host, port, { timeoutMs: 3000 })).rejects.toMatchObject({
          reason: 'address',
        });
      await expect(open.connect('127.0.0.1', 1, { timeoutMs: 3000 })).rejects.toMatchObject({
        reason: 'unreachable',
      });
    });

    it('checks the address again after a redirect to the same name', async () => {
      handler = (_, response) => response.writeHead(307, { location: '/again' }).end();
      answering(['127.0.0.1'], ['127.0.0.2']);
      await expect(
        picky.fetch(`http://rebinds.example:${port}`, { ...limits, method: 'POST', body: 'x' }),
      ).rejects.toMatchObject({ reason: 'address' });
      expect(hits).toHaveLength(1);
    });

    it('skips private addresses among public ones', async () => {
      handler = (_, response) => response.end('public');
      answering(['127.0.0.2', '127.0.0.1']);
      const { bytes } = await picky.fetchBytes(`http://rebinds.example:${port}`, limits);
      expect(bytes.toString()).toBe('public');
      expect(hits[0]?.headers['host']).toBe(`rebinds.example:${port}`);
    });
  });

  it('follows a limited number of redirects, as GET after a POST, without secrets to another origin', async () => {
    handler = (request, response) => {
      if (request.url === '/start')
        response.writeHead(302, { location: `http://localhost:${port}/end` }).end();
      else if (request.url === '/loop') response.writeHead(301, { location: '/loop' }).end();
      else response.end('done');
    };
    const headers = {
      ...{ authorization: 'Bearer x', cookie: 'a=b', 'x-token': 'x', 'private-token': 'x' },
      ...{ accept: 'text/plain', 'content-type': 'text/plain' },
    };
    const answer = await open.fetchBytes(`${base}/start`, { ...limits, method: 'POST', body: 'x', headers });
    expect(answer.bytes.toString()).toBe('done');
    expect(hits[1]).toMatchObject({ method: 'GET', headers: { accept: 'text/plain' } });
    for (const name of ['authorization', 'cookie', 'x-token', 'private-token', 'content-type'])
      expect(hits[1]?.headers[name]).toBeUndefined();
    await expect(open.fetch(`${base}/loop`, limits)).rejects.toMatchObject({ reason: 'redirects' });
  });

  it('stops at the size limit of a declared, streamed or compressed body', async () => {
    handler = (_, response) => response.setHeader('content-length', 5000).end('x'.repeat(5000));
    await expect(open.fetch(base, limits)).rejects.toMatchObject({ reason: 'too-large' });
    handler = (_, response) => {
      response.write('x'.repeat(900));
      response.end('x'.repeat(900));
    };
    await expect(open.fetchBytes(base, limits)).rejects.toMatchObject({ reason: 'too-large' });
    handler = (_, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000)));
    await expect(open.fetchBytes(base, limits)).rejects.toMatchObject({ reason: 'too-large' });
  });

  it('unpacks a compressed body', async () => {
    handler = (_, response) => response.setHeader('content-encoding', 'gzip').end(gzipSync('hello'));
    expect((await open.fetchBytes(base, limits)).bytes.toString()).toBe('hello');
  });

  it('stops at the time limit, before the answer and within the body', async () => {
    handler = () => undefined;
    await expect(open.fetch(base, { ...limits, timeoutMs: 150 })).rejects.toMatchObject({
      reason: 'timeout',
    });
    handler = (_, response) => {
      const drip = setInterval(() => response.write('.'), 20);
      response.on('close', () => clearInterval(drip));
    };
    await expect(open.fetchBytes(base, { ...limits, timeoutMs: 150 })).rejects.toMatchObject({
      reason: 'timeout',
    });
  });

  it('fails for a bad status, unless told otherwise, and for a closed port', async () => {
    handler = (_, response) => response.writeHead(404).end('gone');
    await expect(open.fetch(base, limits)).rejects.toMatchObject({ reason: 'status', status: 404 });
    expect((await open.fetchBytes(base, { ...limits, anyStatus: true })).status).toBe(404);
    expect((await open.fetchBytes(base, { ...limits, acceptStatus: [404] })).status).toBe(404);
    handler = (_, response) => {
      response.socket?.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
    };
    await expect(open.fetch(base, limits)).rejects.toMatchObject({ reason: 'unreachable' });
    await expect(open.fetch('http://127.0.0.1:1', limits)).rejects.toMatchObject({ reason: 'unreachable' });
  });
});
