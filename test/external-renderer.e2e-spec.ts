import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOpenApi } from '../src/openapi/index.js';
import { type AudienceSite, publishSite, visitorToken } from './support/audience.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { buildSpec } from './support/openapi.js';
import { TestRenderer, textOf } from './support/renderer.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const PUBLIC_URL = 'https://docs.example.com';

let test: TestApp;
let organization: TestOrganization;
let renderer: TestRenderer;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: PUBLIC_URL, sitesDomain: 'sites.example.com' });
  organization = await buildOrganization(test);
  renderer = new TestRenderer(test);
});

afterAll(() => test.close());

const admin = () => organization.admin.api;
const address = ({ base }: AudienceSite, path = '') =>
  `https://${organization.hostname}.sites.example.com${base}${path}`;
const must = ({ status, text }: { status: number; text: string }, wanted: number): void => {
  if (status !== wanted) throw new Error(`${status}: ${text}`);
};
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<string, never>;

describe('a public site in an external renderer', () => {
  let site: AudienceSite;

  beforeAll(async () => {
    site = await publishSite(organization);
  });

  it('is found by every beginning of its addresses, and an unknown address answers 404', async () => {
    const answers = await renderer.lookups(address(site, 'second-page'));
    expect(answers.map(({ answer }) => answer.status)).toEqual([404, 200, 200]);
    const [, root, page] = answers.map(({ answer }) => answer.body);
    expect(root).toMatchObject({
      complete: true,
      pathname: '/',
      basePath: site.base,
      siteBasePath: site.base,
    });
    expect(page).toMatchObject({ complete: true, pathname: '/second-page', basePath: site.base });
    expect(page.canonicalUrl).toBe(address(site, 'second-page'));
    expect(page.apiToken).toBe(root.apiToken);
    expect(page).not.toHaveProperty('contextId');
    for (const url of [
      'https://unknown.example.com/',
      `${PUBLIC_URL}/`,
      address(site).replace(/s\/$/, '/'),
    ]) {
      const nothing = await test.api.post('/v1/urls/published', { url });
      expect([nothing.status, nothing.body.error.message]).toEqual([404, expect.stringContaining('no such')]);
    }
    for (const body of [{}, { url: 'nonsense' }, { url: 'ftp://x.example.com' }])
      expect((await test.api.post('/v1/urls/published', body)).status).toBe(400);
  });

  it('has every field that a page needs', async () => {
    const view = await renderer.view(address(site, 'second-page'));
    expect(view.page).toMatchObject({ title: 'Second page', path: 'second-page', type: 'document' });
    expect(textOf(view.document)).toContain('More words.');
    const { published, space, revision } = view;
    expect(published.site.urls.published).toBe(address(site));
    expect(published.structure).toMatchObject({
      type: 'siteSpaces',
      structure: [{ id: view.lookup.siteSpace }],
    });
    const [siteSpace] = published.structure.structure;
    expect(siteSpace.space).toMatchObject({ id: view.lookup.space, revision: space.revision });
    expect(siteSpace.urls.published).toBe(address(site));
    const { site: settings, siteSpaces } = published.customizations;
    expect(siteSpaces[view.lookup.siteSpace]).toEqual(settings);
    for (const color of ['primaryColor', 'successColor', 'warningColor', 'dangerColor', 'infoColor'])
      expect(settings.styling[color]).toEqual({ light: expect.any(String), dark: expect.any(String) });
    expect(settings.styling.font).toBeTruthy();
    expect(settings.header.links).toEqual([]);
    for (const member of [
      'internationalization',
      'favicon',
      'footer',
      'themes',
      'feedback',
      'ai',
      'pageActions',
    ])
      expect(settings[member], member).toBeTypeOf('object');
    for (const member of ['externalLinks', 'pagination', 'trademark', 'privacyPolicy'])
      expect(settings[member], member).toBeTypeOf('object');
    expect(settings.socialAccounts).toEqual([]);
    expect(settings.pageActions.items).toBeInstanceOf(Array);
    expect(published.scripts).toEqual([]);
    expect(space.urls.published).toBe(address(site));
    expect(revision.urls.app).toBeTruthy();
    for (const page of revision.pages) {
      expect(page).toMatchObject({ id: expect.any(String), pages: [], tags: [], layout: { title: true } });
    }
    expect(view.metaLinks).toMatchObject({ previous: { kind: 'page' } });
  });

  it('gives all visitors one token for a day, which outlives the day, and another one the day after', async () => {
    const token = async () => (await renderer.lookup(address(site))).body.apiToken;
    const first = await token();
    expect(claimsOf(first)).toMatchObject({
      kind: 'site',
      organization: organization.id,
      site: site.id,
      space: site.space,
      spaces: [site.space],
      claims: {},
    });
    expect(await token()).toBe(first);
    const now = test.clock.now().getTime();
    const toMidnight = 86_400_000 - (now % 86_400_000);
    test.clock.advance(toMidnight - 1000);
    expect(await token()).toBe(first);
    expect(claimsOf(first)['exp']! * 1000 - test.clock.now().getTime()).toBeGreaterThan(600_000);
    test.clock.advance(2000);
    expect(await token()).not.toBe(first);
    const read = await test.api.as(first).get(`/v1/spaces/${site.space}`);
    expect(read.status).toBe(200);
    test.clock.advance(7 * 3_600_000);
    expect((await test.api.as(first).get(`/v1/spaces/${site.space}`)).status).toBe(401);
    test.clock.advance(-(toMidnight - 1000) - 2000 - 7 * 3_600_000);
  });

  it('shows revisions that were current today, and no draft', async () => {
    const { lookup, space } = await renderer.view(address(site));
    const [added = ''] = await buildPages(organization.admin, site.space, [
      { title: 'Third', markdown: 'New.' },
    ]);
    const next = await renderer.view(address(site, 'third'));
    expect(next.lookup.apiToken).toBe(lookup.apiToken);
    expect(next.page.id).toBe(added);
    const base = `/v1/spaces/${site.space}/revisions`;
    expect((await renderer.get(lookup, `${base}/${space.revision}`)).status).toBe(200);
    expect((await renderer.get(lookup, `${base}/${space.revision}/page/${added}/document`)).status).toBe(404);
    const draft = await admin().post(`/v1/spaces/${site.space}/change-requests`, { subject: 'Draft' });
    const inside = `/v1/spaces/${site.space}/change-requests/${draft.body.id}`;
    const changes = [{ operation: 'insert_page', title: 'Secret', document: { markdown: 'Not yet.' } }];
    await admin().post(`${inside}/content`, { changes });
    const { revision } = (await admin().get(inside)).body;
    expect((await renderer.get(lookup, `${base}/${revision}`)).status).toBe(404);
    expect((await renderer.get(lookup, inside)).status).toBe(404);
    expect((await renderer.get(lookup, `${base}/${next.space.revision}/changes?limit=100`)).status).toBe(404);
    test.clock.advance(86_400_000);
    const later = (await renderer.lookup(address(site))).body;
    expect((await renderer.get(later, `${base}/${space.revision}`)).status).toBe(404);
    expect((await renderer.get(later, `${base}/${next.space.revision}`)).status).toBe(200);
    test.clock.advance(-86_400_000);
  });

  it('answers Markdown with stable links, and finds moved pages and words', async () => {
    const build = async (title: string, markdown: string) =>
      (await buildPages(organization.admin, site.space, [{ title, markdown }]))[0] ?? '';
    const first = await build('Linked', 'Words.');
    const second = await build('Linking', 'To [it](linked.md) from zebras.');
    const { lookup, space } = await renderer.view(address(site));
    const base = `/v1/spaces/${site.space}/revisions/${space.revision}`;
    const markdown = await renderer.get(
      lookup,
      `${base}/page/${second}?format=markdown&format.markdown.refs=stable`,
    );
    expect(markdown.body.markdown).toContain(`[it](/pages/${first})`);
    const changes = [{ operation: 'update_page', page: first, slug: 'elsewhere' }];
    await admin().post(`/v1/spaces/${site.space}/content`, { changes });
    const { revision } = (await renderer.get(lookup, `/v1/spaces/${site.space}`)).body;
    const moved = await renderer.get(lookup, `/v1/spaces/${site.space}/revisions/${revision}/path/linked`);
    expect(moved.body).toMatchObject({ id: first, path: 'elsewhere' });
    await test.settle();
    const search = `/v1/orgs/${organization.id}/sites/${site.id}/search`;
    const bodies = [
      { query: 'zebras', mode: 'all' },
      { query: 'zebras', mode: 'current', siteSpaceId: lookup.siteSpace },
      { query: 'zebras', scope: { mode: 'default', currentSiteSpace: lookup.siteSpace } },
      { query: 'zebras', scope: { mode: 'specific', siteSpaceIds: [lookup.siteSpace] } },
    ];
    for (const body of bodies) {
      const found = await renderer.post(lookup, search, body);
      expect(found.body.items).toMatchObject([
        {
          type: 'space',
          id: site.space,
          pages: [
            { id: second, path: 'linking', rank: 1, ancestors: [], urls: { app: address(site, 'linking') } },
          ],
        },
      ]);
      expect(found.body.items[0].pages[0].sections[0].path).toBe('linking');
    }
    const none = { query: 'zebras', scope: { mode: 'specific', siteSpaceIds: ['other'] } };
    expect((await renderer.post(lookup, search, none)).body.items).toEqual([]);
    expect((await renderer.post(lookup, search, { query: 'x', scope: { mode: 'odd' } })).status).toBe(400);
  });

  it('answers the redirects of addresses without a page', async () => {
    const { lookup } = await renderer.view(address(site));
    const destination = { kind: 'site-space', siteSpaceId: lookup.siteSpace };
    const body = { source: '/old/page', destination };
    const redirect = await admin().post(`${site.api}/redirects`, body);
    expect(redirect.status, redirect.text).toBe(201);
    const at = (source: string) =>
      test.api.as(lookup.apiToken).get(`${site.api}/redirect`, { query: { source } });
    expect((await at('/old/page')).body).toMatchObject({
      redirect: { id: redirect.body.id, source: '/old/page' },
      target: address(site),
    });
    expect((await at('/old/other')).status).toBe(404);
    expect((await at('old')).status).toBe(400);
    expect((await renderer.get(lookup, `${site.api}/redirects`)).status).toBe(403);
  });

  it('cannot be read once it is unpublished', async () => {
    const own = await publishSite(organization);
    const { lookup } = await renderer.view(address(own));
    const read = async () => [
      (await renderer.get(lookup, `/v1/spaces/${own.space}`)).status,
      (await renderer.get(lookup, `${own.api}/published`)).status,
    ];
    expect(await read()).toEqual([200, 200]);
    await admin().post(`${own.api}/unpublish`);
    expect(await read()).toEqual([401, 401]);
    expect((await renderer.lookup(address(own))).status).toBe(404);
  });
});

