import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AudienceSite, cookiesOf, forgedToken, publishSite, visitorToken } from './support/audience.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'https://docs.example.com' });
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

const read = (path: string, headers: Record<string, string> = {}) => test.api.get(path, { headers });
const admin = () => organization.admin.api;

describe('a site with share links', () => {
  const newLink = async (site: AudienceSite, name = 'Partners') => {
    const link = await admin().post(`${site.api}/share-links`, { name });
    expect(link.status, link.text).toBe(201);
    expect(link.headers.get('location')).toContain(`${site.api}/share-links/${link.body.id}`);
    return { id: link.body.id as string, path: new URL(link.body.urls.published as string).pathname };
  };

  it('the site opens by a share link, and its own links keep the key', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const { path } = await newLink(site);
    expect(path.startsWith(site.base)).toBe(true);
    expect(path.length - site.base.length).toBeGreaterThanOrEqual(22);
    const home = await read(path);
    expect(home.status).toBe(200);
    expect(home.text).toContain(`href="${path}second-page"`);
    expect(home.text).not.toContain(`href="${site.base}second-page"`);
    expect(home.text).toMatch(/<meta name="robots"[^>]*noindex/);
    expect(home.headers.get('cache-control')).toBe('private, no-cache');
    expect(home.headers.get('x-robots-tag')).toBe('noindex');
    expect((await read(`${path}second-page`)).status).toBe(200);
    const withoutSlash = await read(path.slice(0, -1));
    expect(withoutSlash.status).toBe(307);
    expect(withoutSlash.headers.get('location')).toBe(path);
  });

  it('the site is not found without a key, just as a site that never was', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    await newLink(site);
    const nothing = await read(`${site.base.slice(0, -1)}-not/`);
    expect(nothing.status).toBe(404);
    for (const path of ['', 'second-page', 'x'.repeat(24), `${'x'.repeat(24)}/second-page`]) {
      const answer = await read(site.base + path);
      expect([answer.status, answer.text]).toEqual([404, nothing.text]);
      const plain = (headers: Headers) =>
        [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
      expect(plain(answer.headers)).toEqual(plain(nothing.headers));
    }
    expect((await read(site.base.slice(0, -1))).status).toBe(404);
  });

  it('the site closes with the next request when a link is deactivated or deleted, and opens again', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const [first, second] = [await newLink(site), await newLink(site, 'Press')];
    const link = `${site.api}/share-links/${first.id}`;
    expect((await read(first.path)).status).toBe(200);
    expect((await admin().patch(link, { active: false })).body.active).toBe(false);
    expect((await read(first.path)).status).toBe(404);
    expect((await read(second.path)).status).toBe(200);
    const renamed = await admin().patch(link, { active: true, name: 'Friends' });
    expect(renamed.body).toMatchObject({ active: true, name: 'Friends' });
    expect((await read(first.path)).status).toBe(200);
    expect((await admin().delete(link)).status).toBe(204);
    expect((await admin().delete(link)).status).toBe(204);
    expect((await read(first.path)).status).toBe(404);
    const list = await admin().get(`${site.api}/share-links`);
    expect(list.body).toMatchObject({ count: 1, items: [{ id: second.id, name: 'Press' }] });
  });

  it('a share link takes a name of at most 50 characters, and a change of it at least one field', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const { id } = await newLink(site);
    const refused = [
      await admin().post(`${site.api}/share-links`, {}),
      await admin().post(`${site.api}/share-links`, { name: 'x'.repeat(51) }),
      await admin().patch(`${site.api}/share-links/${id}`, {}),
      await admin().patch(`${site.api}/share-links/${id}`, { active: 'no' }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400]);
    expect((await admin().patch(`${site.api}/share-links/none`, { active: true })).status).toBe(404);
  });

  it('only managers of the site see its links, and the keys of one site open no other', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const other = await publishSite(organization, { visibility: 'share-link', title: 'Other' });
    const { path } = await newLink(site);
    const reader = await organization.member('read');
    expect((await reader.api.get(`${site.api}/share-links`)).status).toBe(403);
    expect((await read(path.replace(site.base, other.base))).status).toBe(404);
  });

  it('old share links redirect once everybody may read the site', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const { path } = await newLink(site);
    await admin().patch(site.api, { visibility: 'unlisted' });
    const answer = await read(`${path}second-page?a=1`);
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe(`${site.base}second-page?a=1`);
    const list = await admin().get(`${site.api}/share-links`);
    expect(list.body.items[0].urls).toEqual({});
  });

  it('the API answers addresses with the key only to clients that send the key', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const { id, path } = await newLink(site);
    const shareKey = path.slice(site.base.length, -1);
    const publishedBy = async (address: string, query: Record<string, string>) => {
      const { body } = await admin().get(address, { query });
      return new URL((body.items?.[0] ?? body).urls.published as string).pathname;
    };
    for (const address of [`/v1/spaces/${site.space}`, `${site.api}/site-spaces`]) {
      expect(await publishedBy(address, { shareKey }), address).toBe(path);
      expect(await publishedBy(address, {})).toBe(site.base);
      expect(await publishedBy(address, { shareKey: 'x'.repeat(24) })).toBe(site.base);
    }
    await admin().patch(`${site.api}/share-links/${id}`, { active: false });
    expect(await publishedBy(`/v1/spaces/${site.space}`, { shareKey })).toBe(site.base);
  });

  it('the site serves its files below the key only', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const { path } = await newLink(site);
    const file = { name: 'note.txt', contentType: 'text/plain', base64: 'aGVsbG8=' };
    const inserted = await admin().post(
      `/v1/spaces/${site.space}/content`,
      { changes: [{ operation: 'insert_files', files: [file] }] },
      { query: { compat: false } },
    );
    const suffix = `~files/${site.space}/${inserted.body.insertedFiles[0].id}/note.txt`;
    const served = await read(path + suffix);
    expect([served.status, served.text]).toEqual([200, 'hello']);
    expect(served.headers.get('cache-control')).toBe('private, no-cache');
    expect((await read(site.base + suffix)).status).toBe(404);
  });
});

