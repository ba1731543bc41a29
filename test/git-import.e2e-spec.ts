import { ImportFolder } from '../src/modules/git/index.js';
import { GitJobs } from '../src/modules/git/runs/git.jobs.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { archiveOf, type Files, importFiles, outlineOf, pagesByFile } from './support/archive.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const FOLDER: Files = {
  '.gitbook.yaml':
    'root: ./\n\n\u200bstructure:\u00a0\n  readme: README.md\nredirects:\n  old/start: guides/start.md\n  gone: guides/none.md\n',
  'SUMMARY.md': [
    '# Summary',
    '',
    '* [Welcome](README.md)',
    '* [Website](https://example.com/)',
    '',
    '## Guides <a href="#guides" id="guides"></a>',
    '',
    '* [Start](guides/start.md "Get going")',
    '  * [Deep page](<guides/deep page.md>)',
    '* [Missing](guides/missing.md)',
    '* [Start again](guides/start.md)',
  ].join('\r\n'),
  'README.md':
    '# Welcome\r\n\r\nSee [start](guides/start.md#first), [a hidden one](notes/) and [nothing](nope.md).\r\n',
  'guides/start.md':
    '---\ndescription: The first steps\nicon: rocket\n---\n\n# Start\n\n## First\n\n![A dot](<../.gitbook/assets/a dot.png>)\n\n[Deep](deep%20page.md)\n\n{% include "../.gitbook/includes/note.md" %}\n\n![Gone](../.gitbook/assets/gone.png)\n',
  'guides/deep page.md':
    '# Deep page\n\nBack to [the start](./start) and [the top](/README.md).\n\n[Data](../files/data.csv)\n',
  'notes/README.md': '# Notes\n\nNobody lists me.\n',
  'unlisted.md': '# Unlisted\n\nNobody links to me.\n',
  'files/data.csv': 'a,b\n1,2\n',
  '.gitbook/assets/a dot.png': PIXEL,
  '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nRead [the start](../../guides/start.md).\n',
  '.gitbook/vars.yaml': 'version: "2.1"\nbeta: true\n',
};

