import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AudienceSite, cookiesOf, forgedToken, publishSite, visitorToken } from './support/audience.js';
import { buildOrganization, buildToken, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
});

const api = () => organization.admin.api;
const pageOf = ({ id }: AudienceSite, part = '') => `/app/o/${organization.id}/sites/${id}/audience${part}`;
const visibilityOf = async (site: AudienceSite) => (await api().get(site.api)).body.visibility as string;
const linksOf = async (site: AudienceSite) => (await api().get(`${site.api}/share-links`)).body.items;
const keyOf = async (site: AudienceSite) =>
  (await api().get(`${site.api}/publishing/auth`)).body.privateKey as string;
/** A token that may only read who the user is. */
const narrowToken = async (userId: string) => (await buildToken(test, userId, ['user:read'])).token;
/** The page without its marks and with plain quotes. */
const words = (html: string) =>
  html
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll(/\s+/g, ' ');

const SCHEMA = {
  type: 'object',
  properties: {
    plan: { type: 'string', enum: ['free', 'pro'], description: 'Plan of the company' },
    seats: { type: 'number', description: 'Seats' },
  },
  additionalProperties: false,
};

describe('the audience of a site', () => {
  it('says who loses and gains access before a published site has another one', async () => {
    const site = await publishSite(organization);
    const chosen = await owner.post(pageOf(site), { do: 'choose', visibility: 'share-link' });
    expect([chosen.status, chosen.headers.get('location')]).toEqual([303, `${pageOf(site)}?to=share-link`]);
    expect(await visibilityOf(site)).toBe('public');
    const shown = words(await owner.read(`${pageOf(site)}?to=share-link`));
    expect(shown).toContain('Loses access Everybody who has no share link.');
    expect(shown).toContain('Gains access Nobody.');
    expect(shown).toContain('No share link is open, so nobody can read the site');
    const form = { do: 'change', visibility: 'share-link', from: 'public' };
    const changed = await owner.post(pageOf(site), form);
    expect(changed.headers.get('location')).toBe(`${pageOf(site)}?done=change`);
    expect(await visibilityOf(site)).toBe('share-link');
    // The confirmation is about a change from an audience that the site does not have any more.
    const late = await owner.post(pageOf(site), { ...form, visibility: 'unlisted' });
    expect(late.status).toBe(409);
    expect(await visibilityOf(site)).toBe('share-link');
    expect((await owner.post(pageOf(site), { ...form, visibility: 'all', from: 'share-link' })).status).toBe(
      400,
    );
    const { body: log } = await api().get(`/v1/orgs/${organization.id}/audit-events`, {
      query: { target: site.id },
    });
    expect(log.items[0]).toMatchObject({ action: 'site.updated', source: 'ui' });
  });

  it('is chosen at once for a site that nobody reads yet', async () => {
    const site = await publishSite(organization);
    await api().post(`${site.api}/unpublish`);
    await owner.post(pageOf(site), { do: 'choose', visibility: 'visitor-auth' });
    expect(await visibilityOf(site)).toBe('visitor-auth');
    expect(await owner.read(`${pageOf(site)}?to=public`)).not.toContain('Loses access');
  });

  it('is for managers of the site in its organization', async () => {
    const site = await publishSite(organization);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const part of ['', '/sign-in', '/claims']) {
      expect((await reader.open(pageOf(site, part))).status, part).toBe(403);
      expect((await stranger.open(pageOf(site, part))).status, part).toBe(404);
      expect((await reader.post(pageOf(site, part), { do: 'regenerate' })).status, part).toBe(403);
      expect((await stranger.post(pageOf(site, part), { do: 'make-link', name: 'x' })).status, part).toBe(
        404,
      );
    }
    const limited = await buildToken(test, organization.admin.id, [
      'organization:read',
      'site:metadata:read',
      'site:metadata:write',
    ]);
    const narrow = await startMemberBrowser(test, limited.token);
    expect(await narrow.read(pageOf(site))).not.toContain('Visitors sign in at');
    expect((await narrow.open(pageOf(site, '/sign-in'))).status).toBe(403);
    expect((await narrow.open(pageOf(site, '/claims'))).status).toBe(403);
  });
});

