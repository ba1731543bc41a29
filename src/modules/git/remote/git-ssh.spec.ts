import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config/env.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { GitServer, hasGit } from '../../../../test/support/git-server.js';
import { hasSsh, type SshServer, startSshServer } from '../../../../test/support/ssh-server.js';
import { openCommit } from './commit-tree.js';
import { fingerprintOf, makeDeployKey } from './deploy-key.js';
import { GitRemote } from './git-remote.js';

const AUTHOR = { name: 'Ann', email: 'ann@example.com', timestamp: new Date('2026-03-01T10:00:00Z') };
const configOf = (more: Partial<Config> = {}): Config =>
  ({ allowPrivateNetwork: true, gitCacheMb: 0, dataDir: '/nowhere', ...more }) as Config;
const config = configOf();

describe.skipIf(!hasSsh)('a deploy key', () => {
  it('is one that OpenSSH reads, with the same fingerprint', () => {
    const folder = mkdtempSync(join(tmpdir(), 'bindery-key-'));
    for (const comment of ['Bindery: docs.example.com', '', 'a\nb <c>']) {
      const { publicKey, privateKey } = makeDeployKey(comment);
      const file = join(folder, 'key');
      writeFileSync(file, privateKey, { mode: 0o600 });
      const read = execFileSync('ssh-keygen', ['-y', '-f', file], { encoding: 'utf8' });
      expect(read.trim().split(' ').slice(0, 2)).toEqual(publicKey.split(' ').slice(0, 2));
      expect(publicKey).not.toMatch(/[\n<]/);
      expect(execFileSync('ssh-keygen', ['-l', '-f', file], { encoding: 'utf8' })).toContain(
        fingerprintOf(publicKey),
      );
      rmSync(file);
    }
    rmSync(folder, { recursive: true });
  });
});

describe.skipIf(!hasGit || !hasSsh)('a repository over SSH', () => {
  const [key, other, hostPair] = [makeDeployKey('ours'), makeDeployKey('other'), makeDeployKey('host')];
  const hostKey = hostPair.publicKey.split(' ').slice(0, 2).join(' ');
  const remote = new GitRemote(config, new GuardedFetch(config));
  let repositories: GitServer;
  let server: SshServer;
  let url: string;
  beforeAll(async () => {
    repositories = await GitServer.start();
    repositories.create('docs.git', { 'README.md': '# Docs\n', 'a.md': '# A\n' });
    server = await startSshServer(repositories.root, hostPair.privateKey, key.publicKey);
    url = `ssh://git@127.0.0.1:${server.port}/docs.git`;
  });
  afterAll(async () => {
    await server.close();
    await repositories.close();
  });
  const opened = (ssh: { privateKey: string; hostKey: string }, address = url) => ({
    ...remote.parse(address, { allowSsh: true }),
    ssh,
  });

  it('shows the key of its host, is read and written', async () => {
    expect(await remote.speaksSsh()).toBe(true);
    expect(await remote.hostKeyOf(url)).toEqual({ key: hostKey, fingerprint: fingerprintOf(hostKey) });
    expect(server.commands).toEqual([]);
    await remote.open(opened({ ...key, hostKey }), {}, async (git) => {
      const commit = await git.fetchCommit();
      const { tree } = await openCommit(git, commit);
      expect((await tree.read('README.md')).toString()).toBe('# Docs\n');
      const write = [{ path: 'b.md', bytes: Buffer.from('# B\n') }];
      const oid = await git.writeCommit({ parents: [commit.oid], write, message: 'B', author: AUTHOR });
      expect(await git.push({ ref: 'refs/heads/main', oid, expected: commit.oid })).toEqual({
        outcome: 'pushed',
      });
    });
    expect(repositories.read('docs.git', 'b.md')).toBe('# B\n');
  });

  it('is refused where the host shows another key than the accepted one', async () => {
    const wrong = other.publicKey.split(' ').slice(0, 2).join(' ');
    const before = server.commands.length;
    await expect(
      remote.open(opened({ ...key, hostKey: wrong }), {}, (git) => git.listRefs()),
    ).rejects.toMatchObject({ code: 'host-key', message: expect.stringContaining('another key') as string });
    expect(server.commands).toHaveLength(before);
  });

  it('is not opened by another key, and is named by a problem where it is none', async () => {
    await expect(
      remote.open(opened({ ...other, hostKey }), {}, (git) => git.listRefs()),
    ).rejects.toMatchObject({ code: 'no-access' });
    const none = url.replace('docs.git', 'none.git');
    await expect(
      remote.open(opened({ ...key, hostKey }, none), {}, (git) => git.listRefs()),
    ).rejects.toMatchObject({ code: 'not-a-repository' });
  });

  it('is not asked in private networks, nor without Git and SSH', async () => {
    const rules = configOf({ allowPrivateNetwork: false });
    const strict = new GitRemote(rules, new GuardedFetch(rules));
    const before = server.commands.length;
    await expect(strict.open(opened({ ...key, hostKey }), {}, (git) => git.listRefs())).rejects.toMatchObject(
      { code: 'address' },
    );
    await expect(strict.hostKeyOf(url)).rejects.toMatchObject({ code: 'address' });
    expect(server.commands).toHaveLength(before);
    const without = new GitRemote(configOf({ gitBinary: 'none' }), new GuardedFetch(config));
    await expect(
      without.open(opened({ ...key, hostKey }), {}, (git) => git.listRefs()),
    ).rejects.toMatchObject({ code: 'no-ssh', message: expect.stringContaining('https://') as string });
  });
});
