import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { publishFolder, type PublishedSite } from './support/published-site.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
const DAY = 24 * 60 * 60_000;

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
let site: PublishedSite;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
  site = await publishFolder(test, organization);
  page = `/app/o/${organization.id}/sites/${site.id}/insights`;
});

afterAll(() => test.close());

const report = async (event: object, userAgent = FIREFOX) =>
  expect(
    (
      await fetch(`${site.url}~insights`, {
        method: 'POST',
        headers: { 'User-Agent': userAgent },
        body: JSON.stringify(event),
      })
    ).status,
  ).toBe(204);
const view = (path: string, userAgent?: string) =>
  report({ type: 'page_view', path, referrer: 'https://search.example/?q=1' }, userAgent);

/** The number of a total, and what it is compared with. */
const total = (text: string, title: string) =>
  new RegExp(`<dt>${title}</dt><dd><strong>([^<]*)</strong><span[^>]*>([^<]*)</span>`).exec(text)?.slice(1);

describe('insights of a site', () => {
  it('say why there is nothing yet', async () => {
    expect(await owner.read(page)).toContain('Nothing was counted in this range');
    const { body } = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, {
      title: 'Soon',
      spaces: [site.space],
    });
    const text = await owner.read(`/app/o/${organization.id}/sites/${body.id}/insights`);
    expect(text).toContain('The site is not published');
  });

  it('count views, visitors, searches, ratings and links, with titles of pages', async () => {
    for (const path of ['guides/start', 'guides/start', 'guides/finish', 'lost']) await view(path);
    await view('guides/start', PHONE);
    await view('guides/start', 'Googlebot/2.1');
    await report({ type: 'search_type_query', path: '', query: '=cmd|<b>' });
    await report({ type: 'page_post_feedback', path: 'guides/start', feedback: { rating: 'good' } });
    await report({
      type: 'page_post_feedback_comment',
      path: 'guides/start',
      feedback: { rating: 'bad', comment: '<script>alert(1)</script>' },
    });
    await report({
      type: 'link_click',
      path: '',
      link: { target: { kind: 'url', url: 'https://example.com/x' }, position: 'content' },
    });
    const text = await owner.read(page);
    expect(total(text, 'Page views')).toEqual(['5', 'none before']);
    expect(total(text, 'Visitors')).toEqual(['2', 'none before']);
    for (const title of ['Searches', 'Ratings', 'Links followed']) expect(total(text, title)?.[0]).toBe('1');
    expect(text).toMatch(/Start<span class="member-hint"> \/guides\/start<\/span>/);
    for (const words of ['No page: not found', 'search.example', 'example.com', '=cmd|&lt;b>'])
      expect(text).toContain(words);
    expect(text).not.toContain('<script>alert');
    expect(text.match(/<rect /g)).toHaveLength(28);
    expect(text).toContain('The numbers as a table');
    expect(text).toContain('Nothing of this in the range: Campaigns');
  });

  it('filters by device, space and robots; others count for nothing', async () => {
    expect(total(await owner.read(`${page}?device=mobile`), 'Page views')?.[0]).toBe('1');
    expect(total(await owner.read(`${page}?robots=1`), 'Page views')?.[0]).toBe('6');
    expect(total(await owner.read(`${page}?device=__proto__&space=x&days=x`), 'Page views')?.[0]).toBe('5');
  });

  it('ranges are compared with the days before', async () => {
    const now = test.clock.now().getTime();
    await test.db.execute(
      `update site_events set occurred_at = $2 where site_id = $1 and type = 'page_view' and id in
        (select id from site_events where site_id = $1 and type = 'page_view' and bot is null order by id limit 2)`,
      [site.id, new Date(now - 10 * DAY)],
    );
    expect(total(await owner.read(`${page}?days=7`), 'Page views')).toEqual(['3', '2 before (+50 %)']);
    expect(total(await owner.read(`${page}?days=90`), 'Page views')).toEqual(['5', 'none before']);
    const date = (days: number) => new Date(now - days * DAY).toISOString().slice(0, 10);
    const custom = await owner.read(`${page}?from=${date(11)}&to=${date(9)}`);
    expect(total(custom, 'Page views')).toEqual(['2', 'none before']);
    expect(custom.match(/<rect /g)).toHaveLength(3);
    const year = await owner.read(`${page}?from=${date(300)}&to=${date(0)}`);
    expect(year).toContain('Week from');
    expect(total(year, 'Page views')?.[0]).toBe('5');
  });

  it.each([
    ['from=2026-02-31&to=2026-03-01', 'Give both dates'],
    ['from=2026-01-01', 'Give both dates'],
    ['from=2026-03-02&to=2026-03-01', 'The last day is before the first one'],
    ['from=2020-01-01&to=2026-01-01', 'At most 396 days'],
    ['from=%22%3Cb%3E&to=x', 'Give both dates'],
  ])('the range %s is not shown, and the page says why', async (query, reason) => {
    const text = await owner.read(`${page}?${query}`);
    expect(text).toContain(reason);
    expect(text).not.toContain('"<b>');
  });

  it('leave as tables, of which no cell is a formula', async () => {
    const file = await owner.open(`${page}/csv?kind=searches&days=7`);
    expect(file.headers.get('content-type')).toContain('text/csv');
    expect(file.headers.get('content-disposition')).toMatch(/insights-searches-[\d-]+\.csv/);
    expect(await file.text()).toBe("words,count,visitors\r\n'=cmd|<b>,1,1\r\n");
    const pages = await (await owner.open(`${page}/csv?kind=pages&days=90`)).text();
    expect(pages).toContain('page,path,count,visitors\r\nStart,/guides/start,3,2\r\n');
    const time = await (await owner.open(`${page}/csv?kind=time&days=7`)).text();
    expect(time.split('\r\n')).toHaveLength(9);
    expect((await owner.open(`${page}/csv?kind=constructor`)).status).toBe(404);
  });

  it('are for members who see the site', async () => {
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect((await reader.open(page)).status).toBe(200);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const path of [page, `${page}/csv?kind=time`]) expect((await stranger.open(path)).status).toBe(404);
    expect(await owner.read(`/app/o/${organization.id}/sites/${site.id}`)).toContain(`href="${page}"`);
  });
});