describe('a site with sections and variants', () => {
  let site: AudienceSite;
  const titles = ['Guide', 'Old guide', 'Reference'];

  beforeAll(async () => {
    site = await publishSite(organization, { title: 'Sections' });
    const spaces = [];
    for (const title of titles.slice(1)) {
      const space = await buildSpace(organization, { title });
      await buildPages(organization.admin, space.id, [
        { title: `Page of ${title}`, markdown: `About ${title}.` },
      ]);
      spaces.push(space.id);
    }
    const [variant, reference] = spaces;
    const section = await admin().post(`${site.api}/sections`, { title: 'Reference', spaceId: reference });
    must(section, 201);
    const added = await admin().post(`${site.api}/site-spaces`, { spaceId: variant });
    const renamed = await admin().patch(`${site.api}/site-spaces/${added.body.id}`, { path: 'old' });
    must(renamed, 200);
  });

  it('resolves each address, and tells which can be continued', async () => {
    const at = async (path: string) =>
      (await test.api.post('/v1/urls/published', { url: address(site, path) })).body;
    expect(await at('')).toMatchObject({ complete: false, pathname: '/', basePath: site.base });
    expect(await at('welcome')).toMatchObject({ complete: true, pathname: '/welcome', basePath: site.base });
    for (const path of ['old', 'v/old'])
      expect(await at(`${path}/page`)).toMatchObject({ complete: true, basePath: `${site.base}${path}/` });
    const reference = await at('reference');
    expect(reference).toMatchObject({ complete: true, pathname: '/', siteBasePath: site.base });
    expect(reference.siteSection).toBeTruthy();
    expect(reference.canonicalUrl).toBe(address(site, 'reference/'));
  });

  it.each([
    ['second-page', 'More words.'],
    ['old/page-of-old-guide', 'About Old guide.'],
    ['reference/page-of-reference', 'About Reference.'],
  ])('shows the page at %s', async (path, words) => {
    const { published, document, lookup } = await renderer.view(address(site, path));
    expect(textOf(document)).toContain(words);
    expect(published.structure).toMatchObject({
      type: 'sections',
      structure: [
        {
          object: 'site-section',
          siteSpaces: [{ space: { title: 'Guide' } }, { space: { title: titles[1] } }],
        },
        { object: 'site-section', siteSpaces: [{ space: { title: 'Reference' } }] },
      ],
    });
    const sections = published.structure.structure.map((section: { id: string }) => section.id);
    expect(sections).toContain(lookup.siteSection);
  });

  it('hides a space that is removed from the site', async () => {
    const { lookup } = await renderer.view(address(site, 'reference/page-of-reference'));
    const path = `/v1/spaces/${lookup.space}`;
    expect((await renderer.get(lookup, path)).status).toBe(200);
    await admin().delete(`${site.api}/sections/${lookup.siteSection}`);
    expect((await renderer.get(lookup, path)).status).toBe(404);
  });
});

