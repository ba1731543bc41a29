import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../src/platform/ids/ids.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  buildUser,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
});

afterAll(() => test.close());

const api = () => organization.admin.api;
const shareOf = (space: string) => `/app/s/${space}/~/share`;

async function makeTeam(members: TestUser[], title = `Team ${newId()}`): Promise<string> {
  const body = { title, members: members.map(({ id }) => id) };
  return (await api().put(`/v1/orgs/${organization.id}/teams`, body)).body.id as string;
}

async function makeCollection(body: object = {}): Promise<string> {
  return (await api().post(`/v1/orgs/${organization.id}/collections`, body)).body.id as string;
}

async function makeSite(spaces: string[] = []): Promise<string> {
  const made = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'A site', spaces });
  expect(made.status).toBe(201);
  return made.body.id as string;
}

/** The row of a table that has the text. */
function rowOf(html: string, text: string): string {
  return html.split('<tr>').find((row, index) => index > 0 && row.includes(text)) ?? '';
}

describe.each(['space', 'collection', 'site'] as const)('the share page of a %s', (kind) => {
  const make = async (): Promise<{ page: string; permissions: string }> => {
    if (kind === 'space') {
      const { id } = await buildSpace(organization);
      return { page: shareOf(id), permissions: `/v1/spaces/${id}/permissions` };
    }
    if (kind === 'collection') {
      const id = await makeCollection();
      return { page: `/app/c/${id}/share`, permissions: `/v1/collections/${id}/permissions` };
    }
    const id = await makeSite();
    const path = `orgs/${organization.id}/sites/${id}`;
    return { page: `/app/o/${organization.id}/sites/${id}/share`, permissions: `/v1/${path}/permissions` };
  };

  it('lets people and teams in, changes their role, and takes it away', async () => {
    const { page, permissions } = await make();
    const [guest, reader] = [await organization.member(null), await organization.member('read')];
    const team = await makeTeam([guest], `Writers <b> ${newId()}`);
    const found = await admin.read(`${page}?find=${encodeURIComponent(guest.email)}`);
    expect(found).toContain(`value="${guest.id}"`);
    expect(found).toContain('Does not get in yet');
    const invited = await admin.post(page, { do: 'invite', user: guest.id, role: 'comment' });
    const next = invited.headers.get('location')!;
    expect(next).toBe(`${page}?done=invite&who=user%3A${guest.id}`);
    expect(await admin.read(next)).toMatch(/They are let in\. .* has the role “comment” now: let in here\./);
    const letIn = await admin.post(page, { do: 'invite', team, role: 'edit' });
    const both = await admin.read(letIn.headers.get('location')!);
    expect(both).toMatch(/They are let in\. The team Writers .* has the role “edit” here now\./);
    expect(both).not.toContain('Writers <b>');
    expect(rowOf(both, guest.email)).toMatch(/<td>edit<\/td>.*Team “Writers &lt;b>/s);
    await admin.post(page, { do: 'role', who: `user:${guest.id}`, role: 'review' });
    expect((await api().get(`${permissions}/users`)).body.items[0].permission).toBe('review');

    const ask = await admin.read(`${page}?remove=user:${guest.id}`);
    expect(ask).toMatch(/They keep the role “edit” here: team “Writers/);
    const askTeam = await admin.read(`${page}?remove=team:${team}`);
    expect(askTeam).toContain('1 person is in the team. All of them get in another way');
    const gone = await admin.post(page, { do: 'remove', who: `user:${guest.id}` });
    expect(await admin.read(gone.headers.get('location')!)).toContain('has the role “edit” now');
    expect(await admin.read(`${page}?remove=team:${team}`)).toContain('None of them gets in any other way.');
    const ended = await admin.post(page, { do: 'remove', who: `team:${team}` });
    expect(await admin.read(ended.headers.get('location')!)).toContain('has no role here any more.');
    const left = (await api().get(`${permissions}/aggregate`)).body.items as { user: { id: string } }[];
    expect(left.map(({ user }) => user.id)).not.toContain(guest.id);
    expect(await admin.read(`${page}?search=${encodeURIComponent(guest.email)}`)).toContain(
      'Nobody who gets in',
    );
    // A grant that is not there is not asked about, nor one of somebody elsewhere.
    const nobody = await admin.read(`${page}?remove=user:${reader.id}`);
    expect(nobody).not.toContain('take it away');
  });

  it('refuses forms that name nobody, strangers, unknown roles and roles above one’s own', async () => {
    const { page, permissions } = await make();
    const [creator, stranger] = [await organization.member('create'), await buildUser(test)];
    const weak = await startMemberBrowser(test, creator.token);
    const refusals: [Record<string, string>, number][] = [
      [{ do: 'invite', role: 'read' }, 400],
      [{ do: 'invite', user: stranger.id, role: 'read' }, 400],
      [{ do: 'invite', user: creator.id, role: 'owner' }, 400],
      [{ do: 'invite', user: creator.id, role: 'admin' }, 403],
      [{ do: 'role', who: `user:${stranger.id}`, role: 'read' }, 404],
      [{ do: 'role', who: 'nobody', role: 'read' }, 400],
      [{ do: 'remove', who: '' }, 400],
      [{ do: 'level', level: 'owner', was: 'inherit' }, 400],
      [{ do: 'constructor' }, 400],
    ];
    for (const [form, status] of refusals)
      expect([form, (await weak.post(page, form)).status]).toEqual([form, status]);
    expect((await api().get(`${permissions}/users`)).body.count).toBe(0);
    // The page offers no role above that of its reader.
    const choices = /<select id="role".*?<\/select>/s.exec(
      await weak.read(`${page}?find=${encodeURIComponent(creator.email)}`),
    )![0];
    expect([...choices.matchAll(/value="(\w+)"/g)].map(([, value]) => value)).toEqual([
      'read',
      'comment',
      'edit',
      'review',
      'create',
    ]);
  });

  it('is closed to weaker roles, guests and strangers, and to tokens that may not', async () => {
    const { page, permissions } = await make();
    const [reviewer, guest] = [await organization.member('review'), await organization.member(null)];
    const stranger = (await buildOrganization(test)).admin;
    const { token } = await buildToken(test, organization.admin.id, [
      'permissions:read',
      'organization:read',
    ]);
    const cases: [string, string, number][] = [
      ['reviewer', reviewer.token, 403],
      ['guest', guest.token, 404],
      ['stranger', stranger.token, 404],
      ['limited token', token, 403],
    ];
    for (const [who, secret, status] of cases) {
      const browser = await startMemberBrowser(test, secret);
      expect([who, (await browser.open(page)).status]).toEqual([who, status]);
      const form = { do: 'invite', user: guest.id, role: 'read' };
      expect([who, (await browser.post(page, form)).status]).toEqual([who, status]);
    }
    expect((await api().get(`${permissions}/users`)).body.count).toBe(0);
  });
});