describe('share links of a site', () => {
  it('are made, copied, renamed, closed, opened and deleted', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    expect(await owner.read(pageOf(site))).toContain('There is no share link yet');
    await owner.post(pageOf(site), { do: 'make-link', name: '<b>Press</b>' });
    const [{ id: link, urls }] = await linksOf(site);
    const shown = await owner.read(`${pageOf(site)}?done=make-link`);
    expect(shown).toContain(`value="${urls.published}"`);
    expect(shown).toContain('&lt;b>Press&lt;/b>');
    expect(shown).not.toContain('<b>Press');
    await owner.post(pageOf(site), { do: 'rename-link', link, name: 'Partners' });
    await owner.post(pageOf(site), { do: 'close-link', link });
    expect(await linksOf(site)).toMatchObject([{ name: 'Partners', active: false }]);
    const closed = await owner.read(pageOf(site));
    expect(closed).not.toContain(urls.published);
    expect(await owner.read(`/app/o/${organization.id}/sites/${site.id}`)).toContain('No share link is open');
    await owner.post(pageOf(site), { do: 'open-link', link });
    expect(await owner.read(pageOf(site))).toContain(urls.published);
    await owner.post(pageOf(site), { do: 'delete-link', link });
    expect(await linksOf(site)).toEqual([]);
  });

  it('have a name, and show no address while they open nothing', async () => {
    const site = await publishSite(organization);
    for (const name of ['', '   ', 'x'.repeat(51)])
      expect((await owner.post(pageOf(site), { do: 'make-link', name })).status).toBe(400);
    await owner.post(pageOf(site), { do: 'make-link', name: 'Later' });
    expect(await owner.read(pageOf(site))).toContain('Links open nothing');
    const [{ id: link }] = await linksOf(site);
    expect((await owner.post(pageOf(site), { do: 'rename-link', link, name: ' ' })).status).toBe(400);
    expect((await owner.post(pageOf(site), { do: 'close-link', link: 'none' })).status).toBe(404);
    // The link belongs to another site.
    const other = await publishSite(organization, { title: 'Other' });
    expect((await owner.post(pageOf(other), { do: 'rename-link', link, name: 'Mine' })).status).toBe(404);
  });
});

