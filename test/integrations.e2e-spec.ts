import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Integrations } from '../src/modules/integrations/catalog/integrations.service.js';
import { IntegrationTokens } from '../src/modules/integrations/installations/integration-tokens.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { definition, PICTURE, SCRIPT, uniqueName } from './support/integrations.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let org: TestOrganization;
let other: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  org = await buildOrganization(test);
  other = await buildOrganization(test);
});
afterAll(() => test.close());

const publish = (name: string, body: object = {}, { api } = org.admin) =>
  api.post(`/v1/integrations/${name}`, definition(org.id, body));
const published = async (body: object = {}): Promise<string> => {
  const name = uniqueName();
  const answer = await publish(name, body);
  if (answer.status !== 200) throw new Error(answer.text);
  return name;
};
const install = (name: string, organization = org) =>
  organization.admin.api.post(`/v1/integrations/${name}/installations`, { organization: organization.id });

describe('publishing an integration', () => {
  it('gives a bundled integration an owner whose addresses work', async () => {
    const { api } = (await buildOrganization(test)).admin;
    const { owner } = (await api.get('/v1/integrations/webhook')).body;
    expect(owner).toMatchObject({ id: 'bindery', urls: { location: expect.stringContaining('/v1/') } });
    expect((await api.get(new URL(owner.urls.location).pathname)).status).toBe(200);
    const page = await fetch(test.baseUrl + new URL(owner.urls.app).pathname);
    expect(page.status).toBe(200);
  });

  it('stores everything, shows it without the script and the secrets, and counts versions', async () => {
    const name = uniqueName();
    const body = {
      runtime: 'v2',
      summary: '**Words**',
      icon: PICTURE,
      previewImages: [PICTURE],
      visibility: 'public',
      categories: ['content'],
      blocks: [{ id: 'draw', title: 'Drawing', urlUnfurl: ['https://www.draw.example/**'], unknown: 1 }],
      contentSources: [{ id: 'pages', title: 'Pages', configuration: { componentId: 'config' } }],
      externalLinks: [{ url: 'https://example.com/', label: 'Home' }],
      configurations: { account: { properties: { key: { type: 'string' } }, required: ['key'] } },
      secrets: { API_KEY: 'very-secret-value' },
      contentSecurityPolicy: { 'script-src': "'self'\n  https://draw.example\n" },
      organization: org.hostname,
    };
    const first = await publish(name, body);
    expect(first.status, first.text).toBe(200);
    expect(first.body).toMatchObject({
      ...{ object: 'integration', name, version: 1, target: 'all', visibility: 'public', verified: false },
      blocks: [{ id: 'draw', title: 'Drawing', urlUnfurl: ['https://www.draw.example/**'] }],
      contentSecurityPolicy: { 'script-src': "'self' https://draw.example" },
      owner: { id: org.id },
      permissions: { admin: true },
    });
    expect(first.text).not.toMatch(/very-secret-value|addEventListener|unknown/);
    const integration = await test.app.get(Integrations).find(name);
    expect(integration?.sealedSecrets?.toString()).not.toContain('very-secret');
    expect(await test.app.get(Integrations).secretsOf(integration!)).toEqual(body.secrets);
    expect(await test.app.get(Integrations).scriptOf(integration!)?.load()).toBe(SCRIPT);

    const iconUrl = test.baseUrl + new URL(first.body.urls.icon as string).pathname;
    const icon = await fetch(iconUrl);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await icon.arrayBuffer()).toString('base64')).toBe(PICTURE);

    const second = await publish(name, { title: 'Renamed' });
    expect(second.body).toMatchObject({
      version: 2,
      title: 'Renamed',
      visibility: 'private',
      previewImages: [],
    });
    expect((await fetch(iconUrl)).status).toBe(404);
  });

  it('refuses an invalid definition with a clear message, and stores nothing of it', async () => {
    const name = uniqueName();
    const large = Buffer.alloc(251 * 1024, 1).toString('base64');
    const wrong: [object, RegExp][] = [
      [{ title: 'x' }, /title/],
      [{ scopes: ['user:write'] }, /scopes/],
      [{ icon: 'no picture' }, /icon must be a picture/],
      [{ icon: Buffer.from('text').toString('base64') }, /icon must be a picture: PNG/],
      [{ icon: large }, /icon: .*250 KB/],
      [{ previewImages: [PICTURE, PICTURE, PICTURE, PICTURE] }, /previewImages/],
      [{ blocks: [{ id: 'a:b', title: 'Block' }] }, /blocks\[0\].id/],
      [{ blocks: [1, 2].map(() => ({ id: 'same', title: 'Block' })) }, /"same" is there twice/],
      [{ configurations: { space: { properties: { a: { type: 'date' } } } } }, /configurations\.space/],
      [{ configurations: { space: { properties: {}, required: ['a'] } } }, /no property "a"/],
      [
        {
          configurations: { site: { properties: { a: { type: 'string', enum: ['b', 'c'], default: 'd' } } } },
        },
        /configurations\.site\.properties\.a\.default must be one of its enum; "d" is not/,
      ],
      [{ secrets: { KEY: 1 } }, /secrets.KEY must be a string/],
      [{ contentSecurityPolicy: { 'script-src': "'self'; object-src *" } }, /semicolons/],
      [{ script: 'export default { nonsense' }, /script: .*SyntaxError/s],
      [{ script: 'throw new Error("at the start")' }, /script: .*at the start/s],
    ];
    for (const [body, sentence] of wrong) {
      const answer = await publish(name, body);
      expect(answer.status, JSON.stringify(body).slice(0, 200)).toBe(400);
      expect(answer.body.error.message).toMatch(sentence);
    }
    expect((await org.admin.api.get(`/v1/integrations/${name}`)).status).toBe(404);
  });

  it('requires an administrator of the organization, which keeps the name', async () => {
    const name = await published({ visibility: 'public' });
    const creator = await org.member('create');
    expect((await publish(name, {}, creator)).status).toBe(403);
    expect((await publish(name, {}, other.admin)).status).toBe(404);
    expect((await publish(name, { organization: 'nobody-has-this' })).status).toBe(404);
    const taken = await publish(name, { organization: other.id }, other.admin);
    expect([taken.status, taken.body.error.message]).toEqual([409, expect.stringContaining(name)]);
    expect((await publish('WebHook')).status).toBe(409);
    const path = `/v1/integrations/${name}`;
    expect((await other.admin.api.delete(path)).status).toBe(403);
    expect((await other.admin.api.get(path)).body).toMatchObject({
      owner: { id: org.id, emailDomains: [], permissions: { view: false } },
      permissions: { admin: false },
    });
  });

  it('lists the integrations that a member may choose from, and hides the others', async () => {
    const word = `w${uniqueName()}`;
    const names: Record<string, string> = {};
    for (const visibility of ['public', 'private', 'unlisted'])
      names[visibility] = await published({
        visibility,
        title: word.slice(0, 30),
        target: 'site',
        blocks:
          visibility === 'public'
            ? [{ id: 'b', title: 'Block', urlUnfurl: ['https://*.dia.example/x'] }]
            : [],
      });
    const seen = async (api = other.admin.api, query: Record<string, string | boolean> = {}) => {
      const { body } = await api.get('/v1/integrations', { query: { search: word.slice(0, 30), ...query } });
      return (body.items as { name: string }[]).map(({ name }) => name).sort();
    };
    expect(await seen()).toEqual([names['public']]);
    expect(await seen(org.admin.api)).toEqual(Object.values(names).sort());
    expect(await seen((await org.member(null)).api)).toEqual([names['public']]);
    const filters = { blockDomain: 'www.dia.example', blocks: true, owner: org.id, target: 'site' };
    expect(await seen(org.admin.api, { ...filters, scope: 'space:content:read' })).toEqual([names['public']]);
    expect(await seen(org.admin.api, { category: 'analytics' })).toEqual([]);
    expect(await seen(org.admin.api, { contentSources: true })).toEqual([]);
    const status = async (name?: string) => (await other.admin.api.get(`/v1/integrations/${name}`)).status;
    expect(await status(names['unlisted'])).toBe(200);
    expect(await status(names['private'])).toBe(404);
    const page = { search: word.slice(0, 30), limit: 2 };
    const first = await org.admin.api.get('/v1/integrations', { query: page });
    const next = await org.admin.api.get('/v1/integrations', {
      query: { ...page, page: first.body.next.page as string },
    });
    expect([first.body.count, next.body.items.length]).toEqual([3, 1]);
    const own = await org.admin.api.get(`/v1/orgs/${org.id}/integrations`, {
      query: { search: word.slice(0, 30) },
    });
    expect(own.body.count).toBe(3);
  });
});