describe('a site that is shared by links', () => {
  it('is found by the key in its address until the link is revoked', async () => {
    const site = await publishSite(organization, { visibility: 'share-link' });
    const link = await admin().post(`${site.api}/share-links`, { name: 'Partners' });
    const shared = link.body.urls.published as string;
    const { lookup, published, space } = await renderer.view(`${shared}second-page`);
    const shareKey = shared.split('/').at(-2);
    expect(lookup).toMatchObject({ shareKey, siteBasePath: `${site.base}${shareKey}/` });
    expect(published.site.urls.published).toBe(shared);
    expect(published.structure.structure[0].urls.published).toBe(shared);
    expect(space.urls.published).toBe(shared);
    for (const path of ['', 'second-page', `${'x'.repeat(24)}/second-page`])
      expect((await renderer.lookup(address(site, path))).status).toBe(404);
    await admin().patch(`${site.api}/share-links/${link.body.id}`, { active: false });
    expect((await renderer.get(lookup, `/v1/spaces/${site.space}`)).status).toBe(401);
    expect((await renderer.lookup(shared)).status).toBe(404);
    await admin().patch(site.api, { visibility: 'public' });
    await admin().patch(`${site.api}/share-links/${link.body.id}`, { active: true });
    const former = await test.api.post('/v1/urls/published', { url: `${shared}second-page` });
    expect(former.body).toMatchObject({ target: 'content', redirect: address(site, 'second-page') });
  });
});

