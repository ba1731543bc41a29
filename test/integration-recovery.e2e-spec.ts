import { afterAll, beforeAll, expect, it } from 'vitest';
import { IntegrationEventJobs } from '../src/modules/integrations/events/integration-events.jobs.js';
import { removeLeftovers } from '../src/modules/integrations/runtime/own-folders.js';
import { buildOrganization, buildSpace } from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { Collector, tellingScript } from './support/script-collector.js';
import { type ServerProcess, startServerProcess } from './support/server-process.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { eventually } from './support/eventually.js';

const EVENTS = 5;

let test: TestApp;
let collector: Collector;
let beside: ServerProcess;

beforeAll(async () => {
  [test, collector] = await Promise.all([createTestApp(), Collector.open()]);
  beside = await startServerProcess(test);
});
afterAll(async () => {
  await beside?.kill();
  await removeLeftovers();
  await collector.close();
  await test.close();
});

it('events that a killed server was delivering are sent again in their order, with their ids, and none is lost', async () => {
  const owner = await buildOrganization(test);
  const { api, token } = owner.admin;
  const base = `/v1/integrations/${uniqueName()}`;
  await api.post(
    base,
    definition(owner.id, { script: tellingScript(collector), secrets: { KEY: 'secret-4711' } }),
  );
  const installed = await api.post(`${base}/installations`, { organization: owner.id });
  const { id: space } = await buildSpace(owner);
  await api.post(`${base}/installations/${installed.body.id}/spaces`, { space });
  const heard = (): string[] =>
    collector
      .at('/events')
      .filter(({ event }) => event.type === 'space_content_updated')
      .map(({ event }) => event.eventId);
  for (let edits = 0; edits < EVENTS; edits++)
    await api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_page', title: 'A page', document: { markdown: 'Hello' } }],
    });
  await eventually(() => expect(heard()).toHaveLength(EVENTS));
  const ids = heard();
  const delivery = async (id: string) => (await api.get(`${base}/events/${id}`)).body.event.delivery;
  await eventually(async () => expect((await delivery(ids.at(-1) ?? '')).state).toBe('success'));

  // The other server is told to deliver them again; it gets an answer to two of them.
  collector.received.length = 0;
  collector.answers = 2;
  for (const id of ids) {
    const headers = { authorization: `Bearer ${token}` };
    const told = await fetch(`${beside.baseUrl}${base}/events/${id}/redeliver`, { method: 'POST', headers });
    expect(told.status).toBe(204);
  }
  await eventually(() => expect(heard()).toEqual(ids.slice(0, 3)));
  await beside.kill();
  collector.answers = Infinity;

  test.clock.advance(31_000);
  await test.app.get(IntegrationEventJobs).wakeUnattended();
  await eventually(async () => {
    for (const id of ids) expect(await delivery(id)).toMatchObject({ state: 'success', attempts: 1 });
  });
  // The outcome of an event is written while the next one is delivered, so the previous one may come again.
  const again = heard().slice(3);
  expect(ids.slice(-again.length)).toEqual(again);
  expect(again).toEqual(expect.arrayContaining(ids.slice(2)));
});