describe('a site for signed-in visitors', () => {
  let site: AudienceSite;
  let key: string;

  beforeAll(async () => {
    site = await publishSite(organization, { visibility: 'visitor-auth' });
    const auth = await admin().get(`${site.api}/publishing/auth`);
    key = auth.body.privateKey as string;
  });

  beforeEach(() => admin().patch(`${site.api}/publishing/auth`, { backend: 'custom', fallbackURL: null }));

  const signIn = async (token: string, path = '') => read(`${site.base}${path}?jwt_token=${token}`);

  it('the site takes a token from the address into a cookie', async () => {
    expect(key.length).toBeGreaterThanOrEqual(32);
    const answer = await read(`${site.base}second-page?a=1&jwt_token=${await visitorToken(key, {})}&b=2`);
    expect(answer.status).toBe(307);
    expect(answer.headers.get('location')).toBe(`${site.base}second-page?a=1&b=2`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [cookie = ''] = answer.headers.getSetCookie();
    expect(cookie).toContain(`; Path=${site.base};`);
    expect(cookie).toContain('; HttpOnly');
    expect(cookie).toContain('; SameSite=Lax');
    expect(cookie).toContain('; Secure');
    expect(Number(/Max-Age=(\d+)/.exec(cookie)?.[1])).toBeGreaterThan(3500);
    const page = await read(`${site.base}second-page`, { cookie: cookiesOf(answer.headers) });
    expect(page.status).toBe(200);
    expect(page.text).toContain('More words.');
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    expect(page.text).not.toContain('eyJ');
  });

  it('the site reads the cookie of other renderers, and a bearer token of machines', async () => {
    const token = await visitorToken(key, {});
    expect((await read(site.base, { cookie: `gitbook-visitor-token=${token}` })).status).toBe(200);
    expect((await read(site.base, { authorization: `Bearer ${token}` })).status).toBe(200);
  });

  it('everybody else is answered 401 without content', async () => {
    const answer = await read(`${site.base}second-page`);
    expect(answer.status).toBe(401);
    expect(answer.text).not.toMatch(/My docs|Second page|More words/);
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('the site refuses every invalid token', async () => {
    const now = Math.floor(Date.now() / 1000);
    const exp = now + 3600;
    const tokens: Record<string, string> = {
      expired: await visitorToken(key, {}, { expires: -61 }),
      'of another key': await visitorToken('x'.repeat(64), {}),
      unsigned: forgedToken({ alg: 'none' }, { exp }),
      'called unsigned but signed': forgedToken({ alg: 'none' }, { exp }, key),
      'called RS256': forgedToken({ alg: 'RS256' }, { exp }, key),
      'called HS512': forgedToken({ alg: 'HS512' }, { exp }, key),
      'without an end': await visitorToken(key, {}, { expires: null }),
      'with an end in words': forgedToken({ alg: 'HS256' }, { exp: 'tomorrow' }, key),
      'from the future': await visitorToken(key, { iat: now + 120 }),
      'for later': await visitorToken(key, { nbf: now + 120 }),
      oversized: await visitorToken(key, { text: 'x'.repeat(4000) }),
      'with a key of its own': forgedToken({ alg: 'HS256', jwk: { kty: 'oct', k: 'eA' } }, { exp }, 'x'),
      'no token': 'hello',
      'half a token': (await visitorToken(key, {})).split('.').slice(0, 2).join('.'),
    };
    const accepted: string[] = [];
    for (const [name, token] of Object.entries(tokens)) {
      const answers = [
        await signIn(token),
        await read(site.base, { cookie: `bindery-visitor-token=${token}` }),
      ];
      if (answers.some(({ status }) => status !== 401)) accepted.push(name);
    }
    expect(accepted).toEqual([]);
  });

  it('the site allows clocks to differ by a minute', async () => {
    const now = Math.floor(Date.now() / 1000);
    const tokens = [
      await visitorToken(key, {}, { expires: -30 }),
      await visitorToken(key, { iat: now + 30, nbf: now + 30 }),
    ];
    for (const token of tokens) expect((await signIn(token)).status).toBe(307);
  });

  it('a new key invalidates old tokens', async () => {
    const cookie = `bindery-visitor-token=${await visitorToken(key, {})}`;
    expect((await read(site.base, { cookie })).status).toBe(200);
    const regenerated = await admin().post(`${site.api}/publishing/auth/regenerate`);
    expect(regenerated.status).toBe(200);
    expect(regenerated.body.privateKey).not.toBe(key);
    expect((await read(site.base, { cookie })).status).toBe(401);
    key = regenerated.body.privateKey as string;
    expect((await admin().get(`${site.api}/publishing/auth`)).body.privateKey).toBe(key);
    const fresh = `bindery-visitor-token=${await visitorToken(key, {})}`;
    expect((await read(site.base, { cookie: fresh })).status).toBe(200);
  });

  it('the session ends with its token', async () => {
    const cookie = `bindery-visitor-token=${await visitorToken(key, {})}`;
    expect((await read(site.base, { cookie })).status).toBe(200);
    test.clock.advance(3_700_000);
    expect((await read(site.base, { cookie })).status).toBe(401);
    test.clock.advance(-3_700_000);
  });

  it('the site sends visitors to sign in, with the wanted location', async () => {
    const fallbackURL = 'https://login.example.com/docs?tenant=a';
    const auth = await admin().patch(`${site.api}/publishing/auth`, { backend: 'custom', fallbackURL });
    expect(auth.body.fallbackURL).toBe(fallbackURL);
    const wanted = await read(`${site.base}second-page?q=a%26b&jwt_token=nonsense`);
    expect(wanted.status).toBe(307);
    const location = new URL(wanted.headers.get('location') ?? '');
    expect(location.origin + location.pathname).toBe('https://login.example.com/docs');
    expect(Object.fromEntries(location.searchParams)).toEqual({
      tenant: 'a',
      location: '/second-page?q=a%26b',
    });
    for (const destination of ['empty', 'image'])
      expect((await read(site.base, { 'sec-fetch-dest': destination })).status).toBe(401);
    expect((await test.api.post(site.base, {})).status).toBe(401);
  });

  it('the redirect to the sign-in keeps its host for any path', async () => {
    await admin().patch(`${site.api}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://login.example.com/',
    });
    const hosts = new Set<string>();
    for (const path of ['', '/evil.example.com', '%2F%2Fevil.example.com', '@evil.example.com', '..%2f..']) {
      const answer = await read(`${site.base}${path}?location=https://evil.example.com`);
      hosts.add(new URL(answer.headers.get('location') ?? '', test.baseUrl).host);
    }
    expect([...hosts]).toEqual(['login.example.com']);
  });

  it('the site refuses a sign-in that would send visitors in circles', async () => {
    const own = new URL(site.base, test.config.publicUrl).href;
    const circle = await admin().patch(`${site.api}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: own,
    });
    expect(circle.status).toBe(400);
    expect(circle.body.error.message).toContain('circle');
    await admin().patch(`${site.api}/publishing/auth`, {
      backend: 'custom',
      fallbackURL: 'https://login.example.com/',
    });
    let cookie = '';
    let last = '';
    const statuses: number[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const answer = await read(`${site.base}?jwt_token=wrong`, { cookie });
      statuses.push(answer.status);
      cookie = cookiesOf(answer.headers);
      last = answer.text;
    }
    expect(statuses).toEqual([307, 307, 307, 307, 307, 401]);
    expect(last).toContain('href="https://login.example.com/?location=');
  });

  it('only managers of the site see its key', async () => {
    const reader = await organization.member('review');
    expect((await reader.api.get(`${site.api}/publishing/auth`)).status).toBe(403);
    expect((await reader.api.post(`${site.api}/publishing/auth/regenerate`)).status).toBe(403);
    const integration = await admin().patch(`${site.api}/publishing/auth`, { backend: 'integration' });
    expect(integration.status).toBe(400);
    expect(integration.body.error.message).toContain('install an integration');
    const script = { backend: 'custom', fallbackURL: 'javascript:alert(1)' };
    expect((await admin().patch(`${site.api}/publishing/auth`, script)).status).toBe(400);
  });

  it('the space answers the visibility and the authentication of its site', async () => {
    const space = await admin().get(`/v1/spaces/${site.space}`);
    expect(space.body).toMatchObject({ visibility: 'visitor-auth', visitorAuth: { backend: 'custom' } });
    expect(space.body.urls.public).toBeUndefined();
    await admin().patch(site.api, { visibility: 'share-link' });
    const shared = await admin().get(`/v1/spaces/${site.space}`);
    expect(shared.body.visibility).toBe('share-link');
    expect(shared.body.visitorAuth).toBeUndefined();
    await admin().patch(site.api, { visibility: 'visitor-auth' });
  });
});

describe('a preview of a site', () => {
  const urlOf = async (site: AudienceSite, query: Record<string, string> = {}, api = admin()) => {
    const answer = await api.get(`${site.api}/publishing/preview`, { query });
    expect(answer.status, answer.text).toBe(200);
    return new URL(answer.body.url as string).pathname;
  };

  it('the preview shows an unpublished site, to members alone', async () => {
    const site = await publishSite(organization, { visibility: 'visitor-auth' });
    await admin().post(`${site.api}/unpublish`);
    const path = await urlOf(site);
    const page = await read(path);
    expect(page.status).toBe(200);
    expect(page.text).toContain('readers');
    expect(page.text).toContain('aria-label="Preview"');
    expect(page.text).toContain(`href="${path}second-page"`);
    expect(page.text).toMatch(/<meta name="robots"[^>]*noindex/);
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('cache-control')).toBe('private, no-cache');
    expect((await read(`${path}second-page`)).status).toBe(200);
    expect((await read(site.base)).status).toBe(404);
    expect((await read(path.replace(/\/[^/]+\/$/, '/x.y.z/'))).status).toBe(404);
  });

  it('the preview refuses tokens that may not read content', async () => {
    const site = await publishSite(organization);
    const scopes = ['site:metadata:read'];
    const { body } = await admin().post('/v1/user/tokens', { label: 'structure', scopes });
    const api = test.api.as(body.token as string);
    expect((await api.get(site.api)).status).toBe(200);
    expect((await api.get(`${site.api}/publishing/preview`)).status).toBe(403);
  });

  it('the preview is not counted in insights', async () => {
    const site = await publishSite(organization);
    const count = async (base: string) => {
      const headers = {
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      };
      const answer = await test.api.post(`${base}~insights`, { type: 'page_view', path: '' }, { headers });
      const sql = 'select count(*)::int as count from site_events where site_id = $1';
      const [row] = await test.db.query<{ count: number }>(sql, [site.id]);
      return [answer.status, row?.count];
    };
    expect(await count(await urlOf(site))).toEqual([204, 0]);
    expect(await count(site.base)).toEqual([204, 1]);
  });

  it('the preview works for an hour', async () => {
    const site = await publishSite(organization);
    const path = await urlOf(site);
    test.clock.advance(3_500_000);
    expect((await read(path)).status).toBe(200);
    test.clock.advance(200_000);
    expect((await read(path)).status).toBe(404);
    test.clock.advance(-3_700_000);
  });

  it('the preview shows its own site, at its own address', async () => {
    const [site, other] = [await publishSite(organization), await publishSite(organization)];
    const path = await urlOf(site);
    expect((await read(path.replace(site.base, other.base))).status).toBe(404);
  });

  it('the preview begins with the wanted space, and shows the spaces that its creator sees', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const closed = await buildSpace(organization, { title: 'Closed space' });
    await admin().patch(`/v1/spaces/${closed.id}`, { defaultLevel: null });
    const added = await admin().post(`${site.api}/site-spaces`, { spaceId: closed.id });
    const reader = await organization.member('read');
    const own = await urlOf(site, {}, reader.api);
    expect((await read(own)).text).not.toContain('Closed space');
    const whole = await urlOf(site, { siteSpace: added.body.id as string });
    expect(whole).toMatch(/closed-space\/$/);
    expect((await read(whole.replace(/closed-space\/$/, ''))).text).toContain('Closed space');
    const query = { siteSpace: added.body.id as string };
    expect((await reader.api.get(`${site.api}/publishing/preview`, { query })).status).toBe(404);
    await admin().delete(`/v1/orgs/${organization.id}/members/${reader.id}`);
    expect((await read(own)).status).toBe(404);
  });

  it('the preview refuses unreadable claims', async () => {
    const site = await publishSite(organization);
    for (const claims of ['(', '!t', '[1]', '{"a":', 'x'.repeat(1001)]) {
      const answer = await admin().get(`${site.api}/publishing/preview`, { query: { claims } });
      expect(answer.status, claims).toBe(400);
      expect(answer.body.error.message).toContain('claims');
    }
  });
});

describe('a shared cache', () => {
  it('the cache keeps only answers that everybody may read', async () => {
    const site = await publishSite(organization);
    const open = await read(site.base);
    expect(open.headers.get('cache-control')).toBe('no-cache');
    expect(open.headers.get('x-robots-tag')).toBeNull();
    await admin().patch(site.api, { visibility: 'unlisted' });
    expect((await read(site.base)).headers.get('x-robots-tag')).toBe('noindex');
    await admin().patch(site.api, { visibility: 'public', adaptiveContent: { enabled: true } });
    expect((await read(site.base)).headers.get('cache-control')).toBe('private, no-cache');
  });
});
