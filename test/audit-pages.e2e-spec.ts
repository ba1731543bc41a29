import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { AuditLog } from '../src/modules/audit/index.js';
import { Members } from '../src/modules/organizations/index.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  page = `/app/o/${organization.id}/audit`;
});

/** Rows of the table that have a text. */
async function rows(query: string, ...texts: string[]): Promise<boolean[]> {
  const shown = (await admin.read(`${page}?${query}`)).split('<tbody>')[1] ?? '';
  return texts.map((text) => shown.includes(text));
}

/** Makes the user a member of another organization, so that their session outlives their removal. */
async function elsewhere(userId: string): Promise<void> {
  await test.app.get(Members).addMember((await buildOrganization(test)).id, userId, 'read');
}

async function record(count: number, label = 'Made'): Promise<void> {
  await test.db.transaction(async () => {
    for (let number = 0; number < count; number += 1)
      await test.app.get(AuditLog).record({
        organizationId: organization.id,
        action: 'space.updated',
        target: { type: 'space', id: `space-${number}`, label: `${label} ${number}` },
        after: { title: `${label} ${number}` },
        actor: { type: 'user', id: organization.admin.id },
      });
  });
}

it('entries are found by what was done, by whom, to what, from where and when', async () => {
  const member = await organization.member('create');
  const space = await buildSpace(organization, { title: 'Guide <b>' });
  await organization.admin.api.put(`/v1/orgs/${organization.id}/teams`, { title: 'Writers' });
  await member.api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'Handbook' });
  const words = ['Guide &lt;b>', 'Writers', 'Handbook'];
  const find = (query: string) => rows(query, ...words);
  expect(await find('')).toEqual([true, true, true]);
  expect(await find('group=people')).toEqual([false, true, false]);
  expect(await find('group=content')).toEqual([true, false, true]);
  expect(await find('type=team')).toEqual([false, true, false]);
  expect(await find(`target=${space.id}`)).toEqual([true, false, false]);
  expect(await find(`actor=${member.id}`)).toEqual([false, false, true]);
  expect(await find(`who=${encodeURIComponent(member.email.toUpperCase())}`)).toEqual([false, false, true]);
  expect(await find('who=nobody@nowhere.example')).toEqual([false, false, false]);
  expect(await find('source=ui')).toEqual([false, false, false]);
  expect(await find('address=127.0.0.1')).toEqual([true, true, true]);
  expect(await find('address=10.0.0.1')).toEqual([false, false, false]);
  const today = test.clock.now().toISOString().slice(0, 10);
  expect(await find(`from=${today}&to=${today}`)).toEqual([true, true, true]);
  expect(await find('to=2026-01-01&zone=Europe/Berlin')).toEqual([false, false, false]);
  // Values that the form does not offer count for nothing.
  expect(await find('group=__proto__&source=x')).toEqual([true, true, true]);
  for (const wrong of ['from=2026-02-30', 'from=2026-02-02&to=2026-02-01']) {
    const refused = await admin.open(`${page}?${wrong}`);
    expect([refused.status, await refused.text()], wrong).toEqual([
      400,
      expect.stringContaining('role="alert"'),
    ]);
  }
});

it('sign-ins are shown where they are asked for', async () => {
  const text = 'Signed in';
  const find = async (query: string) =>
    ((await admin.read(`${page}?${query}`)).split('<tbody>')[1] ?? '').includes(text);
  await test.db.transaction(() =>
    test.app.get(AuditLog).record({
      organizationId: organization.id,
      action: 'user.signed-in',
      target: { type: 'user', id: organization.admin.id, label: 'Somebody' },
      actor: { type: 'user', id: organization.admin.id },
    }),
  );
  expect(await find('')).toBe(false);
  expect(await admin.read(page)).toContain('Show it, too');
  expect(await find('sign-ins=on')).toBe(true);
  expect(await find('group=credentials')).toBe(true);
});

it('changes are told in words, with names in place of ids', async () => {
  const member = await organization.member('read');
  const space = await buildSpace(organization, { title: 'Guide' });
  await organization.admin.api.post(`/v1/spaces/${space.id}/permissions`, {
    users: [member.id],
    role: 'edit',
  });
  await organization.admin.api.patch(`/v1/orgs/${organization.id}`, {
    defaultRole: null,
    inviteLinks: false,
  });
  const shown = await admin.read(page);
  const { displayName } = (
    await organization.admin.api.get(`/v1/orgs/${organization.id}/members/${member.id}`)
  ).body.user;
  expect(shown).toContain(`<strong>${displayName}</strong>: nothing → edit`);
  expect(shown).toContain('<strong>Default role</strong>: read → nothing');
  expect(shown).toContain('<strong>Invite links</strong>: yes → no');
  expect(shown).not.toContain(`user:${member.id}`);
});

it('older entries are a page further, and the filter stays', async () => {
  await record(60);
  const first = await admin.read(`${page}?type=space`);
  expect(first.match(/<tr>/g)).toHaveLength(51);
  const older = /href="([^"]+)">Older</.exec(first)![1]!.replaceAll('&amp;', '&');
  expect(older).toContain('type=space');
  const second = await admin.read(older);
  expect(second).toContain('Made 0');
  expect(second).toContain('>Newest</a>');
  expect((await admin.open(`${page}?page=nonsense`)).status).toBe(400);
});

it('the file has all that the filter keeps, and nothing that a spreadsheet carries out', async () => {
  await record(450, '=HYPERLINK("http://x","y")');
  await organization.admin.api.put(`/v1/orgs/${organization.id}/teams`, { title: 'Writers' });
  const csv = await admin.open(`${page}/export?format=csv&type=space`);
  expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(csv.headers.get('content-disposition')).toBe('attachment; filename="audit-log.csv"');
  const lines = (await csv.text()).trimEnd().split('\r\n');
  expect(lines[0]).toBe(
    'occurredAt,action,what,actorType,actorId,actor,source,address,targetType,targetId,target,changes,requestId,id',
  );
  expect(lines).toHaveLength(451);
  expect(lines[1]).toContain(`"'=HYPERLINK(""http://x"",""y"") 449"`);
  expect(lines.some((line) => /(^|,)"?=/.test(line))).toBe(false);
  const path = `/v1/orgs/${organization.id}/audit-events/export`;
  const ndjson = await organization.admin.api.get(path, { query: { format: 'ndjson', group: 'content' } });
  const items = ndjson.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string });
  expect(items).toHaveLength(450);
  const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`, {
    query: { targetType: 'space', limit: 1000 },
  });
  expect(items.map(({ id }) => id)).toEqual(body.items.map(({ id }: { id: string }) => id));
  expect((await organization.admin.api.get(path)).status).toBe(400);
  expect((await admin.open(`${page}/export?format=xml`)).status).toBe(400);
});

it('the log and its file are for administrators, and end for those who are removed', async () => {
  const paths = [page, `${page}/export?format=csv`];
  const second = await organization.member('admin');
  await elsewhere(second.id);
  const browser = await startMemberBrowser(test, second.token);
  for (const path of paths) expect((await browser.open(path)).status, path).toBe(200);
  await organization.admin.api.delete(`/v1/orgs/${organization.id}/members/${second.id}`);
  const reader = await startMemberBrowser(test, (await organization.member('create')).token);
  const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
  for (const path of paths) {
    expect((await browser.open(path)).status, path).toBe(404);
    expect((await reader.open(path)).status, path).toBe(403);
    expect((await stranger.open(path)).status, path).toBe(404);
  }
});
