import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { InsightsJobs } from '../src/modules/insights/insights.jobs.js';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import { publishFolder } from './support/published-site.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';

describe('Insights', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let siteId: string;
  let spaceId: string;
  let url: string;
  let base: string;
  /** As the site is published; the tests reach it at another port. */
  let site: string;

  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    ({ url, space: spaceId } = await publishFolder(test, organization));
    const sites = await organization.admin.api.get(`/v1/orgs/${organization.id}/sites`);
    siteId = sites.body.items[0].id;
    site = sites.body.items[0].urls.published;
    base = `/v1/orgs/${organization.id}/sites/${siteId}/insights`;
  });
  afterAll(() => test.close());

  const view = (path: string, userAgent: string, more: object = {}) =>
    fetch(`${url}~insights`, {
      method: 'POST',
      headers: { 'User-Agent': userAgent, 'Accept-Language': 'de-DE,de;q=0.9' },
      body: JSON.stringify({
        type: 'page_view',
        path,
        referrer: 'https://search.example/find?q=secret',
        ...more,
      }),
    });

  async function aggregate(body: object): Promise<Record<string, unknown[]>> {
    const answer = await organization.admin.api.post(`${base}/events/aggregate`, {
      range: 'last24Hours',
      ...body,
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return Object.fromEntries(
      answer.body.columns.map(({ column, values }: { column: string; values: unknown[] }) => [
        column,
        values,
      ]),
    );
  }

  it('count the actions of visitors without identifying them', async () => {
    for (const [path, agent] of [
      ['guides/start', FIREFOX],
      ['guides/start', PHONE],
      ['guides/start', PHONE],
      ['?utm_source=letter', PHONE],
    ] as const)
      expect((await view(path, agent)).status).toBe(204);

    const counts = ['eventsCount', 'visitorsCount'].map((column) => ({ column }));
    expect(await aggregate({ select: counts })).toEqual({ eventsCount: [4], visitorsCount: [2] });
    const { url: addresses, eventsCount } = await aggregate({
      select: [{ column: 'eventsCount' }],
      groupBy: [{ column: 'url' }],
      order: { by: { column: 'eventsCount' }, direction: 'desc' },
    });
    expect(addresses).toEqual([`${site}guides/start`, site]);
    expect(eventsCount).toEqual([3, 1]);
    expect(await aggregate({ select: counts, groupBy: [{ column: 'visitorDevice' }] })).toMatchObject({
      visitorDevice: ['desktop', 'mobile'],
      eventsCount: [1, 3],
    });
    const { page } = await aggregate({
      groupBy: [{ column: 'page' }],
      where: [{ column: 'url', values: [`${site}guides/start`] }],
    });
    expect(page).toEqual([{ space: spaceId, page: expect.any(String) }]);
    expect(await aggregate({ groupBy: [{ column: 'utmSource' }] })).toEqual({ utmSource: ['letter'] });
    expect(await aggregate({ groupBy: [{ column: 'referrer' }] })).toEqual({
      referrer: ['https://search.example/find'],
    });
    expect(await aggregate({ groupBy: [{ column: 'visitorLanguage' }] })).toEqual({
      visitorLanguage: ['de-DE'],
    });

    const rows = await test.db.query<{ text: string }>('select e::text as text from site_events e');
    expect(rows).toHaveLength(4);
    for (const { text } of rows) {
      expect(text).not.toContain('127.0.0.1');
      expect(text).not.toContain('secret');
      expect(text).not.toContain('Mozilla');
    }
  });

  it('separate feedback by its rating', async () => {
    for (const rating of ['good', 'good', 'bad'])
      expect(
        (await view('guides/finish', FIREFOX, { type: 'page_post_feedback', feedback: { rating } })).status,
      ).toBe(204);
    expect(
      await aggregate({
        select: [{ column: 'pageFeedbackRating' }],
        where: [{ column: 'eventType', values: ['page_post_feedback'] }],
      }),
    ).toEqual({ pageFeedbackRating: [{ bad: 1, ok: 0, good: 2 }] });
    expect(
      await aggregate({
        select: [{ column: 'eventsCount' }],
        groupBy: [{ column: 'eventPageFeedbackRating' }],
      }),
    ).toEqual({ eventPageFeedbackRating: ['bad', 'good'], eventsCount: [1, 2] });
  });

  const event = (more: object = {}) => ({
    type: 'search_type_query',
    query: 'how',
    session: {
      visitorId: 'v',
      sessionId: 's',
      cookies: {},
      userAgent: FIREFOX,
      language: null,
      referrer: null,
    },
    location: {
      url: `${url}guides/start`,
      siteSection: null,
      siteSpace: null,
      siteShareKey: null,
      space: spaceId,
      page: 'p',
      revision: null,
    },
    ...more,
  });

  it('accept events of other renderers without a token', async () => {
    const guest = test.api;
    expect((await guest.post(`${base}/events`, { events: [event(), event({ query: 'why' })] })).status).toBe(
      204,
    );
    expect(
      await aggregate({
        groupBy: [{ column: 'eventSearchQuery' }],
        where: [{ column: 'eventSearchQuery', values: ['why'], operator: 'notIn' }],
      }),
    ).toEqual({ eventSearchQuery: ['how'] });
  });

  it('accept every text that JSON can hold', async () => {
    const odd = 'a\0b\ud800 \\u0000';
    const claims = { visitorAuthClaims: { [odd]: odd } };
    const more = { type: 'link_click', link: { position: 'header', target: { kind: odd } } };
    const location = { url: 'https://docs.example.com/x?utm_source=%00' };
    const clicked = { ...event(more), location };
    const answer = await test.api.post(`${base}/events`, {
      events: [{ ...clicked, session: { ...(clicked as { session: object }).session, ...claims } }],
    });
    expect(answer.status, answer.text).toBe(204);
    const source = { column: 'utmSource', values: ['\0'] };
    expect(await aggregate({ groupBy: [{ column: 'utmSource' }], where: [source] })).toEqual({
      utmSource: ['\ufffd'],
    });
  });

  it('show the keys of share links only to members who manage the site', async () => {
    const { api } = organization.admin;
    const path = `/v1/orgs/${organization.id}/sites/${siteId}`;
    await api.patch(path, { visibility: 'share-link' });
    const { published } = (await api.post(`${path}/share-links`, { name: 'Press' })).body.urls;
    const shared = new URL(published as string).pathname;
    const key = shared.split('/').at(-2) as string;
    const reader = await fetch(test.baseUrl + shared + '~insights', {
      method: 'POST',
      headers: { 'User-Agent': FIREFOX },
      body: JSON.stringify({ type: 'page_view', path: 'guides/start', referrer: published }),
    });
    expect(reader.status).toBe(204);
    const keys = { groupBy: [{ column: 'siteShareKey' }], range: 'last24Hours' };
    expect((await aggregate(keys)).siteShareKey).toContain(key);
    const all = { groupBy: [{ column: 'url' }, { column: 'referrer' }], range: 'last24Hours' };
    const member = await organization.member('read');
    const seen = await member.api.post(`${base}/events/aggregate`, all);
    expect(seen.text).toContain(`${site}guides/start`);
    expect(seen.text).not.toContain(key);
    for (const part of ['select', 'groupBy'])
      expect(
        (await member.api.post(`${base}/events/aggregate`, { ...keys, [part]: keys.groupBy })).status,
      ).toBe(403);
    const guess = [{ column: 'siteShareKey', operator: 'greaterThan', values: ['a'] }];
    expect(
      (await member.api.post(`${base}/events/aggregate`, { range: 'last7Days', where: guess })).status,
    ).toBe(403);
    await api.patch(path, { visibility: 'public' });
  });

  it.each([
    ['a type that is no word', { type: 7 }, 'events[1].type'],
    ['a query that is no text', { query: 7 }, 'events[1].query'],
    ['an address of another kind', { location: { url: 'javascript:alert(1)' } }, 'events[1].location.url'],
    ['a time long ago', { timestamp: '2020-01-01T00:00:00Z' }, 'events[1].timestamp'],
    ['no session', { session: null }, 'events[1].session'],
  ])('refuse %s, and then store nothing of the call', async (_, more, place) => {
    const before = await aggregate({ select: [{ column: 'eventsCount' }] });
    const answer = await test.api.post(`${base}/events`, { events: [event(), event(more)] });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(place);
    expect(await aggregate({ select: [{ column: 'eventsCount' }] })).toEqual(before);
  });

  it.each([
    ['a column that does not exist', { select: [{ column: 'password' }] }, 'select[0].column'],
    ['a column that is no text', { select: [{ column: { toString: 1 } }] }, 'select[0].column'],
    [
      'a claim that nothing can be called',
      { select: [{ column: 'visitorClaim', claim: '\0' }] },
      'select[0]',
    ],
    ['a range of no times', { range: { from: { toString: 1 }, to: 1 } }, 'range'],
    [
      'a range before all times',
      { range: { from: '-271821-04-20', to: '-200000-01-01T00:00:00Z' } },
      'range',
    ],
    ['a range without an end', { range: { from: '2026-01-01' } }, 'range'],
    [
      'an operator that does not exist',
      { where: [{ column: 'url', values: ['x'], operator: 'like' }] },
      'where[0]',
    ],
    ['an order by what is not shown', { order: { by: { column: 'url' }, direction: 'asc' } }, 'order.by'],
  ])('refuse to count by %s', async (_, body, place) => {
    const answer = await organization.admin.api.post(`${base}/events/aggregate`, {
      range: 'last7Days',
      ...body,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(place);
  });

  it('count only events of their own site, for its members', async () => {
    const stranger = await buildUser(test);
    expect((await stranger.api.post(`${base}/events/aggregate`, { range: 'last7Days' })).status).toBe(404);
    expect((await test.api.post(`${base}/events/aggregate`, { range: 'last7Days' })).status).toBe(401);
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${siteId}/unpublish`);
    expect((await test.api.post(`${base}/events`, { events: [event()] })).status).toBe(404);
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${siteId}/publish`);
  });

  it('delete events after a year, and the salts of visitor hashes after two days', async () => {
    await test.db.execute(`update site_events set occurred_at = occurred_at - interval '400 days'`);
    await test.db.execute(`update site_event_salts set day = day - 2`);
    await test.app.get(InsightsJobs).deleteExpired();
    expect(await test.db.query('select 1 from site_events')).toEqual([]);
    expect(await test.db.query('select 1 from site_event_salts')).toEqual([]);
  });
});
