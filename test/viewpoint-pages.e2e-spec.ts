import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ExplainedRole, Grants } from '../src/modules/access/index.js';
import { Members } from '../src/modules/organizations/index.js';
import { ROLES } from '../src/platform/http/actor.js';
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
const seenBy = (user: TestUser, org = organization) => `/app/o/${org.id}/people/members/${user.id}/sees`;

/** The row of a table that has the text. */
function rowOf(html: string, text: string): string {
  return html.split('<tr>').find((row, index) => index > 0 && row.includes(text)) ?? '';
}

async function makeSpace(title: string, level: string | null = null, body: object = {}): Promise<string> {
  const { id } = await buildSpace(organization, { title, ...body });
  await api().patch(`/v1/spaces/${id}`, { defaultLevel: level });
  return id;
}

it('the lists say what somebody gets to, as what and why, and leave out the rest', async () => {
  const ann = await organization.member(null);
  const made = await api().post(`/v1/orgs/${organization.id}/collections`, { title: 'Shelf <i>' });
  const shelf = made.body.id as string;
  const inside = await makeSpace('Inside', 'inherit', { parent: shelf });
  const own = await makeSpace('Her own');
  const byTeam = await makeSpace('Of the team');
  await makeSpace('Not hers', 'read');
  const team = await api().put(`/v1/orgs/${organization.id}/teams`, {
    title: 'Night shift',
    members: [ann.id],
  });
  await api().post(`/v1/collections/${shelf}/permissions`, { users: [ann.id], role: 'comment' });
  await api().post(`/v1/spaces/${own}/permissions`, { users: [ann.id], role: 'create' });
  await api().post(`/v1/spaces/${byTeam}/permissions`, { teams: [team.body.id], role: 'review' });
  const site = (await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Her site' })).body
    .id as string;
  await api().post(`/v1/orgs/${organization.id}/sites/${site}/permissions`, {
    users: [ann.id],
    role: 'edit',
  });

  const spaces = await admin.read(seenBy(ann));
  expect(rowOf(spaces, `/sees/s/${inside}"`)).toMatch(
    /<td>comment<\/td>.*Let in to the collection “Shelf &lt;i>”/s,
  );
  expect(rowOf(spaces, `/sees/s/${own}"`)).toMatch(/<td>create<\/td>.*Let in here/s);
  expect(rowOf(spaces, `/sees/s/${byTeam}"`)).toMatch(/<td>review<\/td>.*Team “Night shift”, let in here/s);
  expect(rowOf(spaces, 'Not hers')).toBe('');
  const collections = await admin.read(`${seenBy(ann)}/collections`);
  expect(rowOf(collections, `/app/c/${shelf}"`)).toMatch(/<td>comment<\/td>.*Let in here/s);
  const sites = await admin.read(`${seenBy(ann)}/sites`);
  expect(rowOf(sites, `/sees/sites/${site}"`)).toMatch(/<td>edit<\/td>.*Let in here/s);
  expect((await admin.open(`${seenBy(ann)}/constructor`)).status).toBe(404);
  // The page of the member says why, too.
  const page = await admin.read(seenBy(ann).slice(0, -'/sees'.length));
  expect(page).toContain(`href="${seenBy(ann)}"`);
  expect(rowOf(page, `/app/s/${byTeam}"`)).toContain('Team “Night shift”, let in here');
});

it('a space is read as somebody reads it: without forms, scripts of the app, change requests or drafts', async () => {
  const ann = await organization.member(null);
  const space = await makeSpace('Handbook');
  const [, second] = await buildPages(organization.admin, space, [
    { title: 'Welcome', markdown: 'Good **morning**.' },
    { title: 'Second', markdown: 'More.' },
  ]);
  const page = `${seenBy(ann)}/s/${space}`;
  const closed = await admin.read(page);
  expect(closed).toContain('they do not get in');
  expect(closed).not.toContain('morning');
  expect((await admin.open(`${page}/~files/${space}/x`)).status).toBe(404);
  await api().post(`/v1/spaces/${space}/permissions`, { users: [ann.id], role: 'create' });
  const html = await admin.read(page);
  expect(html).toContain('<strong>morning</strong>');
  expect(html).toMatch(/You see this as <bdi>/);
  for (const words of ['method="post"', '/~/edit', '/~/share" aria', 'palette', 'bindery-page-token'])
    expect([words, html.includes(words)]).toEqual([words, false]);
  expect(html).toContain(`href="${page}/second"`);
  expect(await admin.read(`${page}/second`)).toContain('More.');
  expect((await admin.open(`${page}/~/pages/${second}`)).headers.get('location')).toBe(`${page}/second`);
  const request = await api().post(`/v1/spaces/${space}/change-requests`, { subject: 'Draft' });
  for (const rest of [`~/changes/${request.body.number}`, '~/edit', '~/revisions/x', '~/share', 'nothing'])
    expect([rest, (await admin.open(`${page}/${rest}`)).status]).toEqual([rest, 404]);
  // Nobody writes through it, and pages that run here cannot load it.
  expect((await admin.post(page, { do: 'invite', user: ann.id, role: 'read' })).status).toBe(405);
  const inFrame = { Cookie: admin.cookie, 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' };
  expect((await fetch(test.baseUrl + page, { headers: inFrame })).status).toBe(403);
});

it('every look is in the audit log, and the member is neither signed in nor noted as having been here', async () => {
  const ann = await organization.member('read');
  const space = await makeSpace('Seen', 'read');
  const sessions = async () =>
    (await ann.api.get('/v1/user/tokens')).body.items?.length as number | undefined;
  const before = await sessions();
  await admin.read(seenBy(ann));
  await admin.read(`${seenBy(ann)}/s/${space}`);
  const log = `/v1/orgs/${organization.id}/audit-events`;
  const all = (await api().get(log, { query: { target: ann.id } })).body.items as Record<string, unknown>[];
  const looks = all.filter(({ action }) => action === 'member.access-viewed');
  const actor = { id: organization.admin.id };
  expect(looks).toMatchObject([{ actor }, { actor }]);
  const { payload } = (await api().get(`${log}/${String(looks[0]!['id'])}`)).body;
  expect(payload.changes).toEqual({ of: { after: 'space' }, id: { after: space } });
  const member = await test.app.get(Members).findMembers(organization.id, [ann.id]);
  const seen = member.get(ann.id)!.lastSeenAt;
  await admin.read(`${seenBy(ann)}/s/${space}`);
  const after = await test.app.get(Members).findMembers(organization.id, [ann.id]);
  expect(after.get(ann.id)!.lastSeenAt).toEqual(seen);
  expect(await sessions()).toBe(before);
});

it('only administrators look, only at their organization, and never at other organizations of the member', async () => {
  const ann = await organization.member('create');
  const creator = await organization.member('create');
  const space = await makeSpace('Ours', 'read');
  const other = await buildOrganization(test);
  await test.app.get(Members).addMember(other.id, ann.id, 'admin');
  const foreign = await buildSpace(other, { title: 'Of another organization' });
  const outsider = await buildUser(test);
  const paths = [seenBy(ann), `${seenBy(ann)}/sites`, `${seenBy(ann)}/s/${space}`];
  const statuses = async (browser: MemberBrowser, list: string[]) => {
    const found: number[] = [];
    for (const path of list) found.push((await browser.open(path)).status);
    return found;
  };
  expect(await statuses(await startMemberBrowser(test, creator.token), paths)).toEqual([403, 403, 403]);
  expect(await statuses(await startMemberBrowser(test, ann.token), paths)).toEqual([403, 403, 403]);
  expect(await statuses(await startMemberBrowser(test, other.admin.token), paths)).toEqual([404, 404, 404]);
  expect(await admin.read(seenBy(ann))).not.toContain('Of another organization');
  const elsewhere = [
    `${seenBy(ann)}/s/${foreign.id}`,
    seenBy(ann, other),
    seenBy(outsider),
    seenBy(other.admin),
  ];
  expect(await statuses(admin, elsewhere)).toEqual([404, 404, 404, 404]);
  // Somebody who administrates both still sees no space of one at an address of the other.
  await test.app.get(Members).addMember(other.id, organization.admin.id, 'admin');
  const both = await startMemberBrowser(test, organization.admin.token);
  expect(
    await statuses(both, [`${seenBy(ann)}/s/${foreign.id}`, `${seenBy(ann, other)}/s/${foreign.id}`]),
  ).toEqual([404, 200]);
  const { token } = await buildToken(test, organization.admin.id, ['organization:read', 'members:read']);
  expect(await statuses(await startMemberBrowser(test, token), paths)).toEqual([403, 403, 403]);
});

it('a disabled membership sees nothing, and a site says which of its spaces somebody gets to', async () => {
  const ann = await organization.member('read');
  const [open, closed] = [await makeSpace('Open one', 'read'), await makeSpace('Closed one')];
  const made = await api().post(`/v1/orgs/${organization.id}/sites`, {
    title: 'Both',
    spaces: [open, closed],
  });
  const site = await admin.read(`${seenBy(ann)}/sites/${made.body.id}`);
  expect(site).toContain('has the role “read” on the site in the app: Role in the organization.');
  expect(rowOf(site, 'Open one')).toMatch(/<td>read<\/td>.*Base role of this space/s);
  expect(rowOf(site, 'Closed one')).toMatch(/<td>none<\/td>.*They do not get in/s);
  expect(site).toContain('The site is not published');
  await test.db.execute('update organization_members set disabled = true where user_id = $1', [ann.id]);
  expect(rowOf(await admin.read(seenBy(ann)), 'Open one')).toBe('');
  expect(await admin.read(`${seenBy(ann)}/s/${open}`)).toContain('they do not get in');
  expect(await admin.read(`${seenBy(ann)}/sites/${made.body.id}`)).toContain(
    'there is no such site in the app',
  );
});

it('roles that pages show are those that the API grants, over teams and nested collections', async () => {
  const org = await buildOrganization(test);
  const { api: owner } = org.admin;
  const people = [
    org.admin,
    ...(await Promise.all([null, ...ROLES.slice(0, 5)].map((role) => org.member(role)))),
  ];
  const levels = ['inherit', null, 'read', 'comment', 'edit', 'review', 'create'] as const;
  let state = 7;
  const pick = <T>(list: readonly T[]): T => {
    state = (state * 48_271) % 2_147_483_647;
    return list[state % list.length]!;
  };
  const places: { type: 'space' | 'collection'; id: string; path: string }[] = [];
  const collections: string[] = [];
  for (let index = 0; index < 5; index += 1) {
    const parent = pick([undefined, ...collections]);
    const { body } = await owner.post(`/v1/orgs/${org.id}/collections`, { title: `C${index}`, parent });
    collections.push(body.id as string);
    places.push({ type: 'collection', id: body.id as string, path: `/v1/collections/${body.id}` });
  }
  for (let index = 0; index < 6; index += 1) {
    const parent = pick([undefined, ...collections]);
    const { id } = await buildSpace(org, { title: `S${index}`, ...(parent === undefined ? {} : { parent }) });
    places.push({ type: 'space', id, path: `/v1/spaces/${id}` });
  }
  const teams: string[] = [];
  for (let index = 0; index < 3; index += 1) {
    const members = people.filter(() => pick([true, false])).map(({ id }) => id);
    teams.push(
      (await owner.put(`/v1/orgs/${org.id}/teams`, { title: `T${index}`, members })).body.id as string,
    );
  }
  for (const { path } of places) {
    await owner.patch(path, { defaultLevel: pick(levels) });
    if (pick([true, false, false]))
      await owner.post(`${path}/permissions`, { teams: [pick(teams)], role: pick(ROLES.slice(0, 5)) });
    if (pick([true, false, false]))
      await owner.post(`${path}/permissions`, { users: [pick(people).id], role: pick(ROLES.slice(0, 5)) });
  }
  const grants = test.app.get(Grants);
  let shown = 0;
  for (const person of people)
    for (const type of ['space', 'collection'] as const) {
      const ids = places.filter((place) => place.type === type).map(({ id }) => id);
      const explained = await grants.explain(org.id, type, person.id, ids);
      for (const { id, path } of places.filter((place) => place.type === type)) {
        const aggregate = (await owner.get(`${path}/permissions/aggregate`)).body.items as {
          permission: string;
          user: { id: string };
          origin: Record<string, string>;
        }[];
        const listed = aggregate.find(({ user }) => user.id === person.id);
        const explainedHere = explained.get(id);
        expect(explainedHere && shownAs(explainedHere)).toEqual(
          listed && { permission: listed.permission, origin: listed.origin },
        );
        const opened = await person.api.get(path);
        expect([path, opened.status]).toEqual([path, listed === undefined ? 404 : 200]);
        const mayManage = listed !== undefined && ['create', 'admin'].includes(listed.permission);
        expect([path, opened.body.permissions?.admin ?? false]).toEqual([path, mayManage]);
        shown += Number(listed !== undefined);
      }
    }
  expect(shown).toBeGreaterThan(20);
});

/** A role and its origin as the API says them. */
function shownAs({ role, origin: { type, id, ...others } }: ExplainedRole): object {
  return { permission: role, origin: { type, [type]: id, ...others } };
}