describe('a site for signed-in visitors', () => {
  let site: AudienceSite;
  let key: string;
  const fallbackURL = 'https://login.example.com/?tenant=a';
  const text = (name: string) => ({ type: 'string', description: name });

  beforeAll(async () => {
    site = await publishSite(organization, { visibility: 'visitor-auth' });
    key = (await admin().get(`${site.api}/publishing/auth`)).body.privateKey as string;
    const jsonSchema = {
      type: 'object',
      properties: {
        plan: text('Plan'),
        unsigned: {
          type: 'object',
          description: 'Unsigned claims of the site visitor.',
          properties: { beta: { type: 'boolean', description: 'Beta' } },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    };
    must(await admin().put(`${site.api}/adaptive-schema`, { jsonSchema }), 200);
    await admin().patch(site.api, { adaptiveContent: { enabled: true } });
    const file = { name: 'secret.txt', contentType: 'text/plain', base64: 'YQ==' };
    const files = await admin().post(
      `/v1/spaces/${site.space}/content`,
      {
        changes: [
          {
            operation: 'insert_files',
            files: [file, { ...file, name: 'open.txt' }, { ...file, name: 'lost.txt' }],
          },
        ],
      },
      { query: { compat: false } },
    );
    const [secret, open] = files.body.insertedFiles as { id: string }[];
    const pro = 'visitor.claims.plan == "pro"';
    const markdown = `{% if visitor.claims.plan == "pro" %}\nFor the few.\n\n{% file src="bindery:file/${secret?.id}" %}\n{% endif %}\n\n{% file src="bindery:file/${open?.id}" %}\n\nHello <code class="expression">visitor.claims.plan</code>.`;
    const changes = [
      { operation: 'insert_page', title: 'Pro page', condition: pro, document: { markdown: 'Giraffes.' } },
      { operation: 'insert_page', title: 'Mixed', document: { markdown } },
    ];
    const made = await admin().post(`/v1/spaces/${site.space}/content`, { changes });
    must(made, 200);
    await test.settle();
  });

  it('answers everybody else with 401 or the address of the sign-in', async () => {
    const lookup = async (visitor: object, redirectOnError = false) =>
      test.api.post('/v1/urls/published', { url: address(site, 'second-page'), visitor, redirectOnError });
    const wrong = { jwtToken: await visitorToken('x'.repeat(64), {}) };
    expect((await lookup({})).status).toBe(401);
    expect((await lookup(wrong, true)).status).toBe(401);
    await admin().patch(`${site.api}/publishing/auth`, { backend: 'custom', fallbackURL });
    const signIn = { target: 'external', site: site.id, redirect: `${fallbackURL}&location=%2Fsecond-page` };
    expect((await lookup({})).body).toEqual(signIn);
    expect((await lookup(wrong, true)).body).toEqual(signIn);
    const refused = await lookup(wrong);
    expect([refused.status, refused.body.error.message]).toEqual([
      401,
      expect.stringContaining('private key'),
    ]);
    const query = { url: address(site), visitorAuthToken: await visitorToken(key, {}) };
    const old = await test.api.get('/v1/urls/published', { query });
    expect(old.body.contextId).toBeTruthy();
    expect(old.headers.get('deprecation')).toMatch(/^@\d+$/);
  });

  it('shows each visitor the content for their claims, in every answer', async () => {
    const seen = async (claims: object) => {
      const visitor = { jwtToken: await visitorToken(key, claims), unsignedClaims: { beta: 'true' } };
      const view = await renderer.view(address(site, 'mixed'), visitor);
      const base = `/v1/spaces/${site.space}/revisions/${view.revision.id}`;
      const markdown = await renderer.get(view.lookup, `${base}/page/${view.page.id}?format=markdown`);
      const hidden = (await admin().get(`/v1/spaces/${site.space}/content/path/pro-page`)).body.id;
      const path = `/v1/orgs/${organization.id}/sites/${site.id}/search`;
      const found = await renderer.post(view.lookup, path, { query: 'giraffes', mode: 'all' });
      const inside = await renderer.post(view.lookup, path, { query: '"for the few"', mode: 'all' });
      const answers = [
        await renderer.get(view.lookup, `${base}/path/pro-page`),
        await renderer.get(view.lookup, `${base}/page/${hidden}`),
        await renderer.get(view.lookup, `${base}/page/${hidden}/document`),
        await renderer.get(view.lookup, `${base}/page/${hidden}/meta-links`),
      ];
      const pages = await renderer.get(view.lookup, `${base}/pages`);
      return {
        lookup: view.lookup,
        titles: pages.body.pages.map((page: { title: string }) => page.title),
        files: view.revision.files.map((file: { name: string }) => file.name).sort(),
        words:
          textOf(view.document).includes('For the few.') && textOf(markdown.body).includes('For the few.'),
        anyWords: /For the few/.test(textOf(view.document) + textOf(markdown.body)),
        greeting: /Hello (\w*)/.exec(textOf(markdown.body.markdown))?.[1],
        found: found.body.items.length + inside.body.items.length,
        statuses: answers.map(({ status }) => status),
        previous: view.metaLinks.previous?.page === hidden,
      };
    };
    const pro = await seen({ plan: 'pro', other: 'x' });
    expect(pro).toMatchObject({
      words: true,
      greeting: 'pro',
      found: 2,
      statuses: [200, 200, 200, 200],
      previous: true,
    });
    expect(pro.titles).toEqual(['Welcome', 'Second page', 'Pro page', 'Mixed']);
    expect(pro.files).toEqual(['open.txt', 'secret.txt']);
    const free = await seen({ plan: 'free' });
    expect(free).toMatchObject({ anyWords: false, greeting: 'free', found: 0, previous: false });
    expect(free.statuses).toEqual([404, 404, 404, 404]);
    expect(free.titles).toEqual(['Welcome', 'Second page', 'Mixed']);
    expect(free.files).toEqual(['open.txt']);
    expect(claimsOf(pro.lookup.apiToken)['claims']).toEqual({ plan: 'pro', unsigned: { beta: true } });
    expect(pro.lookup.contextId).not.toBe(free.lookup.contextId);
    expect((await seen({ plan: 'pro', other: 'y' })).lookup.apiToken).toBe(pro.lookup.apiToken);
  });

  it('refuses tokens that were signed with an earlier key', async () => {
    const visitor = { jwtToken: await visitorToken(key, { plan: 'pro' }) };
    const { lookup } = await renderer.view(address(site), visitor);
    expect((await renderer.get(lookup, `/v1/spaces/${site.space}`)).status).toBe(200);
    await admin().post(`${site.api}/publishing/auth/regenerate`);
    expect((await renderer.get(lookup, `/v1/spaces/${site.space}`)).status).toBe(401);
    const open = await publishSite(organization);
    const { lookup: anybody } = await renderer.view(address(open));
    await admin().patch(open.api, { visibility: 'visitor-auth' });
    expect((await renderer.get(anybody, `/v1/spaces/${open.space}`)).status).toBe(401);
  });
});

describe('previews', () => {
  it('show one change request or revision to a member and to holders of their token', async () => {
    const site = await publishSite(organization);
    const member = await organization.member('read');
    const draft = await admin().post(`/v1/spaces/${site.space}/change-requests`, { subject: 'Draft' });
    const other = await admin().post(`/v1/spaces/${site.space}/change-requests`, { subject: 'Other' });
    const changes = [{ operation: 'insert_page', title: 'Planned', document: { markdown: 'Soon.' } }];
    await admin().post(`/v1/spaces/${site.space}/change-requests/${draft.body.id}/content`, { changes });
    const url = address(site, `~/changes/${draft.body.id}/planned`);
    const lookup = (token?: string) => test.api.as(token).post('/v1/urls/published', { url });
    const app = `${PUBLIC_URL}/app/s/${site.space}/~/changes/${draft.body.id}`;
    expect((await lookup()).body).toEqual({ target: 'application', redirect: app, site: site.id });
    expect((await lookup('nonsense')).status).toBe(401);
    const stranger = await buildOrganization(test);
    expect((await lookup(stranger.admin.token)).status).toBe(404);
    const found = await lookup(member.token);
    const { apiToken } = found.body;
    const basePath = `${site.base}~/changes/${draft.body.id}/`;
    expect(found.body).toMatchObject({ changeRequest: draft.body.id, pathname: '/planned', basePath });
    const view = await new TestRenderer(test, apiToken).view(url);
    expect(textOf(view.document)).toContain('Soon.');
    const request = await renderer.get(
      view.lookup,
      `/v1/spaces/${site.space}/change-requests/${draft.body.id}`,
    );
    expect(request.body.createdBy).not.toHaveProperty('email');
    const changed = `/v1/spaces/${site.space}/revisions/${view.revision.id}/changes?computed=false&limit=100`;
    expect((await renderer.get(view.lookup, changed)).body.changes).toHaveLength(1);
    const elsewhere = `/v1/spaces/${site.space}/change-requests/${other.body.id}`;
    expect((await renderer.get(view.lookup, elsewhere)).status).toBe(404);
    const revision = address(site, `~/revisions/${view.space.revision}/welcome`);
    const asked = await test.api.as(member.token).post('/v1/urls/published', { url: revision });
    expect(asked.body).toMatchObject({ revision: view.space.revision, pathname: '/welcome' });
    const scopes = ['user:read'];
    const narrow = await test.api.as(member.token).post('/v1/user/tokens', { label: 'narrow', scopes });
    expect((await lookup(narrow.body.token)).status).toBe(403);
    await admin().delete(`/v1/orgs/${organization.id}/members/${member.id}`);
    expect((await renderer.get(view.lookup, `/v1/spaces/${site.space}`)).status).toBe(401);
  });
});

it('an external renderer reads users and specifications only if a page shows them', async () => {
  const spec = await buildSpec(test, organization, 'petstore');
  const hidden = await buildSpec(test, organization, 'inner');
  const person = await organization.member('read');
  const other = await organization.member('read');
  const site = await publishSite(organization, {}, [
    {
      title: 'Operation',
      markdown: `{% openapi-operation spec="petstore" path="/pets" method="get" %}\n{% endopenapi-operation %}\n\nAsk [somebody](bindery:user/${person.id}).`,
    },
  ]);
  const { lookup } = await renderer.view(address(site));
  const content = (slug: string) =>
    renderer.get(lookup, `/v1/orgs/${organization.id}/openapi/${slug}/versions/latest/content`);
  const shown = await content(spec.slug);
  expect(shown.body.filesystem[0]).toMatchObject({
    isEntrypoint: true,
    specification: { info: { title: 'Pet store' } },
  });
  expect(shown.body.urls.source).toContain(PUBLIC_URL);
  expect((await content(hidden.slug)).status).toBe(404);
  const user = await renderer.get(lookup, `/v1/users/${person.id}`);
  expect(user.body).toMatchObject({ id: person.id, displayName: expect.any(String) });
  expect(user.body).not.toHaveProperty('email');
  expect((await renderer.get(lookup, `/v1/users/${other.id}`)).status).toBe(404);
  const embed = await renderer.get(lookup, `/v1/spaces/${site.space}/embed?url=https://youtu.be/abcdefghijk`);
  expect(embed.body).toMatchObject({ type: 'rich', site: 'YouTube' });
  const link = await test.api.get('/v1/urls/embed?url=https://example.com/a%2520b');
  expect(link.body).toEqual({ type: 'link', title: 'example.com/a b', site: 'example.com' });
});

it('the token of an external renderer reads one site, and only by endpoints that allow it', async () => {
  const site = await publishSite(organization);
  const other = await publishSite(organization);
  const { lookup, revision, page } = await renderer.view(address(site));
  const params: Record<string, string> = {
    organizationId: organization.id,
    siteId: site.id,
    spaceId: site.space,
    revisionId: revision.id,
    pageId: page.id,
    pagePath: page.path,
    userId: organization.admin.id,
    siteSpaceId: lookup.siteSpace,
    changeRequestId: '1',
  };
  await admin().post(`/v1/spaces/${site.space}/change-requests`, { subject: 'Draft' });
  const { paths } = buildOpenApi(test.app);
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods as Record<string, Record<string, unknown>>)
      .filter(([, operation]) => operation['x-scope'] !== undefined)
      .map(([method, operation]) => ({ path, method, isOpen: operation['x-site-readers'] === true })),
  );
  const api = test.api.as(lookup.apiToken);
  const call = async (method: string, target: string) => {
    const body = method === 'get' || method === 'delete' ? undefined : { query: 'words', mode: 'all' };
    return (await api.request(method.toUpperCase(), target, body)).status;
  };
  const wrong: string[] = [];
  const open: string[] = [];
  const check = async ({ path, method, isOpen }: (typeof routes)[number]): Promise<void> => {
    const target = path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? 'none');
    const status = await call(method, target);
    if (!(isOpen ? [200, 400, 404] : [403]).includes(status)) wrong.push(`${method} ${path}: ${status}`);
    if (isOpen && status === 200) open.push(path);
    const foreign = target.replace(site.space, other.space).replace(site.id, other.id);
    if (!isOpen || foreign === target) return;
    const refused = await call(method, foreign);
    if (![400, 404].includes(refused)) wrong.push(`${method} ${foreign}: ${refused}`);
  };
  for (let at = 0; at < routes.length; at += 16) await Promise.all(routes.slice(at, at + 16).map(check));
  expect(routes.length).toBeGreaterThan(200);
  expect(wrong).toEqual([]);
  expect(open).toContain('/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document');
  expect(open.length).toBeGreaterThan(8);
  const space = (await test.api.as(lookup.apiToken).get(`/v1/spaces/${site.space}`)).body;
  expect(space).toMatchObject({ changeRequests: 0, comments: 0, permissions: { view: true, edit: false } });
  const forged = [
    lookup.apiToken.slice(0, -3),
    `${lookup.apiToken}x`,
    lookup.apiToken.replace(/^[^.]+/, 'e30'),
  ];
  for (const token of forged)
    expect((await test.api.as(token).get(`/v1/spaces/${site.space}`)).status).toBe(401);
});
