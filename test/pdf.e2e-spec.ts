import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getDocumentProxy } from 'unpdf';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { buildSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

interface ReadPdf {
  pages: string[];
  text: string;
  /** Pieces of text with how far up on their page they stand. */
  pieces: { words: string; height: number }[];
  /** Titles with those below them. */
  outline: { title: string; items: unknown[] }[];
  links: { url?: string; page?: number }[];
}

describe('PDF files', () => {
  let test: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());

  const ask = (path: string, query: Record<string, string | boolean> = {}) =>
    organization.admin.api.get(`/v1/spaces/${path}/pdf`, { query });
  const download = (url: string, headers: Record<string, string> = {}) =>
    fetch(test.baseUrl + new URL(url).pathname, { headers });

  async function printed(path: string, query: Record<string, string | boolean> = {}): Promise<ReadPdf> {
    const answer = await ask(path, query);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const response = await download(answer.body.url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    return readPdf(new Uint8Array(await response.arrayBuffer()));
  }

  it('a file describes the operations of an API in full', async () => {
    await buildSpec(test, organization, 'printed');
    const { id } = await buildSpace(organization, { title: 'API' });
    const ref = { kind: 'openapi', spec: 'printed' };
    const computed = { type: 'builtin:openapi', props: { models: true }, dependencies: { spec: { ref } } };
    const changes = [{ operation: 'insert_page', type: 'computed', computed }];
    expect((await organization.admin.api.post(`/v1/spaces/${id}/content`, { changes })).status).toBe(200);
    await test.settle();
    const { text } = await printed(id);
    for (const part of [
      'List the pets',
      '/pets',
      'Query parameters',
      'limit',
      'Request body',
      '201 Added',
      '"Rex"',
    ])
      expect(text).toContain(part);
  });

  it('a file has the whole space: cover, contents, pages, outline and links', async () => {
    const { id } = await buildSpace(organization, { title: 'Handbook', emoji: '1f4d6' });
    const [first = ''] = await buildPages(organization.admin, id, [
      { title: 'Start', markdown: '## Aims\n\nWords of the start. [Out](https://example.com/out)' },
      { title: 'Next', markdown: '## Goals\n\nWords of the next.' },
    ]);
    const markdown = '## Aims\n\nWords of the start. [Out](https://example.com/out) [Over](next.md#goals)';
    const edit = { operation: 'update_page', page: first, document: { markdown } };
    await organization.admin.api
      .post(`/v1/spaces/${id}/content`, { changes: [edit] })
      .then(({ status }) => expect(status).toBe(200));
    const pdf = await printed(id);
    expect(pdf.pages[0]).toContain('Handbook');
    expect(pdf.pages[1]).toMatch(/Contents.*Start.*3.*Next.*4/s);
    expect(pdf.pages[2]).toContain('Words of the start.');
    expect(pdf.pages[3]).toContain('Words of the next.');
    expect(pdf.outline.map(({ title }) => title)).toEqual(['Start', 'Next']);
    expect(pdf.outline[0]?.items).toMatchObject([{ title: 'Aims' }]);
    expect(pdf.links).toContainEqual({ url: 'https://example.com/out' });
    // One in the contents, one in the text.
    expect(pdf.links.filter(({ page }) => page === 3)).toHaveLength(2);
  });

  it('a file has a page with those below it, or only the page', async () => {
    const { id } = await buildSpace(organization);
    const [parent = ''] = await buildPages(organization.admin, id, [
      { title: 'Parent', markdown: 'Of parent.' },
    ]);
    const inserted = await organization.admin.api.post(`/v1/spaces/${id}/content`, {
      changes: [
        { operation: 'insert_page', title: 'Child', into: parent, document: { markdown: 'Of child.' } },
        { operation: 'insert_page', title: 'Sibling', document: { markdown: 'Of sibling.' } },
      ],
    });
    expect(inserted.status).toBe(200);
    const branch = await printed(id, { page: parent });
    expect(branch.text).toContain('Of parent.');
    expect(branch.text).toContain('Of child.');
    expect(branch.text).not.toContain('Of sibling.');
    const only = await printed(id, { page: parent, only: true });
    expect(only.pages).toHaveLength(1);
    expect(only.text).toContain('Of parent.');
    expect(only.text).not.toContain('Of child.');
  });

  it('a file of a change request has content that the space has not', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Page', markdown: 'Published words.' }]);
    const request = await organization.admin.api.post(`/v1/spaces/${id}/change-requests`, {
      subject: 'Draft',
    });
    await organization.admin.api.post(`/v1/spaces/${id}/change-requests/${request.body.id}/content`, {
      changes: [{ operation: 'insert_page', title: 'Draft', document: { markdown: 'Drafted words.' } }],
    });
    const draft = await printed(`${id}/change-requests/${request.body.id}`);
    expect(draft.text).toContain('Drafted words.');
    expect((await printed(id)).text).not.toContain('Drafted words.');
  });

  it('a file shows text of every script, and executes no text as code', async () => {
    const { id } = await buildSpace(organization);
    const words = ['العربية', 'עברית', '中文段落', '日本語', '한국어', 'ไทย', 'Ελληνικά'];
    const evil = '#import "@preview/x:1.0.0" \\\\ "quoted" #{ panic("no") }';
    await buildPages(organization.admin, id, [
      {
        title: 'Scripts',
        markdown: `${words.join('\n\n')}\n\n😀 ⚠️\n\n\`${evil}\`\n\n$$x^2 + \\frac{a}{b}$$`,
      },
    ]);
    const { text } = await printed(id);
    for (const word of words.slice(2)) expect(text).toContain(word);
    expect(text).toContain('#import');
    expect(text).toContain('panic("no")');
  });

  it('a file keeps the order of characters in code within right-to-left text', async () => {
    const { id } = await buildSpace(organization, { title: 'مرحبا', language: 'ar' });
    await buildPages(organization.admin, id, [{ title: 'مرحبا', markdown: 'مرحبا `.env` مرحبا `!==`' }]);
    const { text } = await printed(id);
    expect(text).toContain('.env');
    expect(text).toContain('!==');
  });

  it('a file shows uploaded pictures, and boxes for broken and foreign ones', async () => {
    const { id } = await buildSpace(organization);
    const inserted = await organization.admin.api.post(
      `/v1/spaces/${id}/content`,
      {
        changes: [
          {
            operation: 'insert_files',
            files: [
              { name: 'dot.png', contentType: 'image/png', base64: PNG },
              { name: 'bad.png', contentType: 'image/png', base64: 'bm90IGEgcGljdHVyZQ==' },
            ],
          },
        ],
      },
      { query: { compat: false } },
    );
    const [dot, bad] = inserted.body.insertedFiles;
    const image = (ref: object, alt: string) => ({
      object: 'block',
      type: 'images',
      data: {},
      nodes: [{ object: 'block', type: 'image', isVoid: true, data: { ref, alt }, fragments: [] }],
    });
    const nodes = [
      image({ kind: 'file', file: dot.id }, 'Good one'),
      image({ kind: 'file', file: bad.id }, 'Broken one'),
      image({ kind: 'url', url: 'https://127.0.0.1:1/far.png' }, 'Far one'),
    ];
    const change = await organization.admin.api.post(`/v1/spaces/${id}/content`, {
      changes: [
        {
          operation: 'insert_page',
          title: 'Pictures',
          document: { document: { object: 'document', data: {}, nodes } },
        },
      ],
    });
    expect(change.status, JSON.stringify(change.body)).toBe(200);
    const pdf = await printed(id);
    expect(pdf.text).toContain('Broken one');
    expect(pdf.text).toContain('Far one');
    expect(pdf.text).not.toContain('Good one');
    expect(pdf.links).toContainEqual({ url: 'https://127.0.0.1:1/far.png' });
  });

  it('a file keeps captions of embeds apart from the next block', async () => {
    const { id } = await buildSpace(organization);
    const markdown =
      '{% embed url="https://example.com/video" %}\nCaption words\n{% endembed %}\n\nFollowing words';
    await buildPages(organization.admin, id, [{ title: 'Page', markdown }]);
    const { pieces } = await printed(id);
    const heightOf = (words: string) => pieces.find((piece) => piece.words.includes(words))?.height ?? 0;
    expect(heightOf('Caption')).toBeGreaterThan(heightOf('Following') + 12);
    expect(heightOf('Following')).toBeGreaterThan(0);
  });

  it('a file keeps each card of a table on one page', async () => {
    const { id } = await buildSpace(organization);
    const row = (at: number) => `<tr><td>first${at}a ${'words '.repeat(40)} last${at}a</td></tr>`;
    const rows = Array.from({ length: 45 }, (_, at) => row(at)).join('');
    const markdown = `<table data-view="cards"><thead><tr><th></th></tr></thead><tbody>${rows}</tbody></table>`;
    await buildPages(organization.admin, id, [{ title: 'Cards', markdown }]);
    const { pages } = await printed(id);
    expect(pages.length).toBeGreaterThan(4);
    const pageOfWord = (word: string) => pages.findIndex((words) => words.includes(word));
    for (let at = 0; at < 45; at++) {
      expect(pageOfWord(`first${at}a`)).toBeGreaterThan(1);
      expect(pageOfWord(`last${at}a`)).toBe(pageOfWord(`first${at}a`));
    }
  });

  it('a file is made once for all requests of the same content', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Shared', markdown: 'Words.' }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(id)));
    const files = await Promise.all(answers.map(({ body }) => download(body.url)));
    expect(new Set(files.map((file) => file.headers.get('etag'))).size).toBe(1);
    const count = () => test.db.query<{ id: string }>('select id from pdf_exports where space_id = $1', [id]);
    expect(await count()).toHaveLength(1);
    await buildPages(organization.admin, id, [{ title: 'More', markdown: 'More words.' }]);
    expect((await printed(id)).text).toContain('More words.');
    expect(await count()).toHaveLength(2);
  });

  it('a file is made again when its bytes are lost', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Kept', markdown: 'Kept words.' }]);
    await printed(id);
    const { Storage } = await import('../src/modules/storage/index.js');
    const [row] = await test.db.query<{ blob: string }>('select blob from pdf_exports where space_id = $1', [
      id,
    ]);
    await test.app.get(Storage).delete(organization.id, row!.blob);
    expect((await printed(id)).text).toContain('Kept words.');
  });

  it('a file is made by another process when the one that began it died', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Left', markdown: 'Left words.' }]);
    await printed(id);
    const [row] = await test.db.query<{ id: string }>(
      `update pdf_exports set state = 'making', blob = null, updated_at = $2 where space_id = $1 returning id`,
      [id, test.clock.now()],
    );
    const { MakePdf } = await import('../src/modules/pdf/make-pdf.js');
    expect(await test.app.get(MakePdf).execute(organization.id, row!.id)).toBe(false);
    test.clock.advance(61_000);
    expect((await printed(id)).text).toContain('Left words.');
    expect(await test.app.get(MakePdf).execute(organization.id, row!.id)).toBe(true);
  });

  it('a file is downloaded in parts, for an hour, only from the exact address', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Page', markdown: 'Words.' }]);
    const { url } = (await ask(id)).body;
    const part = await download(url, { range: 'bytes=0-4' });
    expect([part.status, await part.text()]).toEqual([206, '%PDF-']);
    expect((await download(`${url}x`)).status).toBe(403);
    expect((await download(url.replace(organization.id, 'other'))).status).toBe(403);
    test.clock.advance(3_601_000);
    expect((await download(url)).status).toBe(403);
  });

  it('a file is deleted when nobody asked for it for a week', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Page', markdown: 'Words.' }]);
    await ask(id);
    const { PdfJobs } = await import('../src/modules/pdf/pdf.jobs.js');
    const count = () => test.db.query('select 1 from pdf_exports where space_id = $1', [id]);
    await test.app.get(PdfJobs).collect();
    expect(await count()).toHaveLength(1);
    test.clock.advance(8 * 86_400_000);
    await test.app.get(PdfJobs).collect();
    expect(await count()).toHaveLength(0);
  });

  it('a file is not given while its space is deleted', async () => {
    const { id } = await buildSpace(organization);
    await buildPages(organization.admin, id, [{ title: 'Secret', markdown: 'Words.' }]);
    const { url } = (await ask(id)).body as { url: string };
    expect((await download(url)).status).toBe(200);
    await organization.admin.api.delete(`/v1/spaces/${id}`);
    expect((await download(url)).status).toBe(404);
    await organization.admin.api.post(`/v1/spaces/${id}/restore`);
    expect((await download(url)).status).toBe(200);
  });

  it('a file is refused for unprintable content and for members who may not read it', async () => {
    const { id } = await buildSpace(organization);
    expect((await ask(id)).status).toBe(400);
    const [page = ''] = await buildPages(organization.admin, id, [{ title: 'Page', markdown: 'Words.' }]);
    expect((await ask(id, { only: true })).status).toBe(400);
    expect((await ask(id, { page: 'nothing' })).status).toBe(404);
    expect((await ask(id, { page, only: 'perhaps' })).status).toBe(400);
    const stranger = await buildOrganization(test);
    expect((await stranger.admin.api.get(`/v1/spaces/${id}/pdf`)).status).toBe(404);
    expect((await test.api.get(`/v1/spaces/${id}/pdf`)).status).toBe(401);
  });
});

async function readPdf(bytes: Uint8Array): Promise<ReadPdf> {
  const pdf = await getDocumentProxy(bytes);
  const pages: string[] = [];
  const links: ReadPdf['links'] = [];
  const pieces: ReadPdf['pieces'] = [];
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(items.map((item) => ('str' in item ? item.str : '')).join(''));
    for (const item of items)
      if ('str' in item) pieces.push({ words: item.str, height: item.transform[5] as number });
    for (const link of (await page.getAnnotations()) as { url?: string; dest?: unknown }[]) {
      if (link.url) links.push({ url: link.url });
      else if (link.dest) links.push({ page: await pageOf(pdf, link.dest) });
    }
  }
  const outline = ((await pdf.getOutline()) ?? []) as ReadPdf['outline'];
  return { pages, text: pages.join('\n'), pieces, outline, links };
}

/** Number of the page a destination is on, from 0. */
async function pageOf(
  pdf: Awaited<ReturnType<typeof getDocumentProxy>>,
  dest: unknown,
): Promise<number | undefined> {
  const explicit = typeof dest === 'string' ? await pdf.getDestination(dest) : (dest as unknown[]);
  const target = explicit?.[0];
  return target ? pdf.getPageIndex(target as { num: number; gen: number }) : undefined;
}