describe('importing folders', () => {
  let test: TestApp;
  let organization: TestOrganization;
  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());

  const space = async (body: object = {}): Promise<string> => (await buildSpace(organization, body)).id;
  const revisionOf = async (id: string): Promise<string> =>
    ((await organization.admin.api.get(`/v1/spaces/${id}`)).body as { revision: string }).revision;
  const text = (id: string, page: string): Promise<string> =>
    readPage(organization.admin, `/v1/spaces/${id}`, page);

  const documentOf = async (id: string, page: string): Promise<string> => {
    const query = { format: 'document' };
    const { body } = await organization.admin.api.get(`/v1/spaces/${id}/content/page/${page}`, { query });
    return JSON.stringify((body as { document: object }).document);
  };

  describe('in the Git format', () => {
    let id: string;
    let outcome: Awaited<ReturnType<typeof importFiles>>;
    beforeAll(async () => {
      id = await space({ editMode: 'locked' });
      outcome = await importFiles(test, organization.admin, id, FOLDER);
    });

    it('creates the tree of the summary, and hidden pages for files that are only linked', async () => {
      expect(outcome).toMatchObject({
        state: 'success',
        stage: 'finalize',
        report: { space: id, pages: 4, files: 2 },
      });
      expect(await outlineOf(organization.admin, id)).toEqual([
        'Welcome (readme)',
        'link: Website',
        'group: Guides (guides)',
        '  Start (guides/start)',
        '    Deep page (guides/start/deep-page)',
        'Notes [hidden] (notes)',
      ]);
    });

    it('reports the parts that it left out, with file and line', () => {
      const warnings = outcome.report?.warnings.map(({ file, line, kind }) => `${file}:${line} ${kind}`);
      expect(warnings?.toSorted()).toEqual([
        '.gitbook.yaml:7 broken-link',
        'README.md:3 broken-link',
        'SUMMARY.md:1 unlisted',
        'SUMMARY.md:10 missing-page',
        'SUMMARY.md:11 duplicate-page',
        'guides/start.md:16 missing-file',
      ]);
      const messages = outcome.report?.warnings.map(({ message }) => message) ?? [];
      expect(messages.filter((message) => message.includes('1 Markdown file was left out'))).toEqual([
        expect.stringContaining(': unlisted.md.'),
      ]);
      // All references to a missing file give the same message.
      expect(messages).toContain(
        'The file ".gitbook/assets/gone.png" does not exist; its place was left as it is.',
      );
    });

    it('keeps paths and blob ids, descriptions, variables, reusable contents and files', async () => {
      const { body } = await organization.admin.api.get(`/v1/spaces/${id}/content`);
      expect(body).toMatchObject({
        type: 'edits',
        variables: { version: '2.1', beta: true },
        reusableContents: [{ title: 'A note', git: { path: '.gitbook/includes/note.md' } }],
      });
      const files = (body as { files: { name: string; dimensions?: object; git: object }[] }).files;
      expect(files.map(({ name, dimensions }) => [name, dimensions])).toEqual([
        ['a dot.png', { width: 1, height: 1 }],
        ['data.csv', undefined],
      ]);
      const start = (await pagesByFile(organization.admin, id)).get('guides/start.md');
      expect(start).toMatchObject({
        title: 'Start',
        description: 'The first steps',
        icon: 'rocket',
        git: { path: 'guides/start.md', oid: expect.stringMatching(/^[0-9a-f]{40}$/) as string },
      });
    });

    it('turns relative links into references and leaves broken ones as they are', async () => {
      const pages = await pagesByFile(organization.admin, id);
      const page = pages.get('README.md')?.id ?? '';
      const json = await documentOf(id, page);
      expect(json).toContain('"anchor":"first"');
      expect(json).toContain(pages.get('guides/start.md')?.id);
      expect(json).toContain(pages.get('notes/README.md')?.id);
      expect(json).toContain('"url":"nope.md"');
      const deepJson = await documentOf(id, pages.get('guides/deep page.md')?.id ?? '');
      expect(deepJson).toContain(pages.get('guides/start.md')?.id);
      expect(deepJson).toContain(page);
      expect(deepJson).toContain('"kind":"file"');
      expect(deepJson).not.toContain('"url":"');
    });

    it('makes no revision for an unchanged folder, and reports the same', async () => {
      const again = await importFiles(test, organization.admin, id, FOLDER);
      expect(again.report).toEqual(outcome.report);
      expect(await revisionOf(id)).toBe(outcome.report?.revision);
    });
  });

  it('changes only pages that differ, and keeps the ids of pages', async () => {
    const id = await space();
    await importFiles(test, organization.admin, id, FOLDER);
    const before = await pagesByFile(organization.admin, id);
    const { body: tree } = await organization.admin.api.get(`/v1/spaces/${id}/content`);
    const { 'notes/README.md': notes, ...rest } = FOLDER;
    const changed = {
      ...rest,
      // moved, unchanged
      'guides/notes.md': notes ?? '',
      'README.md': '# Welcome\n\nOnly [notes](guides/notes.md) now.\n',
    };
    const outcome = await importFiles(test, organization.admin, id, changed);
    const after = await pagesByFile(organization.admin, id);
    expect(after.get('README.md')?.id).toBe(before.get('README.md')?.id);
    expect(after.get('guides/notes.md')?.id).toBe(before.get('notes/README.md')?.id);
    expect(after.get('guides/start.md')).toEqual(before.get('guides/start.md'));
    expect(await text(id, after.get('README.md')?.id ?? '')).toContain('Only [');
    const changes = await organization.admin.api.get(
      `/v1/spaces/${id}/revisions/${outcome.report?.revision}/changes`,
    );
    expect((changes.body as { changes: unknown[] }).changes.length).toBeLessThanOrEqual(3);
    expect((tree as { id: string }).id).not.toBe(outcome.report?.revision);
  });

  it('applies deletions, new pages and another order', async () => {
    const id = await space();
    const page = (title: string): string => `# ${title}\n\nText.\n`;
    await importFiles(test, organization.admin, id, {
      'SUMMARY.md': '* [A](a.md)\n  * [B](b.md)\n* [C](c.md)\n\n## G\n\n* [D](d.md)\n',
      'a.md': page('A'),
      'b.md': page('B'),
      'c.md': page('C'),
      'd.md': page('D'),
    });
    const before = await pagesByFile(organization.admin, id);
    await importFiles(test, organization.admin, id, {
      'SUMMARY.md':
        '* [C](c.md)\n\n## G\n\n* [E](e.md)\n* [D](d.md)\n  * [B](b.md)\n\n## H\n\n* [F](a/README.md)\n',
      'a/README.md': page('F'),
      'b.md': page('B'),
      'c.md': page('C'),
      'd.md': page('D'),
      'e.md': page('E'),
    });
    expect(await outlineOf(organization.admin, id)).toEqual([
      'C (c)',
      'group: G (g)',
      '  E (g/e)',
      '  D (g/d)',
      '    B (g/d/b)',
      'group: H (h)',
      '  F (h/a)',
    ]);
    const after = await pagesByFile(organization.admin, id);
    for (const file of ['b.md', 'c.md', 'd.md']) expect(after.get(file)?.id).toBe(before.get(file)?.id);
  });

  it('keeps edits made in the space, and reports conflicts with them', async () => {
    const id = await space();
    const files = (intro: string): Files => ({
      'SUMMARY.md': '* [One](one.md)\n* [Two](two.md)\n',
      'one.md': `# One\n\nFirst.\n\n${intro}\n\nLast.\n`,
      'two.md': '# Two\n\nWords.\n',
    });
    await importFiles(test, organization.admin, id, files('Middle.'));
    const pages = await pagesByFile(organization.admin, id);
    const one = pages.get('one.md')?.id ?? '';
    const two = pages.get('two.md')?.id ?? '';
    const path = `/v1/spaces/${id}`;
    await writePage(organization.admin, path, two, '# Two\n\nWords of the space.\n');
    await organization.admin.api.post(`${path}/content`, {
      changes: [{ operation: 'insert_page', title: 'Mine', document: { markdown: 'Made here.' } }],
    });
    await writePage(organization.admin, path, one, '# One\n\nFirst of the space.\n\nMiddle.\n\nLast.\n');
    const second = await importFiles(test, organization.admin, id, files('Middle of the folder.'));
    expect(second.report?.warnings).toEqual([]);
    expect(await text(id, one)).toBe('First of the space.\n\nMiddle of the folder.\n\nLast.');
    expect(await text(id, two)).toBe('Words of the space.');
    expect(await outlineOf(organization.admin, id)).toContain('Mine (mine)');

    await writePage(
      organization.admin,
      path,
      one,
      '# One\n\nFirst of the space.\n\nMiddle of the space.\n\nLast.\n',
    );
    const third = await importFiles(test, organization.admin, id, files('Middle, again of the folder.'));
    expect(third.report?.warnings).toMatchObject([{ file: 'one.md', kind: 'conflict' }]);
    expect(await text(id, one)).toBe('First of the space.\n\nMiddle of the space.\n\nLast.');
    const revision = await revisionOf(id);
    const fourth = await importFiles(test, organization.admin, id, files('Middle, again of the folder.'));
    expect(fourth.report).toMatchObject({ revision, warnings: [] });
  });

  it('reads a plain folder: folders are the tree, the first heading is the title', async () => {
    const id = await space();
    const outcome = await importFiles(test, organization.admin, id, {
      'README.md': '# The project\n\n[Setup](guide/set-up.md)\n',
      'guide/10-later.md': 'No heading here.\n',
      'guide/2-sooner.md': '# Sooner\n',
      'guide/set-up.md': '# Set up\n\n![](pic.png)\n',
      'guide/pic.png': PIXEL,
      'api/index.md': '# API\n',
      'api/calls.md': '# Calls\n',
    });
    expect(outcome.report).toMatchObject({ warnings: [], files: 1 });
    expect(await outlineOf(organization.admin, id)).toEqual([
      'The project (readme)',
      'API (api)',
      '  Calls (api/calls)',
      'Guide (guide)',
      '  Sooner (guide/2-sooner)',
      '  10 later (guide/10-later)',
      '  Set up (guide/set-up)',
    ]);
    const again = await importFiles(test, organization.admin, id, {
      'README.md': '# The project\n\n[Setup](guide/set-up.md)\n',
      'guide/10-later.md': 'No heading here.\n',
      'guide/2-sooner.md': '# Sooner\n',
      'guide/set-up.md': '# Set up\n\n![](pic.png)\n',
      'guide/pic.png': PIXEL,
      'api/index.md': '# API\n',
      'api/calls.md': '# Calls\n',
    });
    expect(again.report?.revision).toBe(outcome.report?.revision);
  });

  it('keeps a heading that differs from the title in the summary', async () => {
    const id = await space();
    await importFiles(test, organization.admin, id, {
      'SUMMARY.md': '* [Home](README.md)\n',
      'README.md': '---\ndescription: D\n---\n\n# All about us\n\nText.\n',
    });
    const page = (await pagesByFile(organization.admin, id)).get('README.md');
    expect(page?.title).toBe('Home');
    expect(await text(id, page?.id ?? '')).toBe('# All about us\n\nText.');
  });

  it('refuses files that are no archive, other content types and members without the role', async () => {
    const id = await space({ editMode: 'locked' });
    const send = (user: typeof organization.admin, rawBody: Buffer | string, type = 'application/gzip') =>
      user.api.post(`/v1/spaces/${id}/content/import`, undefined, {
        headers: { 'content-type': type },
        rawBody,
      });
    const { admin } = organization;
    expect((await send(admin, 'not gzip')).status).toBe(400);
    expect((await send(admin, '{}', 'application/json')).status).toBe(415);
    expect((await send(await organization.member('edit'), await archiveOf({ 'a.md': '# A' }))).status).toBe(
      403,
    );
    expect((await send(await organization.member('create'), await archiveOf({ 'a.md': '# A' }))).status).toBe(
      201,
    );
    const other = await buildOrganization(test);
    expect((await send(other.admin, await archiveOf({ 'a.md': '# A' }))).status).toBe(404);
    await test.settle();
    const live = await space();
    const editor = await organization.member('edit');
    expect((await importFiles(test, editor, live, { 'a.md': '# A' })).state).toBe('success');
    expect((await editor.api.get(`/v1/spaces/${live}/content/imports/unknown`)).status).toBe(404);
  });

  it.each([
    ['a path that leads out', { '../evil.md': '# E' }, /leads out/],
    ['an absolute path', { '/etc/evil.md': '# E' }, /leads out/],
  ])('fails for %s and leaves no trace', async (_, files, message) => {
    const id = await space();
    const before = await revisionOf(id);
    const outcome = await importFiles(test, organization.admin, id, files as unknown as Files);
    expect(outcome).toMatchObject({ state: 'failure', error: expect.stringMatching(message) as string });
    expect(outcome.report).toBeUndefined();
    expect(await revisionOf(id)).toBe(before);
  });

  it('fails for a broken archive', async () => {
    const id = await space();
    const whole = await archiveOf({ 'a.md': '# A\n'.repeat(5000), 'b.md': PIXEL });
    const answer = await organization.admin.api.post(`/v1/spaces/${id}/content/import`, undefined, {
      headers: { 'content-type': 'application/gzip' },
      rawBody: whole.subarray(0, whole.length / 2),
    });
    expect(answer.status).toBe(201);
    await test.settle();
    const run = await organization.admin.api.get(`/v1/spaces/${id}/content/imports/${answer.body.id}`);
    expect(run.body).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('tar archive') as string,
    });
  });

  it('resumes runs whose process died, and gives up after too many attempts', async () => {
    const id = await space();
    const rawBody = await archiveOf({ 'a.md': '# A' });
    const start = async (attempts: number): Promise<string> => {
      const headers = { 'content-type': 'application/gzip' };
      const answer = await organization.admin.api.post(`/v1/spaces/${id}/content/import`, undefined, {
        headers,
        rawBody,
      });
      await test.settle();
      const run = (answer.body as { id: string }).id;
      // As a killed process leaves it.
      await test.db.execute(
        `update import_runs set state = 'running', report = null, completed_at = null, attempts = $2, claimed_at = $3,
           updated_at = $3 where id = $1`,
        [run, attempts, new Date(test.clock.now().getTime() - 120_000)],
      );
      return run;
    };
    const [retried, lost] = [await start(1), await start(3)];
    const state = async (run: string) =>
      (await organization.admin.api.get(`/v1/spaces/${id}/content/imports/${run}`)).body as { state: string };
    expect(await state(retried)).toMatchObject({ state: 'running' });
    await test.app.get(GitJobs).sweep();
    await test.settle();
    expect(await state(retried)).toMatchObject({ state: 'success', report: { pages: 1 } });
    expect(await state(lost)).toMatchObject({
      state: 'failure',
      error: expect.stringContaining('again') as string,
    });
  });

  it('leaves a run alone that another process claimed meanwhile', async () => {
    const id = await space();
    const [importer, revision] = [test.app.get(ImportFolder), await revisionOf(id)];
    const run = importer.run.bind(importer);
    // Before it writes, another process has the run.
    const takenOver = vi.spyOn(importer, 'run').mockImplementationOnce(async (...given) => {
      await test.db.execute(`update import_runs set attempts = attempts + 1 where space_id = $1`, [id]);
      return run(...given);
    });
    const headers = { 'content-type': 'application/gzip' };
    const rawBody = await archiveOf({ 'a.md': '# A' });
    const { body } = await organization.admin.api.post(`/v1/spaces/${id}/content/import`, undefined, {
      headers,
      rawBody,
    });
    await test.settle();
    takenOver.mockRestore();
    const path = `/v1/spaces/${id}/content/imports/${(body as { id: string }).id}`;
    expect((await organization.admin.api.get(path)).body).toMatchObject({ state: 'running' });
    expect(await revisionOf(id)).toBe(revision);
    await test.db.execute(`update import_runs set updated_at = $2 where space_id = $1`, [
      id,
      new Date(test.clock.now().getTime() - 120_000),
    ]);
    await test.app.get(GitJobs).sweep();
    await test.settle();
    expect((await organization.admin.api.get(path)).body).toMatchObject({ state: 'success' });
  });

  it('leaves out an unreadable text, or leaves its page as it was, and imports all others', async () => {
    const id = await space();
    const tooLarge = `# Large\n\n$$\n${'x'.repeat(10_001)}\n$$\n`;
    const include = '{% include ".gitbook/includes/note.md" %}';
    await importFiles(test, organization.admin, id, {
      'a.md': '# A\n\nOne.\n',
      'b.md': '# B\n\nOne.\n',
      '.gitbook/includes/note.md': '# Note\n\nOne.\n',
    });
    const run = await importFiles(test, organization.admin, id, {
      'a.md': `# A\n\nTwo, with [the large one](large.md) and [below](large/below.md).\n\n${include}\n`,
      'b.md': tooLarge,
      'large.md': 'x'.repeat(2_000_001),
      'folder/README.md': tooLarge,
      'folder/below.md': '# Below',
      '.gitbook/includes/note.md': tooLarge,
    });
    expect(run).toMatchObject({ state: 'success' });
    const unreadable = run.report!.warnings.filter(({ kind }) => kind === 'unreadable');
    expect(Object.fromEntries(unreadable.map(({ file, message }) => [file, message]))).toEqual({
      'b.md': expect.stringMatching(/a formula of more than.* It stays in the space as it was\.$/) as string,
      'large.md': expect.stringMatching(/more than 2000000 characters.* It was left out\.$/) as string,
      'folder/README.md': expect.stringMatching(/a formula of more than.* It was left out\.$/) as string,
      '.gitbook/includes/note.md': expect.stringMatching(/a formula of more than.* It stays/) as string,
    });
    expect((await outlineOf(organization.admin, id)).sort()).toEqual([
      '  Below (folder/below)',
      'A (a)',
      'B (b)',
      'Folder (folder)',
    ]);
    const pages = await pagesByFile(organization.admin, id);
    expect(await text(id, pages.get('a.md')?.id ?? '')).toContain('Two, with [the large one](large.md)');
    expect(await text(id, pages.get('b.md')?.id ?? '')).toContain('One.');
  });

  it('creates one set of pages in two concurrent imports of a folder', async () => {
    const id = await space();
    const files = { 'a.md': '# A\n', 'b.md': '# B\n' };
    const importer = { organizationId: organization.id, userId: organization.admin.id };
    const tree = {
      paths: () => Object.keys(files),
      read: (path: string) => Promise.resolve(Buffer.from(files[path as 'a.md'])),
    };
    const service = test.app.get(ImportFolder);
    const reports = await Promise.all([1, 2, 3].map(() => service.run(importer, id, tree)));
    expect(new Set(reports.map((report) => report.revision)).size).toBe(1);
    expect(await outlineOf(organization.admin, id)).toEqual(['A (a)', 'B (b)']);
  });

  it('leaves only the pages of the folder in a new space', async () => {
    const made = await organization.admin.api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'Fresh' });
    const { id } = made.body as { id: string };
    await importFiles(test, organization.admin, id, { 'a.md': '# A\n' });
    expect(await outlineOf(organization.admin, id)).toEqual(['A (a)']);
  });

  it('updates pages of the space that the folder has too', async () => {
    const id = await space();
    const [page] = await buildPages(organization.admin, id, [
      { title: 'Guide', markdown: 'Old.' },
      { title: 'Other', markdown: 'Stays.' },
    ]);
    const outcome = await importFiles(test, organization.admin, id, { 'guide.md': '# Guide\n\nNew.\n' });
    expect(outcome.report?.warnings).toEqual([]);
    expect((await pagesByFile(organization.admin, id)).get('guide.md')?.id).toBe(page);
    expect(await text(id, page ?? '')).toBe('New.');
    expect(await outlineOf(organization.admin, id)).toEqual(
      expect.arrayContaining(['Guide (guide)', 'Other (other)']),
    );
  });
});
