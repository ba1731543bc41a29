import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { publishFolder, type PublishedSite } from './support/published-site.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
let site: PublishedSite;
let page: string;
let api: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
  site = await publishFolder(test, organization);
  page = `/app/o/${organization.id}/sites/${site.id}/redirects`;
  api = `/v1/orgs/${organization.id}/sites/${site.id}/redirects`;
});

const stored = async (query: Record<string, boolean> = {}) =>
  (await organization.admin.api.get(api, { query })).body.items;

/** A view that the script of a page reports. */
const visit = async (path: string, userAgent = FIREFOX) =>
  expect(
    (
      await fetch(`${site.url}~insights`, {
        method: 'POST',
        headers: { 'User-Agent': userAgent },
        body: JSON.stringify({ type: 'page_view', path }),
      })
    ).status,
  ).toBe(204);

/** Status and path of what a reader gets. */
async function lead(path: string): Promise<[status: number, path: string | null]> {
  const { status, headers } = await fetch(site.url + path, { redirect: 'manual' });
  const location = headers.get('location');
  return [status, location && new URL(location, site.url).pathname];
}

describe('redirects, one by one', () => {
  it('says what they are for where there is none', async () => {
    const text = await owner.read(page);
    for (const words of ['There is no redirect yet', 'No address is left that readers'])
      expect(text).toContain(words);
  });

  it('are made of a path of the site, which follows the page, or of an address elsewhere', async () => {
    const make = (source: string, destination: string) =>
      owner.post(page, { do: 'create', source, destination });
    const made = await make('/old/start', '/Guides/start/');
    expect([made.status, made.headers.get('location')]).toEqual([303, `${page}?done=create`]);
    expect(await lead('old/start')).toEqual([307, new URL(`${site.url}guides/start`).pathname]);
    expect((await make('/away', 'https://example.com/a?b=1')).status).toBe(303);
    expect((await make('/root', '/')).status).toBe(303);
    const [root, away, start] = await stored();
    expect(start.destination).toMatchObject({ kind: 'site-page' });
    expect(away.destination).toEqual({ kind: 'external', url: 'https://example.com/a?b=1' });
    expect(root.destination).toMatchObject({ kind: 'site-space' });
    const text = await owner.read(page);
    for (const words of ['/old/start', 'Start', '/guides/start', 'https://example.com/a?b=1'])
      expect(text).toContain(words);
  });

  it('take an address as it is in the bar of a browser', async () => {
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/sites/${site.id}`);
    const root = body.urls.published as string;
    await owner.post(page, {
      do: 'create',
      source: `${root}alte seite (1)/über`,
      destination: `${root}guides/finish`,
    });
    const [made] = await stored();
    expect(made.source).toBe('/alte%20seite%20%281%29/%C3%BCber');
    expect(made.destination.kind).toBe('site-page');
  });

  it.each([
    ['/old', 'guides/start', 'write a path of the site'],
    ['/old', '/nowhere"<b>', 'the site has no page at /nowhere&quot;&lt;b>'],
    ['/a//b', '/guides/start', 'source must be a path'],
    ['/old', '', 'write a path of the site'],
  ])('%s to %s is refused, and what was typed stays', async (source, destination, reason) => {
    const refused = await owner.post(page, { do: 'create', source, destination, permanent: 'on' });
    const text = await refused.text();
    expect(refused.status).toBe(400);
    expect(text).toContain('role="alert"');
    expect(text).toContain(reason);
    expect(text).toContain(`value="${source}"`);
    expect(text).not.toContain('<b>');
    expect(text).toMatch(/name="permanent"[^>]* checked/);
    expect(await stored()).toEqual([]);
  });

  it('are found by a part of their source, prepared ones apart, page by page', async () => {
    const redirects = Array.from({ length: 53 }, (_, number) => ({
      source: `/old/${number}`,
      destination: { kind: 'external', url: 'https://example.com/' },
    }));
    await organization.admin.api.put(api, { redirects });
    await owner.post(page, { do: 'create', source: '/later', destination: '/guides/start', draft: 'on' });
    const text = await owner.read(page);
    expect(text).toContain('More redirects');
    expect(text).not.toContain('/later');
    const next = /href="([^"]*page=[^"]*)"/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    expect(await owner.read(next!)).toContain('/old/0<');
    expect(await owner.read(`${page}?draft=1`)).toContain('/later');
    const found = await owner.read(`${page}?search=OLD%2F52&orderBy=constructor`);
    expect(found).toContain('/old/52<');
    expect(found).not.toContain('/old/51<');
    expect(await owner.read(`${page}?search=nothing`)).toContain('No redirect is like this');
  });

  it('are changed and deleted on a page of their own', async () => {
    await owner.post(page, { do: 'create', source: '/old/*', destination: '/guides/start', draft: 'on' });
    const [{ id, destination }] = await stored({ draft: true });
    const one = `${page}/${id}`;
    expect(await owner.read(one)).toContain('once it takes effect');
    const form = { do: 'change', source: '/older/*', destination: '/guides/start', captureWildcard: 'on' };
    expect((await owner.post(one, form)).headers.get('location')).toBe(`${one}?done=change`);
    const [changed] = await stored();
    expect(changed).toMatchObject({ source: '/older/*', destination, draft: false, captureWildcard: true });
    const refused = await owner.post(one, { ...form, source: '/older' });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('no asterisk')]);
    expect((await owner.post(one, { do: 'delete' })).headers.get('location')).toBe(`${page}?done=delete`);
    expect(await stored()).toEqual([]);
    expect((await owner.open(one)).status).toBe(404);
  });

  it('a destination that is gone is said to be, and stays until another one is written', async () => {
    await owner.post(page, { do: 'create', source: '/old', destination: '/quiet' });
    const [{ id }] = await stored();
    await test.db.execute(
      `update site_redirects set destination = jsonb_set(destination, '{pageId}', '"gone"') where id = $1`,
      [id],
    );
    expect(await owner.read(page)).toContain('What it led to is gone');
    const form = { do: 'change', source: '/old', destination: '', permanent: 'on' };
    expect((await owner.post(`${page}/${id}`, form)).status).toBe(303);
    expect((await stored())[0]).toMatchObject({ permanent: true, destination: { pageId: 'gone' } });
  });
});

describe('addresses that readers did not find', () => {
  it('are listed, the most wanted first, with a button that fills the form in', async () => {
    for (const path of ['guides/old', 'guides/old', 'lost?q=secret', 'guides/start', '', 'Guides/OLD/'])
      await visit(path);
    await visit('robots', 'Googlebot/2.1');
    await visit('a"<b>');
    const text = await owner.read(page);
    const listed = [...text.matchAll(/from=([^"#]*)#source/g)].map(([, path]) => decodeURIComponent(path!));
    expect(listed[0]).toBe('/guides/old');
    expect(listed).toContain('/lost');
    for (const other of ['/guides/start', '/robots', '/']) expect(listed).not.toContain(other);
    expect(text).not.toContain('secret');
    expect(text).not.toContain('"<b>');
    expect(await owner.read(`${page}?from=%2Fguides%2Fold`)).toContain('value="/guides/old"');
  });

  it('are gone from the list once they lead somewhere', async () => {
    await visit('old/one');
    await visit('old/two');
    await visit('other');
    await owner.post(page, { do: 'create', source: '/old/*', destination: '/guides/start' });
    const text = await owner.read(page);
    expect(text).toContain('from=%2Fother');
    expect(text).not.toContain('from=%2Fold');
  });
});

describe('who may', () => {
  it('members look, only those who may manage the site change, and strangers see nothing', async () => {
    await owner.post(page, { do: 'create', source: '/old', destination: '/guides/start' });
    const [{ id }] = await stored();
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const text = await reader.read(page);
    expect(text).toContain('/old');
    expect(text).not.toContain('New redirect');
    const form = { do: 'create', source: '/x', destination: '/guides/start' };
    expect((await reader.post(page, form)).status).toBe(403);
    for (const path of [`${page}/${id}`, `${page}/csv`]) expect((await reader.open(path)).status).toBe(403);
    expect((await reader.open(`${page}/csv/download`)).status).toBe(200);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const path of [page, `${page}/${id}`, `${page}/csv`, `${page}/csv/download`])
      expect((await stranger.open(path)).status, path).toBe(404);
    expect((await stranger.post(page, form)).status).toBe(404);
  });

  it('titles of pages are only for members who see their space', async () => {
    const secret = await buildSpace(organization, { title: 'Hidden space' });
    await organization.admin.api.patch(`/v1/spaces/${secret.id}`, { visibility: 'private' });
    await owner.post(page, { do: 'create', source: '/old', destination: '/guides/finish' });
    const guest = await organization.member(null);
    const outsider = await startMemberBrowser(test, guest.token);
    expect((await outsider.open(page)).status).toBe(404);
  });
});

describe('redirects as a table', () => {
  const csv = (text: string, does = 'preview') => owner.post(`${page}/csv`, { do: does, table: text });

  it('are shown before anything changes, and then carried out', async () => {
    await owner.post(page, { do: 'create', source: '/same', destination: '/guides/start' });
    await owner.post(page, { do: 'create', source: '/other', destination: '/guides/start' });
    const table = [
      'Source;Destination;permanent',
      '/same;/guides/start;no',
      '/other;/guides/finish;',
      '/new;https://example.com/;yes',
      '"/new";/guides/start;',
      '/wrong;/nowhere;',
      '/maybe;/guides/start;perhaps',
    ].join('\r\n');
    const shown = await (await csv(table)).text();
    expect(shown).toContain(
      '1 redirect would be added, 1 changed, 1 stays as it is, and 3 lines are refused.',
    );
    expect(shown).toMatch(/<th scope="row">5<\/th>.*line 4 has this address already/s);
    expect(shown).toMatch(/<th scope="row">6<\/th>.*no page at \/nowhere/s);
    expect(shown).toContain('permanent: write yes or no');
    expect(await stored()).toHaveLength(2);

    const done = await (await csv(table, 'apply')).text();
    expect(done).toContain('1 redirect is added, 1 changed');
    expect(await stored()).toHaveLength(3);
    const again = await csv('/same,/quiet\n/fresh,/quiet', 'apply');
    expect(again.headers.get('location')).toBe(`${page}?added=1&changed=1`);
    expect(await owner.read(`${page}?added=1&changed=1`)).toContain('1 redirect added, 1 changed.');
  });

  it('leave as a table that comes in again as the same', async () => {
    await owner.post(page, {
      do: 'create',
      source: '/old/*',
      destination: '/guides/start',
      captureWildcard: 'on',
    });
    await owner.post(page, { do: 'create', source: '/away', destination: 'https://example.com/?a="b",c' });
    await owner.post(page, { do: 'create', source: '/later', destination: '/', draft: 'on' });
    const file = await owner.open(`${page}/csv/download`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.headers.get('content-disposition')).toContain('redirects.csv');
    const text = await file.text();
    expect(text.split('\r\n')).toEqual([
      'source,destination,capture_wildcard,permanent,draft',
      '/away,"https://example.com/?a=%22b%22,c",no,no,no',
      '/old/*,/guides/start,yes,no,no',
      '/later,/,no,no,yes',
      '',
    ]);
    const sent = await owner.send(`${page}/csv`, [{ name: 'redirects.csv', content: `\uFEFF${text}` }], {
      do: 'preview',
    });
    expect(await sent.text()).toContain(
      '0 redirects would be added, 0 changed, 3 stay as they are, and 0 lines',
    );
  });

  it.each([
    ['', 'Paste a table'],
    ['source,destination', 'no line with a redirect'],
    ['source,target\n/a,/b', 'names no column'],
    ['/a,"/b', 'Line 1: the table cannot be read'],
  ])('a table like %j is refused', async (text, reason) => {
    const refused = await csv(text);
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(reason)]);
  });

  it('a table with too many lines is refused', async () => {
    const refused = await csv('/a,/guides/start\n'.repeat(1001));
    expect([refused.status, await refused.text()]).toEqual([
      400,
      expect.stringContaining('at most 1000 at once'),
    ]);
  });

  it('nothing of a table is HTML', async () => {
    const shown = await (await csv('/<b>x,/guides/start\n/x,"<script>alert(1)</script>"')).text();
    expect(shown).not.toContain('<script>alert');
    expect(shown).not.toContain('<b>x');
  });
});
