import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Converter, Converters } from '../src/modules/imports/conversion/converter.js';
import { LIMITS } from '../src/modules/imports/import-limits.js';
import { RunLost } from '../src/platform/runs/heartbeat.js';
import { outlineOf } from './support/archive.js';
import { openChangeRequest, readPage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { importUploads, startImport, upload, zipOf } from './support/imports.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { wordFile } from './support/word-file.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR42mP8z8BQz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);

describe('importing files', () => {
  let test: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());

  const space = async (body: object = {}): Promise<string> => (await buildSpace(organization, body)).id;
  const importInto = (target: object, ...files: Parameters<typeof importUploads>[4]) =>
    importUploads(test, organization.admin, organization.id, target, files);
  const revisionOf = async (id: string) =>
    (await organization.admin.api.get(`/v1/spaces/${id}`)).body.revision;

  it('turns Markdown, MDX, HTML, text and Word files into pages, with one item of the report each', async () => {
    const id = await space();
    const run = await importInto(
      { space: id },
      { name: 'guide.md', content: '# Guide\n\nSee [the notes](notes.html#deep) and [plain](plain.txt).' },
      {
        name: 'notes.html',
        content: '<title>Notes | Site</title><h2 id="deep">Deep</h2><p>Some <b>words</b>.</p>',
      },
      { name: 'widget.mdx', content: "import X from './x'\n\n# Widget\n\nText {/* gone */}here.\n" },
      { name: 'plain.txt', content: 'First *line*\nsecond line\n\nNext.' },
      { name: 'handbook.docx', content: wordFile(PNG) },
    );
    expect(run).toMatchObject({ status: 'completed', source: { type: 'file' }, target: { space: id } });
    expect(
      run.items.map((item: { source: string; status: string }) => `${item.source} ${item.status}`),
    ).toEqual([
      'guide.md completed',
      'handbook.docx completed',
      'notes.html completed',
      'plain.txt completed',
      'widget.mdx completed',
    ]);
    expect(await outlineOf(organization.admin, id)).toEqual([
      'Guide (guide)',
      'Word handbook (handbook)',
      'Notes (notes)',
      'Plain (plain)',
      'Widget (widget)',
    ]);
    expect(run.pages).toHaveLength(5);
    const [guide, word, notes, plain, widget] = run.pages.map((page: { id: string }) => page.id);
    const text = (page: string) => readPage(organization.admin, `/v1/spaces/${id}`, page);
    expect(await text(guide)).toContain('[the notes](notes.md#deep)');
    expect(await text(guide)).toContain('[plain](plain.md)');
    expect(await text(notes)).toContain('Some **words**.');
    expect(await text(plain)).toContain('First \\*line\\*');
    expect(await text(widget)).toBe('Text here.');
    const handbook = await text(word);
    expect(handbook).toContain('**Bold** and _italic_');
    expect(handbook).toContain('## First part');
    expect(handbook).toContain('[A link](https://example.com/x)[^1]');
    expect(handbook).toContain('[^1]: What the note says.');
    expect(handbook).toMatch(/[*-] One\n[*-] Two/);
    expect(handbook).toMatch(/Name.*Value/s);
    expect(handbook).toMatch(/image-1\.png/);
    const files = await organization.admin.api.get(`/v1/spaces/${id}/content/files`);
    expect(files.body.items).toMatchObject([
      { name: 'image-1.png', contentType: 'image/png', size: PNG.length },
    ]);
  });

  it('reads a ZIP of a folder in the Git format by its summary', async () => {
    const id = await space();
    const run = await importInto(
      { space: id },
      {
        name: 'docs.zip',
        content: zipOf([
          { name: 'docs/', content: '' },
          {
            name: 'docs/README.md',
            content: '---\ndescription: What it is\n---\n\n# Start\n\n![](.gitbook/assets/dot.png)',
          },
          {
            name: 'docs/SUMMARY.md',
            content: '# Contents\n\n* [Start](README.md)\n\n## Part\n\n* [One](part/one.md)',
          },
          {
            name: 'docs/part/one.md',
            content: '# One\n\n{% include "../.gitbook/includes/note.md" %}\n\n[back](../README.md)',
          },
          { name: 'docs/part/unlisted.md', content: '# Unlisted' },
          { name: 'docs/.gitbook/includes/note.md', content: 'Shared words.' },
          { name: 'docs/.gitbook/includes/long.md', content: 'x'.repeat(2_000_001) },
          { name: 'docs/.gitbook/assets/dot.png', content: PNG },
        ]),
      },
    );
    expect(run.status).toBe('completed');
    expect(await outlineOf(organization.admin, id)).toEqual([
      'Start (readme)',
      'group: Part (part)',
      '  One (part/one)',
    ]);
    const unlisted = run.items.find((item: { source: string }) => item.source === 'part/unlisted.md');
    expect(unlisted).toMatchObject({ status: 'skipped', message: expect.stringContaining('lists') });
    const long = run.items.find((item: { source: string }) => item.source === '.gitbook/includes/long.md');
    expect(long).toMatchObject({ status: 'failed', message: expect.stringContaining('1000000 characters') });
    const content = await organization.admin.api.get(`/v1/spaces/${id}/content`);
    expect(content.body.reusableContents).toMatchObject([{ title: 'Note' }]);
    expect(content.body.pages[0]).toMatchObject({ description: 'What it is' });
    expect(content.body.pages[0].git).toBeUndefined();
  });

  it('reads a ZIP of loose pages and images, with links between them', async () => {
    const id = await space();
    const run = await importInto(
      { space: id },
      {
        name: 'loose.zip',
        content: zipOf([
          {
            name: 'index.html',
            content: '<main><h1>Home</h1><p><a href="more/page.html">More</a></p></main>',
          },
          {
            name: 'more/page.html',
            content: '<main><h1>Page</h1><p><img src="../img/dot.png" alt="Dot"></p></main>',
          },
          { name: 'img/dot.png', content: PNG },
          { name: 'img/unused.png', content: Buffer.concat([PNG, Buffer.from([0])]) },
          { name: '__MACOSX/._page.html', content: 'x' },
          { name: 'link.md', content: '/etc/passwd', mode: 0o120777 },
        ]),
      },
    );
    expect(run.status).toBe('completed');
    expect(run.items).toContainEqual({
      source: 'link.md',
      status: 'skipped',
      message: 'Links are not followed.',
    });
    expect(await outlineOf(organization.admin, id)).toEqual([
      'Home (index)',
      'More (more)',
      '  Page (more/page)',
    ]);
    const [home, page] = run.pages;
    expect(await readPage(organization.admin, `/v1/spaces/${id}`, home.id)).toBe('[More](more/page.md)');
    expect(await readPage(organization.admin, `/v1/spaces/${id}`, page.id)).toContain('dot.png');
    const files = await organization.admin.api.get(`/v1/spaces/${id}/content/files`);
    expect(files.body.items.map((file: { name: string }) => file.name).sort()).toEqual([
      'dot.png',
      'unused.png',
    ]);
  });

  it('reads texts in the encoding that they name or that is detected', async () => {
    const id = await space();
    const run = await importInto(
      { space: id },
      { name: 'guess.md', content: Buffer.from('# Guess\n\n\x93caf\xe9\x94', 'latin1') },
      {
        name: 'kana.html',
        content: Buffer.from('<meta charset="Shift_JIS"><h1>Kana</h1><p>\x82\xa0', 'latin1'),
      },
      { name: 'mark.md', content: Buffer.from('\ufeff# Mark\n\nGrüße', 'utf16le') },
      { name: 'wide.html', content: Buffer.from('<h1>Wide</h1><p>Привет</p>', 'utf16le') },
    );
    expect(run.items.map((item: { title: string }) => item.title)).toEqual(['Guess', 'Kana', 'Mark', 'Wide']);
    const texts = run.pages.map(({ id: page }: { id: string }) =>
      readPage(organization.admin, `/v1/spaces/${id}`, page),
    );
    expect(await Promise.all(texts)).toEqual(['“café”', 'あ', 'Grüße', 'Привет']);
    expect(run.items.map((item: { message?: string }) => item.message)).toEqual([
      expect.stringContaining('Windows-1252'),
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('imports the readable parts of an unusual archive, with a message for the others', async () => {
    const id = await space();
    const entries = [
      { name: 'SUMMARY.md', content: Buffer.from('\ufeff* [A](a.md)\n* [Gone](gone.md)\n', 'utf16le') },
      { name: '.gitbook.yaml', content: 'root: [\n' },
      { name: 'a.md', content: '# A' },
      { name: 'a.md', content: '# Another' },
      { name: 'a.md/below.md', content: '# Below a file' },
      { name: `${'long'.repeat(64)}.md`, content: '# Long' },
      { name: 'inner.zip', content: zipOf([{ name: 'b.md', content: '# B' }]) },
    ];
    const run = await importInto({ space: id }, { name: 'strange.zip', content: zipOf(entries) });
    expect(run).toMatchObject({ status: 'completed' });
    expect(await outlineOf(organization.admin, id)).toEqual(['A (a)']);
    const messages = run.items.map(
      (item: { source: string; status: string; message?: string }) =>
        `${item.source.slice(0, 14)} ${item.status}: ${item.message?.slice(0, 30)}`,
    );
    expect(messages).toEqual([
      'a.md skipped: The archive has another file o',
      'a.md/below.md skipped: The archive has another file o',
      'longlonglonglo skipped: The name of the file is too lo',
      'a.md completed: undefined',
      '.gitbook.yaml completed: Not valid YAML: Flow sequence ',
      'SUMMARY.md completed: The page "gone.md" does not ex',
    ]);
  });

  it('imports readable files, and reports why others are left out', async () => {
    const id = await space();
    const run = await importInto(
      { space: id },
      { name: 'good.md', content: '# Good\n\n[gone](missing.md)' },
      { name: 'broken.docx', content: 'not a Word file' },
      { name: 'long.md', content: `# Long\n\n${'word '.repeat(200_000)}` },
      { name: 'long.txt', content: 'word '.repeat(200_001) },
      { name: 'other.docx', content: zipOf([{ name: 'a.txt', content: 'x' }]) },
      { name: 'far.html', content: `<p><a href="${'a/'.repeat(450_000)}">far</a></p>` },
      { name: 'bytes.html', content: PNG },
      { name: 'bytes.md', content: PNG },
      { name: 'old.docx', content: Buffer.from('d0cf11e0a1b11ae1', 'hex') },
      { name: 'sheet.docx', content: zipOf([{ name: 'xl/workbook.xml', content: '<workbook/>' }]) },
      { name: 'cut.docx', content: zipOf([{ name: 'word/document.xml', content: '<w:document>' }]) },
      { name: 'lost.docx', content: zipOf([{ name: 'word/styles.xml', content: '<x/>' }]) },
      { name: 'broken.zip', content: 'not a ZIP' },
    );
    expect(run.status).toBe('completed');
    const byName = Object.fromEntries(run.items.map((item: { source: string }) => [item.source, item]));
    expect(byName['good.md']).toMatchObject({
      status: 'completed',
      message: expect.stringContaining('missing.md'),
    });
    expect(byName['broken.docx']).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('ZIP'),
    });
    for (const name of ['long.md', 'long.txt'])
      expect(byName[name]).toMatchObject({ status: 'failed', message: expect.stringContaining('split it') });
    expect(byName['other.docx']).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(
        /without the text of a Word document \(word\/document.xml\); open it in Word/,
      ),
    });
    expect(byName['old.docx'].message).toContain('Word 97 to 2003 (.doc)');
    expect(byName['sheet.docx'].message).toContain('an Excel workbook');
    expect(byName['cut.docx'].message).toContain('not valid XML; open it in Word, save it as .docx');
    expect(byName['lost.docx'].message).toContain('the part word/document.xml is missing');
    for (const name of ['bytes.html', 'bytes.md'])
      expect(byName[name]).toMatchObject({ status: 'failed', message: 'The file holds no text.' });
    expect(byName['broken.zip']).toMatchObject({ status: 'failed', message: expect.stringContaining('ZIP') });
    expect(byName['far.html']).toMatchObject({ status: 'completed' });
    expect(await outlineOf(organization.admin, id)).toEqual(['Far (far)', 'Good (good)']);
  });

  it('leaves out only a page over the limits of a document, and fails when nothing is left', async () => {
    const id = await space();
    const large = { name: 'large.md', content: `# Large\n\n$$\n${'x'.repeat(10_001)}\n$$\n` };
    const run = await importInto(
      { space: id },
      { name: 'small.md', content: '# Small\n\nSee [the large one](large.md).' },
      large,
    );
    expect(run).toMatchObject({ status: 'completed' });
    const reportOf = (of: { items: { source: string; status: string; message?: string }[] }) =>
      of.items.map(({ source, status, message }) => [source, status, message]);
    const failed = ['large.md', 'failed', expect.stringContaining('a formula of more than')];
    expect(reportOf(run)).toEqual([failed, ['small.md', 'completed', expect.stringContaining('large.md')]]);
    expect(await outlineOf(organization.admin, id)).toEqual(['Small (small)']);

    const alone = await importInto({ space: id }, large);
    expect(alone).toMatchObject({ status: 'failed', error: expect.stringContaining('the report tells why') });
    expect(reportOf(alone)).toEqual([failed]);
  });

  it('leaves out only a file whose conversion takes too long', async () => {
    const id = await space();
    const converters = test.app.get(Converters);
    Object.assign(converters, { timeMs: 1 });
    const files = [
      { name: 'good.md', content: '# Good' },
      { name: 'slow.html', content: '<p>Words.</p>' },
    ];
    const run = await importInto({ space: id }, ...files).finally(() =>
      Object.assign(converters, { timeMs: LIMITS.convertMs }),
    );
    expect(run).toMatchObject({
      status: 'completed',
      items: [
        { source: 'good.md', status: 'completed' },
        { source: 'slow.html', status: 'failed', message: expect.stringContaining('too much time') },
      ],
    });
    expect(await outlineOf(organization.admin, id)).toEqual(['Good (good)']);
  });

  it('is cancelled while a page is converted, and stores nothing', async () => {
    const { admin, id: organizationId } = organization;
    const id = await space();
    const before = await revisionOf(id);
    const file = vi.spyOn(Converter.prototype, 'file');
    const content = `<main>${'<p><b>a</b><i>b</i></p>'.repeat(33_000)}</main>`;
    const key = await upload(test, admin, organizationId, { name: 'long.html', content });
    const { body } = await startImport(admin, organizationId, { type: 'file', files: [key] }, { space: id });
    const path = `/v1/org/${organizationId}/imports/${body.id}`;
    await expect
      .poll(async () => (await admin.api.get(path)).body.items, { timeout: 60_000 })
      .toMatchObject([{ source: 'long.html', status: 'pending' }]);
    expect((await admin.api.post(`${path}/cancel`)).body.status).toBe('cancelled');
    await test.settle();
    // Without its thread ended, it would come to a result.
    await expect(file.mock.results[0]?.value).rejects.toThrow(RunLost);
    file.mockRestore();
    expect((await admin.api.get(path)).body.status).toBe('cancelled');
    expect(await revisionOf(id)).toBe(before);
  });

  it.each([
    ['a path that leads out', [{ name: '../out.md', content: '# Out' }], 'leads out'],
    ['an absolute path', [{ name: '/etc/out.md', content: '# Out' }], 'leads out'],
    ['a path with backslashes', [{ name: '..\\out.md', content: '# Out' }], 'leads out'],
    [
      'a lie about a size',
      [{ name: 'a.md', content: 'x'.repeat(100_000), claimedSize: 10 }],
      'not a complete ZIP',
    ],
    ['a wrong checksum', [{ name: 'a.md', content: '# A', claimedSum: 1 }], 'does not fit its checksum'],
    ['an encrypted entry', [{ name: 'a.md', content: '# A', isEncrypted: true }], 'password'],
    [
      'an unknown way of packing',
      [{ name: 'a.md', content: '# A', method: 99 }],
      'pack it as an ordinary ZIP',
    ],
    [
      'too many files',
      Array.from({ length: 20_001 }, (_, i) => ({ name: `${i}.md`, content: '' })),
      'more than',
    ],
  ])('fails for an archive with %s and leaves no trace', async (_name, entries, message) => {
    const id = await space();
    const before = await revisionOf(id);
    const run = await importInto({ space: id }, { name: 'evil.zip', content: zipOf(entries) });
    expect(run).toMatchObject({ status: 'failed', error: expect.stringContaining(message) });
    expect(run.completedAt).toBeUndefined();
    expect(await revisionOf(id)).toBe(before);
  });

  it('inserts pages below the requested page, beside existing ones', async () => {
    const id = await space();
    const [parent = ''] = await buildPages(organization.admin, id, [{ title: 'Parent', markdown: 'Words.' }]);
    const run = await importInto({ space: id, page: parent }, { name: 'a.md', content: '# A' });
    await importInto({ space: id }, { name: 'a.md', content: '# A' });
    expect(run.target.page).toBe(parent);
    expect(await outlineOf(organization.admin, id)).toEqual(['Parent (parent)', '  A (parent/a)', 'A (a)']);
  });

  it('writes only to the requested change request', async () => {
    const id = await space({ editMode: 'locked' });
    const request = await openChangeRequest(organization.admin, id, { subject: 'Bring in' });
    const before = await revisionOf(id);
    const target = { space: id, changeRequest: String(request.number) };
    const run = await importInto(target, { name: 'a.md', content: '# A' });
    expect(run).toMatchObject({ status: 'completed', changeRequest: request.id });
    expect(await revisionOf(id)).toBe(before);
    const { body } = await organization.admin.api.get(`${request.path}/content/page/${run.pages[0].id}`);
    expect(body.title).toBe('A');
  });

  it('opens a change request for a locked space, which is then reviewed', async () => {
    const id = await space({ editMode: 'locked' });
    const before = await revisionOf(id);
    const run = await importInto({ space: id }, { name: 'a.md', content: '# A' });
    expect(run.status).toBe('completed');
    expect(await revisionOf(id)).toBe(before);
    const { body } = await organization.admin.api.get(
      `/v1/spaces/${id}/change-requests/${run.changeRequest}`,
    );
    expect(body).toMatchObject({ status: 'draft', subject: 'Import of a file', revision: run.revision });
  });

  it('makes a revision for each of two concurrent imports into a space', async () => {
    const id = await space();
    const keys = [];
    for (const name of ['a.md', 'b.md'])
      keys.push(
        await upload(test, organization.admin, organization.id, { name, content: `# Page of ${name}` }),
      );
    const runs = await Promise.all(
      keys.map((key) =>
        startImport(organization.admin, organization.id, { type: 'file', files: [key] }, { space: id }),
      ),
    );
    await test.settle();
    expect(runs.map((run) => run.status)).toEqual([201, 201]);
    expect((await outlineOf(organization.admin, id)).sort()).toEqual([
      'Page of a.md (a)',
      'Page of b.md (b)',
    ]);
  });

  it('accepts only finished uploads for imports, of the member who imports', async () => {
    const { admin } = organization;
    const id = await space();
    const other = await organization.member('admin');
    const target = { space: id };
    const start = async (...files: string[]) =>
      (await startImport(admin, organization.id, { type: 'file', files }, target)).status;
    const foreign = await upload(test, other, organization.id, { name: 'a.md', content: 'x' });
    const font = await upload(
      test,
      admin,
      organization.id,
      { name: 'a.woff2', content: 'x' },
      'customization_font',
    );
    const file = { name: 'a.md', type: 'text/markdown', size: 3 };
    const empty = await admin.api.post(`/v1/orgs/${organization.id}/storage/upload`, {
      file,
      kind: 'import_file',
    });
    expect(await start('unknown')).toBe(400);
    expect(await start(foreign)).toBe(400);
    expect(await start(font)).toBe(400);
    expect(await start(empty.body.key)).toBe(400);
    expect(await start()).toBe(400);
  });

  it('requires the role editor, and hides spaces of other organizations', async () => {
    const { admin } = organization;
    const id = await space();
    const elsewhere = await buildOrganization(test);
    const theirs = await buildSpace(elsewhere);
    const source = { type: 'website', url: 'http://127.0.0.1:1/' };
    const start = (user: typeof admin, organizationId: string, target: object) =>
      startImport(user, organizationId, source, target).then((answer) => answer.status);
    expect(await start(await organization.member('comment'), organization.id, { space: id })).toBe(403);
    expect(await start(elsewhere.admin, organization.id, { space: id })).toBe(404);
    expect(await start(elsewhere.admin, elsewhere.id, { space: id })).toBe(404);
    expect(await start(admin, organization.id, { space: theirs.id })).toBe(404);
    expect(await start(admin, organization.id, { space: 'nowhere' })).toBe(404);
    expect(await start(admin, organization.id, { space: id, page: 'nowhere' })).toBe(404);
    expect(await start(admin, organization.id, { space: id, changeRequest: '7' })).toBe(404);
  });

  it('keeps the limit of open imports when several start at once', async () => {
    const own = await buildOrganization(test);
    const { id } = await buildSpace(own);
    // HTML needs a thread: the first import is not over before the others are counted.
    const key = await upload(test, own.admin, own.id, { name: 'a.html', content: '<h1>A</h1>' });
    await test.db.query(
      `insert into content_imports (organization_id, id, space_id, actor_id, source, status, attempts, created_at,
         updated_at)
       select $1, 'waiting ' || n, $2, $3, '{"type":"file","files":[]}', 'in-progress', 1, $4, $4
       from generate_series(1, $5::int) as n`,
      [own.id, id, own.admin.id, test.clock.now(), LIMITS.openRuns - 1],
    );
    const start = () => startImport(own.admin, own.id, { type: 'file', files: [key] }, { space: id });
    const answers = await Promise.all([start(), start(), start()]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    await test.settle();
  });
});
