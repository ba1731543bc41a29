import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let people: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  people = `/app/o/${organization.id}/people`;
});

afterAll(() => test.close());

const pathsOf = (member: string, team: string) => [
  people,
  `${people}/members/${member}`,
  `${people}/invitations`,
  `${people}/links`,
  `${people}/teams`,
  `${people}/teams/${team}`,
];

async function makeTeam(title: string): Promise<string> {
  const made = await admin.post(`${people}/teams`, { do: 'create', title });
  expect(made.status).toBe(303);
  return made.headers.get('location')!.split('/').at(-1)!;
}

it('the list finds members by name, role, team and when they were last seen', async () => {
  const [writer, guest] = [await organization.member('edit'), await organization.member(null)];
  const team = await makeTeam('Finders');
  await admin.post(`${people}/teams/${team}`, { do: 'role', user: writer.id, role: 'member' });
  await writer.api.post(`/v1/orgs/${organization.id}/ping`);
  const find = async (query: string) => {
    const text = await admin.read(`${people}?${query}`);
    return [writer, guest].map(({ email }) => text.includes(email));
  };
  expect(await find('')).toEqual([true, true]);
  expect(await find(`search=${encodeURIComponent(writer.email)}`)).toEqual([true, false]);
  expect(await find('role=guest')).toEqual([false, true]);
  expect(await find(`team=${team}`)).toEqual([true, false]);
  expect(await find(`team=${team}&role=guest`)).toEqual([false, false]);
  expect((await find('unseen=30'))[1]).toBe(true);
  // Values that the form does not offer count for nothing.
  expect(await find('role=owner&sort=__proto__&unseen=x')).toEqual([true, true]);
  const wrong = await organization.admin.api.get(`/v1/orgs/${organization.id}/members`, {
    query: { unseenSince: 'yesterday' },
  });
  expect(wrong.status).toBe(400);
});