it('the list says as what and why each gets in, finds people, and goes on at the next page', async () => {
  const org = await buildOrganization(test);
  const browser = await startMemberBrowser(test, org.admin.token);
  const outer = (await org.admin.api.post(`/v1/orgs/${org.id}/collections`, { title: 'Outer & all' })).body
    .id as string;
  const inner = (
    await org.admin.api.post(`/v1/orgs/${org.id}/collections`, { title: 'Inner', parent: outer })
  ).body.id as string;
  const space = await buildSpace(org, { parent: inner });
  const [reader, guest, own] = [
    await org.member('read'),
    await org.member(null),
    await org.member('comment'),
  ];
  await org.admin.api.patch(`/v1/collections/${outer}`, { defaultLevel: 'edit' });
  await org.admin.api.post(`/v1/collections/${outer}/permissions`, { users: [guest.id], role: 'read' });
  await org.admin.api.post(`/v1/spaces/${space.id}/permissions`, { users: [own.id], role: 'review' });
  const html = await browser.read(shareOf(space.id));
  const rowFor = (user: TestUser) => rowOf(html, user.email);
  expect(rowFor(org.admin)).toMatch(/<td>admin<\/td>.*Administrator of the organization/s);
  expect(rowFor(reader)).toMatch(/<td>edit<\/td>.*Base role of the collection “Outer &amp; all”/s);
  expect(rowFor(guest)).toMatch(/<td>read<\/td>.*Let in to the collection “Outer &amp; all”/s);
  expect(rowFor(own)).toMatch(/<td>review<\/td>.*Let in here/s);
  expect(html).toContain('as around it: “edit”, from the collection “Outer &amp; all”');
  const granted = await browser.read(`${shareOf(space.id)}?granted=yes`);
  expect([rowOf(granted, own.email) !== '', rowOf(granted, guest.email) !== '']).toEqual([true, false]);
  const edits = await browser.read(`${shareOf(space.id)}?role=edit&search=example`);
  expect([rowOf(edits, reader.email) !== '', rowOf(edits, guest.email) !== '']).toEqual([true, false]);

  await Promise.all(Array.from({ length: 50 }, () => org.member('read')));
  const first = await browser.read(shareOf(space.id));
  const more = /href="([^"]*page=[^"]*)"/.exec(first)![1]!.replaceAll('&amp;', '&');
  const second = await browser.read(more);
  const people = (text: string) =>
    [...text.matchAll(/class="member-hint">([^<]+@example\.com)/g)].map(([, one]) => one);
  expect(people(first)).toHaveLength(50);
  expect(new Set([...people(first), ...people(second)]).size).toBe(54);
});

