import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DocumentBlock } from '../src/modules/documents/index.js';
import { findBrowser, launchBrowser } from './support/browser.js';
import {
  block,
  codeBlock,
  documentOf,
  fragment,
  heading,
  inline,
  paragraph,
  text,
} from './support/document-nodes.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { parseHtml, textOf } from './support/html.js';
import { HOSTILE_ADDRESSES, HOSTILE_HTML } from './support/hostile-payloads.js';
import { BROWSER_AUDIT, BROWSER_TRAP, pageHarms } from './support/page-audit.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/** Texts with a NUL are refused; a test of its own says so. */
const addresses = HOSTILE_ADDRESSES.filter((address) => !address.includes('\0'));
const payloads = Object.entries(HOSTILE_HTML).flatMap(([kind, list]) =>
  list.filter((payload) => !payload.includes('\0')).map((payload) => ({ kind, payload })),
);

const BUILT = new Set(['image', 'href', 'pre', 'class', 'lang']);

interface StoredPage {
  id: string;
  path: string;
  /** What it was made from, for the report of a failure. */
  source: string;
}

describe('what writers of bad intent write', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;
  let site: string;
  const stored: StoredPage[] = [];

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
    return placed;
  };
  /** Pages as readers got them, by path. */
  const pageTexts = new Map<string, string>();
  /** What is wrong with the pages as readers get them. */
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

  it('is known to the audit when it is there', () => {
    const page = (body: string) =>
      `<!doctype html><title>x</title><header class="site-header"></header><main>${body}</main>`;
    expect(pageHarms(page('fine <img src="data:image/png;base64,x"> <a href="/x">x</a>'))).toEqual([]);
    const harmful = [
      '<script>1</script>',
      '<svg onload=x></svg>',
      '<a href="java\nscript:x">x</a>',
      '<img src="data:image/svg+xml,x">',
      '<form></form>',
      '<p style="position:fixed">x</p>',
      '<meta http-equiv=refresh>',
      '<iframe></iframe>',
      '<div class="site-header"></div><header class="site-header"></header>',
    ];
    expect(harmful.filter((html) => pageHarms(page(html)).length === 0)).toEqual([]);
  });

  it('stays in the Markdown as it was written and does nothing on the page', async () => {
    const pages = await store(
      payloads.map(({ payload }) => ({ source: payload, change: { document: { markdown: payload } } })),
    );
    expect(await audit(pages)).toEqual([]);
    for (const { id, source } of pages) {
      const kept = await markdownOf(id);
      const words = decoded(source).match(/[a-z0-9]{2,}/g) ?? [];
      expect(
        // What only says how a thing is built may be written another way: a fence, a reference, <img> for <image>.
        words.filter((word) => !BUILT.has(word) && !decoded(kept).includes(word)),
        `${source}\n${kept}`,
      ).toEqual([]);
    }
  });

  it('does nothing in lines, lists, cells, titles, hints and captions', async () => {
    const contexts = payloads.map(({ payload }) => {
      const line = payload.replaceAll('\n', ' ');
      const cell = line.replaceAll('|', '\\|');
      return [
        `a ${line} b`,
        `## a ${line} b`,
        `* ${line}\n* b`,
        `> ${line}`,
        `| a ${cell} | b |\n| --- | --- |\n| ${cell} | \`${cell}\` |`,
        `<table><thead><tr><th>${line}</th></tr></thead><tbody><tr><td>${line}</td></tr></tbody></table>`,
        `{% hint style="info" %}\n${payload}\n{% endhint %}`,
        `<details><summary>${line}</summary>\n\n${payload}\n\n</details>`,
        `<figure><img src="x.png" alt=""><figcaption>${line}</figcaption></figure>`,
        `[^1]\n\n[^1]: ${line}`,
      ].join('\n\n');
    });
    expect(
      await audit(
        await store(contexts.map((markdown) => ({ source: markdown, change: { document: { markdown } } }))),
      ),
    ).toEqual([]);
  });

  it('does nothing as the text of documents: titles, labels, languages, names, anchors', async () => {
    const pages = payloads.map(({ payload }) => ({
      source: payload,
      change: { document: { document: documentOf(...hostileText(payload)) } },
    }));
    expect(await audit(await store(pages))).toEqual([]);
  });

  it('is no type of a block', async () => {
    const document = documentOf(block('<script>alert(1)</script>', { html: '<b>x</b>' }, [paragraph('x')]));
    const stored = store([{ source: '', change: { document: { document } } }]);
    await expect(stored).rejects.toThrow('is not a type of block');
  });

  it('does nothing as the title, description, icon or emoji of a page', async () => {
    const fields = payloads
      .map(({ payload }) => payload.replace(/\n/g, ' ').slice(0, 200))
      .map((payload) => ({
        source: payload,
        change: {
          title: `x${payload}`,
          description: payload,
          icon: payload.slice(0, 50),
          emoji: payload.slice(0, 50),
          document: { markdown: 'x' },
        },
      }));
    const front = payloads.slice(0, 40).map(({ payload }) => {
      const value = JSON.stringify(payload);
      const markdown = `---\ndescription: ${value}\nicon: ${value}\ncover: ${value}\ntitle: ${value}\nlayout:\n  width: ${value}\nvars:\n  evil: ${value}\n---\n\n# ${payload.replace(/\n/g, ' ')}\n\n<code class="expression">page.vars.evil</code>\n`;
      return { source: markdown, change: { title: undefined, document: { markdown } } };
    });
    expect(await audit(await store([...fields, ...front]))).toEqual([]);
  });

  it('leads nowhere as the address of links, images, files, cards, embeds and covers', async () => {
    const written = addresses.map((address) => {
      const quoted = address.replaceAll('"', '&quot;');
      const line = address.replaceAll('\n', '&#10;');
      return [
        `[x](<${line.replace(/[<>]/g, '\\$&')}>) ![x](<${line.replace(/[<>]/g, '\\$&')}> "t") <${line}>`,
        `<a href="${quoted}">x</a> <a href='${line}'>x</a> <a href="${quoted}" class="button primary">x</a> <img src="${quoted}" alt="x">`,
        `<div><a href="${quoted}">x</a><img src="${quoted}"><video src="${quoted}" poster="${quoted}"></video><iframe src="${quoted}"></iframe></div>`,
        `{% embed url="${quoted}" %}`,
        `{% content-ref url="${quoted}" %}\n[x](${quoted})\n{% endcontent-ref %}`,
        `{% file src="${quoted}" %}`,
        `{% openapi src="${quoted}" path="/x" method="get" %}\n{% endopenapi %}`,
        `{% @evil/block data-url="${quoted}" url="${quoted}" %}`,
        `<table data-view="cards"><thead><tr><th>x</th><th data-card-target data-type="content-ref"></th><th data-card-cover data-type="image"></th></tr></thead><tbody><tr><td>x</td><td><a href="${quoted}">x</a></td><td><a href="${quoted}">x</a></td></tr></tbody></table>`,
      ].join('\n\n');
    });
    const cover = (address: string): string =>
      `---\ncover: ${JSON.stringify(address)}\ncoverDark: ${JSON.stringify(address)}\n---\n\nx`;
    const pages = addresses.flatMap((url) => [
      { source: url, change: { document: { document: documentOf(...hostileRefs(url)) } } },
      { source: url, change: { document: { markdown: cover(url) } } },
    ]);
    expect(
      await audit(
        await store([
          ...written.map((markdown) => ({ source: markdown, change: { document: { markdown } } })),
          ...pages,
        ]),
      ),
    ).toEqual([]);
    for (const url of addresses) {
      const changes = [
        {
          operation: 'insert_page',
          type: 'link',
          title: `Link ${url.slice(0, 100)}`,
          target: { kind: 'url', url },
        },
      ];
      const answer = await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes });
      expect([200, 400], answer.text).toContain(answer.status);
    }
    expect(await audit(stored.slice(0, 1))).toEqual([]);
  });

  it('is refused where it holds characters no text may hold', async () => {
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

  it('does nothing as the name of a file', async () => {
    const names = payloads
      .slice(0, 20)
      .map(({ payload }) => `${payload.replace(/[\n/\\]/g, ' ').slice(0, 100)}.pdf`);
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
    beforeAll(async () => void (browser = await launchBrowser({ onlyHere: true })));
    afterAll(() => browser?.close());

    it('runs nothing on any of these pages', async () => {
      const context = await browser.newContext({ bypassCSP: true });
      await context.addInitScript(BROWSER_TRAP);
      const page = await context.newPage();
      const opened: string[] = [];
      context.on('page', (other) => opened.push(other.url()));
      for (const [at, { path, source }] of stored.entries()) {
        if (at % 25 !== 0) continue;
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
      expect(stored.length).toBeGreaterThan(400);
      await context.close();
    });
  });
});

/** Text without its character references, in lower case: they may be written another way. */
function decoded(source: string): string {
  return textOf(parseHtml(`<textarea>${source.replaceAll('<', '&lt;')}</textarea>`)).toLowerCase();
}

/** A document that says the payload in every member that holds words. */
function hostileText(payload: string): DocumentBlock[] {
  const words = payload;
  const plain = { type: 'text', title: words, textAlignment: 'left' };
  return [
    heading(1, words),
    block('heading-2', { id: words }, [text(words, 'bold', 'code')]),
    paragraph(
      text(
        words,
        'keyboard',
        { object: 'mark', type: words },
        { object: 'mark', type: 'color', data: { text: words, background: words } },
      ),
      inline('emoji', { code: words }),
      inline('icon', { icon: words, color: words }),
      inline('inline-math', { formula: words }),
      inline('expression', { expression: words }),
      inline('button', {
        label: words,
        kind: 'primary',
        icon: words,
        action: { action: 'ask', query: words },
      }),
      inline('link', { ref: { kind: 'url', url: 'https://example.com' }, title: words }, [text(words)]),
      inline('inline-image', { ref: { kind: 'url', url: '/x.png' }, alt: words, caption: words }),
    ),
    codeBlock(words, { title: words, syntax: words }),
    codeBlock(words, { syntax: 'html', raw: 'html' }),
    codeBlock(words, { syntax: 'markdown', raw: 'markdown' }),
    paragraph('x ', inline('expression', { expression: "''", raw: words }), ' y'),
    block('hint', { style: 'info', icon: words }, [paragraph(words)]),
    block('tabs', {}, [block('tabs-item', { title: words, icon: words, id: words }, [paragraph(words)])]),
    block('expandable', {}, undefined, {
      fragments: [
        fragment('expandable-title', paragraph(words)),
        fragment('expandable-body', paragraph(words)),
      ],
    }),
    block('stepper', {}, [block('stepper-step', { icon: words }, [paragraph(words)])]),
    block('math', { formula: words }),
    block('openapi-operation', { ref: { kind: 'openapi', spec: words }, path: words, method: words }),
    block('openapi-schemas', { ref: { kind: 'openapi', spec: words }, schemas: [words], title: words }),
    block('integration', { integration: words, block: words, props: { [words.slice(0, 20)]: words } }),
    block('prompt', { description: words, icon: words }, [codeBlock(words)]),
    block('updates', {}, [
      block('update', { date: '2026-01-01T00:00:00.000Z', tags: [{ kind: 'tag', tag: words }] }, [
        paragraph(words),
      ]),
    ]),
    block('if', { expression: words }, [paragraph(words)]),
    block(
      'table',
      {
        view: { type: 'grid', columns: ['a', 's'], hideHeader: false, columnWidths: { a: 100 } },
        definition: {
          a: { ...plain, id: 'a', verticalAlignment: words },
          s: {
            id: 's',
            type: 'select',
            title: words,
            multiple: false,
            options: [{ value: 'o', label: words, color: words }],
          },
        },
        records: { r: { orderIndex: words, values: { a: 'f', s: ['o', words] } } },
      },
      undefined,
      { fragments: [{ object: 'fragment', fragment: 'f', nodes: [paragraph(words)] }] },
    ),
  ];
}

/** A document that names the address wherever a reference can stand. */
function hostileRefs(url: string): DocumentBlock[] {
  const ref = { kind: 'url', url };
  return [
    paragraph(
      inline('link', { ref }, [text('x')]),
      inline('mention', { ref, text: url }),
      inline('button', { label: 'x', kind: 'primary', ref }),
      inline('inline-image', { ref, refDark: ref, alt: 'x' }),
      inline('link', { ref: { kind: 'anchor', anchor: url } }, [text('x')]),
      inline('link', { ref: { kind: 'page', page: url } }, [text('x')]),
      inline('link', { ref: { kind: 'file', file: url } }, [text('x')]),
    ),
    block('content-ref', { ref }),
    block('embed', { url }),
    block('file', { ref }),
    block('drawing', { ref }),
    block('images', {}, [block('image', { ref, refDark: ref, alt: 'x' })]),
    block('swagger', { ref, path: url, method: 'get' }),
    block('integration', { integration: 'x', block: 'y', props: {}, url }),
    block('table', {
      view: {
        type: 'cards',
        columns: ['t', 'i', 'f'],
        cardSize: 'medium',
        targetDefinition: 't',
        coverDefinition: 'i',
        coverDefinitionDark: 'i',
      },
      definition: {
        t: { id: 't', type: 'content-ref', title: 'T' },
        i: { id: 'i', type: 'image', title: 'I' },
        f: { id: 'f', type: 'files', title: 'F' },
      },
      records: { r: { orderIndex: 'a', values: { t: ref, i: { ref, alt: 'x' }, f: [url, `url:${url}`] } } },
    }),
    block('table', {
      view: { type: 'grid', columns: ['t', 'i'], hideHeader: false },
      definition: {
        t: { id: 't', type: 'content-ref', title: 'T' },
        i: { id: 'i', type: 'image', title: 'I' },
      },
      records: { r: { orderIndex: 'a', values: { t: ref, i: ref } } },
    }),
  ];
}