it('the page of a member changes the role and removes them, but never the last administrator', async () => {
  const member = await organization.member('edit');
  const space = await buildSpace(organization, { title: 'Handbook <b>' });
  const page = `${people}/members/${member.id}`;
  expect(await admin.read(page)).toContain(`href="/app/s/${space.id}"`);
  expect((await admin.post(page, { do: 'role', role: 'owner' })).status).toBe(400);
  expect((await admin.post(page, { do: 'role', role: 'guest' })).status).toBe(303);
  const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/members/${member.id}`);
  expect(body.role).toBeNull();
  const refused = await admin.post(page, { do: 'sso' });
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('identity provider')]);
  expect(await admin.read(page)).toContain('Disable the membership');
  expect((await admin.post(page, { do: 'disable' })).status).toBe(303);
  expect((await member.api.get('/v1/orgs')).body.count).toBe(0);
  expect(await admin.read(page)).toContain('Enable the membership');
  expect((await admin.post(page, { do: 'enable' })).status).toBe(303);
  expect((await member.api.get('/v1/orgs')).body.count).toBe(1);
  expect((await admin.post(page, { do: 'remove' })).headers.get('location')).toBe(`${people}?done=remove`);
  expect((await admin.open(page)).status).toBe(404);

  const own = `${people}/members/${organization.admin.id}`;
  for (const form of [{ do: 'remove' }, { do: 'role', role: 'read' }] as Record<string, string>[]) {
    const last = await admin.post(own, form);
    expect([form, last.status]).toEqual([form, 409]);
    expect(await last.text()).toContain('role="alert"');
  }
});

it('invitations keep what was typed when they are refused, and are renewed and revoked', async () => {
  const page = `${people}/invitations`;
  const refused = await admin.post(page, { do: 'invite', emails: 'ann@example.com "<x>', role: 'read' });
  expect(refused.status).toBe(400);
  const kept = await refused.text();
  for (const words of ['nobody was invited', '>ann@example.com &quot;&lt;x></textarea>'])
    expect(kept).toContain(words);
  const past = { do: 'invite', emails: 'ann@example.com', role: 'read', until: '2020-01-01' };
  expect((await admin.post(page, past)).status).toBe(400);
  const invite = { do: 'invite', emails: 'ann@example.com\nbo@example.com', role: 'guest' };
  expect((await admin.post(page, invite)).headers.get('location')).toBe(`${page}?done=invite`);
  const list = async () => (await organization.admin.api.get(`/v1/orgs/${organization.id}/invites`)).body;
  const { items } = await list();
  expect(items).toMatchObject([{ role: null }, { role: null }]);
  const text = await admin.read(page);
  expect(text).toContain(`value="${items[0].urls.app}"`);
  expect((await admin.post(page, { do: 'resend', invitation: items[0].id })).status).toBe(303);
  expect((await admin.post(page, { do: 'revoke', invitation: items[0].id })).status).toBe(303);
  expect((await list()).items).toHaveLength(1);
});

it('links are made with limits, changed, turned off and deleted, and domains are named', async () => {
  const page = `${people}/links`;
  const organizationPath = `/v1/orgs/${organization.id}`;
  const links = async () => (await organization.admin.api.get(`${organizationPath}/link-invites`)).body.items;
  await admin.post(page, { do: 'on' });
  for (const wrong of [{ uses: '0' }, { uses: '1.5' }, { until: '2030-02-31x' }, { role: 'owner' }]) {
    const answer = await admin.post(page, { do: 'create', role: 'read', uses: '', until: '', ...wrong });
    expect([wrong, answer.status]).toEqual([wrong, 400]);
  }
  await admin.post(page, { do: 'create', role: 'comment', uses: '3', until: '2099-12-31' });
  const [link] = await links();
  expect(link).toMatchObject({ role: 'comment', maxUses: 3, expiresAt: '2099-12-31T23:59:59.000Z' });
  expect(await admin.read(page)).toContain(`value="${link.urls.app}"`);
  await admin.post(page, { do: 'change', link: link.id, role: 'read', uses: '', until: '' });
  const [changed] = await links();
  expect([changed.role, changed.maxUses, changed.expiresAt]).toEqual(['read', undefined, undefined]);
  await admin.post(page, { do: 'off' });
  expect((await admin.post(page, { do: 'create', role: 'read', uses: '', until: '' })).status).toBe(403);
  expect((await admin.post(page, { do: 'delete', link: link.id })).status).toBe(303);
  expect(await links()).toEqual([]);
  const wrong = await admin.post(page, { do: 'domains', domains: 'example.com, @nonsense' });
  expect([wrong.status, await wrong.text()]).toEqual([
    400,
    expect.stringContaining('example.com, @nonsense'),
  ]);
  await admin.post(page, { do: 'domains', domains: 'people.example.com\nPeople.example.com' });
  const { body } = await organization.admin.api.get(organizationPath);
  expect(body).toMatchObject({ emailDomains: ['people.example.com'], inviteLinks: false });
});

it('a team is made, filled, renamed and deleted by administrators and its owners', async () => {
  const [owner, other] = [await organization.member('read'), await organization.member('read')];
  const team = await makeTeam('Writers');
  const page = `${people}/teams/${team}`;
  expect(await admin.read(`${page}?find=${encodeURIComponent(owner.email)}`)).toContain(
    `value="${owner.id}"`,
  );
  expect((await admin.post(page, { do: 'add', role: 'owner' })).status).toBe(400);
  expect((await admin.post(page, { do: 'add', user: owner.id, role: 'owner' })).status).toBe(303);
  // Members of the team are not offered again.
  expect(await admin.read(`${page}?find=${encodeURIComponent(owner.email)}`)).not.toContain(
    `id="add-${owner.id}"`,
  );

  const theirs = await startMemberBrowser(test, owner.token);
  expect((await theirs.post(page, { do: 'add', user: other.id, role: 'member' })).status).toBe(303);
  expect((await theirs.post(page, { do: 'rename', title: 'Authors' })).status).toBe(303);
  expect((await theirs.post(`${people}/teams`, { do: 'create', title: 'Mine' })).status).toBe(403);
  const weak = await startMemberBrowser(test, other.token);
  const shown = await weak.read(page);
  expect(shown).toContain('Authors');
  expect(shown).not.toContain('value="rename"');
  const forms: Record<string, string>[] = [
    { do: 'rename', title: 'X' },
    { do: 'remove', user: owner.id },
    { do: 'delete' },
  ];
  for (const form of forms) expect((await weak.post(page, form)).status, form['do']).toBe(403);

  const space = await buildSpace(organization, { title: 'Secret plans' });
  await organization.admin.api.patch(`/v1/spaces/${space.id}`, { defaultLevel: null });
  const permissions = `/v1/spaces/${space.id}/permissions`;
  await organization.admin.api.post(permissions, { teams: [team], role: 'edit' });
  expect(await weak.read(page)).toContain(`href="/app/s/${space.id}"`);
  expect((await theirs.post(page, { do: 'remove', user: other.id })).status).toBe(303);
  // Only the team had shown them the space.
  const outside = await weak.read(page);
  expect(outside).not.toContain('Secret plans');
  expect(outside).toContain('1 place that you do not see');
  expect((await theirs.post(page, { do: 'delete' })).headers.get('location')).toBe(`${people}/teams?deleted`);
  expect((await admin.open(page)).status).toBe(404);
});

it('the pages are closed to weaker roles, guests and strangers', async () => {
  const [reader, guest] = [await organization.member('create'), await organization.member(null)];
  const team = await makeTeam('Closed');
  const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
  const weak = await startMemberBrowser(test, reader.token);
  const outer = await startMemberBrowser(test, guest.token);
  const statuses = async (browser: MemberBrowser) => {
    const found: number[] = [];
    for (const path of pathsOf(reader.id, team)) found.push((await browser.open(path)).status);
    return found;
  };
  expect(await statuses(stranger)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await statuses(weak)).toEqual([403, 403, 403, 403, 200, 200]);
  expect(await statuses(outer)).toEqual([403, 403, 403, 403, 403, 404]);
  const forms: [string, Record<string, string>][] = [
    [`${people}/members/${organization.admin.id}`, { do: 'remove' }],
    [`${people}/invitations`, { do: 'invite', emails: 'x@example.com', role: 'admin' }],
    [`${people}/links`, { do: 'create', role: 'admin', uses: '', until: '' }],
    [`${people}/teams/${team}`, { do: 'add', user: reader.id, role: 'owner' }],
  ];
  for (const [path, form] of forms) {
    expect([path, (await weak.post(path, form)).status]).toEqual([path, 403]);
    expect([path, (await stranger.post(path, form)).status]).toEqual([path, 404]);
  }
});