it('a creator who has only one space sees no names of what is around it, and warns before they lose their way in', async () => {
  const outer = await makeCollection({ title: 'Hidden around' });
  const space = await buildSpace(organization, { parent: outer });
  await api().patch(`/v1/collections/${outer}`, { defaultLevel: 'comment' });
  const creator = await organization.member(null);
  await api().post(`/v1/spaces/${space.id}/permissions`, { users: [creator.id], role: 'create' });
  const browser = await startMemberBrowser(test, creator.token);
  const page = shareOf(space.id);
  const html = await browser.read(page);
  expect(html).not.toContain('Hidden around');
  expect(html).toContain('Base role of a collection around it');
  expect(html).toContain('Guests do not see who else is in the organization.');
  expect(html).not.toContain('/people/members/');

  expect(await browser.read(`${page}?remove=user:${creator.id}`)).toContain('This is your own way in');
  const forms: Record<string, string>[] = [
    { do: 'remove', who: `user:${creator.id}` },
    { do: 'role', who: `user:${creator.id}`, role: 'read' },
  ];
  for (const form of forms) {
    const warned = await browser.post(page, form);
    expect([form, warned.status]).toEqual([form, 409]);
    expect(await warned.text()).toContain('Do it all the same');
    expect((await creator.api.get(`/v1/spaces/${space.id}`)).body.permissions.admin).toBe(true);
  }
  const sure = { do: 'role', who: `user:${creator.id}`, role: 'read', sure: 'yes' };
  expect((await browser.post(page, sure)).headers.get('location')).toBe(`/app/s/${space.id}`);
  expect((await browser.open(page)).status).toBe(403);
});

it('the base role is changed by who saw the one before, and never to more than one’s own', async () => {
  const space = await buildSpace(organization);
  const creator = await organization.member('create');
  const browser = await startMemberBrowser(test, creator.token);
  const page = shareOf(space.id);
  const options = /<select id="level".*?<\/select>/s.exec(await browser.read(page))![0];
  expect(options).not.toContain('value="admin"');
  expect((await browser.post(page, { do: 'level', level: 'admin', was: 'inherit' })).status).toBe(403);
  expect((await browser.post(page, { do: 'level', level: 'comment', was: 'inherit' })).status).toBe(409);
  const sure = { do: 'level', level: 'comment', was: 'inherit' };
  expect((await admin.post(page, sure)).status).toBe(303);
  expect((await admin.post(page, { do: 'level', level: 'read', was: 'inherit' })).status).toBe(409);
  expect((await api().get(`/v1/spaces/${space.id}`)).body.defaultLevel).toBe('comment');
  expect((await admin.post(page, { do: 'level', level: 'nobody', was: 'comment' })).status).toBe(303);
  expect((await api().get(`/v1/spaces/${space.id}`)).body.defaultLevel).toBeNull();
  expect((await browser.open(page)).status).toBe(404);
});

it('a role is changed and removed only by who saw the one that is given', async () => {
  const space = await buildSpace(organization);
  const page = shareOf(space.id);
  const { id } = await organization.member(null);
  const who = `user:${id}`;
  await admin.post(page, { do: 'invite', user: id, role: 'comment' });
  const shown = await admin.read(page);
  expect(shown).toContain('name="was-role" value="comment"');
  await api().patch(`/v1/spaces/${space.id}/permissions/users/${id}`, { role: 'edit' });
  // Sent as it was shown, the form says nothing, and undoes nothing.
  const same = await admin.post(page, { do: 'role', who, role: 'comment', 'was-role': 'comment' });
  expect(same.status).toBe(303);
  for (const action of ['role', 'remove']) {
    const form = { do: action, who, role: 'read', 'was-role': 'comment', sure: 'yes' };
    const refused = await admin.post(page, form);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain('It is “edit” now.');
  }
  const given = async () =>
    (await api().get(`/v1/spaces/${space.id}/permissions/users`)).body.items.find(
      (one: { user: { id: string } }) => one.user.id === id,
    )?.permission;
  expect(await given()).toBe('edit');
  expect((await admin.post(page, { do: 'remove', who, 'was-role': 'edit' })).status).toBe(303);
  expect(await given()).toBeUndefined();
  const late = await admin.post(page, { do: 'role', who, role: 'read', 'was-role': 'edit' });
  expect(await late.text()).toContain('It was removed.');
});

