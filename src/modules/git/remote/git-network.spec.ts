import dns from 'node:dns';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Config } from '#platform/config/env.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { GitServer, hasGit } from '../../../../test/support/git-server.js';
import { GitRemote } from './git-remote.js';

const config = { allowPrivateNetwork: true, gitCacheMb: 0, dataDir: '/nowhere' } as Config;
const FILES = { 'README.md': '# Docs\n' };

/** Takes one network address for a public one, and all others of this machine for private ones. */
class OnlyFirstLoopback extends GuardedFetch {
  protected override isAllowed(address: string): boolean {
    return address === '127.0.0.1';
  }
}

describe.skipIf(!hasGit || !readdirSync('/').includes('proc'))('the network of Git', () => {
  const remote = new GitRemote(config, new OnlyFirstLoopback(config));
  let repositories: GitServer;
  let server: Server;
  let inside: Server;
  let url: string;
  let answer: RequestListener;
  let insideAnswer: RequestListener;
  let insideRequests: { authorization: string | undefined }[];
  const listen = async (listener: RequestListener, host: string): Promise<Server> => {
    const made = createServer(listener);
    await new Promise<void>((resolve) => made.listen(0, host, resolve));
    return made;
  };
  const portOf = (made: Server): number => (made.address() as AddressInfo).port;
  const read = (address: string, credentials = { username: 'me', password: 's3cret-word' }) =>
    remote.open({ url: address, credentials }, {}, (git) => git.fetchCommit());

  beforeAll(async () => {
    repositories = await GitServer.start();
    repositories.create('docs.git', FILES);
    server = await listen((request, response) => answer(request, response), '127.0.0.1');
    inside = await listen((request, response) => {
      insideRequests.push({ authorization: request.headers.authorization });
      insideAnswer(request, response);
    }, '0.0.0.0');
    url = `http://127.0.0.1:${portOf(server)}/docs.git`;
  });
  beforeEach(() => {
    insideRequests = [];
    insideAnswer = (_, response) => response.writeHead(404).end();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  afterAll(async () => {
    await repositories.close();
    for (const made of [server, inside]) {
      made.closeAllConnections();
      await new Promise((resolve) => made.close(resolve));
    }
  });

  it('follows a repository that was renamed', async () => {
    answer = ({ url: path = '' }, response) =>
      response.writeHead(301, { location: `${repositories.url}${path}` }).end();
    expect((await read(url)).files.has('README.md')).toBe(true);
  });

  it('follows no redirect into a private network', async () => {
    answer = (_, response) =>
      response.writeHead(302, { location: `http://127.0.0.2:${portOf(inside)}/docs.git/info/refs` }).end();
    await expect(read(url)).rejects.toMatchObject({ code: 'address' });
    for (const location of ['file:///etc/passwd', 'ftp://127.0.0.1/x', 'ext::sh -c id']) {
      answer = (_, response) => response.writeHead(302, { location }).end();
      await expect(read(url)).rejects.toMatchObject({ name: 'RemoteProblem' });
    }
    expect(insideRequests).toEqual([]);
  });

  it('gives the password to the server of the address, and to none that it redirects to', async () => {
    const given: (string | undefined)[] = [];
    answer = ({ headers, url: path = '' }, response) => {
      given.push(headers.authorization);
      response.writeHead(302, { location: `http://127.0.0.1:${portOf(inside)}${path}` }).end();
    };
    insideAnswer = (_, response) =>
      response.writeHead(401, { 'www-authenticate': 'Basic realm="Git"' }).end();
    await expect(read(url)).rejects.toMatchObject({ code: 'no-access' });
    expect(insideRequests.length).toBeGreaterThan(0);
    expect(insideRequests.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    expect(given).not.toEqual([]);
  });

  it('connects to the network address that was checked, though the name changes its mind', async () => {
    const answers = ['127.0.0.1', '127.0.0.2'];
    const real = dns.lookup;
    let lookups = 0;
    vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) => {
      if (name !== 'changing.example') return Reflect.apply(real, dns, [name, ...rest]) as void;
      lookups += 1;
      const address = answers.length > 1 ? answers.shift() : answers[0];
      (rest.at(-1) as (error: null, found: object[]) => void)(null, [{ address, family: 4 }]);
    }) as typeof dns.lookup);
    syncBuiltinESMExports();
    // Each connection is to be made anew, so that the second one looks the name up again.
    answer = ({ url: path = '' }, response) =>
      response
        .writeHead(302, { connection: 'close', location: `http://changing.example:${portOf(inside)}${path}` })
        .end();
    const address = `http://changing.example:${portOf(server)}/docs.git`;
    await expect(read(address)).rejects.toMatchObject({ code: 'address' });
    expect(lookups).toBe(2);
    expect(insideRequests).toEqual([]);
  });

  it('is left when it is broken off, with no program left over and no password in a command', async () => {
    const abort = new AbortController();
    const commands = (): string[] =>
      readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => {
          try {
            return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
          } catch {
            return '';
          }
        })
        .filter((line) => line.includes(`:${portOf(server)}/hangs.git`));
    let seen: string[] = [];
    answer = ({ headers }, response) => {
      if (!headers.authorization)
        return void response.writeHead(401, { 'www-authenticate': 'Basic realm="Git"' }).end();
      seen = commands();
      abort.abort();
    };
    const repository = {
      url: url.replace('docs.git', 'hangs.git'),
      credentials: { username: 'me', password: 's3cret-word' },
    };
    const opening = remote.open(repository, { signal: abort.signal }, (git) => git.listRefs());
    await expect(opening).rejects.toMatchObject({ code: 'timeout' });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.join('\n')).not.toContain('s3cret-word');
    await vi.waitFor(() => expect(commands()).toEqual([]));
  });
});
