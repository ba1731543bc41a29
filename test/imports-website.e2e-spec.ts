import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Converter } from '../src/modules/imports/conversion/converter.js';
import { ImportsJobs } from '../src/modules/imports/imports.jobs.js';
import { outlineOf } from './support/archive.js';
import { readPage } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { runImport, serveWebsite, startImport, type Website } from './support/imports.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { eventually } from './support/eventually.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR42mP8z8BQz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);

/** A page as generators of documentation make it. */
const page = (title: string, body: string, nav = ''): string =>
  `<!doctype html><html><head><title>${title} | Site</title><meta name="description" content="About ${title}"></head>
   <body><header><nav>${nav}</nav></header><main><article><h1>${title}</h1>${body}</article></main><footer>© all</footer></body></html>`;
const link = (href: string): string => `<a href="${href}">${href}</a>`;

describe('importing websites', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let site: Website | undefined;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());
  afterEach(async () => {
    await site?.close();
    site = undefined;
  });

  const space = async (): Promise<string> => (await buildSpace(organization)).id;
  const importFrom = (url: string, target: object) =>
    runImport(test, organization.admin, organization.id, { type: 'website', url }, target);
  const statusOf = (run: { items: { source: string; status: string }[] }, url: string) =>
    Object.fromEntries(run.items.map(({ source, status }) => [source.replace(url, ''), status]));

  it('follows links below the start, in the order of the navigation, and links the pages', async () => {
    const nav = ['/docs/', '/docs/zebra', '/docs/guide/first', '/docs/guide/second.html', '/blog']
      .map(link)
      .join('');
    site = await serveWebsite({
      '/docs/': page('Docs', `<p>Welcome. ${link('zebra#stripes')}</p>`, nav),
      '/docs/zebra': page(
        'Zebra',
        `<h2 id="stripes">Stripes</h2><p>${link('https://example.com/')}</p>`,
        nav,
      ),
      '/docs/guide/first': page(
        'First',
        `<p>${link('second.html')} ${link('../old')} ${link('/blog')}</p>`,
        nav,
      ),
      '/docs/guide/second.html': page(
        'Second',
        '<p><img src="/img/dot.png" alt="Dot"> and <img src="gone.png" alt="Gone"></p>',
        nav,
      ),
      '/docs/old': { status: 301, headers: { location: '/docs/zebra/' } },
      '/docs/zebra/': page(
        'Zebra',
        `<h2 id="stripes">Stripes</h2><p>${link('https://example.com/')}</p>`,
        nav,
      ),
      '/img/dot.png': { headers: { 'content-type': 'image/png' }, body: PNG },
      '/blog': page('Blog', '<p>Not here.</p>'),
    });
    const id = await space();
    const run = await importFrom(`${site.url}/docs/`, { space: id });
    expect(run, JSON.stringify(run)).toMatchObject({
      status: 'completed',
      source: { url: `${site.url}/docs/` },
    });
    expect(await outlineOf(organization.admin, id)).toEqual([
      'Docs (home)',
      'Zebra (zebra)',
      'group: Guide (guide)',
      '  First (guide/first)',
      '  Second (guide/second)',
    ]);
    expect(site.asked).not.toContain('/blog');
    expect(site.asked.filter((path) => path.startsWith('/docs/guide/'))).toHaveLength(3);
    expect(statusOf(run, site.url)).toEqual({
      '/docs/': 'completed',
      '/docs/zebra': 'completed',
      '/docs/guide/first': 'completed',
      '/docs/guide/second.html': 'completed',
      '/docs/old': 'skipped',
      '/docs/guide/gone.png': 'failed',
    });
    const ids = Object.fromEntries(
      run.items.map((item: { title: string; page: string }) => [item.title, item.page]),
    );
    const text = (name: string) => readPage(organization.admin, `/v1/spaces/${id}`, ids[name]);
    expect(await text('Docs')).toBe('Welcome. [zebra#stripes](zebra.md#stripes)');
    expect(await text('First')).toBe(
      `[second.html](second.md) [../old](../zebra.md) [/blog](${site.url}/blog)`,
    );
    expect(await text('Second')).toContain('dot.png');
    expect(await text('Second')).toContain(`${site.url}/docs/guide/gone.png`);
    const { body } = await organization.admin.api.get(`/v1/spaces/${id}/content`);
    expect(body.pages[1]).toMatchObject({ title: 'Zebra', description: 'About Zebra' });
    const files = await organization.admin.api.get(`/v1/spaces/${id}/content/files`);
    expect(files.body.items).toMatchObject([{ name: 'dot.png', dimensions: { width: 2, height: 3 } }]);
  });

  it('leaves out only the page that fails with an unexpected error', async () => {
    site = await serveWebsite({
      '/': page('Start', [link('/a'), link('/odd')].join('')),
      '/a': {
        headers: { 'content-type': 'text/html' },
        body: Buffer.from('<meta charset="windows-1252"><h1>A</h1><p>caf\xe9', 'latin1'),
      },
      '/odd': page('Odd', '<p>odd</p>'),
    });
    const spy = vi.spyOn(Converter.prototype, 'facts').mockImplementation((_html, address, start) => {
      if (address.endsWith('/odd')) return Promise.reject(new TypeError('odd'));
      return Promise.resolve({ links: [`${start}a`, `${start}odd`], leadsOn: false, hasText: true });
    });
    const id = await space();
    const run = await importFrom(`${site.url}/`, { space: id }).finally(() => spy.mockRestore());
    expect(run.status).toBe('completed');
    expect(statusOf(run, site.url)).toEqual({ '/': 'completed', '/a': 'completed', '/odd': 'failed' });
    expect(run.items[2].message).toBe('The page is built in a way that cannot be read.');
    expect(await readPage(organization.admin, `/v1/spaces/${id}`, run.items[1].page)).toBe('café');
  });

  it('reads the pages of the sitemap, and obeys robots.txt', async () => {
    const pages: Record<string, string> = {};
    site = await serveWebsite(pages);
    const { url } = site;
    pages['/robots.txt'] = `User-agent: *\nDisallow: /private\nSitemap: ${url}/maps/index.xml`;
    pages['/maps/index.xml'] =
      `<?xml version="1.0"?><sitemapindex><sitemap><loc>${url}/maps/one.xml</loc></sitemap></sitemapindex>`;
    pages['/maps/one.xml'] =
      `<urlset xmlns:image="x"><url><loc>${url}/a</loc><image:image><image:loc>${url}/a.png</image:loc></image:image></url>` +
      `<url><loc><![CDATA[${url}/private/b]]></loc></url><url><loc>${url}/c?x=1&amp;y=2</loc></url></urlset>`;
    pages['/'] = page('Start', link('/unlisted'));
    pages['/a'] = page('A', '<p>a</p>');
    pages['/c'] = page('C', '<p>c</p>');
    pages['/private/b'] = page('B', '<p>b</p>');
    pages['/unlisted'] = page('Unlisted', '<p>u</p>');
    const id = await space();
    const run = await importFrom(`${url}/`, { space: id });
    expect(await outlineOf(organization.admin, id)).toEqual(['Start (home)', 'A (a)', 'C (c)']);
    expect(statusOf(run, url)).toEqual({
      '/': 'completed',
      '/a': 'completed',
      '/private/b': 'skipped',
      '/c': 'completed',
    });
    expect(site.asked).not.toContain('/private/b');
    expect(site.asked).not.toContain('/unlisted');
  });

  it('fails with a clear message for a website that is unreachable, forbidden or none at all', async () => {
    const pages: Parameters<typeof serveWebsite>[0] = {
      '/robots.txt': 'User-agent: *\nDisallow: /secret',
      '/secret': page('Secret', '<p>No.</p>'),
      '/data.json': { headers: { 'content-type': 'application/json' }, body: '{}' },
    };
    site = await serveWebsite(pages);
    const id = await space();
    const fail = async (url: string): Promise<string> => {
      const run = await importFrom(url, { space: id });
      expect(run.status).toBe('failed');
      return run.error;
    };
    expect(await fail(`${site.url}/nothing`)).toBe('The website cannot be read: the server answered 404.');
    expect(await fail(`${site.url}/secret`)).toContain('robots.txt');
    expect(await fail(`${site.url}/data.json`)).toContain('HTML');
    const hostile = `User-agent: *\n${`Disallow: /*${'a*'.repeat(400)}b\n`.repeat(500)}`;
    pages['/robots.txt'] = hostile;
    expect(await fail(`${site.url}/data.json`)).toContain('more rules with wildcards');
    // Rules after half a megabyte are ignored.
    pages['/robots.txt'] = `# ${'x'.repeat(520_000)}\n${hostile}`;
    expect(await fail(`${site.url}/data.json`)).toContain('HTML');
    expect(await fail('http://127.0.0.1:1/')).toContain('cannot be reached');
    expect(await outlineOf(organization.admin, id)).toEqual([]);
    const status = async (url: string) =>
      (await startImport(organization.admin, organization.id, { type: 'website', url }, { space: id }))
        .status;
    expect(await status('ftp://example.com/')).toBe(400);
    expect(await status('https://user:secret@example.com/')).toBe(400);
    expect(await status('not an address')).toBe(400);
  });

  it('is cancelled in the midst, and stores nothing', async () => {
    let letGo = (): void => undefined;
    const hold = new Promise<void>((resolve) => (letGo = resolve));
    site = await serveWebsite({
      '/': page('Start', [link('/a'), link('/slow')].join('')),
      '/a': page('A', '<p>a</p>'),
      '/slow': { hold, body: page('Slow', '<p>slow</p>') },
    });
    const id = await space();
    const { admin } = organization;
    const reader = await organization.member('read');
    const { body } = await startImport(
      admin,
      organization.id,
      { type: 'website', url: `${site.url}/` },
      { space: id },
    );
    const path = `/v1/org/${organization.id}/imports/${body.id}`;
    const isFetching = async (): Promise<boolean> => {
      const { body: run } = await admin.api.get(path);
      return run.status === 'in-progress' && run.items.length === 3 && site!.asked.includes('/slow');
    };
    while (!(await isFetching())) await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await reader.api.get(path)).body.status).toBe('in-progress');
    expect((await reader.api.post(`${path}/cancel`)).status).toBe(403);
    const cancelled = await admin.api.post(`${path}/cancel`);
    expect(cancelled.status).toBe(201);
    expect(cancelled.body).toMatchObject({ status: 'cancelled' });
    // The job ends although the website still holds its answer back.
    await test.settle();
    letGo();
    expect((await admin.api.get(path)).body.status).toBe('cancelled');
    expect((await admin.api.post(`${path}/cancel`)).status).toBe(201);
    expect(await outlineOf(admin, id)).toEqual([]);
  });

  it('allows ten open imports of an organization, and runs those of another beside slow ones', async () => {
    let letGo = (): void => undefined;
    const hold = new Promise<void>((resolve) => (letGo = resolve));
    site = await serveWebsite({
      '/slow/': { hold, body: page('Slow', '<p>slow</p>') },
      '/quick/': page('Quick', '<p>quick</p>'),
    });
    const [slow, quick] = ['slow', 'quick'].map((name) => ({
      type: 'website',
      url: `${site!.url}/${name}/`,
    })) as [object, object];
    const other = await buildOrganization(test);
    const target = { space: await space() };
    const started = [];
    for (let number = 0; number < 10; number++)
      started.push(await startImport(organization.admin, organization.id, slow, target));
    expect(started.map(({ status }) => status)).toEqual(Array(10).fill(201));
    const refused = await startImport(organization.admin, organization.id, quick, target);
    expect(refused.status).toBe(409);
    expect(refused.body.error.message).toContain('10 imports');

    const { admin } = other;
    const { body } = await startImport(admin, other.id, quick, { space: (await buildSpace(other)).id });
    const statuses = async (): Promise<string[]> => [
      (await admin.api.get(`/v1/org/${other.id}/imports/${body.id}`)).body.status,
      ...(await organization.admin.api.get(`/v1/org/${organization.id}/imports?limit=10`)).body.items.map(
        (run: { status: string }) => run.status,
      ),
    ];
    await eventually(async () =>
      expect(await statuses()).toEqual(['completed', ...Array(9).fill('pending'), 'in-progress']),
    );
    for (const { body: run } of started.slice(1))
      await organization.admin.api.post(`/v1/org/${organization.id}/imports/${run.id}/cancel`);
    letGo();
    await test.settle();
    expect((await statuses()).at(-1)).toBe('completed');
  });

  it('cannot be cancelled after its end', async () => {
    site = await serveWebsite({ '/': page('Start', '<p>Words.</p>') });
    const id = await space();
    const run = await importFrom(`${site.url}/`, { space: id });
    const answer = await organization.admin.api.post(`/v1/org/${organization.id}/imports/${run.id}/cancel`);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('completed');
  });

  it('is retried after its process died, and fails after too many attempts', async () => {
    site = await serveWebsite({ '/': page('Start', '<p>Words.</p>') });
    const { admin } = organization;
    const id = await space();
    const dead = async (attempts: number): Promise<string> => {
      const source = { type: 'website', url: `${site!.url}/` };
      const runId = `dead${attempts}${id}`;
      const at = new Date(test.clock.now().getTime() - 120_000);
      await test.db.execute(
        `insert into content_imports (organization_id, id, space_id, actor_id, source, status, attempts, created_at, updated_at)
         values ($1, $2, $3, $4, $5, 'in-progress', $6, $7, $7)`,
        [organization.id, runId, id, admin.id, JSON.stringify(source), attempts, at],
      );
      return `/v1/org/${organization.id}/imports/${runId}`;
    };
    const [once, often] = [await dead(1), await dead(3)];
    await test.app.get(ImportsJobs).sweep();
    await test.settle();
    expect((await admin.api.get(once)).body.status).toBe('completed');
    expect((await admin.api.get(often)).body).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('broke off'),
    });
    expect(await outlineOf(admin, id)).toEqual(['Start (home)']);
  });

  it('lists its runs to members who see the space, newest first', async () => {
    const other = await buildOrganization(test);
    const [open, hidden] = [await buildSpace(other), await buildSpace(other)];
    const runs = [];
    for (const { id } of [open, hidden, open]) {
      const source = { type: 'website', url: 'http://127.0.0.1:1/' };
      runs.push((await startImport(other.admin, other.id, source, { space: id })).body.id);
    }
    await test.settle();
    await other.admin.api.patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null });
    const reader = await other.member('read');
    const path = `/v1/org/${other.id}/imports`;
    const ids = async (query = {}) => {
      const { body } = await reader.api.get(path, { query });
      return {
        ids: body.items.map((run: { id: string }) => run.id),
        count: body.count,
        next: body.next?.page,
      };
    };
    expect((await reader.api.get(`${path}/${runs[1]}`)).status).toBe(404);
    const visible = [runs[2], runs[0]];
    expect(await ids()).toMatchObject({ ids: visible, count: visible.length });
    const first = await ids({ limit: 1 });
    expect(first.ids).toEqual([runs[2]]);
    expect((await ids({ limit: 10, page: first.next })).ids).toEqual(visible.slice(1));
    expect((await reader.api.get(`${path}/${runs[0]}`)).body.items).toEqual([]);
    expect((await organization.admin.api.get(`${path}/${runs[0]}`)).status).toBe(404);
    expect((await organization.admin.api.get(path)).status).toBe(404);
    expect((await other.admin.api.get(`/v1/org/${other.id}/imports/nothing`)).status).toBe(404);
  });
});

describe('importing websites where private addresses are forbidden', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ allowPrivateNetwork: false });
  });
  afterAll(() => test.close());

  it('refuses private addresses, also by their host name', async () => {
    const organization = await buildOrganization(test);
    const { id } = await buildSpace(organization);
    const website = await serveWebsite({ '/': page('Start', '<p>Secret.</p>') });
    const source = (url: string) => ({ type: 'website', url });
    for (const url of [website.url, website.url.replace('127.0.0.1', 'localhost')]) {
      const refused = await startImport(organization.admin, organization.id, source(url), { space: id });
      expect(refused).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining('not a public one') } },
      });
    }
    expect(website.asked).toEqual([]);
    await website.close();
  });
});
