import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportFiles, importFiles, outlineOf, pagesByFile } from './support/archive.js';
import { writePage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { GitServer, hasGit } from './support/git-server.js';
import { PACK_LIMITS } from '../src/modules/git/remote/isomorphic/pack-limits.js';
import { packOf, servePack } from './support/pack.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FOLDER = {
  '.gitbook.yaml': 'root: ./docs/\nredirects:\n  old: guides/start.md\n',
  LICENSE: 'Mine.\n',
  'docs/SUMMARY.md':
    '# Table of contents\n\n* [Welcome](README.md)\n* [Website](https://example.com/)\n\n## Guides\n\n* [Start](guides/start.md)\n  * [Deep page](<guides/deep page.md>)\n',
  'docs/README.md': '# Welcome\n\nSee [start](guides/start.md#first) and [nothing](nope.md).\n',
  'docs/guides/start.md':
    '---\ndescription: The first steps\n---\n\n# Start\n\n## First\n\nRead [more](<deep page.md>).\n\n{% include "../.gitbook/includes/note.md" %}\n',
  'docs/guides/deep page.md': '# Deep page\n\nBack to [the start](start.md).\n',
  'docs/.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nSee [the start](../../guides/start.md).\n',
  'docs/.gitbook/assets/data.csv': 'a,b\n1,2\n',
  'docs/.gitbook/vars.yaml': 'version: "2.1"\n',
};

let test: TestApp;
let organization: TestOrganization;
beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});
afterAll(() => test.close());

const admin = () => organization.admin;
const space = async (): Promise<string> => (await buildSpace(organization)).id;

describe('an export', () => {
  it('of an imported folder keeps all its content', async () => {
    const id = await space();
    await importFiles(test, admin(), id, FOLDER);
    const files = await exportFiles(test, admin(), id);
    const { LICENSE: _, ...content } = FOLDER;
    expect(Object.keys(files).toSorted()).toEqual(Object.keys(content).toSorted());
    for (const path of [
      'docs/SUMMARY.md',
      'docs/README.md',
      'docs/.gitbook/assets/data.csv',
      '.gitbook.yaml',
    ] as const)
      expect(files[path]?.trim()).toBe(content[path].trim());
    expect(files['docs/guides/start.md']).toContain('description: The first steps');
    expect(files['docs/guides/start.md']).toContain('{% include "../.gitbook/includes/note.md" %}');
    expect(files['docs/guides/deep page.md']).toContain('](start.md)');

    const again = await space();
    const outcome = await importFiles(test, admin(), again, files);
    expect(outcome.report?.warnings).toMatchObject([{ file: 'docs/README.md', kind: 'broken-link' }]);
    expect(await outlineOf(admin(), again)).toEqual(await outlineOf(admin(), id));
    expect(await exportFiles(test, admin(), again)).toEqual(files);
    const same = await importFiles(test, admin(), again, files);
    expect(same.report?.revision).toBe(outcome.report?.revision);
  });

  it('of a space reads the same in another space', async () => {
    const id = await space();
    const [first, second] = await buildPages(admin(), id, [
      { title: 'Intro & more', markdown: 'Hello **you**.\n\n* one\n* two' },
      { title: 'Größe', markdown: '{% hint style="info" %}\nSmall\n{% endhint %}' },
    ]);
    await buildPages(admin(), id, [{ title: 'Below', into: second, markdown: 'Deep.' }]);
    await writePage(
      admin(),
      `/v1/spaces/${id}`,
      first ?? '',
      `# Intro & more\n\n[There](bindery:page/${second})\n`,
    );
    const files = await exportFiles(test, admin(), id);
    expect(Object.keys(files)).toEqual([
      'intro--more.md',
      'größe/README.md',
      'größe/below.md',
      'SUMMARY.md',
      '.gitbook.yaml',
    ]);
    expect(files['intro--more.md']).toMatch(/\[There\]\(<?gr.*README\.md>?\)/);
    const other = await space();
    const outcome = await importFiles(test, admin(), other, files);
    expect(outcome.report?.warnings).toEqual([]);
    expect(await outlineOf(admin(), other)).toEqual(await outlineOf(admin(), id));
    expect(await exportFiles(test, admin(), other)).toEqual(files);
  });

  it('that was edited is imported into the same pages', async () => {
    const id = await space();
    const [page] = await buildPages(admin(), id, [{ title: 'One', markdown: 'Before.' }]);
    const files = await exportFiles(test, admin(), id);
    const outcome = await importFiles(test, admin(), id, { ...files, 'one.md': '# One\n\nAfter.\n' });
    expect(outcome.report?.warnings).toEqual([]);
    expect([...(await pagesByFile(admin(), id)).values()].map((entry) => entry.id)).toEqual([page]);
    expect((await exportFiles(test, admin(), id))['one.md']).toContain('After.');
  });

  it('shows the content of a revision or a change request', async () => {
    const id = await space();
    const before = ((await admin().api.get(`/v1/spaces/${id}`)).body as { revision: string }).revision;
    const [page] = await buildPages(admin(), id, [{ title: 'One', markdown: 'Main.' }]);
    const made = await admin().api.post(`/v1/spaces/${id}/change-requests`, { subject: 'S' });
    const number = (made.body as { number: number }).number;
    await writePage(
      admin(),
      `/v1/spaces/${id}/change-requests/${number}`,
      page ?? '',
      '# One\n\nProposed.\n',
    );
    const proposed = await exportFiles(test, admin(), id, `change-requests/${number}/content/export`);
    expect(proposed['one.md']).toContain('Proposed.');
    expect((await exportFiles(test, admin(), id))['one.md']).toContain('Main.');
    expect(Object.keys(await exportFiles(test, admin(), id, `content/export?revision=${before}`))).toEqual([
      'SUMMARY.md',
    ]);
    const other = await buildOrganization(test);
    expect((await other.admin.api.get(`/v1/spaces/${id}/content/export`)).status).toBe(404);
    expect((await admin().api.get(`/v1/spaces/${id}/content/export?revision=nope`)).status).toBe(404);
  });
});

