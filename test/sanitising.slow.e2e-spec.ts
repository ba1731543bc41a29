import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DocumentBlock, parseMarkdown } from '../src/modules/documents/index.js';
import { findBrowser, leaveBrowser, shareBrowser } from './support/browser.js';
import { block, documentOf, inline, paragraph, text } from './support/document-nodes.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import {
  hostileAddresses,
  hostileContexts,
  hostileLinks,
  hostilePayloads,
  hostileRefs,
  hostileText,
} from './support/hostile-documents.js';
import { BROWSER_AUDIT, BROWSER_TRAP, pageHarms } from './support/page-audit.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/** All payloads in few titles, each of them as long as a title may be in an address. */
const titles = chunksOf(
  hostilePayloads.map((payload) => payload.replace(/\n/g, ' ').slice(0, 200)),
  200,
);

interface StoredPage {
  id: string;
  path: string;
  /** Source of the page, for the report of a failure. */
  source: string;
}

describe('hostile content on published sites', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;
  let site: string;
  const stored: StoredPage[] = [];
  /** The first page of each place. */
  const places: StoredPage[] = [];

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    space = (await buildSpace(organization, { title: '<script>alert(1)</script>"onload=alert(1) ' })).id;
    const { api } = organization.admin;
    const title = '</title><script>alert(1)</script><img src=x onerror=alert(1)>';
    const made = await api.post(`/v1/orgs/${organization.id}/sites`, { title, spaces: [space] });
    const published = await api.post(`/v1/orgs/${organization.id}/sites/${made.body.id}/publish`);
    site = test.baseUrl + new URL(published.body.urls.published).pathname;
    await buildPages(organization.admin, space, [{ title: 'Home' }]);
  });
  afterAll(() => test.close());

  /** Stores pages and answers where readers find them. */
  const store = async (pages: { source: string; change: object }[]): Promise<StoredPage[]> => {
    const found: Omit<StoredPage, 'path'>[] = [];
    for (let from = 0; from < pages.length; from += 25) {
      const batch = pages.slice(from, from + 25);
      const changes = batch.map(({ change }, at) => ({
        operation: 'insert_page',
        title: `Page ${stored.length + from + at}`,
        hidden: true,
        ...change,
      }));
      const answer = await organization.admin.api.post(
        `/v1/spaces/${space}/content`,
        { changes },
        { query: { compat: false } },
      );
      if (answer.status !== 200) throw new Error(answer.text);
      const made = answer.body.changes as { page: { id: string } }[];
      batch.forEach(({ source }, at) => void found.push({ id: made[at]!.page.id, source }));
    }
    const listed = await organization.admin.api.get(`/v1/spaces/${space}/content/pages`);
    const paths = new Map((listed.body.pages as StoredPage[]).map(({ id, path }) => [id, path]));
    const placed = found.map((page) => ({ ...page, path: paths.get(page.id) ?? '' }));
    stored.push(...placed);
    if (placed[0]) places.push(placed[0]);
    return placed;
  };
  /** Pages as readers got them, by path. */
  const pageTexts = new Map<string, string>();
  /** Problems of the pages as readers get them. */
  const audit = async (pages: StoredPage[]): Promise<string[]> => {
    const found: string[] = [];
    for (const { path, source } of pages) {
      // Compressing hundreds of pages would take longer than making them.
      const response = await fetch(site + path, { headers: { 'accept-encoding': 'identity' } });
      if (response.status !== 200) found.push(`${response.status} for ${source}`);
      const page = await response.text();
      pageTexts.set(path, page);
      found.push(...pageHarms(page).map((harm) => `${harm} from ${source}`));
    }
    return found;
  };
  const markdownOf = async (id: string): Promise<string> => {
    const headers = { authorization: `Bearer ${organization.admin.token}` };
    const response = await fetch(`${test.baseUrl}/v1/spaces/${space}/content/page/${id}?format=markdown`, {
      headers,
    });
    return ((await response.json()) as { markdown: string }).markdown;
  };

  it('the content does nothing as Markdown and stays there unchanged', async () => {
    const all = hostilePayloads.join('\n\n');
    const pages = await store([
      { source: 'all payloads', change: { document: { markdown: all } } },
      { source: 'payloads in a line', change: { document: { markdown: `a ${titles.join(' b\n\na ')} b` } } },
    ]);
    expect(await audit(pages)).toEqual([]);
    const kept = await markdownOf(pages[0]!.id);
    const calls = (text: string) => text.match(/alert\(/g)?.length ?? 0;
    expect(calls(kept)).toBeGreaterThanOrEqual(calls(all));
  });

  // One after the other in Markdown, one payload can hide the next: here each is read alone.
  it.each([
    ['Markdown', (payload: string) => ofMarkdown(payload)],
    [
      'lines, lists, cells, titles, hints and captions',
      (payload: string) => ofMarkdown(hostileContexts(payload)),
    ],
    ['titles, labels, languages, names and anchors of documents', hostileText],
  ])('the content does nothing in %s, all on one page', async (source, write) => {
    const document = documentOf(...hostilePayloads.flatMap((payload) => write(payload)));
    expect(await audit(await store([{ source, change: { document: { document } } }]))).toEqual([]);
  });

  it('the content is refused as the type of a block', async () => {
    const document = documentOf(block('<script>alert(1)</script>', { html: '<b>x</b>' }, [paragraph('x')]));
    const stored = store([{ source: '', change: { document: { document } } }]);
    await expect(stored).rejects.toThrow('is not a type of block');
  });

  it('the content does nothing as the title, description, icon or emoji of a page, and in the navigation of others', async () => {
    const fields = titles.map((payload) => ({
      source: payload,
      change: {
        title: `x${payload}`,
        description: payload,
        icon: payload.slice(0, 50),
        emoji: payload.slice(0, 50),
        hidden: false,
        document: { markdown: 'x' },
      },
    }));
    const front = titles.map((payload) => {
      const value = JSON.stringify(payload);
      const markdown = `---\ndescription: ${value}\nicon: ${value}\ncover: ${value}\ntitle: ${value}\nlayout:\n  width: ${value}\nvars:\n  evil: ${value}\n---\n\n# ${payload}\n\n<code class="expression">page.vars.evil</code>\n`;
      return { source: markdown, change: { title: undefined, document: { markdown } } };
    });
    expect(await audit(await store([...fields, ...front]))).toEqual([]);
  });

  it('the content leads nowhere as the address of links, images, files, cards and embeds, all on one page', async () => {
    const written = hostileAddresses.map((address) => hostileLinks(address)).join('\n\n');
    const inMarkdown = hostileAddresses.flatMap((address) => ofMarkdown(hostileLinks(address)));
    const inDocument = hostileAddresses.flatMap((address) => hostileRefs(address));
    const pages = [
      { source: 'Markdown of all', change: { document: { markdown: written } } },
      { source: 'links', change: { document: { document: documentOf(...inMarkdown) } } },
      { source: 'references', change: { document: { document: documentOf(...inDocument) } } },
    ];
    expect(await audit(await store(pages))).toEqual([]);
  });

  it('the content leads nowhere as the address of covers and of pages that are links', async () => {
    const covers = hostileAddresses.map((url, at) => {
      const other = hostileAddresses.at(at - 1);
      const markdown = `---\ncover: ${JSON.stringify(url)}\ncoverDark: ${JSON.stringify(other)}\n---\n\nx`;
      return { source: url, change: { document: { markdown } } };
    });
    expect(await audit(await store(covers))).toEqual([]);
    for (const url of hostileAddresses) {
      const title = `Link ${url.slice(0, 100)}`;
      const changes = [{ operation: 'insert_page', type: 'link', title, target: { kind: 'url', url } }];
      const answer = await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes });
      expect([200, 400], answer.text).toContain(answer.status);
    }
    expect(await audit(stored.slice(0, 1))).toEqual([]);
  });

  it('the content is refused with characters that no text may have', async () => {
    const ref = { kind: 'url', url: 'java\0script:alert(1)' };
    const changes = [
      {
        operation: 'insert_page',
        title: 'x',
        document: { document: documentOf(paragraph(inline('link', { ref }, [text('x')]))) },
      },
    ];
    const answer = await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('NUL');
  });

  it('the content does nothing as the name of a file', async () => {
    const names = hostilePayloads
      .slice(0, 20)
      .map((payload) => `${payload.replace(/[\n/\\]/g, ' ').slice(0, 100)}.pdf`);
    const files = names.map((name) => ({ name, contentType: 'application/pdf', base64: 'eA==' }));
    const answer = await organization.admin.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_files', files }] },
      { query: { compat: false } },
    );
    expect(answer.status, answer.text).toBe(200);
    const inserted = answer.body.insertedFiles as { id: string; name: string }[];
    const blocks = inserted.map(({ id }) => block('file', { ref: { kind: 'file', file: id } }));
    expect(
      await audit(
        await store([{ source: 'files', change: { document: { document: documentOf(...blocks) } } }]),
      ),
    ).toEqual([]);
  });

  describe.skipIf(findBrowser() === undefined)('in a browser without our content security policy', () => {
    let browser: Browser;
    beforeAll(async () => void (browser = await shareBrowser()));
    afterAll(() => leaveBrowser(browser));

    it('the content runs nothing on any of these pages', async () => {
      const context = await browser.newContext({ bypassCSP: true });
      await context.addInitScript(BROWSER_TRAP);
      const page = await context.newPage();
      const opened: string[] = [];
      context.on('page', (other) => opened.push(other.url()));
      for (const { path, source } of places) {
        await page.goto(site + path, { waitUntil: 'load' });
        expect(page.url(), source).toBe(site + path);
        expect(await page.evaluate(BROWSER_AUDIT), source).toEqual([]);
      }
      // The articles of many pages one after the other: a browser takes longer to open a page than to read one.
      const articles: string[] = [];
      for (const { path } of stored)
        articles.push(
          /<article.*<\/article>/s.exec(pageTexts.get(path) ?? (await (await fetch(site + path)).text()))![0],
        );
      for (let from = 0; from < articles.length; from += 40) {
        await page.setContent(`<!doctype html>${articles.slice(from, from + 40).join('\n')}`, {
          waitUntil: 'load',
        });
        expect(await page.locator('article.page-article').count()).toBe(Math.min(40, articles.length - from));
        expect(await page.evaluate(BROWSER_AUDIT)).toEqual([]);
      }
      expect(opened).toEqual([]);
      expect(places.length).toBeGreaterThan(7);
      await context.close();
    });
  });
});

function ofMarkdown(markdown: string): DocumentBlock[] {
  return parseMarkdown(markdown).document.nodes;
}

/** Joins the texts into as few as hold them, none longer than `length`. */
function chunksOf(texts: string[], length: number): string[] {
  const chunks: string[] = [];
  for (const text of texts) {
    const joined = `${chunks.at(-1) ?? ''} ${text}`.trim();
    if (chunks.length > 0 && joined.length <= length) chunks[chunks.length - 1] = joined;
    else chunks.push(text);
  }
  return chunks;
}
