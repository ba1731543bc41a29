import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { imageSize } from 'image-size';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Element } from 'xast';
import { fromXml } from 'xast-util-from-xml';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { buildSpec, smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

interface Published {
  id: string;
  space: string;
  pages: string[];
  /** Path of the site, with a trailing slash. */
  base: string;
  /** Address of the site as readers know it. */
  url: string;
}

const WELCOME = `---
description: What this is
---

See [the second page](second-page).

{% hint style="warning" %}
Mind the **gap**.
{% endhint %}

{% tabs %}
{% tab title="npm" %}
\`\`\`bash
npm ci
\`\`\`
{% endtab %}
{% endtabs %}

{% if visitor.claims.plan == "secret" %}
Words for the few.
{% endif %}

<!-- a note of the writer -->

| a | b |
| - | - |
| 1 | 2 |
`;

async function publish(
  options: { visibility?: string; title?: string; pages?: { title: string; markdown?: string }[] } = {},
): Promise<Published> {
  const { api } = organization.admin;
  const space = await buildSpace(organization, { title: 'Guide' });
  const pages = await buildPages(
    organization.admin,
    space.id,
    options.pages ?? [
      { title: 'Welcome', markdown: WELCOME },
      { title: 'Second page', markdown: 'The end.' },
    ],
  );
  const body = { title: options.title ?? 'My docs', visibility: options.visibility, spaces: [space.id] };
  const site = await api.post(`/v1/orgs/${organization.id}/sites`, body);
  const { id } = site.body as { id: string };
  const answer = await api.post(`/v1/orgs/${organization.id}/sites/${id}/publish`);
  const url = (answer.body as { urls: { published: string } }).urls.published.replace(/\/?$/, '/');
  return { id, space: space.id, pages, url, base: new URL(url).pathname };
}

const read = (path: string, headers: Record<string, string> = {}) => test.api.get(path, { headers });

/** Elements with this name anywhere below. */
function elements(text: string, name: string): Element[] {
  const found: Element[] = [];
  const walk = (node: { type: string; children?: unknown[] }): void => {
    if (node.type === 'element' && (node as Element).name === name) found.push(node as Element);
    for (const child of node.children ?? []) walk(child as { type: string });
  };
  walk(fromXml(text));
  return found;
}

const words = (node: Element): string =>
  node.children
    .map((child) => (child.type === 'text' ? child.value : child.type === 'element' ? words(child) : ''))
    .join('');

describe('the Markdown of a page', () => {
  it('holds the text of the page, in plain Markdown with whole addresses', async () => {
    const { base, url } = await publish();
    const answer = await read(`${base}index.md`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(answer.headers.get('link')).toBe(`<${url}>; rel="canonical"`);
    expect(answer.text).toBe(`---
description: What this is
---

# Welcome

See [the second page](${url}second-page.md).

> **Warning**
>
> Mind the **gap**.

**npm**

\`\`\`bash
npm ci
\`\`\`

| a | b |
| --- | --- |
| 1 | 2 |
`);
    expect((await read(`${base}second-page.md`)).text).toBe('# Second page\n\nThe end.\n');
  });

  it('is also answered at the address of the page to clients that accept it', async () => {
    const { base } = await publish();
    const asked = await read(`${base}second-page`, { accept: 'text/markdown, text/html;q=0.5' });
    expect(asked.text).toBe('# Second page\n\nThe end.\n');
    expect(asked.headers.get('vary')).toContain('Accept');
    const browser = await read(`${base}second-page`, { accept: 'text/html,*/*;q=0.8' });
    expect(browser.headers.get('content-type')).toContain('text/html');
    expect(browser.headers.get('vary')).toBe('Accept, Accept-Encoding');
    expect(browser.text).toContain(
      `<link rel="alternate" type="text/markdown" href="${base}second-page.md"/>`,
    );
    const missing = await read(`${base}nowhere`, { accept: 'text/markdown' });
    expect(missing.status).toBe(404);
  });

  it('has one address, and is 404 for an unknown page', async () => {
    const { base } = await publish();
    const other = await read(`${base}welcome.md`);
    expect([other.status, other.headers.get('location')]).toEqual([307, `${base}index.md`]);
    const missing = await read(`${base}nowhere.md`);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('llms.txt');
    const head = await fetch(`${test.baseUrl}${base}index.md`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is answered with 304 until the page changes', async () => {
    const { base, space, pages } = await publish();
    const path = `${base}second-page.md`;
    const etag = (await read(path)).headers.get('etag') ?? '';
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304);
    const change = { operation: 'update_page', page: pages[1], document: { markdown: 'Fresh words.' } };
    await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes: [change] });
    expect((await read(path, { 'if-none-match': etag })).text).toContain('Fresh words.');
  });
});