describe('installing an integration', () => {
  const account = {
    properties: {
      key: { type: 'string' },
      mode: { type: 'string', enum: ['fast', 'slow'], default: 'fast' },
      limit: { type: 'number', default: 3 },
      login: { type: 'button', callback_url: '/login', button_text: 'Log in' },
    },
    required: ['key'],
  };

  it('waits for required settings, accepts only valid ones, and happens once for an organization', async () => {
    const name = await published({ configurations: { account }, visibility: 'public' });
    const created = await install(name, other);
    expect([created.status, created.headers.get('location')]).toEqual([201, created.body.urls.location]);
    expect(created.body).toMatchObject({
      ...{ status: 'pending', space_selection: 'selected', site_selection: 'selected', spaces: 0 },
      configuration: { mode: 'fast', limit: 3 },
      target: { organization: other.id },
    });
    expect((await install(name, other)).status).toBe(409);
    const path = `/v1/integrations/${name}/installations/${created.body.id}`;
    const { api } = other.admin;
    for (const [configuration, sentence] of [
      [{ key: 1 }, 'configuration.key must be string'],
      [{ key: 'k', mode: 'other' }, 'configuration.mode must be one of fast, slow'],
    ] as const) {
      const refused = await api.patch(path, { configuration });
      expect([refused.status, refused.body.error.message]).toEqual([400, expect.stringContaining(sentence)]);
    }
    const configured = await api.patch(path, { configuration: { key: 'secret', login: { token: 'x' } } });
    expect(configured.body).toMatchObject({ status: 'active', configuration: { key: 'secret', limit: 3 } });
    const reader = await other.member('read');
    expect((await reader.api.get(path)).body).toMatchObject({ status: 'active', configuration: {} });
    expect((await reader.api.patch(path, { externalIds: ['x'] })).status).toBe(403);
    expect((await org.admin.api.get(path)).status).toBe(404);
    expect((await api.patch(path, { externalIds: Array(6).fill('x') })).status).toBe(400);
    expect((await api.patch(path, { status: 'paused' })).body.status).toBe('paused');
    expect((await api.patch(path, { configuration: {} })).body.status).toBe('paused');
    expect((await api.patch(path, { status: 'active' })).body.status).toBe('pending');

    const states = `/v1/orgs/${other.id}`;
    const status = await reader.api.get(`${states}/integrations/${name}/installation_status`);
    expect(status.body).toEqual({ status: 'pending' });
    const listed = await reader.api.get(`${states}/installations`, { query: { search: name } });
    expect(listed.body.items).toMatchObject([
      { installation: { id: created.body.id }, integration: { name } },
    ]);
    const all = await reader.api.get(`${states}/integrations/installations-status`);
    expect(all.body.items).toMatchObject([{ status: 'pending', integration: { name } }]);
    const onSpaces = await reader.api.get(`${states}/integrations/installations-status`, {
      query: { target: 'space' },
    });
    expect(onSpaces.body.items).toEqual([]);

    // A new version that requires nothing of this.
    await publish(name, { visibility: 'public' });
    await test.settle();
    expect((await api.get(path)).body.status).toBe('active');
    expect((await api.delete(path)).status).toBe(204);
    expect((await api.get(path)).status).toBe(404);
  });

  it('gives the scopes that were agreed to, until a member agrees to those of a later version', async () => {
    const first = ['space:content:read'];
    const more = ['space:content:read', 'space:content:write', 'site:script:inject'];
    const name = await published({ visibility: 'public', scopes: first });
    const { id } = (await install(name, other)).body as { id: string };
    const own = (await install(name)).body as { id: string };
    const at = (installation: string) => `/v1/integrations/${name}/installations/${installation}`;
    const { api } = other.admin;
    const space = await buildSpace(other);
    await api.post(`${at(id)}/spaces`, { space: space.id });
    const { token } = (await api.post(`${at(id)}/tokens`)).body as { token: string };
    const edit = async () =>
      (await test.api.as(token).post(`/v1/spaces/${space.id}/content`, { changes: [] })).status;
    const refused = await edit();
    await publish(name, { visibility: 'public', scopes: more });
    await test.settle();

    const waiting = (await api.get(at(id))).body;
    expect(waiting).toMatchObject({ status: 'active', scopes: first, pendingScopes: more.slice(1) });
    expect([refused, await edit()]).toEqual([403, 403]);
    expect((await org.admin.api.get(at(own.id))).body).toMatchObject({ scopes: more, pendingScopes: [] });

    const reader = await other.member('read');
    expect((await reader.api.patch(at(id), { scopes: more })).status).toBe(403);
    expect((await test.api.as(token).patch(at(id), { scopes: more })).status).toBe(403);
    const unasked = await api.patch(at(id), { scopes: ['openapi:read'] });
    expect([unasked.status, unasked.body.error.message]).toEqual([
      400,
      expect.stringContaining('openapi:read'),
    ]);
    const agreed = await api.patch(at(id), { scopes: more.slice(0, 2) });
    expect(agreed.body).toMatchObject({ scopes: more.slice(0, 2), pendingScopes: more.slice(2) });
    expect(await edit()).not.toBe(403);

    // The next version takes nothing back that was taken away from its own organization.
    await org.admin.api.patch(at(own.id), { scopes: first });
    await publish(name, { visibility: 'public', scopes: [...more, 'site:metadata:read'] });
    await test.settle();
    const ownAgain = (await org.admin.api.get(at(own.id))).body;
    expect(ownAgain.scopes).toEqual([...first, 'site:metadata:read']);

    // A scope that a version dropped must be granted again when a later one asks for it.
    await publish(name, { visibility: 'public', scopes: first });
    await test.settle();
    await publish(name, { visibility: 'public', scopes: more });
    await test.settle();
    expect((await api.get(at(id))).body.scopes).toEqual(first);
  });

  it('covers all open spaces, page by page, and closed spaces that were chosen', async () => {
    const names = [await published({ title: 'First one' }), await published({ title: 'Second one' })];
    const all = { space_selection: 'all' };
    const paths: string[] = [];
    for (const name of names) {
      const { id } = (await install(name)).body as { id: string };
      paths.push(`/v1/integrations/${name}/installations/${id}`);
      await org.admin.api.patch(paths.at(-1)!, all);
    }
    const { api } = org.admin;
    const list = async (space: string, query: Record<string, string | number> = {}) => {
      const { body } = await api.get(`/v1/spaces/${space}/integrations`, { query });
      return body as { items: { name: string }[]; count: number; next?: { page: string } };
    };
    const open = await buildSpace(org);
    const first = await list(open.id, { limit: 1, search: ' one' });
    const second = await list(open.id, { limit: 1, search: ' one', page: first.next!.page });
    expect([first.count, second.next]).toEqual([2, undefined]);
    expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(names);
    expect((await list(open.id, { search: 'Second' })).items).toMatchObject([{ name: names[1] }]);

    await api.patch(`/v1/spaces/${open.id}`, { defaultLevel: null });
    expect((await list(open.id, { search: ' one' })).items).toEqual([]);
    await api.post(`${paths[0]}/spaces`, { space: open.id });
    expect((await list(open.id, { search: ' one' })).items).toMatchObject([{ name: names[0] }]);
    await api.delete(`/v1/spaces/${open.id}`);
    expect((await api.get(`/v1/spaces/${open.id}/integrations`)).status).toBe(404);
    expect((await api.get(`/v1/orgs/${org.id}/sites/none/integrations`)).status).toBe(404);
    for (const path of paths) await api.delete(path);
  });

  it('is refused to other organizations if the integration is private', async () => {
    const name = await published();
    expect((await install(name, other)).status).toBe(404);
    const creator = await org.member('create');
    const body = { organization: org.id };
    expect((await creator.api.post(`/v1/integrations/${name}/installations`, body)).status).toBe(403);
    expect((await install(name)).status).toBe(201);
  });

  it('gives access to chosen spaces and sites only, until it is paused or removed', async () => {
    const name = await published({
      scopes: ['space:content:read', 'space:metadata:read', 'site:metadata:read'],
    });
    const [chosen, hidden] = [await buildSpace(org), await buildSpace(org)];
    const { id } = (await install(name)).body as { id: string };
    const { api } = org.admin;
    const path = `/v1/integrations/${name}/installations/${id}`;
    const { token } = (await api.post(`${path}/tokens`)).body as { token: string };
    const acting = test.api.as(token);
    const status = async (spaceId: string) => (await acting.get(`/v1/spaces/${spaceId}`)).status;
    expect(await status(chosen.id)).toBe(404);

    const onSpace = await api.post(`${path}/spaces`, { space: chosen.id });
    expect(onSpace.status, onSpace.text).toBe(201);
    expect(onSpace.headers.get('location')).toBe(onSpace.body.urls.location);
    expect((await api.post(`${path}/spaces`, { space: chosen.id })).status).toBe(409);
    expect([await status(chosen.id), await status(hidden.id)]).toEqual([200, 404]);
    expect((await acting.get(`/v1/orgs/${org.id}/members`)).status).toBe(403);
    expect((await acting.post(`/v1/spaces/${chosen.id}/content`, { changes: [] })).status).toBe(403);

    // It finds and configures itself, and cannot say what it gets to.
    const externalIds = ['room-1'];
    const itself = await acting.patch(`${path}/spaces/${chosen.id}`, {
      externalIds,
      configuration: { a: 1 },
    });
    expect(itself.body).toMatchObject({ externalIds, configuration: { a: 1 }, space: chosen.id });
    expect((await acting.patch(path, { space_selection: 'all' })).status).toBe(403);
    expect((await acting.delete(path)).status).toBe(403);
    const audited = await test.db.query<{ actor_type: string; source: string }>(
      `select actor_type, source from audit_events where action = 'integration.target.updated' and target_id = $1`,
      [id],
    );
    expect(audited).toEqual([{ actor_type: 'installation', source: 'integration' }]);

    // The integration as such finds its installations, and makes their tokens.
    const integration = await test.app.get(Integrations).find(name);
    const whole = test.api.as(
      await test.app.get(IntegrationTokens).issueForIntegration(integration?.id ?? ''),
    );
    const found = await whole.get(`/v1/integrations/${name}/spaces`, {
      query: { externalId: 'room-1', extended: true },
    });
    expect(found.body.items).toMatchObject([
      { installation: id, configuration: { a: 1 }, space: { id: chosen.id } },
    ]);
    expect((await whole.get(`/v1/integrations/${name}/installations`)).body.count).toBe(1);
    expect((await whole.post(`${path}/tokens`)).status).toBe(200);
    expect((await whole.get(`/v1/spaces/${chosen.id}`)).status).toBe(403);

    await api.patch(path, { space_selection: 'all', site_selection: 'all' });
    expect([await status(chosen.id), await status(hidden.id)]).toEqual([200, 200]);
    await api.patch(path, { space_selection: 'all', site_selection: 'selected' });
    expect(await status(hidden.id)).toBe(200);
    const later = await buildSpace(org);
    await test.settle();
    expect(await status(later.id)).toBe(200);
    await api.patch(path, { space_selection: 'selected' });
    expect([await status(chosen.id), await status(hidden.id)]).toEqual([200, 404]);
    await api.patch(`${path}/spaces/${chosen.id}`, { status: 'paused' });
    expect(await status(chosen.id)).toBe(404);

    await api.patch(path, { status: 'paused' });
    expect(await status(chosen.id)).toBe(401);
    expect((await api.post(`${path}/tokens`)).status).toBe(409);
    await api.patch(path, { status: 'active' });
    await api.patch(`${path}/spaces/${chosen.id}`, { status: 'active' });
    expect(await status(chosen.id)).toBe(200);
    test.clock.advance(3_600_001);
    expect(await status(chosen.id)).toBe(401);
    const fresh = test.api.as(await test.app.get(IntegrationTokens).issueForInstallation(id));
    expect((await fresh.get(path)).status).toBe(200);
    expect((await org.admin.api.delete(`/v1/integrations/${name}`)).status).toBe(204);
    expect((await fresh.get(path)).status).toBe(401);
    expect((await api.get(path)).status).toBe(404);
    await test.settle();
    // The name is free again, and nothing of the old one comes back.
    expect((await publish(name)).body.version).toBe(1);
  });

  it('is possible on fitting spaces and sites, for their administrators', async () => {
    const name = await published({ target: 'site', configurations: { site: account }, visibility: 'public' });
    const { id } = (await install(name)).body as { id: string };
    const path = `/v1/integrations/${name}/installations/${id}`;
    const space = await buildSpace(org);
    const { api } = org.admin;
    const wrong = await api.post(`${path}/spaces`, { space: space.id });
    expect([wrong.status, wrong.body.error.message]).toEqual([400, expect.stringContaining('each site')]);
    const site = await api.post(`/v1/orgs/${org.id}/sites`, { title: 'Docs', spaces: [space.id] });
    const elsewhere = await other.admin.api.post(`/v1/orgs/${other.id}/sites`, { title: 'Docs' });
    expect((await api.post(`${path}/sites`, { siteId: elsewhere.body.id })).status).toBe(404);
    const creator = await org.member('create');
    expect((await creator.api.post(`${path}/sites`, { siteId: site.body.id })).status).toBe(403);
    const onSite = await api.post(`${path}/sites`, { siteId: site.body.id }, { query: { extended: true } });
    expect(onSite.body).toMatchObject({ status: 'pending', site: { id: site.body.id } });
    const working = () => api.get(`/v1/orgs/${org.id}/sites/${site.body.id}/integrations`);
    expect((await working()).body.items).toEqual([]);
    await api.patch(`${path}/sites/${site.body.id}`, { configuration: { key: 'k' } });
    expect((await working()).body.items).toMatchObject([{ name }]);
    const seen = await creator.api.get(`${path}/sites`);
    expect(seen.body.items).toMatchObject([{ status: 'active', configuration: {}, site: site.body.id }]);
    await api.delete(`/v1/orgs/${org.id}/sites/${site.body.id}`);
    await test.settle();
    expect((await api.get(`${path}/sites`)).body.items).toEqual([]);
  });

  it('adds its blocks to the spaces it works on', async () => {
    const blocks = [{ id: 'draw', title: 'Drawing' }];
    const name = await published({ blocks });
    const space = await buildSpace(org);
    const { id } = (await install(name)).body as { id: string };
    const menu = async () =>
      (await org.admin.api.get(`/v1/spaces/${space.id}/integration-blocks`)).body as object[];
    expect(await menu()).toEqual([]);
    await org.admin.api.post(`/v1/integrations/${name}/installations/${id}/spaces`, { space: space.id });
    expect(await menu()).toEqual([{ name, blocks }]);
    const listed = await org.admin.api.get(`/v1/spaces/${space.id}/integrations`, {
      query: { search: name },
    });
    expect(listed.body.count).toBe(1);
  });

  it('creates a user that members cannot count, find or invite', async () => {
    const organization = await buildOrganization(test);
    const { api } = organization.admin;
    const name = await published({ visibility: 'public', target: 'organization' });
    const { id } = (await install(name, organization)).body as { id: string };
    const [row] = await test.db.query<{ user_id: string; email: string }>(
      'select user_id, email from integration_installations i join users u on u.id = i.user_id where i.id = $1',
      [id],
    );
    const [user, email] = [row?.user_id ?? '', row?.email ?? ''];
    const path = `/v1/orgs/${organization.id}`;
    expect((await api.get(`${path}/members`)).body).toMatchObject({
      count: 1,
      items: [{ id: organization.admin.id }],
    });
    expect((await api.get(`${path}/members/${user}`)).status).toBe(404);
    expect((await api.patch(`${path}/members/${user}`, { role: 'admin' })).status).toBe(404);
    expect((await api.delete(`${path}/members/${user}`)).status).toBe(204);
    const space = await buildSpace(organization);
    const invited = await api.post(`/v1/spaces/${space.id}/permissions`, { users: [user], role: 'read' });
    expect(invited.status).toBe(400);
    const aggregate = await api.get(`/v1/spaces/${space.id}/permissions/aggregate`);
    expect(aggregate.body.count).toBe(1);
    const team = await api.put(`${path}/teams`, { title: 'Team', members: [user] });
    expect(team.status).toBe(400);
    const found = await test.db.query('select 1 from organization_members where user_id = $1', [user]);
    expect(found).toHaveLength(1);
    expect(email).toMatch(/@integrations\.invalid$/);
    // Content written by the integration has an author.
    expect((await api.get(`/v1/users/${user}`)).body.displayName).toBe('An integration');
  });

  it('gives no token with more rights than the token that requests it', async () => {
    const name = await published();
    const { id } = (await install(name)).body as { id: string };
    const { api } = await buildToken(test, org.admin.id, ['integration:read', 'integration:write']);
    expect((await api.post(`/v1/integrations/${name}/installations/${id}/tokens`)).status).toBe(403);
  });
});
