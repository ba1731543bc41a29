import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { IntegrationEventJobs } from '../src/modules/integrations/events/integration-events.jobs.js';
import { IntegrationEventsRepository } from '../src/modules/integrations/events/integration-events.repository.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { publishFolder } from './support/published-site.js';
import { Collector, tellingScript } from './support/script-collector.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { eventually } from './support/eventually.js';

const SECRET = 'open-sesame-4711';

describe('Events of integrations', () => {
  let test: TestApp;
  let owner: TestOrganization;
  let other: TestOrganization;
  let collector: Collector;
  const name = uniqueName();
  const base = `/v1/integrations/${name}`;
  const installations: Record<string, string> = {};

  beforeAll(async () => {
    [test, collector] = await Promise.all([shareTestApp(), Collector.open()]);
    [owner, other] = [await buildOrganization(test), await buildOrganization(test)];
    const script = tellingScript(collector);
    const scopes = ['space:content:read', 'site:views:read'];
    const body = { script, scopes, visibility: 'unlisted', secrets: { KEY: SECRET } };
    await owner.admin.api.post(base, definition(owner.id, body));
    for (const { id, admin } of [owner, other]) {
      const installed = await admin.api.post(`${base}/installations`, { organization: id });
      installations[id] = installed.body.id;
    }
    await heard(({ type }) => type === 'installation_setup', 2);
  });
  afterAll(async () => {
    await collector.close();
    await test.close();
  });
  beforeEach(() => {
    collector.received.length = 0;
    collector.statuses.length = 0;
  });

  const events = () => collector.at('/events').map(({ event }) => event);
  const heard = (which: (event: { type: string }) => boolean, count = 1) =>
    eventually(() => {
      const found = events().filter(which);
      expect(found).toHaveLength(count);
      return found;
    });
  const log = async (organization = owner) => (await organization.admin.api.get(`${base}/events`)).body.items;
  const logged = (eventId: string, status: string) =>
    eventually(async () => {
      const found = (await log()).find((event: { id: string }) => event.id === eventId);
      expect(found?.status).toBe(status);
      return found;
    });
  const edit = (organization: TestOrganization, space: string) =>
    organization.admin.api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'A page', document: { markdown: 'Hello' } }],
    });
  async function installedSpace(organization = owner): Promise<string> {
    const { id } = await buildSpace(organization);
    const at = `${base}/installations/${installations[organization.id]}/spaces`;
    expect((await organization.admin.api.post(at, { space: id })).status).toBe(201);
    await heard((event) => event.type === 'space_installation_setup');
    collector.received.length = 0;
    return id;
  }

  it('report changes of installed spaces, with an environment and a trace without secrets', async () => {
    const space = await installedSpace();
    const elsewhere = await buildSpace(owner);
    await edit(owner, elsewhere.id);
    await edit(owner, space);
    const [event] = await heard(({ type }) => type === 'space_content_updated');
    expect(event).toMatchObject({ spaceId: space, installationId: installations[owner.id] });
    const { environment } = collector.at('/events')[0];
    expect(environment).toMatchObject({
      apiEndpoint: test.config.publicUrl,
      integration: { name },
      installation: { id: installations[owner.id] },
      spaceInstallation: { space, status: 'active' },
      secrets: { KEY: SECRET },
    });
    const asInstallation = test.api.as(environment.apiTokens.installation);
    expect((await asInstallation.get(`/v1/spaces/${space}/content`)).status).toBe(200);
    await logged(event.eventId, 'success');
    const [newest, ...older] = await log();
    expect(newest).toMatchObject({ id: event.eventId, payload: event });
    expect(older.map(({ payload }: { payload: { type: string } }) => payload.type)).toContain(
      'installation_setup',
    );
    const { body } = await owner.admin.api.get(`${base}/events/${event.eventId}`);
    expect(body.trace.logs[0]).toMatchObject({ level: 'info', message: 'got space_content_updated *** ***' });
  });

  it('report that a space is visible to others when the collection around it is deleted', async () => {
    const space = await installedSpace();
    const { api } = owner.admin;
    const { body } = await api.post(`/v1/orgs/${owner.id}/collections`, { title: 'Around' });
    expect((await api.post(`/v1/spaces/${space}/move`, { parent: body.id })).status).toBe(200);
    await heard(({ type }) => type === 'space_visibility_updated');
    await api.delete(`/v1/collections/${body.id}`);
    const [, event] = await heard(({ type }) => type === 'space_visibility_updated', 2);
    expect(event).toMatchObject({
      spaceId: space,
      previousVisibility: 'in-collection',
      visibility: 'private',
    });
  });

  it('keep their order while one is retried, and continue after one that is refused', async () => {
    const space = await installedSpace();
    collector.statuses.push(500, 200, 400, 200);
    for (let edits = 0; edits < 3; edits++) await edit(owner, space);
    const told = await heard(({ type }) => type === 'space_content_updated', 4);
    expect(told[0].eventId).toBe(told[1].eventId);
    expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(3);
    const refused = await logged(told[2].eventId, 'failed');
    expect(refused.delivery).toMatchObject({
      state: 'dead',
      attempts: 1,
      failure: 'The script answered 400.',
    });
    await logged(told[3].eventId, 'success');
    const again = `${base}/events/${refused.id}/redeliver`;
    expect((await owner.admin.api.post(again)).status).toBe(204);
    const all = await heard(({ type }) => type === 'space_content_updated', 5);
    expect(all[4]).toEqual(told[2]);
    await logged(refused.id, 'success');
  });

  it('are delivered by another process once the first one is known to be dead', async () => {
    const space = await installedSpace();
    const queue = installations[owner.id] ?? '';
    const now = test.clock.now();
    const repository = test.app.get(IntegrationEventsRepository);
    await eventually(async () =>
      expect(await repository.hold(queue, 'dead', now, new Date(now.getTime() + 30_000))).toBe(true),
    );
    await edit(owner, space);
    await test.settle();
    const jobs = test.app.get(IntegrationEventJobs);
    await jobs.wakeUnattended();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(events()).toEqual([]);
    test.clock.advance(31_000);
    await jobs.wakeUnattended();
    await heard(({ type }) => type === 'space_content_updated');
  });

  it('show settings to administrators of their own organization, not to the author, and nothing to others', async () => {
    const space = await installedSpace(other);
    const at = `${base}/installations/${installations[other.id]}/spaces/${space}`;
    const settings = { configuration: { password: 'theirs' } };
    expect((await other.admin.api.patch(at, settings)).status).toBe(200);
    expect((await other.admin.api.patch(at, { configuration: {} })).status).toBe(200);
    const [, event] = await heard((one) => one.type === 'space_installation_setup', 2);
    expect(event).toMatchObject({ previous: { configuration: { password: 'theirs' } } });
    await logged(event.eventId, 'success');
    const { body } = await owner.admin.api.get(`${base}/events/${event.eventId}`);
    expect(body.event.payload).toEqual({ ...event, previous: { status: 'active' } });
    const theirs = await log(other);
    expect(theirs.map(({ installationId }: { installationId: string }) => installationId)).not.toContain(
      installations[owner.id],
    );
    expect(theirs[0].payload).toEqual(event);
    const reader = await other.member('read');
    expect((await reader.api.get(`${base}/events`)).status).toBe(403);
    expect((await reader.api.get(`${base}/events/${event.eventId}`)).status).toBe(403);
  });

  it('go to the tunnel of an author, who alone sees the failures of the tunnel', async () => {
    const space = await installedSpace();
    const put = (tunnelUrl: string) => owner.admin.api.put(`${base}/dev`, { tunnelUrl });
    expect((await put('file:///etc/passwd')).status).toBe(400);
    expect((await other.admin.api.put(`${base}/dev`, { tunnelUrl: collector.url })).status).toBe(403);
    expect((await put(`${collector.url}/tunnel`)).status).toBe(204);
    await edit(owner, space);
    await eventually(() => expect(collector.received.map(({ path }) => path)).toEqual(['/tunnel/v1']));
    expect(collector.received[0]?.body).toContain('space_content_updated');
    expect((await put('http://127.0.0.1:1')).status).toBe(204);
    await edit(owner, space);
    const failed = await eventually(async () => {
      const [newest] = await log();
      expect(newest.status).toBe('failed');
      return newest;
    });
    expect(failed.delivery.failure).toContain('The tunnel could not be reached');
    expect((await owner.admin.api.delete(`${base}/dev`)).status).toBe(205);
    await heard(({ type }) => type === 'space_content_updated');
  });

  it('include tasks that the integration schedules for later', async () => {
    await installedSpace();
    const space = await installedSpace();
    await edit(owner, space);
    await heard(({ type }) => type === 'space_content_updated');
    const { apiTokens } = collector.at('/events')[0].environment;
    const itself = test.api.as(apiTokens.integration);
    const add = (api: typeof itself, body: object) => api.post(`${base}/tasks`, body);
    expect((await add(itself, { task: { type: 'sync' }, schedule: 1 })).status).toBe(204);
    expect((await add(itself, { task: {}, schedule: 86_401 })).status).toBe(400);
    expect((await add(other.admin.api, { task: {} })).status).toBe(403);
    const before = Date.now();
    const [task] = await heard(({ type }) => type === 'task');
    expect(task).toMatchObject({ task: { type: 'sync' } });
    expect(Date.now() - before).toBeGreaterThan(500);
    const { items } = (await owner.admin.api.get(`${base}/tasks`)).body;
    expect(items).toMatchObject([{ id: task.eventId, payload: task }]);
  });

  it('report visitors where the integration may know them, and are deleted after 30 days', async () => {
    const { url } = await publishFolder(test, owner);
    const sites = await owner.admin.api.get(`/v1/orgs/${owner.id}/sites`);
    const siteId = sites.body.items[0].id;
    const at = `${base}/installations/${installations[owner.id]}/sites`;
    expect((await owner.admin.api.post(at, { siteId })).status).toBe(201);
    await heard(({ type }) => type === 'site_installation_setup');
    const report = (body: object) =>
      fetch(`${url}~insights`, { method: 'POST', body: JSON.stringify({ path: '', ...body }) });
    await report({ type: 'page_post_feedback', feedback: { rating: 'good' } });
    await report({ type: 'page_view', referrer: 'https://search.example/?q=x' });
    const [view] = await heard(({ type }) => type === 'site_view');
    expect(view).toMatchObject({
      siteId,
      referrer: 'https://search.example/',
      visitor: { cookies: {}, ip: '' },
    });
    expect(events().map(({ type }) => type)).not.toContain('page_feedback');
    await logged(view.eventId, 'success');
    test.clock.advance(31 * 24 * 60 * 60_000);
    await test.app.get(IntegrationEventJobs).deleteExpired();
    expect(await log()).toEqual([]);
  });

  it('are posted by the bundled webhook, which signs, retries and sends them again on request', async () => {
    const hooks = '/v1/integrations/webhook';
    const { api } = owner.admin;
    const { body: installation } = await api.post(`${hooks}/installations`, { organization: owner.id });
    const { id: space } = await buildSpace(owner);
    const spaces = `${hooks}/installations/${installation.id}/spaces`;
    expect((await api.post(spaces, { space })).body.status).toBe('pending');
    Object.assign(test.config, { allowPrivateNetwork: false });
    const wrong = [
      'nonsense',
      'ftp://a.example',
      'https://me:pass@a.example',
      'http://127.1/',
      'http://localhost/',
    ];
    for (const url of wrong) {
      const refused = await api.patch(`${spaces}/${space}`, { configuration: { url } });
      const { status, body } = refused;
      expect([status, body.error.message], url).toEqual([400, expect.stringContaining('configuration.url')]);
    }
    Object.assign(test.config, { allowPrivateNetwork: true });
    const configuration = { url: `${collector.url}/hook`, space_content_updated: true };
    expect((await api.patch(`${spaces}/${space}`, { configuration })).body.status).toBe('active');

    const secrets = `${hooks}/installations/${installation.id}/secrets`;
    const [first] = (await api.get(secrets)).body.items;
    const { body: second } = await api.post(secrets);
    expect((await api.post(secrets)).status).toBe(409);
    expect((await other.admin.api.get(secrets)).status).toBe(404);

    collector.received.length = 0;
    collector.statuses.push(503);
    await edit(owner, space);
    const at = () => collector.received.filter(({ path }) => path === '/hook');
    await eventually(() => expect(at()).toHaveLength(2));
    const { headers, body } = at()[1]!;
    expect(JSON.parse(body)).toMatchObject({ type: 'space_content_updated', spaceId: space });
    const [time, ...signatures] = String(headers['x-bindery-signature']).split(',');
    const signed = (secret: string) =>
      `v1=${createHmac('sha256', secret)
        .update(`${time?.slice(2)}.${body}`)
        .digest('hex')}`;
    expect(signatures).toEqual([signed(second.secret), signed(first.secret)]);

    const eventId = String(headers['x-bindery-delivery']);
    const delivery = await eventually(async () => {
      const { event } = (await api.get(`${hooks}/events/${eventId}`)).body;
      expect(event.status).toBe('success');
      return event.delivery;
    });
    expect(delivery.attempts).toBe(2);
    expect((await api.delete(`${secrets}/${first.id}`)).status).toBe(204);
    expect((await api.delete(`${secrets}/${second.id}`)).status).toBe(409);
    expect((await api.post(`${hooks}/events/${eventId}/redeliver`)).status).toBe(204);
    await eventually(() => expect(at()).toHaveLength(3));
    expect(String(at()[2]?.headers['x-bindery-signature']).split(',')).toHaveLength(2);
  });
});
