import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { outlineOf, pagesByFile } from './support/archive.js';
import { openChangeRequest, readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { connectRepository, lookAtRepositories, syncNow } from './support/git-connections.js';
import { GitServer, hasGit } from './support/git-server.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FOLDER = {
  LICENSE: 'Mine.\n',
  'docs/SUMMARY.md':
    '# Summary\n\n* [Welcome](README.md)\n* [Start](guide/start.md)\n* [Ends](guide/ends.md)\n',
  'docs/README.md': '# Welcome\n\nSee the [start](guide/start.md).\n\n- one\n- two\n',
  'docs/guide/start.md': '# Start\n\nFirst **words**.\n\nSecond words.\n',
  'docs/guide/ends.md': '# Ends\n\nAll is well.\n',
};

describe.skipIf(!hasGit)('a space and a branch of a repository', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let server: GitServer;
  let count = 0;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    server = await GitServer.start();
  });
  afterAll(async () => {
    await server.close();
    await test.close();
  });

  const admin = () => organization.admin;

  async function connected(body: object = {}, files: Record<string, string> = FOLDER) {
    const name = `repository-${++count}.git`;
    const url = server.create(name, files);
    const id = (await buildSpace(organization)).id;
    const run = await connectRepository(test, admin(), id, { url, folder: 'docs', ...body });
    return { name, id, run, path: `/v1/spaces/${id}` };
  }

  const connectionOf = async (id: string) => (await admin().api.get(`/v1/spaces/${id}/git/connection`)).body;
  const pageAt = async (id: string, file: string) => (await pagesByFile(admin(), id)).get(file)!.id;

  it('are the same after the first run, and a run without news changes nothing', async () => {
    const { id, run, name } = await connected();
    expect(run).toMatchObject({ kind: 'git-sync', state: 'success' });
    expect(run.report?.warnings).toEqual([]);
    expect(await outlineOf(admin(), id)).toEqual(['Welcome (readme)', 'Start (start)', 'Ends (ends)']);
    expect(await connectionOf(id)).toMatchObject({ status: 'active', branch: 'main', folder: 'docs' });
    expect(server.log(name)).toHaveLength(1);
    const again = await syncNow(test, admin(), id);
    expect(again).toMatchObject({ state: 'success', report: { sync: {} } });
    expect(again.report?.sync).toEqual({});
  });

  it('exchange what changed on either side', async () => {
    const { id, name, path } = await connected();
    server.commit(name, { 'docs/guide/ends.md': '# Ends\n\nAll is very well.\n' }, 'Say more');
    await lookAtRepositories(test);
    expect(await readPage(admin(), path, await pageAt(id, 'guide/ends.md'))).toBe('All is very well.');

    await writePage(
      admin(),
      path,
      await pageAt(id, 'guide/start.md'),
      '# Start\n\nFirst **words**.\n\nNew words.\n',
    );
    await test.settle();
    expect(server.read(name, 'docs/guide/start.md')).toContain('New words.');
    expect(server.read(name, 'LICENSE')).toBe('Mine.\n');
    expect(server.log(name)).toHaveLength(3);
  });

  it('merge edits of the same page, and note who wrote what in which change request', async () => {
    const { id, name, path } = await connected();
    const start = await pageAt(id, 'guide/start.md');
    const request = await openChangeRequest(admin(), id, { subject: 'Better second words' });
    await writePage(admin(), request.path, start, '# Start\n\nFirst **words**.\n\nBetter words.\n');
    server.commit(
      name,
      { 'docs/guide/start.md': '# Start\n\nVery first **words**.\n\nSecond words.\n' },
      'First',
    );
    expect((await admin().api.post(`${request.path}/merge`)).status).toBe(200);
    await test.settle();
    expect(await readPage(admin(), path, start)).toBe('Very first **words**.\n\nBetter words.');
    expect(server.read(name, 'docs/guide/start.md')).toContain('Very first **words**.\n\nBetter words.');
    expect(server.log(name)[0]).toMatch(/: Better second words$/);
    expect(server.message(name)).toContain(`Change request #${request.number}: http`);
  });

  it('keep their own version where both changed the same, until people have decided', async () => {
    const { id, name, path } = await connected();
    const [start, ends] = [await pageAt(id, 'guide/start.md'), await pageAt(id, 'guide/ends.md')];
    server.commit(
      name,
      {
        'docs/guide/start.md': '# Start\n\nFirst **words**.\n\nTheir words.\n',
        'docs/guide/ends.md': '# Ends\n\nTheir end.\n',
      },
      'Theirs',
    );
    await writePage(admin(), path, start, '# Start\n\nFirst **words**.\n\nOur words.\n');
    await test.settle();
    const connection = await connectionOf(id);
    expect(connection).toMatchObject({ status: 'conflicts', conflicts: { files: ['guide/start.md'] } });
    expect(await readPage(admin(), path, start)).toContain('Our words.');
    expect(server.read(name, 'docs/guide/start.md')).toContain('Their words.');
    expect(await readPage(admin(), path, ends)).toBe('Their end.');

    // The rest goes on, also on the same page.
    await writePage(admin(), path, start, '# Start\n\nMore **words**.\n\nOur words.\n');
    await test.settle();
    expect(server.read(name, 'docs/guide/start.md')).toContain('More **words**.\n\nTheir words.');

    // A later version of theirs reaches the change request.
    server.commit(
      name,
      { 'docs/guide/start.md': '# Start\n\nMore **words**.\n\nTheir last words.\n' },
      'Theirs',
    );
    await lookAtRepositories(test);
    const requestPath = `${path}/change-requests/${connection.conflicts.changeRequest}`;
    expect(await readPage(admin(), requestPath, start)).toBe('More **words**.\n\nTheir last words.');
    expect(await readPage(admin(), path, start)).toBe('More **words**.\n\nOur words.');

    await writePage(admin(), requestPath, start, '# Start\n\nMore **words**.\n\nBoth words.\n');
    expect((await admin().api.post(`${requestPath}/merge`)).status).toBe(200);
    await test.settle();
    expect(server.read(name, 'docs/guide/start.md')).toContain('More **words**.\n\nBoth words.');
    expect(await connectionOf(id)).toMatchObject({ status: 'active' });
  });

  it('take the version of the space when the change request is archived', async () => {
    const { id, name, path } = await connected();
    const start = await pageAt(id, 'guide/start.md');
    server.commit(name, { 'docs/guide/start.md': '# Start\n\nFirst **words**.\n\nTheir words.\n' }, 'Theirs');
    await writePage(admin(), path, start, '# Start\n\nFirst **words**.\n\nOur words.\n');
    await test.settle();
    const { conflicts } = await connectionOf(id);
    const requestPath = `${path}/change-requests/${conflicts.changeRequest}`;
    expect((await admin().api.patch(requestPath, { status: 'archived' })).status).toBe(200);
    await test.settle();
    expect(server.read(name, 'docs/guide/start.md')).toContain('Our words.');
    expect(await connectionOf(id)).toMatchObject({ status: 'active' });
  });

  it('both add a page at the same place: nothing is lost', async () => {
    const { id, name, path } = await connected();
    await buildPages(admin(), id, [{ title: 'News', markdown: 'Our news.' }]);
    server.commit(
      name,
      {
        'docs/news.md': '# News\n\nTheir news.\n',
        'docs/SUMMARY.md': `${FOLDER['docs/SUMMARY.md']}* [News](news.md)\n`,
      },
      'News',
    );
    await lookAtRepositories(test);
    await test.settle();
    const page = (await pagesByFile(admin(), id)).get('news.md')?.id ?? '';
    const texts = [await readPage(admin(), path, page), server.read(name, 'docs/news.md')].join('\n');
    expect(texts).toContain('Our news.');
    expect(texts).toContain('Their news.');
  });

  it('keep the file of a page that was made in the space, and rename it with the page', async () => {
    const { id, name, path } = await connected();
    const [page = ''] = await buildPages(admin(), id, [{ title: 'News', markdown: 'First news.' }]);
    await syncNow(test, admin(), id);
    await writePage(admin(), path, page, '# News\n\nLast news.\n');
    await syncNow(test, admin(), id);
    expect(server.read(name, 'docs/news.md')).toContain('Last news.');
    expect(server.list(name).filter((file) => file.endsWith('news.md'))).toEqual(['docs/news.md']);
    const changes = [{ operation: 'update_page', page, slug: 'tidings' }];
    expect((await admin().api.post(`${path}/content`, { changes })).status).toBe(200);
    await syncNow(test, admin(), id);
    expect(server.read(name, 'docs/tidings.md')).toContain('Last news.');
    await syncNow(test, admin(), id);
    expect(await readPage(admin(), path, page)).toBe('Last news.');
    await writePage(admin(), path, page, '# News\n\nVery last news.\n');
    await syncNow(test, admin(), id);
    expect(server.read(name, 'docs/tidings.md')).toContain('Very last news.');
    expect(server.list(name).filter((file) => /news|tidings/.test(file))).toEqual(['docs/tidings.md']);
    server.commit(name, { 'docs/tidings.md': '# News\n\nTheir news.\n' }, 'Theirs');
    await syncNow(test, admin(), id);
    expect(await readPage(admin(), path, page)).toBe('Their news.');
    expect(await outlineOf(admin(), id)).toHaveLength(4);
  });

  it('begin with the pages of the space where the space has priority', async () => {
    const name = 'empty.git';
    const url = server.create(name);
    const id = (await buildSpace(organization)).id;
    await buildPages(admin(), id, [{ title: 'Hello', markdown: 'World.' }]);
    const run = await connectRepository(test, admin(), id, { url, priority: 'bindery' });
    expect(run).toMatchObject({ state: 'success' });
    expect(server.read(name, 'hello.md')).toContain('World.');
    expect(server.list(name)).toContain('SUMMARY.md');
    server.commit(name, { 'hello.md': '# Hello\n\nMoon.\n' }, 'Moon');
    await lookAtRepositories(test);
    const page = (await pagesByFile(admin(), id)).get('hello.md')!.id;
    expect(await readPage(admin(), `/v1/spaces/${id}`, page)).toBe('Moon.');
  });

  it('keep a token for the host that it was given for', async () => {
    const { path } = await connected({ token: 'secret-of-somebody' });
    const elsewhere = 'http://127.0.0.1:1/docs.git';
    const refused = await admin().api.patch(`${path}/git/connection`, { url: elsewhere });
    expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringMatching(/^token: /)]);
    const taken = await admin().api.patch(`${path}/git/connection`, { url: elsewhere, token: 'another' });
    expect(taken.body).toMatchObject({ url: elsewhere });
  });

  it('rest without the token when the space goes to another organization', async () => {
    const { id, name } = await connected({ token: 'of-this-organization' });
    const other = await buildOrganization(test);
    await test.app.get(Members).addMember(other.id, admin().id, 'admin');
    const moved = await admin().api.post(`/v1/spaces/${id}/transfer`, { organization: other.id });
    expect(moved.status).toBe(200);
    await test.settle();
    expect(await connectionOf(id)).toMatchObject({ status: 'paused', problem: { code: 'transferred' } });
    const [row] = await test.db.query('select secret from git_connections where space_id = $1', [id]);
    expect(row).toEqual({ secret: null });
    expect(server.log(name)).toHaveLength(1);
  });

  it('look at another folder at once', async () => {
    const files = { ...FOLDER, 'other/README.md': '# Elsewhere\n\nOther words.\n' };
    const { id, path } = await connected({}, files);
    expect((await admin().api.patch(`${path}/git/connection`, { folder: 'other' })).status).toBe(200);
    await test.settle();
    expect(await outlineOf(admin(), id)).toEqual(['Elsewhere (readme)']);
  });

  it('go on after a rewritten history', async () => {
    const { id, name, path } = await connected();
    server.rewrite(name, { 'docs/guide/ends.md': '# Ends\n\nRewritten.\n' });
    await writePage(admin(), path, await pageAt(id, 'guide/start.md'), '# Start\n\nOurs.\n');
    await test.settle();
    expect(await readPage(admin(), path, await pageAt(id, 'guide/ends.md'))).toBe('Rewritten.');
    expect(server.read(name, 'docs/guide/start.md')).toContain('Ours.');
  });

  it('stop with a sentence when the branch or all pages are gone, and go on when they are back', async () => {
    const { id, name } = await connected();
    server.renameBranch(name, 'main', 'trunk');
    const gone = await syncNow(test, admin(), id);
    expect(gone).toMatchObject({ state: 'failure', error: expect.stringContaining('no branch "main"') });
    expect(await connectionOf(id)).toMatchObject({ status: 'failing', problem: { code: 'no-branch' } });
    const patched = await admin().api.patch(`/v1/spaces/${id}/git/connection`, { branch: 'trunk' });
    expect(patched.body).toMatchObject({ branch: 'trunk' });
    await test.settle();
    expect(await connectionOf(id)).toMatchObject({ status: 'active' });
  });
});