it('an operation of an API is described in Markdown, by its newest version', async () => {
  await buildSpec(test, organization, 'shop');
  const operation =
    '{% openapi-operation spec="shop" path="/health" method="get" %}\n{% endopenapi-operation %}';
  const { base } = await publish({ pages: [{ title: 'Calls', markdown: operation }] });
  const first = await read(`${base}index.md`);
  expect(first.text).toContain('`GET /health`');
  expect(first.text).toContain('Is it well?');
  const full = (await read(`${base}llms-full.txt`)).headers.get('etag') ?? '';
  const paths = {
    '/health': { get: { summary: 'How is it?', responses: { 200: { description: 'It is' } } } },
  };
  await buildSpec(test, organization, 'shop', smallSpec({ paths }));
  expect((await read(`${base}index.md`)).text).toContain('How is it?');
  const again = await read(`${base}llms-full.txt`, { 'if-none-match': full });
  expect(again.text).toContain('How is it?');
});

describe('search engines', () => {
  it('get a sitemap of the pages that they may list', async () => {
    const { base, url } = await publish({
      pages: [
        { title: 'Home' },
        { title: 'A & b' },
        { title: 'Hidden', markdown: '---\nhidden: true\n---\n\nQuiet.' },
        { title: 'Kept out', markdown: '---\nnoRobotsIndex: true\n---\n\nQuiet.' },
      ],
    });
    const answer = await read(`${base}sitemap.xml`);
    expect(answer.headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(elements(answer.text, 'loc').map(words)).toEqual([url, `${url}a--b`]);
    for (const modified of elements(answer.text, 'lastmod'))
      expect(new Date(words(modified)).toISOString()).toBe(words(modified));
    expect(elements(answer.text, 'urlset')[0]?.attributes.xmlns).toBe(
      'http://www.sitemaps.org/schemas/sitemap/0.9',
    );
    expect((await read(`${base}sitemap-1.xml`)).status).toBe(404);
  });

  it('see a new page in the sitemap on the first request after its creation', async () => {
    const { base, space } = await publish();
    const etag = (await read(`${base}sitemap.xml`)).headers.get('etag') ?? '';
    expect((await read(`${base}sitemap.xml`, { 'if-none-match': etag })).status).toBe(304);
    await buildPages(organization.admin, space, [{ title: 'Third' }]);
    expect((await read(`${base}sitemap.xml`, { 'if-none-match': etag })).text).toContain(`${base}third`);
    expect((await read(`${base}llms.txt`)).text).toContain(`${base}third.md`);
  });

  it('read in robots.txt which sites they may fetch', async () => {
    const open = await publish();
    expect((await read(`${open.base}robots.txt`)).text).toBe(
      `User-agent: *\nDisallow:\n\nSitemap: ${open.url}sitemap.xml\n`,
    );
    const unlisted = await publish({ visibility: 'unlisted' });
    expect((await read(`${unlisted.base}robots.txt`)).text).toBe(
      `User-agent: *\nDisallow: ${unlisted.base}\n`,
    );
  });

  it('find only public sites in the robots.txt of the host', async () => {
    const open = await publish();
    const closed = await publish({ visibility: 'unlisted' });
    const excluded = await publish();
    const path = `/v1/orgs/${organization.id}/sites/${excluded.id}`;
    await organization.admin.api.patch(path, { agentsContext: 'excluded' });
    const { text } = await read('/robots.txt');
    expect(text).toMatch(/^User-agent: \*\nDisallow: \/v1\/\n/);
    expect(text).toContain(`Sitemap: ${open.url}sitemap.xml\n`);
    expect(text).not.toContain(closed.base);
    expect(text).toContain(`Disallow: ${excluded.base}\n`);
    expect(text).not.toContain(`Disallow: ${open.base}\n`);
  });

  it('get nothing of an unlisted site, while its readers get everything', async () => {
    const { base } = await publish({ visibility: 'unlisted' });
    expect((await read(`${base}sitemap.xml`)).status).toBe(404);
    for (const path of ['llms.txt', 'llms-full.txt', 'index.md']) {
      const answer = await read(base + path);
      expect([path, answer.status, answer.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
    }
    expect((await read(base)).text).not.toContain('sitemap.xml');
  });

  it('read structured data about a page, whatever its title holds', async () => {
    const title = '</script><script>alert(1)</script> "&';
    const { base, url } = await publish({ pages: [{ title: 'Home' }, { title }] });
    const second = elements((await read(`${base}sitemap.xml`)).text, 'loc').map(words)[1] ?? '';
    const path = new URL(second).pathname;
    const { text } = await read(path);
    const [article, crumbs] = [
      ...text.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs),
    ].map(([, json]) => JSON.parse(json ?? '') as Record<string, never>);
    expect(article).toMatchObject({ '@type': 'TechArticle', headline: title, url: new URL(path, url).href });
    expect(crumbs?.['itemListElement']).toMatchObject([
      { position: 1, name: 'My docs', item: url },
      { position: 2, name: title },
    ]);
    expect(text).not.toContain('<script>alert(1)');
  });
});

describe('language models', () => {
  it('get an index of the pages in the form of llmstxt.org', async () => {
    const { base, url } = await publish();
    const { text, headers } = await read(`${base}llms.txt`);
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(text).toBe(`# My docs

> What this is

Each page is Markdown. All of them in one text: [llms-full.txt](${url}llms-full.txt).

## Guide

- [Welcome](${url}index.md): What this is
- [Second page](${url}second-page.md)
`);
  });

  it('get all pages in one text, or in parts where it is long', async () => {
    const { base, url, space } = await publish();
    const { text, headers } = await read(`${base}llms-full.txt`);
    expect(text).toContain(`# Welcome\n\nSource: <${url}>\n\nWhat this is\n`);
    expect(text).toContain(`# Second page\n\nSource: <${url}second-page>\n\nThe end.\n`);
    const again = await read(`${base}llms-full.txt`, { 'if-none-match': headers.get('etag') ?? '' });
    expect(again.status).toBe(304);
    expect((await read(`${base}llms-full.txt/2`)).status).toBe(404);
    for (let batch = 0; batch < 5; batch++) {
      const more = Array.from({ length: 50 }, (_, at) => ({ title: `More ${batch} ${at}` }));
      await buildPages(organization.admin, space, more);
    }
    const first = await read(`${base}llms-full.txt`, { 'if-none-match': headers.get('etag') ?? '' });
    expect(first.text.match(/^# /gm)).toHaveLength(250);
    expect(first.text).toContain(`<${url}llms-full.txt/2>`);
    const second = await read(`${base}llms-full.txt/2`);
    expect(second.text.match(/^# /gm)).toEqual(['# ', '# ']);
    expect(second.text).toContain('# More 4 49');
  });
});

describe('a site that excludes agents', () => {
  it('offers nothing that is made for agents', async () => {
    const { base, id } = await publish();
    const path = `/v1/orgs/${organization.id}/sites/${id}`;
    const patched = await organization.admin.api.patch(path, { agentsContext: 'excluded' });
    expect(patched.status).toBe(200);
    for (const name of ['llms.txt', 'llms-full.txt', 'index.md', 'second-page.md'])
      expect((await read(base + name)).status, name).toBe(404);
    const page = await read(base, { accept: 'text/markdown' });
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(page.text).not.toContain('text/markdown');
    expect((await test.api.post(`${base}~mcp`, {})).status).toBe(404);
    expect((await read(`${base}robots.txt`)).text).toMatch(
      /User-agent: GPTBot\n(User-agent: .*\n)*Disallow: \/sites/,
    );
    expect((await read(`${base}sitemap.xml`)).status).toBe(200);
  });

  it('offers no MCP endpoint either when its settings turn it off', async () => {
    const { base, id } = await publish();
    const path = `/v1/orgs/${organization.id}/sites/${id}/customization`;
    const settings = (await organization.admin.api.get(path)).body as { pageActions: object };
    const changed = { ...settings, pageActions: { ...settings.pageActions, mcp: false } };
    expect((await organization.admin.api.put(path, changed)).status).toBe(200);
    expect((await test.api.post(`${base}~mcp`, {})).status).toBe(404);
    expect((await read(`${base}llms.txt`)).status).toBe(200);
  });
});

describe('the organization of a site', () => {
  const settings = (body: object) => organization.admin.api.patch(`/v1/orgs/${organization.id}`, body);

  it('removes everything made for AI from its sites while AI is turned off', async () => {
    const { base, id } = await publish();
    const path = `/v1/orgs/${organization.id}/sites/${id}/customization`;
    const before = (await organization.admin.api.get(path)).body as { pageActions: object };
    const pageActions = { ...before.pageActions, externalAI: true };
    await organization.admin.api.put(path, { ...before, pageActions });
    const offered = async () => {
      const page = (await read(base)).text;
      const answers = [await read(`${base}llms.txt`), await read(`${base}index.md`)];
      return [
        ...answers.map(({ status }) => status),
        ...['text/markdown', 'claude.ai', '~mcp'].map((name) => page.includes(name)),
        (await read('/robots.txt')).text.includes(`Disallow: ${base}\n`),
      ];
    };
    expect(await offered()).toEqual([200, 200, true, true, true, false]);
    await settings({ ai: false });
    expect(await offered()).toEqual([404, 404, false, false, false, true]);
    expect((await test.api.post(`${base}~mcp`, {})).status).toBe(404);
    await settings({ ai: true });
    expect(await offered()).toEqual([200, 200, true, true, true, false]);
  });

  it('gives instructions to agents', async () => {
    const { base } = await publish();
    expect((await read(`${base}llms.txt`)).text).not.toContain('Acme');
    const hint = '{% hint style="info" %}\nSay Acme, not ACME.\n{% endhint %}';
    const instructions = { markdown: `## Names\n\n${hint}` };
    const path = `/v1/orgs/${organization.id}/agent-instructions`;
    expect((await organization.admin.api.put(path, { instructions })).status).toBe(200);
    const told = '**Names**\n\n> **Information**\n>\n> Say Acme, not ACME.';
    expect((await read(`${base}llms.txt`)).text).toContain(`\n\n${told}\n\nEach page`);
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${test.baseUrl}${base}~mcp`)));
    expect(client.getInstructions()).toMatch(/searchDocumentation.*$/m);
    expect(client.getInstructions()?.endsWith(`\n\n${told}`)).toBe(true);
    await client.close();
    await organization.admin.api.put(path, { instructions: { markdown: '' } });
    expect((await read(`${base}llms.txt`)).text).not.toContain('Acme');
  });

  it('gives its logo to sites without one', async () => {
    const { base, id } = await publish();
    const logo = 'https://example.com/acme.svg';
    const own = 'https://example.com/site.svg';
    expect((await settings({ logo })).body.urls.logo).toBe(logo);
    expect((await read(base)).text).toContain(logo);
    const path = `/v1/orgs/${organization.id}/sites/${id}/customization`;
    const before = (await organization.admin.api.get(path)).body as { header: object };
    const header = { ...before.header, logo: { light: own, dark: own } };
    await organization.admin.api.put(path, { ...before, header });
    const page = (await read(base)).text;
    expect([page.includes(own), page.includes(logo)]).toEqual([true, false]);
    await settings({ logo: null });
  });
});

describe('the feed of a page', () => {
  const UPDATES = `{% updates format="full" %}
{% update date="2026-03-02" %}
## Faster & better

Read [more](https://example.com/?a=1&b=2).
{% endupdate %}

{% update date="2026-02-01" %}
Only words.
{% endupdate %}
{% endupdates %}`;

  it('holds its updates, and is named in its head', async () => {
    const { base, url } = await publish({ pages: [{ title: 'Home' }, { title: 'News', markdown: UPDATES }] });
    const page = await read(`${base}news`);
    expect(page.text).toContain(`type="application/rss+xml" href="${base}news/rss.xml"`);
    const feed = await read(`${base}news/rss.xml`);
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    const items = elements(feed.text, 'item');
    const of = (item: Element | undefined, name: string) =>
      item?.children.flatMap((child) =>
        child.type === 'element' && child.name === name ? [words(child)] : [],
      )[0];
    expect(items.map((item) => of(item, 'title'))).toEqual(['Faster & better', 'February 1, 2026']);
    expect(of(items[0], 'link')).toBe(`${url}news#faster--better`);
    expect(of(items[0], 'pubDate')).toBe('Mon, 02 Mar 2026 00:00:00 GMT');
    expect(of(items[0], 'description')).toBe(
      '<p>Read <a href="https://example.com/?a=1&amp;b=2">more</a>.</p>\n',
    );
    expect(new Set(items.map((item) => of(item, 'guid'))).size).toBe(2);
  });

  it('is missing for a page without updates', async () => {
    const { base } = await publish();
    expect((await read(`${base}second-page/rss.xml`)).status).toBe(404);
    expect((await read(`${base}second-page`)).text).not.toContain('rss');
  });
});

describe('the preview image of a page', () => {
  it.each(['Getting started 🚀', 'البدء السريع', '日本語のドキュメント'])(
    'with the title %s is a picture',
    async (title) => {
      const { base } = await publish({ pages: [{ title }] });
      const { text } = await read(base);
      const [, url = ''] = /<meta property="og:image" content="([^"]+)"/.exec(text) ?? [];
      const path = new URL(url).pathname;
      const answer = await fetch(test.baseUrl + path);
      expect(answer.headers.get('content-type')).toBe('image/png');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(imageSize(bytes)).toMatchObject({ type: 'png', width: 1200, height: 630 });
      expect(new Set(await pixels(bytes)).size).toBeGreaterThan(20);
      const again = await read(path, { 'if-none-match': answer.headers.get('etag') ?? '' });
      expect(again.status).toBe(304);
    },
  );

  it('is the image of the settings where they name one', async () => {
    const { base, id } = await publish();
    const path = `/v1/orgs/${organization.id}/sites/${id}/customization`;
    const settings = (await organization.admin.api.get(path)).body as object;
    const url = 'https://example.com/preview.png';
    expect((await organization.admin.api.put(path, { ...settings, socialPreview: { url } })).status).toBe(
      200,
    );
    expect((await read(base)).text).toContain(`<meta property="og:image" content="${url}"/>`);
  });

  it('changes its address when it looks different, and is shown to readers of the page only', async () => {
    const { base, space, pages, id } = await publish();
    const address = async () =>
      /<meta property="og:image" content="([^"]+)"/.exec((await read(base)).text)?.[1] ?? '';
    const before = await address();
    const change = { operation: 'update_page', page: pages[0], title: 'Renamed' };
    await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes: [change] });
    expect(await address()).not.toBe(before);
    const path = new URL(before).pathname;
    expect((await read(path.replace(/[^/]+\.png/, 'other.png'))).status).toBe(404);
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${id}/unpublish`);
    expect((await read(path)).status).toBe(404);
  });
});

/** Some pixels of a picture, as text. */
async function pixels(png: Buffer): Promise<string[]> {
  const { createCanvas, loadImage } = await import('@napi-rs/canvas');
  const context = createCanvas(1200, 630).getContext('2d');
  context.drawImage(await loadImage(png), 0, 0);
  const { data } = context.getImageData(0, 0, 1200, 630);
  return Array.from({ length: 5000 }, (_, at) => data.subarray(at * 600, at * 600 + 3).join());
}

describe('AI tools', () => {
  async function connect(base: string): Promise<Client> {
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(`${test.baseUrl}${base}~mcp`)));
    return client;
  }

  const call = async (client: Client, name: string, args: Record<string, unknown>): Promise<CallToolResult> =>
    (await client.callTool({ name, arguments: args })) as CallToolResult;
  const textOf = ({ content }: CallToolResult): string =>
    content[0]?.type === 'text' ? content[0].text : '';

  it('list, find and read pages over MCP', async () => {
    const { base, url } = await publish();
    await test.settle();
    const client = await connect(base);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['searchDocumentation', 'getPage', 'listPages']);
    const listed = await call(client, 'listPages', {});
    expect(listed.structuredContent).toMatchObject({
      pages: [
        { title: 'Welcome', url: `${url}index.md` },
        { title: 'Second page', url: `${url}second-page.md` },
      ],
    });
    const found = await call(client, 'searchDocumentation', { query: 'gap' });
    expect(found.structuredContent).toMatchObject({ results: [{ title: 'Welcome', url: `${url}index.md` }] });
    for (const page of [
      `${url}second-page.md`,
      `${url}second-page`,
      `${base}second-page`,
      'second-page',
      '/second-page',
    ])
      expect(textOf(await call(client, 'getPage', { page })), page).toBe('# Second page\n\nThe end.\n');
    const missing = await call(client, 'getPage', { page: 'https://example.com/second-page' });
    expect(missing.isError).toBe(true);
    const { contents } = await client.readResource({ uri: `${url}second-page.md` });
    expect(contents).toMatchObject([{ mimeType: 'text/markdown', text: '# Second page\n\nThe end.\n' }]);
    await client.close();
  });

  it('get a clear refusal for invalid messages', async () => {
    const { base } = await publish();
    const send = (body: string, method = 'POST') =>
      fetch(`${test.baseUrl}${base}~mcp`, {
        method,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
        ...(method === 'POST' ? { body } : {}),
      });
    expect((await send('{')).status).toBe(400);
    expect((await send(JSON.stringify(Array.from({ length: 11 }, () => ({}))))).status).toBe(400);
    expect((await send(JSON.stringify({ a: 'x'.repeat(70_000) }))).status).toBe(413);
    expect((await send('', 'GET')).status).toBe(405);
  });
});
