import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { outlineOf, pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository, type ShownRun, syncNow } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const MB = 2 ** 20;
const FILES = {
  'SUMMARY.md': '# Summary\n\n* [Welcome](README.md)\n* [Plan](Plan.md)\n',
  'README.md': '# Welcome\n\nFirst words.\n',
  'Plan.md': '# Plan\n\nWords.\n',
  'plan.md': '# Other plan\n\nWords.\n',
};
const PERSON = ['-c', 'user.name=T', '-c', 'user.email=t@example.com'];
const POINTER = 'version https://git-lfs.github.com/spec/v1\noid sha256:1\nsize 5\n';

/** Names that are not UTF-8 and entries that no work tree has: given to Git as bytes. */
function addOddities(server: GitServer, name: string): void {
  const blobOf = (text: string) => server.git(name, ['hash-object', '-w', '--stdin'], text).trim();
  const [words, lfs, large] = [blobOf('# Words\n'), blobOf(POINTER), blobOf('\0'.repeat(101 * MB))];
  const tree = (entries: string[]) =>
    server
      .git(name, ['mktree', '-z', '--missing'], Buffer.from(entries.map((e) => `${e}\0`).join(''), 'latin1'))
      .trim();
  const up = tree([`100644 blob ${words}\t..`]);
  const all = tree([
    ...server.git(name, ['ls-tree', '-z', 'main']).split('\0').filter(Boolean),
    `100644 blob ${words}\tna\xefve.md`,
    `040000 tree ${up}\tup`,
    `120000 blob ${blobOf('/etc/passwd')}\tlink.md`,
    `160000 commit ${'1'.repeat(40)}\tmodule`,
    `100644 blob ${lfs}\tpicture.png`,
    `100644 blob ${large}\tmovie.bin`,
  ]);
  const commit = server.git(name, [...PERSON, 'commit-tree', '-p', 'main', '-m', 'Odd', all]).trim();
  server.git(name, ['update-ref', 'refs/heads/main', commit]);
}

describe.skipIf(!hasGit).each([
  ['the program', undefined, ''],
  ['the library', 'none', 'a file whose name is not safe'],
])('a repository with odd files, read by %s', (_, gitBinary, refused) => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let id: string;
  let run: ShownRun;
  beforeAll(async () => {
    test = await shareTestApp();
    Object.assign(test.config, { gitBinary });
    organization = await buildOrganization(test);
    server = await GitServer.start();
    const url = server.create('odd.git', FILES);
    addOddities(server, 'odd.git');
    id = (await buildSpace(organization)).id;
    run = await connectRepository(test, organization.admin, id, { url });
  });
  afterAll(async () => {
    Object.assign(test.config, { gitBinary: undefined });
    await server.close();
    await test.close();
  });

  it.each([
    ['na\ufffdve.md', 'The name of the file is not UTF-8; it was left out. Rename it.'],
    ['up/..', 'The name of the file is not safe everywhere; it was left out.'],
    ['link.md', 'The file is a symbolic link; it stays in the repository and is not read.'],
    ['module', 'The folder is a submodule; it stays in the repository and is not read.'],
    ['picture.png', 'Git LFS keeps the file elsewhere; it was left out. Add it to Git itself.'],
    ['movie.bin', 'The file is larger than 100 MB; it was left out. Link to it where it is kept.'],
    ['plan.md', 'The name differs from that of "Plan.md" in case only: many machines keep one.'],
  ])('has a sentence about %s in the report of the run', (file, message) => {
    expect(run.error).toBeUndefined();
    expect(run.report?.warnings.filter((warning) => warning.file === file)).toMatchObject([{ message }]);
  });

  it('has its other pages in the space', async () => {
    expect(run.state).toBe('success');
    expect(await outlineOf(organization.admin, id)).toEqual(
      expect.arrayContaining(['Welcome (readme)', 'Plan (plan)']),
    );
  });

  const readme = '# Welcome\n\nOther words.\n';
  const entries = () => server.git('odd.git', ['ls-tree', '-r', '-z', 'main'], '', 'latin1').split('\0');

  /** Makes a commit with other entries at the root, of which some are bytes that are no text. */
  function commitEntries(change: (list: string) => string): void {
    const list = change(server.git('odd.git', ['ls-tree', '-z', 'main'], '', 'latin1'));
    const tree = server.git('odd.git', ['mktree', '-z', '--missing'], Buffer.from(list, 'latin1')).trim();
    const commit = server.git('odd.git', [...PERSON, 'commit-tree', '-p', 'main', '-m', 'M', tree]).trim();
    server.git('odd.git', ['update-ref', 'refs/heads/main', commit]);
  }

  it('keeps all of them as they are when pages go out', async () => {
    const before = entries();
    const page = (await pagesByFile(organization.admin, id)).get('README.md')!.id;
    await writePage(organization.admin, `/v1/spaces/${id}`, page, readme);
    await test.settle();
    const { problem } = (await organization.admin.api.get(`/v1/spaces/${id}/git/connection`)).body;
    expect(problem?.message ?? '').toContain(refused);
    if (refused !== '') {
      commitEntries((list) => list.replace(/040000 tree \w+\tup\0/, ''));
      await syncNow(test, organization.admin, id);
    }
    expect(server.read('odd.git', 'README.md')).toBe(readme);
    expect(entries().filter((line) => !before.includes(line))).toHaveLength(1);
  });

  it('is read further', async () => {
    const blob = server.git('odd.git', ['hash-object', '-w', '--stdin'], '# Plan\n\nTheir words.\n').trim();
    commitEntries((list) => list.replace(/(100644 blob )\w+(\tPlan\.md)/, `$1${blob}$2`));
    expect((await syncNow(test, organization.admin, id)).state).toBe('success');
    const page = (await pagesByFile(organization.admin, id)).get('Plan.md')!.id;
    expect(await readPage(organization.admin, `/v1/spaces/${id}`, page)).toBe('Their words.');
  });
});
