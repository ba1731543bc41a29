import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { AuditLog } from '../src/modules/audit/index.js';
import { AuditStreamDelivery } from '../src/modules/organizations/audit/streams/audit-stream-delivery.js';
import { Members } from '../src/modules/organizations/index.js';
import { eventually } from './support/eventually.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

interface Received {
  signature: string;
  event: string;
  body: string;
}

let test: TestApp;
let receiver: Server;
let url: string;
/** Deliveries that the receiver took. */
let taken: Received[];
/** Answers of the receiver to the next deliveries: a status, or a time in which it says nothing. */
let answers: (number | { silent: number })[];
let organization: TestOrganization;
let path: string;

beforeAll(async () => {
  test = await shareTestApp();
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const answer = answers.shift() ?? 204;
      if (typeof answer === 'object') return void setTimeout(() => response.destroy(), answer.silent);
      if (answer < 300)
        taken.push({
          signature: String(request.headers['x-bindery-signature']),
          event: String(request.headers['x-bindery-event']),
          body: Buffer.concat(parts).toString(),
        });
      response.writeHead(answer).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/log?key=hidden`;
});

afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await test.close();
});

beforeEach(async () => {
  [taken, answers] = [[], []];
  organization = await buildOrganization(test);
  path = `/v1/orgs/${organization.id}/audit-streams`;
});

afterEach(async () => {
  const { body } = await organization.admin.api.get(path);
  for (const { id } of body.items) await organization.admin.api.delete(`${path}/${id}`);
});

async function makeStream(title = 'Archive'): Promise<{ id: string; secret: string }> {
  const made = await organization.admin.api.post(path, { title, url });
  expect(made.status, made.text).toBe(201);
  return made.body as { id: string; secret: string };
}

/** Ids of the entries that the receiver took, in order. */
const received = () =>
  taken.flatMap(({ body }) => (JSON.parse(body) as { items: { id: string }[] }).items.map(({ id }) => id));

/** Ids of the entries of the log, oldest first, from that of the stream on. */
async function logged(): Promise<string[]> {
  const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`, {
    query: { limit: 1000 },
  });
  const items = body.items as { id: string; action: string }[];
  const first = items.findIndex(({ action }) => action === 'audit-stream.created');
  return items
    .slice(0, first + 1)
    .map(({ id }) => id)
    .reverse();
}

const stateOf = async (id: string) => (await organization.admin.api.get(`${path}/${id}`)).body;

/** Lets pauses end at once. */
async function goOn(milliseconds = 3_700_000): Promise<void> {
  test.clock.advance(milliseconds);
  await test.app.get(AuditStreamDelivery).lookAfter();
}

it('a receiver that fails, is slow and answers 500 gets everything in order once it works', async () => {
  answers = [500, 302, 404, { silent: 20 }, 429, ...Array<number>(30).fill(500)];
  const { id, secret } = await makeStream();
  for (let number = 0; number < 5; number += 1) await buildSpace(organization, { title: `Space ${number}` });
  await eventually(async () => {
    await goOn(20_000);
    expect((await stateOf(id)).failures).toBeGreaterThan(5);
  });
  const { state, waiting, failures, lastFailure, nextAttemptAt } = await stateOf(id);
  expect([state, waiting, lastFailure]).toEqual(['failing', 6, 'The address answered 500.']);
  // Pauses grow.
  const pause = new Date(nextAttemptAt).getTime() - test.clock.now().getTime();
  expect(pause).toBeGreaterThan(2 ** (failures - 1) * 1000 - 30_000);
  expect(received()).toEqual([]);
  answers = [];
  await eventually(async () => {
    await goOn(20_000);
    expect(received()).toHaveLength(6);
  });
  expect(received()).toEqual(await logged());
  await eventually(async () =>
    expect(await stateOf(id)).toMatchObject({ state: 'up-to-date', waiting: 0, failures: 0 }),
  );
  const [{ signature, body, event }] = taken as [Received];
  const [, time, signed] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature)!;
  expect(createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')).toBe(signed);
  expect([event, JSON.parse(body)]).toEqual([
    'audit_events',
    expect.objectContaining({ object: 'audit-event-batch', stream: id, test: false }),
  ]);
  expect(JSON.parse(body).items[1]).toMatchObject({
    action: 'space.created',
    target: { label: 'Space 0' },
    payload: { address: '127.0.0.1' },
  });
});

