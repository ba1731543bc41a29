import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
/** The site that takes none of the wrong ones. */
let refusing: Published | undefined;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'http://bindery.example.com' });
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

interface Published {
  /** Of the site in the API. */
  path: string;
  space: string;
  siteSpace: string;
  welcome: string;
  second: string;
  url: string;
  base: string;
}

async function publish(): Promise<Published> {
  const { admin, id } = organization;
  const space = await buildSpace(organization, { title: 'Guide' });
  const [welcome = '', second = ''] = await buildPages(admin, space.id, [
    { title: 'Welcome', markdown: 'Hello.' },
    { title: 'Second page', markdown: 'More.' },
  ]);
  const site = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] });
  const path = `/v1/orgs/${id}/sites/${site.body.id}`;
  const url = (await admin.api.post(`${path}/publish`)).body.urls.published as string;
  const siteSpaces = await admin.api.get(`${path}/site-spaces`);
  const siteSpace = siteSpaces.body.items[0].id as string;
  return { path, space: space.id, siteSpace, welcome, second, url, base: new URL(url).pathname };
}

const api = () => organization.admin.api;

async function add(site: Published, source: string, destination: object, more: object = {}): Promise<string> {
  const answer = await api().post(`${site.path}/redirects`, { source, destination, ...more });
  expect(answer.status, answer.text).toBe(201);
  return (answer.body as { id: string }).id;
}

const external = (url: string) => ({ kind: 'external', url });
const page = (site: Published, pageId = site.second) => ({
  kind: 'site-page',
  siteSpaceId: site.siteSpace,
  pageId,
});

/** Status and Location of what a reader gets. */
async function lead(site: Published, path: string): Promise<string> {
  const { status, headers } = await test.api.get(site.base + path);
  return `${status} ${headers.get('location') ?? ''}`.trim();
}

