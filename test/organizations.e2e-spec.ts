import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FirstStart, OrganizationHooks } from '../src/modules/organizations/index.js';
import { buildOrganization, buildToken, buildUser, type TestOrganization } from './support/factories.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let path: string;

beforeAll(async () => {
  test = await createTestApp();
  organization = await buildOrganization(test);
  path = `/v1/orgs/${organization.id}`;
});

afterAll(() => test.close());

describe('POST /orgs', () => {
  it('the request creates an organization whose administrator is its creator', async () => {
    const user = organization.admin;
    const body = {
      title: 'Acme Corp.',
      emailDomains: ['Acme.example', 'acme.example'],
      useCase: 'productDocs',
    };
    const created = await user.api.post('/v1/orgs', body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      object: 'organization',
      title: 'Acme Corp.',
      hostname: 'acme-corp',
      type: 'business',
      useCase: 'productDocs',
      emailDomains: ['acme.example'],
      plan: 'enterprise_2024',
      trial: { status: 'notapplicable', count: 0 },
      mergeRules: { type: 'none' },
    });
    expect(created.headers.get('location')).toBe(created.body.urls.location);
    expect(Object.values(created.body.permissions)).not.toContain(false);
    expect((await user.api.get(`/v1/orgs/${created.body.id}`)).body).toEqual(created.body);
  });

  it('the request is for administrators of another organization', async () => {
    const other = await buildUser(test);
    const creator = await organization.member('create');
    for (const { api } of [other, creator]) {
      const refused = await api.post('/v1/orgs', { title: 'Mine' });
      expect(refused.status).toBe(403);
      expect(refused.body.error.message).toContain('Administrators');
    }
  });

  it('each organization gets a hostname of its own', async () => {
    const user = organization.admin;
    const [a, b] = await Promise.all(
      ['Same title', 'Same title'].map((title) => user.api.post('/v1/orgs', { title })),
    );
    expect([a?.body.hostname, b?.body.hostname]).toContain('same-title');
    expect(a?.body.hostname).not.toBe(b?.body.hostname);
  });

  it.each([
    [{}, 'title'],
    [{ title: 'x' }, 'title'],
    [{ title: 'x'.repeat(256) }, 'title'],
    [{ title: 'ok', type: 'club' }, 'type'],
    [{ title: 'ok', emailDomains: ['not a domain'] }, 'emailDomains'],
    [{ title: 'ok', emailDomains: 'example' }, 'emailDomains'],
  ])('the body %j is refused', async (body, field) => {
    const answer = await organization.admin.api.post('/v1/orgs', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });
});

describe('GET /orgs', () => {
  it("the answer lists the caller's organizations by title, page by page", async () => {
    const { id, admin: user } = await buildOrganization(test);
    await user.api.patch(`/v1/orgs/${id}`, { title: 'Zebra' });
    for (const title of ['apple', 'Mango']) await user.api.post('/v1/orgs', { title });
    const all = await user.api.get('/v1/orgs');
    expect(titles(all.body)).toEqual(['apple', 'Mango', 'Zebra']);
    expect(all.body.count).toBe(3);
    const first = await user.api.get('/v1/orgs', { query: { limit: 2 } });
    expect(first.body.count).toBe(3);
    const second = await user.api.get('/v1/orgs', { query: { limit: 2, page: first.body.next.page } });
    expect([...titles(first.body), ...titles(second.body)]).toEqual(titles(all.body));
    expect(second.body).not.toHaveProperty('next');
    expect((await user.api.get('/v1/orgs', { query: { limit: 0 } })).body).toEqual({ items: [], count: 3 });
  });

  it.each(['limit=1001', 'limit=-1', 'limit=x', 'page=abc'])('the query ?%s is refused', async (query) => {
    expect((await organization.admin.api.get(`/v1/orgs?${query}`)).status).toBe(400);
  });

  it('the list is empty for a user without an organization', async () => {
    expect((await (await buildUser(test)).api.get('/v1/orgs')).body).toEqual({ items: [], count: 0 });
  });
});

describe('GET /orgs/{organizationId}', () => {
  it('members see their permissions, in two statements', async () => {
    const reader = await organization.member('read');
    const before = test.db.statements;
    const { body } = await reader.api.get(path);
    expect(test.db.statements - before).toBe(2);
    expect(body.permissions).toEqual({
      view: true,
      access: true,
      admin: false,
      ownTeam: false,
      createContent: false,
      createOpenAPISpec: false,
      ingestConversations: false,
      viewBilling: false,
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
      listInstallations: true,
      installIntegration: false,
    });
    const guest = await organization.member(null);
    expect((await guest.api.get(path)).body.permissions).toMatchObject({ view: true, listMembers: false });
  });

  it('the organization is hidden from everybody else', async () => {
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.patch(path, { title: 'mine now' })).status).toBe(404);
    expect((await stranger.api.get('/v1/orgs/unknown')).status).toBe(404);
  });
});