it('an entry whose transaction ends late is delivered although the stream is further', async () => {
  await makeStream();
  await eventually(() => expect(received()).toHaveLength(1));
  const record = (label: string) =>
    test.app.get(AuditLog).record({
      organizationId: organization.id,
      action: 'space.updated',
      target: { type: 'space', id: label, label },
      after: { title: label },
      actor: { type: 'user', id: organization.admin.id },
    });
  let end!: () => void;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  let begun!: () => void;
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const late = test.db.transaction(async () => {
    await record('late');
    begun();
    await isOver;
  });
  await hasBegun;
  await test.db.transaction(() => record('early'));
  await goOn(0);
  await eventually(() => expect(received()).toHaveLength(2));
  end();
  await late;
  await eventually(() => expect(received()).toHaveLength(3));
  expect(new Set(received())).toEqual(new Set(await logged()));
});

it('what a killed process had is delivered by the next one, however many wait', async () => {
  answers = [500];
  const { id } = await makeStream();
  await eventually(async () => expect((await stateOf(id)).failures).toBe(1));
  // The process ends while it has the stream.
  await test.db.execute(
    `update audit_streams set held_by = 'dead', held_until = $2, failures = 0, next_attempt_at = null where id = $1`,
    [id, new Date(test.clock.now().getTime() + 60_000)],
  );
  for (let number = 0; number < 12; number += 1) {
    await test.db.transaction(async () => {
      for (let entry = 0; entry < 25; entry += 1)
        await test.app.get(AuditLog).record({
          organizationId: organization.id,
          action: 'space.updated',
          target: { type: 'space', id: 'one', label: `=cmd ${number} ${entry}` },
          actor: { type: 'user', id: organization.admin.id },
        });
    });
  }
  await goOn(30_000);
  await delay(500);
  expect(received()).toEqual([]);
  expect((await stateOf(id)).waiting).toBe(301);
  await goOn(40_000);
  await eventually(() => expect(received()).toHaveLength(301));
  expect(received()).toEqual(await logged());
  expect(Math.max(...taken.map(({ body }) => JSON.parse(body).items.length))).toBe(100);
});