describe('the sign-in of visitors', () => {
  it('has an address, which only its own change touches', async () => {
    const site = await publishSite(organization, { visibility: 'visitor-auth' });
    const page = pageOf(site, '/sign-in');
    const url = 'https://login.example.com/docs';
    await owner.post(page, { do: 'save', 'was-url': '', url });
    expect((await api().get(`${site.api}/publishing/auth`)).body.fallbackURL).toBe(url);
    expect(await owner.read(pageOf(site))).toContain(`Visitors sign in at ${url}.`);
    // A form that was shown before somebody else changed the address leaves it.
    await owner.post(page, { do: 'save', 'was-url': '', url: '' });
    expect((await api().get(`${site.api}/publishing/auth`)).body.fallbackURL).toBe(url);
    expect((await owner.post(page, { do: 'save', 'was-url': url, url: 'nowhere' })).status).toBe(400);
    const circle = new URL(site.base, test.config.publicUrl).href;
    const refused = await owner.post(page, { do: 'save', 'was-url': url, url: circle });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(circle)]);
    const integration = { do: 'save', 'was-url': url, url, 'was-backend': 'custom', backend: 'integration' };
    expect((await owner.post(page, integration)).status).toBe(400);
    await owner.post(page, { do: 'save', 'was-url': url, url: '' });
    expect((await api().get(`${site.api}/publishing/auth`)).body.fallbackURL).toBeUndefined();
  });

  it('lets in members who may see the site, with their account here, and nobody else', async () => {
    const site = await publishSite(organization, { visibility: 'visitor-auth' });
    const page = pageOf(site, '/sign-in');
    expect(await owner.read(page)).toContain('Let members in');
    await owner.post(page, { do: 'members' });
    const { body } = await api().get(`${site.api}/publishing/auth`);
    expect(body).toMatchObject({ backend: 'custom', fallbackURL: expect.stringMatching(/\/enter$/) });
    expect(await owner.read(pageOf(site))).toContain('sign in with their account here');
    // A reader is sent to sign in here, and from there back to the page that they wanted.
    const sent = await test.api.get(`${site.base}second-page?a=1`);
    const enter = new URL(sent.headers.get('location') ?? '');
    expect(enter.searchParams.get('location')).toBe('/second-page?a=1');
    const path = enter.pathname + enter.search;
    const signIn = await test.api.get(path);
    const next = new URL(signIn.headers.get('location') ?? '', test.baseUrl).searchParams.get('next');
    expect(next).toContain(`/sites/${site.id}/enter?location=`);

    const reader = await organization.member('read');
    const browser = await startMemberBrowser(test, reader.token);
    const entered = await browser.open(path);
    const back = new URL(entered.headers.get('location') ?? '');
    expect([entered.status, back.pathname, back.searchParams.get('a')]).toEqual([
      303,
      `${site.base}second-page`,
      '1',
    ]);
    const cookie = cookiesOf((await test.api.get(back.pathname + back.search)).headers);
    const read = () => test.api.get(`${site.base}second-page`, { headers: { cookie } });
    expect([(await read()).status, (await read()).text]).toEqual([
      200,
      expect.stringContaining('More words.'),
    ]);
    // No location leads the token to another site.
    for (const elsewhere of [
      '//evil.example.com/x',
      '/../../other/site/',
      '@evil.example.com',
      '\\\\evil.example.com',
    ]) {
      const led = await browser.open(`${enter.pathname}?${new URLSearchParams({ location: elsewhere })}`);
      expect(led.headers.get('location')).toContain(new URL(site.base, test.config.publicUrl).href);
    }
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    const guest = await startMemberBrowser(test, (await organization.member(null)).token);
    const narrow = await startMemberBrowser(test, await narrowToken(reader.id));
    for (const [who, status] of [
      [stranger, 404],
      [guest, 404],
      [narrow, 403],
    ] as const)
      expect((await who.open(path)).status).toBe(status);
    await api().delete(`/v1/orgs/${organization.id}/members/${reader.id}`);
    // The session ended with the membership.
    expect((await browser.open(path)).headers.get('location')).toContain('/app/sign-in?next=');
    test.clock.advance(32 * 60_000);
    expect((await read()).headers.get('location')).toContain('/enter?location=');
    test.clock.reset();
    await owner.post(page, { do: 'no-members' });
    expect((await api().get(`${site.api}/publishing/auth`)).body.fallbackURL).toBeUndefined();
    await api().post(`${site.api}/unpublish`);
    expect((await owner.open(path)).status).toBe(404);
  });

  it('shows its key when it is asked for only, and replaces it', async () => {
    const site = await publishSite(organization, { visibility: 'visitor-auth' });
    const page = pageOf(site, '/sign-in');
    const key = await keyOf(site);
    const masked = await owner.read(page);
    expect(masked).not.toContain(key);
    expect(masked).toContain(key.slice(-4));
    const shown = await owner.post(page, { do: 'show-key' });
    expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    expect(await shown.text()).toContain(`value="${key}"`);
    await owner.post(page, { do: 'regenerate' });
    expect(await keyOf(site)).not.toBe(key);
  });

  it('opens the site as a visitor with claims', async () => {
    const site = await publishSite(organization, { visibility: 'visitor-auth' });
    const page = pageOf(site, '/sign-in');
    await api().put(`${site.api}/adaptive-schema`, { jsonSchema: SCHEMA });
    await api().patch(site.api, { adaptiveContent: { enabled: true } });
    const claims = JSON.stringify({ plan: 'gold', seats: 3, other: '<i>', exp: 1 });
    const tried = await (await owner.post(page, { do: 'try', claims })).text();
    expect(words(tried)).toContain('Conditions see {"seats":3}');
    expect(words(tried)).toContain('“plan” must be one of "free", "pro"; the token says "gold".');
    expect(words(tried)).toContain('“other” is not in the schema of claims.');
    const link = /<a href="([^"]+jwt_token=[^"]+)"/.exec(tried)?.[1] ?? '';
    const { pathname, search } = new URL(link);
    const opened = await test.api.get(pathname + search);
    expect(opened.status).toBe(307);
    const cookie = cookiesOf(opened.headers);
    expect((await test.api.get(site.base, { headers: { cookie } })).status).toBe(200);
    const preview = /href="([^"]+\/preview\?claims=[^"]+)"/.exec(tried)?.[1] ?? '';
    expect((await owner.open(preview)).headers.get('location')).toContain('/~preview/');
  });

  it('makes previews alone where no token is read, and refuses what no token can hold', async () => {
    const site = await publishSite(organization);
    const page = pageOf(site, '/sign-in');
    const open = await (await owner.post(page, { do: 'try', claims: '{}' })).text();
    expect(open).toContain('The site reads no tokens now');
    expect(open).not.toContain('?jwt_token=');
    const problems = {
      '': 'write an object in braces',
      '[1]': 'write an object in braces',
      '{"plan": "pro",\n "a" 1}': 'in line 2, at character 6',
      '{"plan": pro}': 'this is not valid JSON',
      [`{"a": ${'['.repeat(200)}${']'.repeat(200)}}`]: 'levels',
      [JSON.stringify({ a: 'x'.repeat(4000) })]: 'characters',
    };
    for (const [claims, sentence] of Object.entries(problems)) {
      const refused = await owner.post(page, { do: 'try', claims });
      expect([refused.status, await refused.text()], claims.slice(0, 20)).toEqual([
        400,
        expect.stringContaining(sentence),
      ]);
    }
  });

  it('says of a token which rule it breaks', async () => {
    const site = await publishSite(organization, { visibility: 'visitor-auth' });
    const page = pageOf(site, '/sign-in');
    const key = await keyOf(site);
    const now = Math.floor(Date.now() / 1000);
    const exp = now + 3600;
    const check = async (token: string) =>
      words(await (await owner.post(page, { do: 'check', token })).text());
    const verdicts: [token: string, sentence: string][] = [
      [await visitorToken(key, { plan: 'pro' }), 'Valid It lets its visitor in until'],
      [`https://docs.example.com/?a=1&jwt_token=${await visitorToken(key, {})}&b=2`, 'Valid'],
      [await visitorToken(key, {}, { expires: -61 }), 'Refused Its end (“exp”) has passed.'],
      [await visitorToken('x'.repeat(64), {}), 'Its signature is not of the key of this site.'],
      [forgedToken({ alg: 'none' }, { exp }), 'Its algorithm is none; only HS256 is taken.'],
      [forgedToken({ alg: 'HS512' }, { exp }, key), 'Its algorithm is HS512'],
      [await visitorToken(key, {}, { expires: null }), 'It has no end'],
      [forgedToken({ alg: 'HS256' }, { exp: 'tomorrow' }, key), 'is not a number of seconds'],
      [await visitorToken(key, { iat: now + 120 }), 'It was made in the future'],
      [await visitorToken(key, { nbf: now + 120 }), 'It does not hold yet'],
      [await visitorToken(key, { text: 'x'.repeat(4000) }), 'It is longer than 3800 characters'],
      ['<b>hello</b>', 'It is not a signed JSON Web Token'],
    ];
    for (const [token, sentence] of verdicts) expect(await check(token), sentence).toContain(sentence);
    expect(await check(await visitorToken(key, { plan: 'pro' }))).toContain('“plan” is not in the schema');
    expect((await owner.post(page, { do: 'check', token: ' ' })).status).toBe(400);
    const other = await publishSite(organization, { title: 'Other', visibility: 'visitor-auth' });
    const foreign = await owner.post(pageOf(other, '/sign-in'), {
      do: 'check',
      token: await visitorToken(key, {}),
    });
    expect(words(await foreign.text())).toContain('Its signature is not of the key of this site.');
  });
});