describe('redirects of a site', () => {
  it('redirects are created, listed, changed and deleted', async () => {
    const site = await publish();
    const id = await add(site, '/old', page(site));
    const made = (await api().get(`${site.path}/redirects`)).body.items[0];
    expect(made).toMatchObject({ object: 'site-redirect', id, source: '/old', destination: page(site) });
    expect(made).toMatchObject({ draft: false, captureWildcard: false, permanent: false });
    expect(made.updatedAt).toBeUndefined();
    const changed = await api().patch(`${site.path}/redirects/${id}`, { source: '/Older' });
    expect(changed.body).toMatchObject({ id, source: '/Older', destination: page(site) });
    expect(changed.body.updatedAt).toBeDefined();
    expect(await lead(site, 'old')).toBe('404');
    expect(await lead(site, 'older')).toBe(`307 ${site.base}second-page`);
    expect((await api().delete(`${site.path}/redirects/${id}`)).status).toBe(204);
    expect((await api().delete(`${site.path}/redirects/${id}`)).status).toBe(204);
    expect((await api().patch(`${site.path}/redirects/${id}`, {})).status).toBe(404);
    expect(await lead(site, 'older')).toBe('404');
  });

  it('redirects are filtered by source and listed page by page in the requested order', async () => {
    const site = await publish();
    for (const source of ['/b/One', '/a', '/c']) await add(site, source, page(site));
    const sources = async (query: Record<string, string | number | boolean>) =>
      ((await api().get(`${site.path}/redirects`, { query })).body.items as { source: string }[]).map(
        ({ source }) => source,
      );
    expect(await sources({ search: 'one' })).toEqual(['/b/One']);
    expect(await sources({ search: '%' })).toEqual([]);
    expect(await sources({ orderBy: 'source' })).toEqual(['/a', '/b/One', '/c']);
    expect(await sources({})).toEqual(['/c', '/a', '/b/One']);
    const first = (await api().get(`${site.path}/redirects`, { query: { limit: 2 } })).body;
    expect(first.count).toBe(3);
    expect(await sources({ limit: 2, page: first.next.page })).toEqual(['/b/One']);
  });

  it('redirects lead to sections, spaces, pages and external addresses, wherever those are moved', async () => {
    const site = await publish();
    const other = await buildSpace(organization, { title: 'Other' });
    await buildPages(organization.admin, other.id, [{ title: 'Start' }, { title: 'More' }]);
    const added = await api().post(`${site.path}/site-spaces`, { spaceId: other.id });
    await add(site, '/to-page', page(site));
    await add(site, '/to-path', { kind: 'path', spaceId: site.space, path: '/second-page/' });
    await add(site, '/to-space', { kind: 'site-space', siteSpaceId: added.body.id });
    await add(site, '/away', external('https://example.com/a?b=1#c'));
    expect(await lead(site, 'to-page?x=1')).toBe(`307 ${site.base}second-page?x=1`);
    expect(await lead(site, 'to-path')).toBe(`307 ${site.base}second-page`);
    expect(await lead(site, 'to-space')).toBe(`307 ${site.base}other/`);
    expect(await lead(site, 'away?secret=1')).toBe('307 https://example.com/a?b=1#c');
    const move = {
      operation: 'update_page',
      page: site.second,
      path: 'renamed',
      slug: 'renamed',
      title: 'Renamed',
    };
    const moved = await api().post(`/v1/spaces/${site.space}/content`, { changes: [move] });
    expect(moved.status, moved.text).toBe(200);
    await api().patch(`${site.path}/site-spaces/${added.body.id}`, { path: 'elsewhere' });
    const now = await lead(site, 'to-page');
    expect(now).toMatch(/^307 /);
    expect((await test.api.get(now.slice(4))).status).toBe(200);
    expect((await test.api.get((await lead(site, 'to-space')).slice(4))).status).toBe(200);
    const section = await api().post(`${site.path}/sections`, {
      title: 'Part',
      spaceId: (await buildSpace(organization)).id,
    });
    expect(section.status, section.text).toBe(201);
    await add(site, '/to-section', { kind: 'site-section', siteSectionId: section.body.id });
    expect(await lead(site, 'to-section')).toBe('404');
  });

  it('redirects with an asterisk match all paths below, and keep the rest on request', async () => {
    const site = await publish();
    await add(site, '/old/*', external('https://example.com/new'), { captureWildcard: true });
    await add(site, '/old/special', page(site));
    await add(site, '/old/deep/*', external('https://deep.example.com/'));
    await add(
      site,
      '/guide*',
      { kind: 'site-space', siteSpaceId: site.siteSpace },
      { captureWildcard: true },
    );
    expect(await lead(site, 'old/A/b%20c')).toBe('307 https://example.com/new/A/b%20c');
    expect(await lead(site, 'OLD/special')).toBe(`307 ${site.base}second-page`);
    expect(await lead(site, 'old/deep/x')).toBe('307 https://deep.example.com/');
    expect(await lead(site, 'old')).toBe('404');
    expect(await lead(site, 'guide/second-page')).toBe(`307 ${site.base}second-page`);
    expect(await lead(site, 'guide/nothing')).toBe(`307 ${site.base}`);
    expect(await lead(site, 'guidelines')).toBe(`307 ${site.base}`);
  });

  it('redirects never hide a page', async () => {
    const site = await publish();
    await add(site, '/second-page', external('https://example.com/'));
    await add(site, '/second*', external('https://example.com/'));
    expect(await lead(site, 'second-page')).toBe('200');
    expect(await lead(site, 'second-thing')).toBe('307 https://example.com/');
  });

  it('permanent redirects answer 308, others 307', async () => {
    const site = await publish();
    const id = await add(site, '/old', page(site), { permanent: true });
    expect(await lead(site, 'old')).toBe(`308 ${site.base}second-page`);
    await api().patch(`${site.path}/redirects/${id}`, { permanent: false });
    expect(await lead(site, 'old')).toBe(`307 ${site.base}second-page`);
  });

  it('draft redirects have no effect, beside those in effect', async () => {
    const site = await publish();
    const draft = await add(site, '/old', page(site), { draft: true });
    expect(await lead(site, 'old')).toBe('404');
    const live = await add(site, '/old', external('https://example.com/'));
    expect(await lead(site, 'old')).toBe('307 https://example.com/');
    const list = async (query: object) =>
      (
        (await api().get(`${site.path}/redirects`, { query: { ...query } })).body.items as { id: string }[]
      ).map(({ id }) => id);
    expect(await list({ draft: true })).toEqual([draft]);
    expect(await list({})).toEqual([live]);
    expect((await api().patch(`${site.path}/redirects/${draft}`, { draft: false })).status).toBe(409);
    await api().delete(`${site.path}/redirects/${live}`);
    expect((await api().patch(`${site.path}/redirects/${draft}`, { draft: false })).body.draft).toBe(false);
    expect(await lead(site, 'old')).toBe(`307 ${site.base}second-page`);
  });

  it('redirects send a reader once, and never in circles', async () => {
    const site = await publish();
    await add(site, '/one', external(`${site.url}two`));
    await add(site, '/two', external(`${site.url}three?x=1`));
    await add(site, '/three', page(site));
    expect(await lead(site, 'one')).toBe(`307 ${site.base}second-page`);
    await add(site, '/plain', external(`${site.url}llms.txt`));
    expect(await lead(site, 'plain')).toBe(`307 ${site.base}llms.txt`);
    const refuse = async (source: string, url: string, more: object = {}) => {
      const body = { source, destination: external(url), ...more };
      const answer = await api().post(`${site.path}/redirects`, body);
      expect(answer.status, source).toBe(400);
      expect(answer.body.error.message).toContain('destination');
    };
    await refuse('/self', `${site.url}self`);
    await refuse('/self', `${site.url}SELF/#part`);
    await refuse('/wild/*', `${site.url}wild/more`, { captureWildcard: true });
    await add(site, '/a', external(`${site.url}b`));
    await add(site, '/b', external(`${site.url}c`));
    await refuse('/c', `${site.url}a`);
    const draft = await add(site, '/c', external(`${site.url}a`), { draft: true });
    expect((await api().patch(`${site.path}/redirects/${draft}`, { draft: false })).status).toBe(400);
    // A new address of the site turns a harmless redirect into a loop.
    const late = await publish();
    await add(late, '/x', external('http://bindery.example.com/sites/late-name/late/x'));
    expect(await lead(late, 'x')).toBe('307 http://bindery.example.com/sites/late-name/late/x');
    expect((await api().patch(late.path, { basename: 'late' })).status).toBe(200);
    const renamed = await api().patch(`/v1/orgs/${organization.id}`, { hostname: 'late-name' });
    expect(renamed.status).toBe(200);
    expect(await lead({ ...late, base: '/sites/late-name/late/' }, 'x')).toBe('404');
  });

  it.each([
    [{ source: 'old' }, 'source'],
    [{ source: '/a/../b' }, 'source'],
    [{ source: '/a%2fb' }, 'source'],
    [{ source: '/a/*/b' }, 'source'],
    [{ source: `/${'a'.repeat(512)}` }, 'source'],
    [{ destination: undefined }, 'destination'],
    [{ destination: { kind: 'nothing' } }, 'destination'],
    [{ destination: { kind: 'site-section', siteSectionId: 'x' } }, 'siteSectionId'],
    [{ destination: { kind: 'site-space', siteSpaceId: 'x' } }, 'siteSpaceId'],
    [{ destination: { kind: 'path', spaceId: 'x', path: 'y' } }, 'spaceId'],
    [{ destination: external('javascript:alert(1)') }, 'url'],
    [{ captureWildcard: true }, 'captureWildcard'],
  ])('redirects are refused with %j', async (wrong, field) => {
    const site = (refusing ??= await publish());
    const body = { source: '/old', destination: external('https://example.com/'), ...wrong };
    const answer = await api().post(`${site.path}/redirects`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  it('each source has one redirect, to a page that its author sees', async () => {
    const site = await publish();
    await add(site, '/old', page(site));
    const twice = await api().post(`${site.path}/redirects`, { source: '/OLD', destination: page(site) });
    expect(twice.status).toBe(409);
    for (const pageId of ['none', 'x'.repeat(20)]) {
      const answer = await api().post(`${site.path}/redirects`, {
        source: '/new',
        destination: page(site, pageId),
      });
      expect(answer.status).toBe(400);
    }
  });

  it('many redirects are changed at once, each with a result of its own', async () => {
    const site = await publish();
    await add(site, '/changed', external('https://example.com/'));
    await add(site, '/deleted', external('https://example.com/'));
    await add(site, '/published', page(site), { draft: true });
    await add(site, '/published', external('https://example.com/'));
    const answer = await api().put(`${site.path}/redirects`, {
      redirects: [
        { source: '/made', destination: page(site), permanent: true },
        { source: '/changed', destination: page(site) },
        { source: '/deleted', destination: null },
        { source: '/drafted', intent: 'draft', destination: page(site) },
        { source: '/published', intent: 'publish' },
        { source: '/wrong', destination: page(site, 'none') },
        { source: '/absent', intent: 'publish' },
        { source: '/forgotten' },
        { source: '/self', destination: external(`${site.url}self`) },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    const results = answer.body.results as { status: string; source: string; id?: string; error?: string }[];
    expect(results.map(({ status }) => status)).toEqual([
      'created',
      'updated',
      'deleted',
      'created',
      'published',
      'error',
      'error',
      'error',
      'error',
    ]);
    expect(results.filter(({ error }) => error).map(({ source }) => source)).toEqual([
      '/wrong',
      '/absent',
      '/forgotten',
      '/self',
    ]);
    expect(await lead(site, 'made')).toBe(`308 ${site.base}second-page`);
    expect(await lead(site, 'changed')).toBe(`307 ${site.base}second-page`);
    expect(await lead(site, 'deleted')).toBe('404');
    expect(await lead(site, 'drafted')).toBe('404');
    expect(await lead(site, 'published')).toBe(`307 ${site.base}second-page`);
    const drafts = await api().get(`${site.path}/redirects`, { query: { draft: true } });
    expect((drafts.body.items as { source: string }[]).map(({ source }) => source)).toEqual(['/drafted']);
    const many = {
      redirects: Array.from({ length: 501 }, (_, n) => ({ source: `/s${n}`, destination: null })),
    };
    expect((await api().put(`${site.path}/redirects`, many)).status).toBe(400);
  });

  it('renderers read redirects with their current address', async () => {
    const site = await publish();
    await add(site, '/old/*', page(site));
    const answer = await api().get(`${site.path}/redirect`, { query: { source: '/old/thing' } });
    expect(answer.body).toMatchObject({ redirect: { source: '/old/*' }, target: `${site.url}second-page` });
    const none = await api().get(`${site.path}/redirect`, { query: { source: '/nothing' } });
    expect(none.status).toBe(404);
  });
});
