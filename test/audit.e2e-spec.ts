import { afterAll, beforeAll, expect, it } from 'vitest';
import { AuditJobs } from '../src/modules/audit/audit.jobs.js';
import { AuditLog } from '../src/modules/audit/index.js';
import { SpacesJobs } from '../src/modules/spaces/spaces.jobs.js';
import { Members } from '../src/modules/organizations/index.js';
import { runWithContext } from '../src/platform/logging/context.js';
import { buildOrganization, buildSpace, buildToken, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const DAY = 24 * 60 * 60_000;

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

type Query = Record<string, string | number>;

/** Events of the organization as its administrator reads them. */
async function eventsOf({ id, admin }: TestOrganization, query: Query = {}) {
  const answer = await admin.api.get(`/v1/orgs/${id}/audit-events`, { query });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as { items: { id: string; action: string }[]; count: number; next?: { page: string } };
}

async function actionsOf(organization: TestOrganization, query: Query = {}): Promise<string[]> {
  return (await eventsOf(organization, query)).items.map(({ action }) => action);
}

/** Changes in the newest event. */
async function newestChanges(organization: TestOrganization, query: Query = {}): Promise<unknown> {
  const [newest] = (await eventsOf(organization, { limit: 1, ...query })).items;
  const path = `/v1/orgs/${organization.id}/audit-events/${newest?.id}`;
  return (await organization.admin.api.get(path)).body.payload.changes;
}

it('the audit log shows each change with its actor, source and values before and after, newest first', async () => {
  const organization = await buildOrganization(test);
  const { admin, id: organizationId } = organization;
  const space = await buildSpace(organization, { title: 'Guide' });
  const renamed = await admin.api.patch(
    `/v1/spaces/${space.id}`,
    { title: 'Handbook' },
    { headers: { 'x-forwarded-for': '6.6.6.6' } },
  );
  const { items } = await eventsOf(organization, { target: space.id });
  expect(items.map(({ action }) => action)).toEqual(['space.updated', 'space.created']);
  expect(items[0]).toMatchObject({
    object: 'audit-event',
    actor: { type: 'user', id: admin.id },
    source: 'api',
    target: { type: 'space', id: space.id, label: 'Guide' },
  });
  const details = await admin.api.get(`/v1/orgs/${organizationId}/audit-events/${items[0]?.id}`);
  const requestId = renamed.headers.get('x-request-id');
  expect(details.body).toMatchObject({
    schemaVersion: 1,
    correlationId: requestId,
    // A header of anybody's says nothing.
    payload: { requestId, address: '127.0.0.1', changes: { title: { before: 'Guide', after: 'Handbook' } } },
  });
});

it('the audit log records nothing for requests that are refused or change nothing', async () => {
  const organization = await buildOrganization(test);
  const { admin, id } = organization;
  const space = await buildSpace(organization);
  const site = (await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] })).body;
  const other = (await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Other' })).body;
  const hostname = `docs.${organization.hostname}.example.com`;
  await admin.api.patch(`/v1/orgs/${id}/sites/${other.id}`, { hostname });
  const { count } = await eventsOf(organization);
  // Nothing changes.
  expect((await admin.api.patch(`/v1/spaces/${space.id}`, { title: 'A space' })).status).toBe(200);
  expect((await admin.api.patch(`/v1/orgs/${id}/sites/${site.id}`, { title: 'Docs' })).status).toBe(200);
  expect((await admin.api.post(`/v1/orgs/${id}/sites/${site.id}/unpublish`)).status).toBe(200);
  // Refused before anything is noted, and after.
  expect((await admin.api.patch(`/v1/spaces/${space.id}`, { editMode: 'no' })).status).toBe(400);
  expect((await admin.api.patch(`/v1/orgs/${id}/sites/${site.id}`, { title: 'No', hostname })).status).toBe(
    409,
  );
  expect(await eventsOf(organization)).toMatchObject({ count });
  const record = { organizationId: id, action: 'space.deleted', target: { type: 'space', id: 'x' } } as const;
  await expect(test.app.get(AuditLog).record(record)).rejects.toThrow('outside of a transaction');
});

it('the audit log refuses an event of several requests together without an actor', async () => {
  const { id, admin } = await buildOrganization(test);
  const record = {
    organizationId: id,
    action: 'space.rolled-back',
    target: { type: 'space', id: 's' },
  } as const;
  const inShared = (work: () => Promise<void>) =>
    runWithContext({ actor: admin.id, isShared: true }, () => test.db.transaction(work));
  const log = test.app.get(AuditLog);
  await expect(inShared(() => log.record(record))).rejects.toThrow('without saying who did it');
  await inShared(() => log.record({ ...record, actor: { type: 'user', id: admin.id } }));
});