it.each(['space', 'collection'] as const)(
  'of two changes of the base role of a %s at the same moment, the second is refused',
  async (kind) => {
    const id = kind === 'space' ? (await buildSpace(organization)).id : await makeCollection();
    const page = kind === 'space' ? shareOf(id) : `/app/c/${id}/share`;
    let second: ReturnType<MemberBrowser['post']> | undefined;
    await test.db.transaction(async () => {
      await test.db.execute(`update ${kind}s set default_level = 'read' where id = $1`, [id]);
      second = admin.post(page, { do: 'level', level: 'edit', was: 'inherit' });
      while (!(await isSomebodyWaiting())) await new Promise((resolve) => setTimeout(resolve, 20));
    });
    expect((await second!).status).toBe(409);
    expect((await api().get(`/v1/${kind}s/${id}`)).body.defaultLevel).toBe('read');
  },
);

async function isSomebodyWaiting(): Promise<boolean> {
  const sql = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await test.db.query(sql)).length > 0;
}

it('people whose membership is disabled are listed with the role that they were given, which can be changed', async () => {
  const space = await buildSpace(organization);
  const page = shareOf(space.id);
  const [away, reader] = [await organization.member('read'), await organization.member('read')];
  const permissions = `/v1/spaces/${space.id}/permissions`;
  await api().post(permissions, { users: [away.id, reader.id], role: 'edit' });
  const title = 'Let in here, but disabled in the organization';
  expect(await admin.read(page)).not.toContain(title);
  const disable = `update organization_members set disabled = true where organization_id = $1 and user_id = $2`;
  await test.db.execute(disable, [organization.id, away.id]);

  const html = await admin.read(page);
  const people = html.slice(0, html.indexOf(title));
  const disabled = html.slice(html.lastIndexOf(title));
  expect([rowOf(people, reader.email) !== '', rowOf(people, away.email)]).toEqual([true, '']);
  expect([rowOf(disabled, reader.email), rowOf(disabled, away.email)]).toEqual([
    '',
    expect.stringMatching(/class="member-badge">Disabled<.*value="edit" selected/s),
  ]);
  expect(await admin.read(`${page}?find=${encodeURIComponent(away.email)}`)).toContain(
    'Does not get in: the membership is disabled',
  );
  const changed = await admin.post(page, { do: 'role', who: `user:${away.id}`, role: 'comment' });
  expect(await admin.read(changed.headers.get('location')!)).toContain(
    'does not get in: their membership is disabled.',
  );
  const ask = await admin.read(`${page}?remove=user:${away.id}`);
  expect(ask).toContain('They do not get in now, because their membership is disabled');
  await admin.post(page, { do: 'remove', who: `user:${away.id}` });
  expect(await admin.read(page)).not.toContain(title);
  expect((await api().get(`${permissions}/users`)).body.items).toMatchObject([{ user: { id: reader.id } }]);

  // A role above the reader’s own is shown, but not theirs to change.
  await api().post(permissions, { users: [away.id], role: 'admin' });
  const creator = await startMemberBrowser(test, (await organization.member('create')).token);
  expect(rowOf(await creator.read(page), away.email)).toContain('admin, which is above your own');
});