describe.skipIf(!hasGit)('repositories (needs git on this machine)', () => {
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

  const run = async (id: string, kind: 'import' | 'export', body: object): Promise<unknown> => {
    const answer = await admin().api.post(`/v1/spaces/${id}/git/${kind}`, body);
    expect(answer.status).toBe(204);
    await test.settle();
    const location = new URL(answer.headers.get('location') ?? '').pathname;
    return (await admin().api.get(location)).body;
  };

  it('are imported with their commit, which the revision and the space then name', async () => {
    const id = await space();
    expect((await admin().api.get(`/v1/spaces/${id}/git/info`)).status).toBe(404);
    const url = server.create('owner-docs.git', FOLDER);
    expect(await run(id, 'import', { url, ref: 'refs/heads/main' })).toMatchObject({
      state: 'success',
      kind: 'git-import',
      source: url,
      report: { pages: 3, files: 1 },
    });
    expect((await admin().api.get(`/v1/spaces/${id}/content`)).body).toMatchObject({
      git: { message: 'First', createdByGitBook: false, url, ref: 'refs/heads/main' },
    });
    expect((await admin().api.get(`/v1/spaces/${id}/git/info`)).body).toMatchObject({
      repoName: 'owner-docs',
      url,
      operation: { state: 'success', direction: 'import', stage: 'finalize' },
    });
    server.commit('owner-docs.git', { 'docs/README.md': '# Welcome\n\nNew words.\n' }, 'Second');
    expect(await run(id, 'import', { url, ref: 'main' })).toMatchObject({ state: 'success' });
    expect((await exportFiles(test, admin(), id))['docs/README.md']).toBe('# Welcome\n\nNew words.\n');
  });

  it('receive a commit of the differences, and keep files that are not of the space', async () => {
    const id = await space();
    const url = server.create('push.git', FOLDER);
    await run(id, 'import', { url, ref: 'main' });
    const pages = await pagesByFile(admin(), id);
    const path = `/v1/spaces/${id}`;
    await writePage(admin(), path, pages.get('docs/README.md')?.id ?? '', '# Welcome\n\nWritten here.\n');
    const changes = [{ operation: 'delete_page', page: pages.get('docs/guides/deep page.md')?.id }];
    await admin().api.post(`${path}/content`, { changes });
    const body = { url, ref: 'refs/heads/main', commitMessage: 'From the space' };
    expect(await run(id, 'export', body)).toMatchObject({ state: 'success', kind: 'git-export' });
    expect(server.log('push.git')[0]).toMatch(/: From the space$/);
    expect(server.read('push.git', 'docs/README.md')).toBe('# Welcome\n\nWritten here.\n');
    expect(server.list('push.git')).toContain('LICENSE');
    expect(server.list('push.git')).not.toContain('docs/guides/deep page.md');
    await run(id, 'export', body);
    expect(server.log('push.git')).toHaveLength(2);
    const revision = ((await admin().api.get(path)).body as { revision: string }).revision;
    expect(await run(id, 'import', { url, ref: 'main' })).toMatchObject({ state: 'success' });
    expect((await exportFiles(test, admin(), id))['docs/README.md']).toContain('Written here.');
    const again = await run(id, 'import', { url, ref: 'main' });
    expect(again).toMatchObject({ state: 'success' });
    expect(revision).toBeTruthy();
  });

  it('keep the style of files on top of the commit that was imported or exported last', async () => {
    const styled = {
      'SUMMARY.md': '# Summary\n\n- [Welcome](./README.md)\n- [Plan](plan.md)   <!-- ours -->\n',
      'README.md': 'Welcome\n=======\n\n*One*  and __two__.\n\n+ a\n+ b\n',
      'plan.md': '# Plan\n\n* first\n* second\n\nLast words',
    };
    const id = await space();
    const url = server.create('styled.git', styled);
    const body = { url, ref: 'refs/heads/main', commitMessage: 'From the space' };
    await run(id, 'import', { url, ref: 'main' });
    expect(await run(id, 'export', body)).toMatchObject({ state: 'success', report: { pages: 2 } });
    expect(server.log('styled.git')).toEqual(['T: First']);

    const path = `/v1/spaces/${id}`;
    const plan = (await pagesByFile(admin(), id)).get('plan.md')?.id ?? '';
    await writePage(admin(), path, plan, '# Plan\n\n* first\n* changed\n\nLast words\n');
    await run(id, 'export', body);
    expect(server.read('styled.git', 'plan.md')).toBe(styled['plan.md'].replace('second', 'changed'));
    expect(server.read('styled.git', 'README.md')).toBe(styled['README.md']);
    expect(server.read('styled.git', 'SUMMARY.md')).toBe(styled['SUMMARY.md']);

    const changes = [
      { operation: 'update_page', page: plan, slug: 'roadmap' },
      { operation: 'insert_page', title: 'News', document: { markdown: 'First news.' } },
    ];
    expect((await admin().api.post(`${path}/content`, { changes })).status).toBe(200);
    await run(id, 'export', body);
    await run(id, 'export', body);
    expect(server.list('styled.git')).toEqual(['README.md', 'SUMMARY.md', 'news.md', 'roadmap.md']);
    expect(server.read('styled.git', 'roadmap.md')).toContain('* changed');
    expect(server.read('styled.git', 'SUMMARY.md')).toContain('<!-- ours -->');
    expect(server.log('styled.git')).toHaveLength(3);

    // Somebody else was there: all files are the space's again.
    server.commit('styled.git', { 'roadmap.md': '# Plan\n\nTheirs.\n' }, 'Theirs');
    await run(id, 'export', body);
    expect(server.read('styled.git', 'roadmap.md')).toContain('changed');
    expect(server.list('styled.git')).toEqual(['README.md', 'SUMMARY.md', 'news.md', 'roadmap.md']);
  });

  it('may be empty before an export', async () => {
    const id = await space();
    await buildPages(admin(), id, [{ title: 'One', markdown: 'Text.' }]);
    const url = server.create('empty.git');
    expect(await run(id, 'import', { url, ref: 'main' })).toMatchObject({ state: 'failure' });
    expect(await run(id, 'export', { url, ref: 'refs/heads/main', commitMessage: 'All' })).toMatchObject({
      state: 'success',
    });
    expect(server.list('empty.git').toSorted()).toEqual(['.gitbook.yaml', 'SUMMARY.md', 'one.md']);
  });

  it('get the password of the address, which is never shown again', async () => {
    const id = await space();
    const address = guarded.create('secret.git', { 'README.md': '# Secret\n' });
    expect(await run(id, 'import', { url: address, ref: 'main' })).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('user name and password') as string,
    });
    const outcome = await run(id, 'import', { url: address.replace('//', '//me:s3cret@'), ref: 'main' });
    expect(outcome).toMatchObject({ state: 'success', source: address });
    expect(JSON.stringify(outcome)).not.toContain('s3cret');
    const info = await admin().api.get(`/v1/spaces/${id}/git/info`);
    expect(info.text).not.toContain('s3cret');
    const rows = await test.db.query('select run from import_runs run where run::text like $1', ['%s3cret%']);
    expect(rows).toEqual([]);
  });

  it('fail with a clear message for an unknown ref or repository', async () => {
    const id = await space();
    const url = server.create('refs.git', { 'README.md': '# R\n' });
    expect(await run(id, 'import', { url, ref: 'refs/heads/none' })).toMatchObject({
      state: 'failure',
      error: 'The repository has no ref "refs/heads/none".',
    });
    expect(await run(id, 'import', { url: `${server.url}/none.git`, ref: 'main' })).toMatchObject({
      state: 'failure',
    });
  });

  it('fail with a clear message for too many folders, and let other imports run', async () => {
    const [id, other] = [await space(), await space()];
    const wide = server.createFolders('wide.git', { depth: 7, width: 10 });
    const deep = server.createFolders('deep.git', { depth: 150, width: 1 });
    const failure = (error: string) => expect.objectContaining({ state: 'failure', error });
    expect(await run(id, 'import', { url: wide, ref: 'main' })).toEqual(
      failure('The repository has more than 10000 folders.'),
    );
    expect(await run(id, 'import', { url: deep, ref: 'main' })).toEqual(
      failure('The repository has folders in each other more than 100 deep.'),
    );
    const url = server.create('next.git', { 'README.md': '# Next\n' });
    expect(await run(other, 'import', { url, ref: 'main' })).toMatchObject({ state: 'success' });
  });

  it('fail without a retry when they unpack to more than the limits, and are not unpacked', async () => {
    const id = await space();
    Object.assign(test.config, { gitBinary: 'none' });
    const bomb = { type: 'blob' as const, says: 400 * 1024 * 1024, packed: Buffer.alloc(0) };
    const served = await servePack(packOf([{ type: 'blob', bytes: Buffer.alloc(1000) }, bomb]));
    const failure = (error: string) => expect.objectContaining({ state: 'failure', error });
    expect(await run(id, 'import', { url: served.url, ref: 'main' })).toEqual(
      failure('The repository has a file of more than 256 MB. Take it out.'),
    );
    const body = { url: served.url, ref: 'main', commitMessage: 'Export' };
    expect(await run(id, 'export', body)).toEqual(failure(expect.stringContaining('more than 256 MB')));
    served.close();
    // Once each: what cannot succeed is not tried again.
    expect(served.fetches()).toBe(2);
    const attempts = await test.db.query('select attempts from import_runs where space_id = $1', [id]);
    expect(attempts).toEqual([{ attempts: 1 }, { attempts: 1 }]);
    const retried = await test.db.query(
      `select from jobs.job where name = 'git.run' and (retry_count > 0 or state <> 'completed')`,
    );
    expect(retried).toEqual([]);

    // As honest programs write them: some hundred kilobytes.
    const MB = 1024 * 1024;
    const large = server.createZeros('large.git', { bytes: 257 * MB, copies: 1 });
    const often = server.createZeros('often.git', { bytes: 90 * MB, copies: 25 });
    expect(await run(id, 'import', { url: large, ref: 'main' })).toEqual(
      failure('The repository has a file of more than 256 MB. Take it out.'),
    );
    expect(await run(id, 'import', { url: often, ref: 'main' })).toEqual(
      failure('The repository is larger than 2048 MB when unpacked. Split it into several.'),
    );
    const { packedBytes } = PACK_LIMITS;
    PACK_LIMITS.packedBytes = 50_000;
    const packed = await run(id, 'import', { url: often, ref: 'main' });
    PACK_LIMITS.packedBytes = packedBytes;
    expect(packed).toEqual(
      failure(expect.stringMatching(/larger than .* Import a part of it as an archive/)),
    );

    // Git's program leaves out what is too large by itself.
    Object.assign(test.config, { gitBinary: undefined });
    const again = await servePack(packOf([{ type: 'blob', bytes: Buffer.alloc(1000) }, bomb]));
    expect(await run(id, 'import', { url: again.url, ref: 'main' })).toEqual(
      failure(expect.stringContaining('cannot be read')),
    );
    again.close();
    expect(await run(id, 'import', { url: large, ref: 'main' })).toMatchObject({
      state: 'success',
      report: { warnings: [{ file: 'f0.bin', kind: 'too-large' }] },
    });
    expect(await run(id, 'import', { url: often, ref: 'main' })).toEqual(
      failure('The repository is larger than 2048 MB when unpacked. Split it into several.'),
    );
  });

  it('need an allowed address, and a member with the role to sync', async () => {
    const id = await space();
    const post = (user: typeof organization.admin, body: object) =>
      user.api.post(`/v1/spaces/${id}/git/import`, body);
    for (const url of ['ssh://git@example.com/a.git', 'file:///etc', 'nonsense'])
      expect((await post(admin(), { url, ref: 'main' })).status).toBe(400);
    expect((await post(admin(), { url: 'https://example.com/a.git' })).status).toBe(400);
    const body = { url: 'https://example.com/a.git', ref: 'main' };
    expect((await post(await organization.member('review'), body)).status).toBe(403);
  });
});