describe('the claims of visitors', () => {
  const schemaOf = async (site: AudienceSite) =>
    (await api().get(`${site.api}/adaptive-schema`)).body.jsonSchema;

  it('are added and removed one by one, and counted once they are switched on', async () => {
    const site = await publishSite(organization);
    const page = pageOf(site, '/claims');
    expect(await owner.read(page)).toContain('The site knows no claim yet');
    const plan = {
      do: 'add',
      name: 'plan',
      kind: 'choice',
      values: 'free\n\n pro \nfree',
      description: '<i>P',
    };
    await owner.post(page, plan);
    await owner.post(page, { do: 'add', name: 'isBeta', kind: 'boolean', description: '', unsigned: 'on' });
    expect(await schemaOf(site)).toEqual({
      type: 'object',
      properties: {
        plan: { type: 'string', description: '<i>P', enum: ['free', 'pro'] },
        unsigned: {
          type: 'object',
          description: 'Unsigned claims of the site visitor.',
          properties: { isBeta: { type: 'boolean', description: '' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    });
    const shown = await owner.read(page);
    expect(shown).toContain('&lt;i>P');
    expect(shown).toContain('visitor.claims.plan == &quot;pro&quot;');
    expect(words(shown)).toContain('unsigned.isBeta');
    const refusals: [form: Record<string, string>, status: number][] = [
      [plan, 409],
      [{ ...plan, name: 'a b' }, 400],
      [{ ...plan, name: '__proto__' }, 400],
      [{ ...plan, name: 'unsigned' }, 400],
      [{ ...plan, name: 'tier', values: '' }, 400],
      [{ ...plan, name: 'tier', kind: 'date' }, 400],
    ];
    for (const [form, status] of refusals) {
      const refused = await owner.post(page, form);
      expect(refused.status, JSON.stringify(form)).toBe(status);
      expect(await refused.text()).toContain(`value="${form['name']}"`);
    }
    await owner.post(page, { do: 'remove', name: 'isBeta', signed: 'false' });
    expect(Object.keys((await schemaOf(site)).properties)).toEqual(['plan']);
    await owner.post(page, { do: 'on' });
    expect((await api().get(site.api)).body.adaptiveContent.enabled).toBe(true);
    await owner.post(page, { do: 'off' });
    expect((await api().get(site.api)).body.adaptiveContent.enabled).toBe(false);
  });

  it('are written as JSON, with the place of what is wrong', async () => {
    const site = await publishSite(organization);
    const page = pageOf(site, '/claims');
    const save = (schema: string, shown = '') => owner.post(page, { do: 'save', schema, shown });
    const wrong = { ...SCHEMA, properties: { plan: { type: 'text', description: '' } } };
    for (const [schema, sentence] of [
      ['{"type": "object",}', 'in line 1, at character 19'],
      [
        JSON.stringify(wrong),
        'jsonSchema.properties.plan.type must be boolean, number, string, array or object',
      ],
      ['{}', 'jsonSchema.type is required'],
    ] as const) {
      const refused = await save(schema);
      const text = words(await refused.text());
      expect([refused.status, text]).toEqual([400, expect.stringContaining(sentence)]);
      expect(text).toContain(schema);
    }
    expect((await save(JSON.stringify(SCHEMA))).status).toBe(303);
    expect(await schemaOf(site)).toEqual(SCHEMA);
    // Somebody who opened the page before it was saved does not undo it.
    expect((await save('{"type": "object", "properties": {}, "additionalProperties": false}')).status).toBe(
      409,
    );
    expect(await schemaOf(site)).toEqual(SCHEMA);
  });
});
