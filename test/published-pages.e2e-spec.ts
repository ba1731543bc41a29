import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
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
  /** Path of the site, with a trailing slash. */
  base: string;
  pages: string[];
}

async function publish(
  options: { visibility?: string; pages?: { title: string; markdown?: string }[] } = {},
): Promise<Published> {
  const { api } = organization.admin;
  const space = await buildSpace(organization, { title: 'Guide' });
  const pages = await buildPages(
    organization.admin,
    space.id,
    options.pages ?? [{ title: 'Welcome', markdown: 'Hello, **readers**.' }, { title: 'Second page' }],
  );
  const site = await api.post(`/v1/orgs/${organization.id}/sites`, {
    title: 'My docs',
    visibility: options.visibility,
    spaces: [space.id],
  });
  const answer = await api.post(`/v1/orgs/${organization.id}/sites/${site.body.id}/publish`);
  const base = new URL(answer.body.urls.published as string).pathname;
  return { id: site.body.id as string, space: space.id, base, pages };
}

const read = (path: string, headers: Record<string, string> = {}) => test.api.get(path, { headers });

describe('a published page', () => {
  it('the page shows its text, its title, the tree and the next page', async () => {
    const { base } = await publish();
    const home = await read(base);
    expect(home.status).toBe(200);
    expect(home.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(home.text).toContain('<strong>readers</strong>');
    expect(home.text).toMatch(/<h1[^>]*>\s*Welcome/);
    expect(home.text).toContain(`href="${base}second-page"`);
    expect((await read(`${base}second-page`)).status).toBe(200);
  });

  it('the page has one address, and others redirect to it', async () => {
    const { base } = await publish();
    for (const other of [base.slice(0, -1), `${base}welcome`, `${base}second-page/`, `${base}Second-Page`]) {
      const answer = await read(`${other}?a=1`);
      expect(answer.status, other).toBe(307);
      expect(answer.headers.get('location')).toMatch(/\?a=1$/);
    }
  });

  it('a missing page is a 404 with the tree', async () => {
    const { base } = await publish();
    const answer = await read(`${base}nowhere/at/all`);
    expect(answer.status).toBe(404);
    expect(answer.text).toContain('Second page');
    expect((await read(`${base}%ff`)).status).toBe(404);
    expect((await read(`${base}a%00b`)).status).toBe(404);
  });

  it('the page shows a merge at once', async () => {
    const { base, space, pages } = await publish();
    await read(base);
    const change = { operation: 'update_page', page: pages[0], document: { markdown: 'Fresh words.' } };
    await organization.admin.api.post(`/v1/spaces/${space}/content`, { changes: [change] });
    expect((await read(base)).text).toContain('Fresh words.');
  });

  it('the page is sent once and then confirmed by its ETag', async () => {
    const { base } = await publish();
    const etag = (await read(base)).headers.get('etag') ?? '';
    const again = await read(base, { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
  });

  it('the page refuses writes', async () => {
    const { base } = await publish();
    const answer = await test.api.post(base, {});
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  });

  it('the page runs no script of a writer', async () => {
    const markdown = '<script>alert(1)</script>\n\n[x](javascript:alert(2))\n\n<img src=x onerror=alert(3)>';
    const { base } = await publish({ pages: [{ title: '<script>alert(4)</script>', markdown }] });
    const { text, headers } = await read(base);
    expect(text).not.toMatch(/<script>alert|href="javascript:|onerror=alert\(3\)>/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });
});

describe('the audience of a site', () => {
  it('search engines see a public site, and not an unlisted one', async () => {
    const open = await publish();
    const unlisted = await publish({ visibility: 'unlisted' });
    expect((await read(open.base)).text).not.toMatch(/<meta name="robots"[^>]*noindex/);
    expect((await read(unlisted.base)).text).toMatch(/<meta name="robots"[^>]*noindex/);
  });

  it('nobody sees a closed site, at once, files included', async () => {
    const { base, id, space } = await publish();
    const file = {
      name: 'note.txt',
      contentType: 'text/plain',
      base64: Buffer.from('secret words').toString('base64'),
    };
    const changes = [{ operation: 'insert_files', files: [file] }];
    const inserted = await organization.admin.api.post(
      `/v1/spaces/${space}/content`,
      { changes },
      { query: { compat: false } },
    );
    const fileId = inserted.body.insertedFiles[0].id as string;
    const fileUrl = `${base}~files/${space}/${fileId}/note.txt`;
    expect((await read(fileUrl)).text).toBe('secret words');
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${id}/unpublish`);
    expect((await read(base)).status).toBe(404);
    expect((await read(fileUrl)).status).toBe(404);
    expect((await read(`${base}second-page`)).text).not.toContain('Second page');
  });

  it('readers see no deleted space and no hidden page in the tree', async () => {
    const { base, space } = await publish({
      pages: [{ title: 'Seen' }, { title: 'Unseen', markdown: '---\nhidden: true\n---\n\nQuiet.' }],
    });
    expect((await read(base)).text).not.toContain('Unseen');
    expect((await read(`${base}unseen`)).text).toContain('Quiet.');
    await organization.admin.api.delete(`/v1/spaces/${space}`);
    expect((await read(base)).status).toBe(404);
  });
});

it('the tree of a large space unfolds only the branch of the current page', async () => {
  const { base, space, pages } = await publish({ pages: [{ title: 'Alpha' }, { title: 'Beta' }] });
  for (const into of pages) {
    for (let batch = 0; batch < 6; batch++) {
      const titles = Array.from({ length: 50 }, (_, i) => ({ title: `Below ${batch} ${i}`, into }));
      await buildPages(organization.admin, space, titles);
    }
  }
  const alpha = (await read(base)).text;
  expect(alpha).toContain(`href="${base}alpha/below-0-1"`);
  expect(alpha).not.toContain(`href="${base}beta/below-0-1"`);
  expect((await read(`${base}beta/below-0-1`)).text).toContain(`href="${base}beta/below-5-49"`);
});

it('an unknown site and a closed one have the same answer', async () => {
  const never = await read(`/sites/${organization.hostname}/never-was/`);
  const closed = await publish();
  await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${closed.id}/unpublish`);
  expect(never.status).toBe(404);
  expect((await read(closed.base)).text).toBe(never.text);
});

it('style sheets and scripts are cached for ever under the hash of their content', async () => {
  const { base } = await publish();
  const { text } = await read(base);
  const links = [...text.matchAll(/(?:href|src)="([^"]*\/~bindery\/assets\/[^"]+)"/g)].map(
    (match) => match[1] ?? '',
  );
  expect(links.length).toBeGreaterThanOrEqual(2);
  for (const link of links) {
    const asset = await read(link);
    expect(asset.status, link).toBe(200);
    expect(asset.headers.get('cache-control')).toContain('immutable');
  }
  expect((await read((links[0] ?? '').replace(/assets\/[0-9a-f]+/, 'assets/00'))).status).toBe(404);
});
