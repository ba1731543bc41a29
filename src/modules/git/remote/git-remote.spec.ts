import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Config } from '#platform/config/env.js';
import { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { GitServer, hasGit } from '../../../../test/support/git-server.js';
import { openCommit } from './commit-tree.js';
import { GitRemote } from './git-remote.js';
import type { RemoteRepository, Repository } from './remote-repository.js';

const AUTHOR = { name: 'Ann', email: 'ann@example.com', timestamp: new Date('2026-03-01T10:00:00Z') };
const FILES = { 'README.md': '# Docs\n', 'guides/one.md': '# One\n', 'guides/two.md': '# Two\n' };
const dataDir = mkdtempSync(join(tmpdir(), 'bindery-git-remote-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const config = (more: Partial<Config> = {}): Config =>
  ({ allowPrivateNetwork: true, gitCacheMb: 100, dataDir, ...more }) as Config;

describe.skipIf(!hasGit).each([
  ['the program', {}],
  ['the library', { gitBinary: 'none' }],
])('a repository by %s', (name, settings) => {
  const isProgram = name === 'the program';
  const remote = new GitRemote(config(settings), new GuardedFetch(config()));
  let server: GitServer;
  let guarded: GitServer;
  beforeAll(async () => {
    server = await GitServer.start();
    guarded = await GitServer.start('s3cret');
  });
  afterAll(async () => {
    await server.close();
    await guarded.close();
  });

  const open = <T>(
    repository: string | Repository,
    work: (opened: RemoteRepository) => Promise<T>,
    cacheKey?: string,
  ): Promise<T> =>
    remote.open(
      typeof repository === 'string' ? remote.parse(repository) : repository,
      cacheKey === undefined ? {} : { cacheKey },
      work,
    );
  const text = async (opened: RemoteRepository, oid = ''): Promise<string> =>
    (await opened.readBlob(oid)).toString();

  it('has refs, a commit with its files, and their bytes', async () => {
    const url = server.create('read.git', FILES);
    server.git(
      'read.git',
      ['tag', '-m', 'A tag', 'v1', 'main'].toSpliced(0, 0, '-c', 'user.name=T', '-c', 'user.email=t@e'),
    );
    server.commit('read.git', { 'guides/one.md': '# One, again\n' }, 'Second\n\nWith a body.');
    await open(url, async (opened) => {
      const { refs, head } = await opened.listRefs();
      expect(head).toBe('refs/heads/main');
      expect([...refs.keys()]).toEqual(['refs/heads/main', 'refs/tags/v1']);
      const commit = await opened.fetchCommit();
      expect(commit).toMatchObject({
        ref: 'refs/heads/main',
        oid: refs.get('refs/heads/main'),
        message: 'Second\n\nWith a body.',
        author: { name: 'T', email: 't@example.com' },
        warnings: [],
      });
      expect(commit.parents).toHaveLength(1);
      expect([...commit.files.keys()].toSorted()).toEqual(Object.keys(FILES).toSorted());
      const one = commit.files.get('guides/one.md');
      expect(one).toMatchObject({ mode: '100644', kind: 'file' });
      const facts = await opened.loadBlobs([...commit.files.values()].map(({ oid }) => oid));
      expect(facts.get(one?.oid ?? '')).toEqual({ size: 13, isTooLarge: false, isLfsPointer: false });
      expect(await text(opened, one?.oid)).toBe('# One, again\n');
      const tagged = await opened.fetchCommit('v1');
      expect(tagged).toMatchObject({ ref: 'refs/tags/v1', message: 'First', parents: [] });
      expect(await text(opened, tagged.files.get('guides/one.md')?.oid)).toBe('# One\n');
    });
  });

  it('writes commits that are equal for equal input, keeps what it does not touch, and pushes them', async () => {
    const url = server.create('write.git', FILES);
    server.git('write.git', ['config', 'core.bare', 'true']);
    const link = server.git('write.git', ['hash-object', '-w', '--stdin'], 'README.md').trim();
    const script = server.git('write.git', ['hash-object', '-w', '--stdin'], '#!/bin/sh\n').trim();
    const more = `120000 blob ${link}\tlink\n160000 commit ${'1'.repeat(40)}\tmodule\n100755 blob ${script}\trun.sh\n`;
    const list = server.git('write.git', ['ls-tree', 'main']) + more;
    const tree = server.git('write.git', ['mktree', '--missing'], list).trim();
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const made = server.git('write.git', [...person, 'commit-tree', '-p', 'main', '-m', 'Odd', tree]).trim();
    server.git('write.git', ['update-ref', 'refs/heads/main', made]);
    const files = [
      { path: 'guides/one.md', bytes: Buffer.from('# One, changed\n') },
      { path: 'new/ "quoted" ünï.md', bytes: Buffer.from('# New\n') },
      { path: 'run.sh', bytes: Buffer.from('#!/bin/sh\nexit 1\n') },
      { path: 'empty.md', bytes: Buffer.alloc(0) },
    ];
    const input = {
      write: files,
      remove: ['guides/two.md', 'link', 'never/was.md'],
      message: 'Change\n\nCo-authored-by: Bob <bob@example.com>\n',
      author: AUTHOR,
    };
    const write = (isPushed: boolean) =>
      open(url, async (opened) => {
        const { oid: parent, warnings } = await opened.fetchCommit('main');
        expect(warnings.map(({ file }) => file)).toEqual(['link', 'module']);
        const oid = await opened.writeCommit({ ...input, parents: [parent] });
        // Made of what was just made.
        expect(await opened.writeCommit({ ...input, parents: [oid] })).toBe(oid);
        const push = { ref: 'refs/heads/main', oid, expected: parent };
        return { oid, result: isPushed ? await opened.push(push) : undefined };
      });
    const [first, second] = [await write(false), await write(true)];
    expect(second).toEqual({ oid: first.oid, result: { outcome: 'pushed' } });
    expect(server.git('write.git', ['rev-parse', 'main']).trim()).toBe(first.oid);
    expect(
      server
        .git('write.git', ['ls-tree', '-r', '-z', 'main'])
        .split('\0')
        .map((line) => line.replace(/ [0-9a-f]{40}\t/, ' ')),
    ).toEqual([
      '100644 blob README.md',
      '100644 blob empty.md',
      '100644 blob guides/one.md',
      '120000 blob link',
      '160000 commit module',
      '100644 blob new/ "quoted" ünï.md',
      '100755 blob run.sh',
      '',
    ]);
    expect(server.git('write.git', ['log', '-1', '--format=%an|%ae|%at|%cn|%B', 'main']).trim()).toBe(
      `Ann|ann@example.com|${AUTHOR.timestamp.getTime() / 1000}|Ann|Change\n\nCo-authored-by: Bob <bob@example.com>`,
    );
    server.git('write.git', ['fsck', '--strict', '--connectivity-only']);
  });

  it('keeps modes over renames, and refuses to write through links and out of the repository', async () => {
    const url = server.create('modes.git', { 'a.sh': '1', 'b.md': '2' });
    server.git('modes.git', ['config', 'core.bare', 'true']);
    const list = server.git('modes.git', ['ls-tree', 'main']).replace('100644 blob', '100755 blob');
    const link = server.git('modes.git', ['hash-object', '-w', '--stdin'], '/etc').trim();
    const tree = server.git('modes.git', ['mktree'], `${list}120000 blob ${link}\tetc\n`).trim();
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    server.git('modes.git', [
      'update-ref',
      'refs/heads/main',
      server.git('modes.git', [...person, 'commit-tree', '-m', 'M', tree]).trim(),
    ]);
    await open(url, async (opened) => {
      const { oid: parent } = await opened.fetchCommit();
      const base = { parents: [parent], message: 'M', author: AUTHOR };
      const bytes = Buffer.from('1');
      const renames = [{ from: 'a.sh', to: 'c/d.sh' }];
      const oid = await opened.writeCommit({ ...base, write: [{ path: 'c/d.sh', bytes }], renames });
      expect(await opened.push({ ref: 'refs/heads/main', oid, expected: parent })).toMatchObject({
        outcome: 'pushed',
      });
      for (const path of [
        'etc',
        'etc/passwd',
        '../out.md',
        '.git/config',
        'a/.GIT/x',
        'a\\b.md',
        'b.md/c',
        '',
      ])
        await expect(opened.writeCommit({ ...base, write: [{ path, bytes }] })).rejects.toMatchObject({
          code: 'broken',
        });
    });
    expect(server.git('modes.git', ['ls-tree', '-r', 'main'])).toMatch(
      /^100644 .*b\.md\n100755 .*c\/d\.sh\n120000 .*etc\n$/,
    );
  });

  it('says what became of a push as a value', async () => {
    const url = server.create('push.git', FILES);
    const commit = { write: [{ path: 'a.md', bytes: Buffer.from('A') }], message: 'A', author: AUTHOR };
    await open(url, async (opened) => {
      const { oid: parent } = await opened.fetchCommit('main');
      const oid = await opened.writeCommit({ ...commit, parents: [parent] });
      const ref = 'refs/heads/main';
      expect(await opened.push({ ref: 'refs/heads/next', oid, expected: null })).toEqual({
        outcome: 'pushed',
      });
      expect(await opened.push({ ref: 'refs/heads/next', oid, expected: null })).toEqual({
        outcome: 'pushed',
      });
      const other = await opened.writeCommit({ ...commit, message: 'Other', parents: [parent] });
      expect(await opened.push({ ref: 'refs/heads/next', oid: other, expected: null })).toMatchObject({
        outcome: 'rejected',
      });
      server.commit('push.git', { 'b.md': 'B' }, 'Meanwhile');
      expect(await opened.push({ ref, oid, expected: parent })).toMatchObject({ outcome: 'rejected' });
      expect(await opened.push({ ref, oid, expected: parent, force: true })).toMatchObject({
        outcome: 'rejected',
      });
      const moved = await opened.fetchCommit('main');
      expect(await opened.push({ ref, oid, expected: moved.oid })).toMatchObject({ outcome: 'rejected' });
      expect(await opened.push({ ref, oid, expected: moved.oid, force: true })).toEqual({
        outcome: 'pushed',
      });
      server.refusePushes('push.git', 'The branch main is protected: ask \u001b[31mAnn\u001b[0m.');
      const second = await opened.writeCommit({
        ...commit,
        parents: [oid],
        write: [{ path: 'a.md', bytes: Buffer.from('2') }],
      });
      expect(await opened.push({ ref, oid: second, expected: oid })).toEqual({
        outcome: 'refused',
        message: 'The repository refused the commit: The branch main is protected: ask Ann.',
      });
    });
  });

  it('begins an empty repository, which has no commit to fetch', async () => {
    const url = server.create('empty.git');
    await open(url, async (opened) => {
      expect((await opened.listRefs()).refs.size).toBe(0);
      for (const name of [undefined, 'main', 'refs/heads/main'])
        await expect(opened.fetchCommit(name)).rejects.toMatchObject({ code: 'empty' });
      const write = [{ path: 'README.md', bytes: Buffer.from('# New\n') }];
      const oid = await opened.writeCommit({ parents: [], write, message: 'First', author: AUTHOR });
      expect(await opened.push({ ref: 'refs/heads/main', oid, expected: null })).toEqual({
        outcome: 'pushed',
      });
    });
    expect(server.read('empty.git', 'README.md')).toBe('# New\n');
  });

  it('is named by a problem where it is none, is not visible or has no such ref', async () => {
    const url = server.create('refs.git', FILES);
    const fetch = (address: string, ref?: string) => open(address, (opened) => opened.fetchCommit(ref));
    await expect(fetch(url, 'refs/heads/none')).rejects.toMatchObject({
      code: 'no-such-ref',
      message: 'The repository has no ref "refs/heads/none".',
    });
    await expect(fetch(url, 'none')).rejects.toMatchObject({ code: 'no-such-ref' });
    await expect(fetch(url, '1'.repeat(40))).rejects.toMatchObject({ code: 'no-such-ref' });
    await expect(fetch(`${server.url}/none.git`)).rejects.toMatchObject({ code: 'not-a-repository' });
    await expect(fetch('http://127.0.0.1:1/a.git')).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('gets the password, which is in no message, no setting and no command', async () => {
    const url = guarded.create('secret.git', FILES);
    await expect(open(url, (opened) => opened.listRefs())).rejects.toMatchObject({ code: 'no-access' });
    const wrong = url.replace('//', '//me:wr0ng@');
    const said = await open(wrong, (opened) => opened.fetchCommit()).catch((error: unknown) => error);
    expect(said).toMatchObject({ code: 'no-access' });
    expect(String(said)).not.toContain('wr0ng');
    await open(url.replace('//', '//me:s3cret@'), async (opened) => {
      const commit = await opened.fetchCommit('main');
      expect(await text(opened, commit.files.get('README.md')?.oid)).toBe('# Docs\n');
    });
  });

  it('tells how commits are related', async () => {
    const url = server.create('range.git', FILES);
    const base = server.git('range.git', ['rev-parse', 'main']).trim();
    for (const number of [1, 2, 3]) server.commit('range.git', { 'a.md': `${number}` }, `Change ${number}`);
    const head = server.git('range.git', ['rev-parse', 'main']).trim();
    await open(url, async (opened) => {
      const { oid } = await opened.fetchCommit('main');
      expect(oid).toBe(head);
      expect(await opened.commitsBetween(head, head)).toEqual({ relation: 'same', commits: [] });
      const { relation, commits } = await opened.commitsBetween(base, head);
      expect(relation).toBe('ahead');
      expect(commits.map(({ message }) => message).toSorted()).toEqual(['Change 1', 'Change 2', 'Change 3']);
      expect(commits[0]?.author).toMatchObject({ name: 'T', email: 't@example.com' });
    });
    // Somebody begins the branch anew.
    const tree = server.git('range.git', ['rev-parse', 'main^{tree}']).trim();
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const other = server.git('range.git', [...person, 'commit-tree', '-m', 'Other', tree]).trim();
    server.git('range.git', ['update-ref', 'refs/heads/main', other]);
    await open(url, async (opened) => {
      await opened.fetchCommit('main');
      expect(await opened.commitsBetween(head, other)).toEqual({ relation: 'rewritten', commits: [] });
    });
  });

  it('finds the commit where two branches parted', async () => {
    const url = server.create('parted.git', FILES);
    server.commit('parted.git', { 'a.md': '1' }, 'Both');
    const both = server.git('parted.git', ['rev-parse', 'main']).trim();
    const head = server.commit('parted.git', { 'b.md': '1' }, 'Theirs', {
      ref: 'refs/pull/1/head',
      from: both,
    });
    server.commit('parted.git', { 'c.md': '1' }, 'Ours');
    const tree = server.git('parted.git', ['rev-parse', 'main^{tree}']).trim();
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const other = server.git('parted.git', [...person, 'commit-tree', '-m', 'Other', tree]).trim();
    server.git('parted.git', ['update-ref', 'refs/heads/other', other]);
    await open(url, async (opened) => {
      const pull = await opened.fetchCommit('refs/pull/1/head');
      const main = await opened.fetchCommit('refs/heads/main');
      expect(pull.oid).toBe(head);
      expect(await opened.mergeBase(main.oid, pull.oid)).toBe(both);
      expect(await opened.mergeBase(both, pull.oid)).toBe(both);
      expect(await opened.mergeBase(main.oid, main.oid)).toBe(main.oid);
      const foreign = await opened.fetchCommit('refs/heads/other');
      expect(await opened.mergeBase(main.oid, foreign.oid)).toBeNull();
    });
  });

  it('warns of files that content cannot be made from, and reads the others', async () => {
    const url = server.create('odd.git', { 'README.md': '# Docs\n', 'Guide.md': '1', 'guide.md': '2' });
    const blob = server.git('odd.git', ['hash-object', '-w', '--stdin'], 'x').trim();
    const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n';
    const lfs = server.git('odd.git', ['hash-object', '-w', '--stdin'], pointer).trim();
    const tree = (entries: string) => server.git('odd.git', ['mktree', '-z', '--missing'], entries).trim();
    const dots = tree(`100644 blob ${blob}\t..\0`);
    const list = server.git('odd.git', ['ls-tree', '-z', 'main']);
    const entries = [
      `100644 blob ${blob}\tback\\slash.md`,
      `100644 blob ${blob}\tcontrol\n.md`,
      `040000 tree ${dots}\tup`,
      `040000 tree ${dots}\t.git`,
      `120000 blob ${blob}\tlink.md`,
      `160000 commit ${'1'.repeat(40)}\tmodule`,
      `100644 blob ${lfs}\tpicture.png`,
    ];
    const all = tree(`${list}${entries.map((entry) => `${entry}\0`).join('')}`);
    const person = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
    const oid = server.git('odd.git', [...person, 'commit-tree', '-m', 'Odd', all]).trim();
    server.git('odd.git', ['update-ref', 'refs/heads/main', oid]);
    await open(url, async (opened) => {
      const opening = await openCommit(opened, await opened.fetchCommit('main'));
      expect(opening.tree.paths()).toEqual(['Guide.md', 'README.md', 'guide.md']);
      expect((await opening.tree.read('README.md')).toString()).toBe('# Docs\n');
      const found = opening.warnings.map(({ file, kind }) => `${file}: ${kind}`);
      expect(found.toSorted()).toEqual([
        '.git/..: unreadable',
        'back\\slash.md: unreadable',
        'control\ufffd.md: unreadable',
        'guide.md: conflict',
        'link.md: unreadable',
        'module: unreadable',
        'picture.png: missing-file',
        'up/..: unreadable',
      ]);
    });
  });

  it('reads only what is below the content root', async () => {
    const url = server.create('root.git', {
      '.gitbook.yaml': 'root: ./docs/\n',
      'src/a.c': 'int a;',
      'docs/README.md': '# D\n',
    });
    await open(url, async (opened) => {
      const { tree } = await openCommit(opened, await opened.fetchCommit());
      expect(tree.paths()).toEqual(['.gitbook.yaml', 'docs/README.md']);
    });
  });

  it('is not read from private networks, whatever leads there', async () => {
    const url = server.create('private.git', FILES);
    const rules = config({ ...settings, allowPrivateNetwork: false });
    const strict = new GitRemote(rules, new GuardedFetch(rules));
    expect(() => strict.parse(url)).toThrow(/https/);
    for (const address of [
      url.replace('http:', 'https:'),
      'https://localhost/a.git',
      'https://[::1]/a.git',
      'https://169.254.169.254/a.git',
    ])
      await expect(strict.open({ url: address }, {}, (opened) => opened.listRefs())).rejects.toMatchObject({
        code: 'address',
        message: 'The repository cannot be reached: the address is not a public one.',
      });
    expect(server.requests.filter((request) => request.includes('private.git'))).toEqual([]);
  });

  it.runIf(isProgram)('keeps a mirror, and fetches only what is new the next time', async () => {
    const files = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`p/${at}.md`, `# ${at}\n`]));
    const url = server.create('mirror.git', files);
    const read = () =>
      open(
        url,
        async (opened) => {
          const commit = await opened.fetchCommit('main');
          const { tree } = await openCommit(opened, commit);
          return (await tree.read('p/7.md')).toString();
        },
        'mirror',
      );
    expect(await read()).toBe('# 7\n');
    expect(readdirSync(join(dataDir, 'git-cache'))).toHaveLength(1);
    server.commit('mirror.git', { 'p/7.md': '# Seven\n' }, 'Change');
    expect(await read()).toBe('# Seven\n');
    // A mirror that is damaged or in use does not prevent a fetch.
    rmSync(join(dataDir, 'git-cache', readdirSync(join(dataDir, 'git-cache'))[0]!, 'objects'), {
      recursive: true,
    });
    expect(await read()).toBe('# Seven\n');
    expect(await Promise.all([read(), read()])).toEqual(['# Seven\n', '# Seven\n']);
  });

  it.runIf(isProgram)('reads from servers that send no parts of commits', async () => {
    const url = server.create('whole.git', FILES, { filters: false });
    await open(url, async (opened) => {
      const commit = await opened.fetchCommit('main');
      expect(await text(opened, commit.files.get('guides/two.md')?.oid)).toBe('# Two\n');
    });
  });
});
