import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { imageSize } from 'image-size';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Element } from 'xast';
import { fromXml } from 'xast-util-from-xml';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp();
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
  it('says what the page says, in plain Markdown with whole addresses', async () => {
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

  it('is also what those get who ask for it at the address of the page', async () => {
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

  it('has one address, and says when there is no page', async () => {
    const { base } = await publish();
    const other = await read(`${base}welcome.md`);
    expect([other.status, other.headers.get('location')]).toEqual([307, `${base}index.md`]);
    const missing = await read(`${base}nowhere.md`);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain('llms.txt');
    const head = await fetch(`${test.baseUrl}${base}index.md`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
  });

  it('is sent once, confirmed after that, and new after a change', async () => {
    const { base, space, pages } = await publish();
    const path = `${base}second-page.md`;
    const etag = (await read(path)).headers.get('etag') ?? '';
    expect((await read(path, { 'if-none-match': etag })).status).toBe(304);
    const change = { operation: 'update_page', page: pages[1], document: { markdown: 'Fresh words.' } };
    await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes: [change] });
    expect((await read(path, { 'if-none-match': etag })).text).toContain('Fresh words.');
  });
});