it('the audit log never stores secrets', async () => {
  const organization = await buildOrganization(test);
  const { admin, id } = organization;
  const space = await buildSpace(organization);
  const site = (await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Docs', spaces: [space.id] })).body;
  const path = `/v1/orgs/${id}/sites/${site.id}`;
  const link = (await admin.api.post(`${path}/share-links`, { name: 'Partners' })).body;
  const { privateKey } = (await admin.api.post(`${path}/publishing/auth/regenerate`)).body;
  const [{ key } = { key: '' }] = await test.db.query<{ key: string }>(
    'select key from site_share_links where organization_id = $1 and id = $2',
    [id, link.id],
  );
  await admin.api.delete(`${path}/share-links/${link.id}`);
  await admin.api.post(`/v1/org/${id}/imports`, {
    source: { type: 'website', url: 'http://127.0.0.1:1/docs?token=hidden' },
    target: { space: space.id },
  });
  const stored = JSON.stringify(
    await test.db.query('select * from audit_events where organization_id = $1', [id]),
  );
  expect(stored).toContain('Partners');
  expect(stored).toContain('127.0.0.1:1/docs');
  for (const secret of [privateKey, key, 'hidden']) {
    expect(secret).not.toHaveLength(0);
    expect(stored).not.toContain(secret);
  }
});

it('the audit log is read by administrators only, with tokens of the right scope', async () => {
  const organization = await buildOrganization(test);
  const { admin, id } = organization;
  const stranger = await buildOrganization(test);
  await buildSpace(organization);
  const [event] = (await eventsOf(organization)).items;
  const [foreign] = (await eventsOf(stranger)).items;
  const paths = ['audit-events', `audit-events/${event?.id}`, 'audit-event-actions'];
  for (const path of paths.map((rest) => `/v1/orgs/${id}/${rest}`)) {
    expect((await (await organization.member('create')).api.get(path)).status).toBe(403);
    expect((await stranger.admin.api.get(path)).status).toBe(404);
    expect((await (await buildToken(test, admin.id, ['space:content:read'])).api.get(path)).status).toBe(403);
  }
  for (const unknown of [foreign?.id, '019aa5f0-0000-7000-8000-000000000000', 'no-uuid'])
    expect((await admin.api.get(`/v1/orgs/${id}/audit-events/${unknown}`)).status).toBe(404);
  const actions = (await admin.api.get(`/v1/orgs/${id}/audit-event-actions`)).body.items;
  expect(actions).toContainEqual({
    object: 'audit-event-action',
    id: 'space.created',
    label: 'Space created',
  });
});

it('the audit log filters events, and its pages stay in order while new events come', async () => {
  const organization = await buildOrganization(test);
  const { admin, id } = organization;
  const writer = await organization.member('create');
  const first = await buildSpace(organization, { title: 'One' });
  const middle = test.clock.now().toISOString();
  test.clock.advance(60_000);
  await writer.api.post(`/v1/orgs/${id}/spaces`, { title: 'Two', empty: true });
  await admin.api.delete(`/v1/spaces/${first.id}`);

  expect(await actionsOf(organization, { actor: writer.id })).toEqual(['space.created']);
  expect(await actionsOf(organization, { action: 'space.deleted' })).toEqual(['space.deleted']);
  expect(await actionsOf(organization, { target: first.id })).toEqual(['space.deleted', 'space.created']);
  expect(await actionsOf(organization, { to: middle, targetType: 'space' })).toEqual(['space.created']);
  expect(await actionsOf(organization, { from: middle, target: first.id })).toEqual(['space.deleted']);
  expect(await actionsOf(organization, { source: 'ui' })).toEqual([]);
  const bad = { from: '2026-W05-1', source: 'door', limit: 1001, page: btoa('["x","y"]') };
  for (const [name, value] of Object.entries(bad)) {
    const answer = await admin.api.get(`/v1/orgs/${id}/audit-events`, { query: { [name]: value } });
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(name)]);
  }

  const seen: string[] = [];
  const all = await eventsOf(organization);
  for (let page: string | undefined, more = true; more;) {
    const found = await eventsOf(organization, { limit: 2, ...(page ? { page } : {}) });
    seen.push(...found.items.map((item) => item.id));
    page = found.next?.page;
    more = page !== undefined;
    await buildSpace(organization, { title: 'Meanwhile' });
  }
  expect(seen).toEqual(all.items.map((item) => item.id));
});

it('the audit log records a transfer in both organizations, a role before its change, and a purge by the system', async () => {
  const organization = await buildOrganization(test);
  const target = await buildOrganization(test);
  const { admin } = organization;
  await test.app.get(Members).addMember(target.id, admin.id, 'admin');
  const reader = await organization.member('read');
  const space = await buildSpace(organization);
  await admin.api.post(`/v1/spaces/${space.id}/permissions`, { users: [reader.id], role: 'comment' });
  await admin.api.patch(`/v1/spaces/${space.id}/permissions/users/${reader.id}`, { role: 'edit' });
  expect(await newestChanges(organization)).toEqual({
    [`user:${reader.id}`]: { before: 'comment', after: 'edit' },
  });
  await admin.api.post(`/v1/spaces/${space.id}/transfer`, { organization: target.id });
  for (const side of [organization, target]) {
    expect(await newestChanges(side, { action: 'space.transferred' })).toEqual({
      organization: { before: organization.id, after: target.id },
    });
  }
  await admin.api.delete(`/v1/spaces/${space.id}`);
  test.clock.advance(8 * DAY);
  await test.app.get(SpacesJobs).purge();
  expect((await eventsOf(target, { action: 'space.purged' })).items).toMatchObject([
    { actor: { type: 'system', id: 'bindery' }, source: 'workflow', target: { label: 'A space' } },
  ]);
});

it('the audit log deletes events that are older than the retention period', async () => {
  const organization = await buildOrganization(test);
  await buildSpace(organization);
  const jobs = test.app.get(AuditJobs);
  test.clock.advance(364 * DAY);
  await jobs.deleteExpired();
  expect(await actionsOf(organization)).toContain('space.created');
  await buildSpace(organization, { title: 'Late' });
  test.clock.advance(2 * DAY);
  Object.assign(test.config, { auditRetentionDays: 0 });
  await jobs.deleteExpired();
  expect(await actionsOf(organization, { action: 'space.created' })).toHaveLength(2);
  Object.assign(test.config, { auditRetentionDays: 365 });
  await jobs.deleteExpired();
  expect((await eventsOf(organization)).items).toMatchObject([{ target: { label: 'Late' } }]);
});