it('a stream is paused, resumed, tested, given another secret and deleted', async () => {
  const { id, secret } = await makeStream();
  await eventually(() => expect(received()).toHaveLength(1));
  const one = `${path}/${id}`;
  await organization.admin.api.patch(one, { paused: true });
  await buildSpace(organization);
  await goOn();
  expect(await stateOf(id)).toMatchObject({ state: 'paused', waiting: 2 });
  answers = [503];
  const failed = await organization.admin.api.post(`${one}/test`);
  expect(failed.body).toEqual({ delivered: false, status: 503, failure: 'The address answered 503.' });
  expect((await organization.admin.api.post(`${one}/test`)).body).toEqual({ delivered: true, status: 204 });
  expect(JSON.parse(taken.at(-1)!.body)).toMatchObject({ test: true, items: [] });
  const rotated = await organization.admin.api.post(`${one}/secret`);
  expect(rotated.body.secret).not.toBe(secret);
  expect((await stateOf(id)).secret).toBeUndefined();
  await organization.admin.api.patch(one, { paused: false });
  await eventually(async () => expect(received()).toEqual(await logged()));
  const signedWith = ({ signature, body }: Received) => {
    const [time = '', ...signatures] = signature.split(',').map((part) => part.split('=')[1] ?? '');
    return [rotated.body.secret, secret].filter((known) =>
      signatures.includes(createHmac('sha256', known).update(`${time}.${body}`).digest('hex')),
    );
  };
  expect(signedWith(taken.at(-1)!)).toEqual([rotated.body.secret, secret]);
  test.clock.advance(25 * 3_600_000);
  await organization.admin.api.post(`${one}/test`);
  expect(signedWith(taken.at(-1)!)).toEqual([rotated.body.secret]);
  expect((await organization.admin.api.delete(one)).status).toBe(204);
  expect((await organization.admin.api.delete(one)).status).toBe(204);
  expect((await organization.admin.api.get(one)).status).toBe(404);
  const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`, {
    query: { targetType: 'audit-stream' },
  });
  expect(body.items.map((item: { action: string }) => item.action)).toEqual([
    'audit-stream.deleted',
    'audit-stream.updated',
    'audit-stream.secret-rotated',
    'audit-stream.updated',
    'audit-stream.created',
  ]);
  const details = await organization.admin.api.get(
    `/v1/orgs/${organization.id}/audit-events/${body.items.at(-1).id}`,
  );
  expect(details.text).not.toContain('hidden');
});

it('only public https addresses, and at most five of them', async () => {
  const make = (address: string) => organization.admin.api.post(path, { title: 'One', url: address });
  Object.assign(test.config, { allowPrivateNetwork: false });
  try {
    for (const wrong of [
      'http://logs.example/x',
      'https://127.0.0.1/x',
      'https://me:pw@logs.example',
      'nonsense',
    ])
      expect((await make(wrong)).status, wrong).toBe(400);
    // The address of a name is checked with each delivery.
    const { id } = (await make('https://localhost.localdomain.invalid/x')).body;
    expect((await organization.admin.api.post(`${path}/${id}/test`)).body.delivered).toBe(false);
  } finally {
    Object.assign(test.config, { allowPrivateNetwork: true });
  }
  for (let number = 0; number < 4; number += 1) expect((await make(url)).status).toBe(201);
  expect((await make(url)).status).toBe(409);
});

it('streams are for administrators, and end for those who are removed', async () => {
  const { id } = await makeStream('Mine <b>');
  const second = await organization.member('admin');
  await test.app.get(Members).addMember((await buildOrganization(test)).id, second.id, 'read');
  const page = `/app/o/${organization.id}/audit/streams`;
  const browser = await startMemberBrowser(test, second.token);
  expect(await browser.read(`${page}/${id}`)).toContain('Mine &lt;b>');
  expect((await second.api.get(`${path}/${id}`)).status).toBe(200);
  await organization.admin.api.delete(`/v1/orgs/${organization.id}/members/${second.id}`);
  expect((await second.api.get(`${path}/${id}`)).status).toBe(404);
  expect((await browser.open(`${page}/${id}`)).status).toBe(404);
  expect((await browser.post(`${page}/${id}`, { do: 'delete' })).status).toBe(404);
  const reader = await startMemberBrowser(test, (await organization.member('create')).token);
  expect((await reader.open(page)).status).toBe(403);
  expect((await reader.post(page, { do: 'create', title: 'x', url })).status).toBe(403);
  // Administrators of another organization find nothing.
  const other = await buildOrganization(test);
  expect((await other.admin.api.get(`/v1/orgs/${other.id}/audit-streams/${id}`)).status).toBe(404);
  expect((await other.admin.api.delete(`/v1/orgs/${other.id}/audit-streams/${id}`)).status).toBe(204);
  expect((await stateOf(id)).title).toBe('Mine <b>');
});

it('the pages make a stream, show its secret once, and do everything else', async () => {
  const page = `/app/o/${organization.id}/audit/streams`;
  const admin: MemberBrowser = await startMemberBrowser(test, organization.admin.token);
  expect(await admin.read(page)).toContain('There are no streams yet');
  const refused = await admin.post(page, { do: 'create', title: 'Archive', url: 'ftp://x' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('value="ftp://x"')]);
  const made = await (await admin.post(page, { do: 'create', title: 'Archive', url })).text();
  const secret = /value="([0-9a-f]{64})"/.exec(made)?.[1];
  expect(secret).toBeDefined();
  const { id } = (await organization.admin.api.get(path)).body.items[0];
  const one = `${page}/${id}`;
  expect(await admin.read(page)).not.toContain(secret);
  await eventually(async () => expect(await admin.read(one)).toContain('Up to date'));
  expect((await admin.post(one, { do: 'pause' })).headers.get('location')).toBe(`${one}?done=pause`);
  expect(await admin.read(`${one}?done=pause`)).toContain('Entries wait from now on');
  expect(await admin.read(one)).toContain('Paused');
  expect(await (await admin.post(one, { do: 'test' })).text()).toContain('took the test and answered 204');
  answers = [500];
  expect(await (await admin.post(one, { do: 'test' })).text()).toContain('The address answered 500.');
  expect(await (await admin.post(one, { do: 'rotate' })).text()).toMatch(/value="[0-9a-f]{64}"/);
  expect((await admin.post(one, { do: 'save', title: '', url })).status).toBe(400);
  expect((await admin.post(one, { do: 'save', title: 'Other', url })).status).toBe(303);
  expect((await admin.post(one, { do: 'resume' })).status).toBe(303);
  expect((await admin.post(one, { do: 'explode' })).status).toBe(400);
  expect(await stateOf(id)).toMatchObject({ title: 'Other' });
  expect((await admin.post(one, { do: 'delete' })).headers.get('location')).toBe(page);
  expect((await admin.open(one)).status).toBe(404);
});