describe('PATCH /orgs/{organizationId}', () => {
  const admin = () => organization.admin.api;

  it('the request changes only the fields that it sends', async () => {
    const own = await buildOrganization(test);
    const at = `/v1/orgs/${own.id}`;
    const before = (await own.admin.api.get(at)).body;
    const changes = {
      title: 'Renamed',
      emailDomains: ['example.com'],
      hostname: `h-${own.id.slice(-8).toLowerCase()}`,
      defaultRole: null,
      ai: false,
      inviteLinks: false,
      sso: false,
    };
    const changed = await own.admin.api.patch(at, { ...changes, logo: 'https://example.com/logo.svg' });
    expect(changed.body).toEqual({
      ...before,
      ...changes,
      urls: { ...before.urls, logo: 'https://example.com/logo.svg' },
    });
    const same = await own.admin.api.patch(at, {});
    expect(same.status).toBe(200);
    expect(same.body).toEqual(changed.body);
    expect((await own.admin.api.patch(at, { logo: null })).body.urls).toEqual(before.urls);
    expect((await own.admin.api.get(at)).body).toEqual({ ...before, ...changes });
  });

  it('the request is for administrators', async () => {
    for (const role of ['read', 'create'] as const) {
      const member = await organization.member(role);
      expect((await member.api.patch(path, { title: 'Nope' })).status).toBe(403);
    }
    const { api } = await buildToken(test, organization.admin.id, ['organization:read']);
    expect((await api.patch(path, { title: 'Nope' })).status).toBe(403);
  });

  it('an administrator who is demoted while the request waits is refused', async () => {
    const second = await organization.member('admin');
    const { ask } = await test.db.transaction(async () => {
      await test.db.query('select 1 from organizations where id = $1 for no key update', [organization.id]);
      const asked = [
        second.api.patch(path, { title: 'Mine' }),
        second.api.post(`${path}/saml`, { label: 'Mine' }),
        second.api.put(`${path}/agent-instructions`, { instructions: { markdown: 'Mine' } }),
        second.api.post(`${path}/invites`, { emails: ['mine@example.com'], role: 'admin' }),
      ];
      await new Promise((resolve) => setTimeout(resolve, 200));
      const sql = `update organization_members set role = 'read' where organization_id = $1 and user_id = $2`;
      await test.db.execute(sql, [organization.id, second.id]);
      return { ask: asked };
    });
    for (const answer of await Promise.all(ask)) {
      expect(answer.status).toBe(403);
      expect(answer.body.error.message).toContain('administrator');
    }
    expect((await organization.admin.api.get(path)).body.title).not.toBe('Mine');
  });

  it('a hostname that is taken, reserved or malformed is refused', async () => {
    const other = await buildOrganization(test);
    expect((await admin().patch(path, { hostname: other.hostname })).status).toBe(409);
    for (const hostname of ['www', 'No', 'a_b_c', 'ab', '-abc', 'x'.repeat(33)])
      expect((await admin().patch(path, { hostname })).status).toBe(400);
    expect((await admin().patch(path, { hostname: organization.hostname })).status).toBe(200);
  });

  it('merge rules are accepted; inherit means none', async () => {
    const reviewer = await organization.member('review');
    const rules = [
      { rule: 'require_specific_reviewers', users: [reviewer.id] },
      { rule: 'require_up_to_date_change_request' },
    ];
    const mergeRules = { type: 'rules', rules };
    expect((await admin().patch(path, { mergeRules })).body.mergeRules).toEqual(mergeRules);
    const stranger = await buildUser(test);
    const named = { type: 'rules', rules: [{ rule: 'allow_bypass', users: [stranger.id] }] };
    for (const wrong of [named, { type: 'rules' }, { type: 'x' }, null, 'none', []]) {
      const answer = await admin().patch(path, { mergeRules: wrong });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('mergeRules');
    }
    expect((await admin().get(path)).body.mergeRules).toEqual(mergeRules);
    const inherit = await admin().patch(path, { mergeRules: { type: 'inherit' } });
    expect(inherit.body.mergeRules).toEqual({ type: 'none' });
  });

  it('single sign-on cannot be required without a provider', async () => {
    const answer = await admin().patch(path, { sso: true, title: 'Half written' });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('sso: set up an identity provider');
    expect((await admin().get(path)).body.title).not.toBe('Half written');
  });

  it('a site of the organization can be its default content', async () => {
    const site = (id: string) => ({ defaultContent: { type: 'site', site: id } });
    expect((await admin().patch(path, site('unknown'))).status).toBe(400);
    expect((await admin().patch(path, { defaultContent: { type: 'space', site: 'x' } })).status).toBe(400);
    test.app
      .get(OrganizationHooks)
      .hasSite.register((id, siteId) => id === organization.id && siteId === 'mine');
    expect((await admin().patch(path, site('mine'))).body.defaultContent).toEqual({
      type: 'site',
      site: 'mine',
    });
    expect((await admin().patch(path, site('other'))).status).toBe(400);
    expect((await admin().patch(path, { defaultContent: null })).body).not.toHaveProperty('defaultContent');
  });

  it.each([
    [{ title: null }, 'title'],
    [{ title: 'x' }, 'title'],
    [{ defaultRole: 'owner' }, 'defaultRole'],
    [{ logo: 'javascript:alert(1)' }, 'logo'],
    [{ ai: 'yes' }, 'ai'],
    [{ emailDomains: ['x'.repeat(300)] }, 'emailDomains'],
  ])('the body %j is refused', async (body, field) => {
    const answer = await admin().patch(path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });
});

describe('agent instructions of an organization', () => {
  const at = () => `${path}/agent-instructions`;

  it('instructions are empty until an administrator writes some, as Markdown or as a document', async () => {
    const { admin } = organization;
    const guest = await organization.member(null);
    const empty = await guest.api.get(at());
    expect(empty.body).toMatchObject({ object: 'agent-instructions', updatedBy: '' });
    const written = await admin.api.put(at(), { instructions: { markdown: '## Style\n\nBe **brief**.' } });
    expect(written.status).toBe(200);
    expect(written.body).toMatchObject({
      instructions: { object: 'document', nodes: [{ type: 'heading-1' }, { type: 'paragraph' }] },
      updatedBy: admin.id,
    });
    expect(written.body.updatedAt > empty.body.updatedAt).toBe(true);
    expect((await guest.api.get(at())).body).toEqual(written.body);
    const again = await admin.api.put(at(), { instructions: written.body.instructions });
    expect(again.body.instructions).toEqual(written.body.instructions);
    expect((await guest.api.put(at(), { instructions: { markdown: 'Mine' } })).status).toBe(403);
    expect((await (await buildUser(test)).api.get(at())).status).toBe(404);
  });

  it.each([
    [{}],
    [{ instructions: 'Be brief.' }],
    [{ instructions: {} }],
    [{ instructions: { object: 'document', data: {}, nodes: 'none' } }],
    [{ instructions: { markdown: 'x'.repeat(10_001) } }],
  ])('instructions are refused as %j', async (body) => {
    const answer = await organization.admin.api.put(at(), body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('instructions');
  });
});

it('the audit log has each changed field with its former value, and no request that changed nothing', async () => {
  const { api, id: adminId } = organization.admin;
  const member = await organization.member('read');
  await api.patch(path, { title: 'Audited' });
  await api.patch(path, { title: 'Audited' });
  await api.patch(`${path}/members/${member.id}`, { role: 'edit' });
  const team = (await api.put(`${path}/teams`, { title: 'Writers' })).body as { id: string };
  await api.put(`${path}/teams/${team.id}/members/${member.id}`, { role: 'owner' });
  await api.delete(`${path}/teams/${team.id}`);
  await api.delete(`${path}/members/${member.id}`);
  const rows = await test.db.query<{ action: string; target: string; actor: string; changes: object }>(
    `select action, target_id as target, actor_id as actor, changes from audit_events
     where organization_id = $1 and (target_id = any($2) or changes ? 'title') order by occurred_at, id`,
    [organization.id, [member.id, team.id]],
  );
  const of = (action: string) => rows.filter((row) => row.action === action).map(({ changes }) => changes);
  expect(of('organization.updated')).toEqual([{ title: { before: expect.any(String), after: 'Audited' } }]);
  expect(of('member.updated')).toEqual([{ role: { before: 'read', after: 'edit' } }]);
  expect(of('team.created')).toEqual([{ title: { after: 'Writers' }, members: { after: {} } }]);
  expect(of('team.updated')).toEqual([{ members: { before: {}, after: { [member.id]: 'owner' } } }]);
  expect(of('team.deleted')).toEqual([{ title: { before: 'Writers' }, members: { before: 1 } }]);
  expect(of('member.removed')).toEqual([{ role: { before: 'edit' }, sso: { before: false } }]);
  const byAdmin = rows.filter(({ action }) => !['organization.created', 'member.added'].includes(action));
  expect(new Set(byAdmin.map(({ actor }) => actor))).toEqual(new Set([adminId]));
});

describe('the first start of an installation', () => {
  it('one administrator is created, also when replicas start together', async () => {
    const adminToken = 'a-token-of-the-operator';
    const fresh = await createTestApp({ adminToken, adminEmail: 'Root@Example.com', demo: false });
    try {
      const start = fresh.app.get(FirstStart);
      const results = await Promise.all([start.run(), start.run(), start.run()]);
      expect(results.map((result) => result?.token).filter(Boolean)).toEqual([adminToken]);
      expect(new Set(results.map((result) => result?.organization.id)).size).toBe(1);
      const api = fresh.api.as(adminToken);
      expect((await api.get('/v1/user')).body.email).toBe('root@example.com');
      const orgs = (await api.get('/v1/orgs')).body;
      expect(orgs).toMatchObject({
        count: 1,
        items: [{ title: 'My organization', permissions: { admin: true } }],
      });
      expect(await start.run()).not.toHaveProperty('token');
    } finally {
      await fresh.close();
    }
  });
});

function titles(body: { items: { title: string }[] }): string[] {
  return body.items.map((item) => item.title);
}