it('a link lets somebody in who is not a member yet, as a guest of this alone', async () => {
  const space = await buildSpace(organization);
  const page = shareOf(space.id);
  await api().patch(`/v1/orgs/${organization.id}`, { inviteLinks: false });
  expect(await admin.read(page)).toContain('Links are turned off in this organization.');
  const off = await admin.post(page, { do: 'link', role: 'read', uses: '1', until: '' });
  expect(off.status).toBe(403);
  await api().patch(`/v1/orgs/${organization.id}`, { inviteLinks: true });
  expect((await admin.post(page, { do: 'link', role: 'read', uses: '0', until: '' })).status).toBe(400);
  expect((await admin.post(page, { do: 'link', role: 'read', uses: '1', until: '' })).status).toBe(303);
  const [link] = (await api().get(`/v1/spaces/${space.id}/link-invites`)).body.items;
  expect(link).toMatchObject({ level: 'read', maxUses: 1 });
  expect(await admin.read(page)).toContain(`value="${link.urls.app}"`);
  const newcomer = await buildUser(test);
  const joined = await newcomer.api.post(`/v1/orgs/${organization.id}/invites/${link.id}`, {});
  expect(joined.status).toBeLessThan(300);
  expect(rowOf(await admin.read(page), newcomer.email)).toMatch(/<td>read<\/td>.*Let in here/s);
  expect((await admin.post(page, { do: 'delete-link', link: link.id })).status).toBe(303);
  expect((await api().get(`/v1/spaces/${space.id}/link-invites`)).body.items).toEqual([]);
});

describe.each(['space', 'collection', 'site'] as const)('people are invited by mail to a %s', (kind) => {
  it('by forms that keep what was typed, list who waits, send again and revoke', async () => {
    const id =
      kind === 'space'
        ? (await buildSpace(organization)).id
        : await (kind === 'site' ? makeSite() : makeCollection());
    const path = kind === 'site' ? `/v1/orgs/${organization.id}/sites/${id}` : `/v1/${kind}s/${id}`;
    const page =
      kind === 'space'
        ? shareOf(id)
        : kind === 'site'
          ? `/app/o/${organization.id}/sites/${id}/share`
          : `/app/c/${id}/share`;
    const creator = await organization.member('create');
    const browser = await startMemberBrowser(test, creator.token);
    const wrong = await browser.post(page, {
      do: 'invite-mail',
      emails: 'ann@example.org "<x>',
      role: 'edit',
    });
    expect(wrong.status).toBe(400);
    expect(await wrong.text()).toContain('>ann@example.org &quot;&lt;x></textarea>');
    const tooMuch = await browser.post(page, { do: 'invite-mail', emails: 'a@example.org', role: 'admin' });
    expect(tooMuch.status).toBe(403);
    const [email, member] = [`${newId().toLowerCase()}@example.org`, await organization.member('read')];
    const emails = `${email}\n${member.email}`;
    const done = await browser.post(page, { do: 'invite-mail', emails, role: 'edit' });
    expect(done.headers.get('location')).toBe(`${page}?done=invite-mail`);
    const html = await browser.read(done.headers.get('location')!);
    expect(rowOf(html, member.email)).toMatch(/<td>edit<\/td>/);
    const list = async () => (await api().get(`${path}/invites`)).body.items;
    const [{ id: invitation, urls }] = await list();
    const row = rowOf(html, email);
    expect(row).toContain(`value="${urls.app}"`);
    // Another creator sees who waits, and no address that would let them in as them.
    const other = await startMemberBrowser(test, (await organization.member('create')).token);
    const seen = rowOf(await other.read(page), email);
    expect([seen.includes('Revoke'), seen.includes('?key=')]).toEqual([true, false]);
    test.clock.advance(1000);
    expect((await other.post(page, { do: 'resend', invitation })).status).toBe(303);
    expect(rowOf(await browser.read(page), email)).not.toContain('?key=');
    expect(await admin.read(`/app/o/${organization.id}/people/invitations`)).toContain(`on the ${kind}`);
    const reader = await startMemberBrowser(test, (await organization.member('review')).token);
    const forms: Record<string, string>[] = [
      { do: 'invite-mail', emails: 'b@example.org', role: 'read' },
      { do: 'revoke', invitation },
    ];
    for (const form of forms) expect((await reader.post(page, form)).status).toBe(403);
    expect((await browser.post(page, { do: 'revoke', invitation })).status).toBe(303);
    expect(await list()).toEqual([]);
  });
});

it('the tab is there for those who may share', async () => {
  const space = await buildSpace(organization);
  await buildPages(organization.admin, space.id, [{ title: 'Welcome' }]);
  const tab = `href="${shareOf(space.id)}"`;
  const reader = await startMemberBrowser(test, (await organization.member('read')).token);
  for (const path of [`/app/s/${space.id}/~/changes`, `/app/s/${space.id}`]) {
    expect(await admin.read(path)).toContain(tab);
    expect(await reader.read(path)).not.toContain(tab);
  }
  const collection = await makeCollection();
  expect(await admin.read(`/app/c/${collection}`)).toContain(`href="/app/c/${collection}/share"`);
  expect(await reader.read(`/app/c/${collection}`)).not.toContain('/share"');
});
