import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { ProtectedAccounts, UserTokens } from '../src/modules/users/index.js';
import { newId } from '../src/platform/ids/ids.js';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import { callScim, type ScimClient, startScim } from './support/scim.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const USER = 'urn:ietf:params:scim:schemas:core:2.0:User';
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const PATCH = 'urn:ietf:params:scim:api:messages:2.0:PatchOp';

let test: TestApp;
let organization: TestOrganization;
let scim: ScimClient;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  scim = await startScim(test, organization, { defaultRole: 'edit' });
});

afterAll(() => test.close());

const address = () => `p${newId().toLowerCase()}@corp.example`;
const patch = (path: string, ...Operations: object[]) =>
  scim.send('PATCH', path, { schemas: [PATCH], Operations });

async function makeUser(more: object = {}) {
  const userName = address();
  const made = await scim.send('POST', 'Users', { schemas: [USER], userName, ...more });
  expect(made.status).toBe(201);
  return made.body as { id: string; userName: string };
}

async function makeGroup(displayName: string, members: string[] = []) {
  const body = { displayName, members: members.map((value) => ({ value })) };
  const made = await scim.send('POST', 'Groups', body);
  expect([made.status, made.body.displayName]).toEqual([201, displayName]);
  return made.body as { id: string };
}

const memberIds = async (group: string) =>
  ((await scim.send('GET', `Groups/${group}`)).body.members as { value: string }[])
    .map(({ value }) => value)
    .sort();

it('describes what it can do', async () => {
  const config = await scim.send('GET', 'ServiceProviderConfig');
  expect([config.status, config.body.patch.supported]).toEqual([200, true]);
  expect(config.headers.get('content-type')).toContain('application/scim+json');
  expect((await scim.send('GET', 'ResourceTypes')).body.totalResults).toBe(2);
  expect((await scim.send('GET', `Schemas/${USER}`)).body.name).toBe('User');
  expect((await scim.send('GET', 'Schemas/none')).status).toBe(404);
});

it('Okta finds nobody, makes somebody, deactivates and reactivates them with PUT', async () => {
  const userName = address();
  const before = await scim.find('Users', `userName eq "${userName}"`, '&startIndex=1&count=100');
  expect([before.status, before.body.totalResults, before.body.Resources]).toEqual([200, 0, []]);
  const profile = {
    schemas: [USER],
    userName,
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ primary: true, value: userName, type: 'work' }],
    displayName: 'Ada Lovelace',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  };
  const made = await scim.send('POST', 'Users', profile);
  expect(made.status).toBe(201);
  expect(made.headers.get('location')).toBe(made.body.meta.location);
  const { id } = made.body as { id: string };
  expect(made.body).toMatchObject({
    ...{ userName, active: true, displayName: 'Ada Lovelace', externalId: profile.externalId },
    name: { givenName: 'Ada', familyName: 'Lovelace' },
    emails: [{ value: userName, primary: true }],
  });
  expect((await organization.admin.api.get(`/v1/orgs/${organization.id}/members/${id}`)).body.role).toBe(
    'edit',
  );
  const twice = await scim.send('POST', 'Users', { ...profile, userName: userName.toUpperCase() });
  expect([twice.status, twice.body.scimType, twice.body.status]).toEqual([409, 'uniqueness', '409']);

  const { token } = await test.app.get(UserTokens).create(id, { label: 'own' });
  const see = () => test.api.as(token).get(`/v1/orgs/${organization.id}`);
  const group = await makeGroup(`Kept ${newId()}`, [id]);
  expect((await see()).status).toBe(200);
  const off = await scim.send('PUT', `Users/${id}`, { ...profile, active: false });
  expect([off.status, off.body.active, (await see()).status]).toEqual([200, false, 404]);
  const on = await scim.send('PUT', `Users/${id}`, { ...profile, active: true, displayName: 'Ada King' });
  expect([on.body.active, on.body.displayName, (await see()).status]).toEqual([true, 'Ada King', 200]);
  expect(await memberIds(group.id)).toEqual([id]);
});

it('Entra finds, changes and soft-deletes with capitals, texts for booleans, and paths with filters', async () => {
  const [userName, email, next] = [address(), address(), address()];
  const made = await scim.send('POST', 'Users', {
    schemas: [USER, ENTERPRISE],
    ...{ userName, externalId: 'entra-1', active: 'True', displayName: 'Grace' },
    emails: [{ Primary: true, type: 'work', value: email }],
    [ENTERPRISE]: { department: 'Navy' },
  });
  expect([made.status, made.body.userName, made.body.emails[0].value]).toEqual([201, userName, email]);
  const user = `Users/${made.body.id}`;
  const changed = await patch(
    user,
    { op: 'Replace', path: 'emails[type eq "work"].value', value: next },
    { op: 'Add', path: 'name.givenName', value: 'Grace' },
    { op: 'Replace', path: `${USER}:name.familyName`, value: 'Hopper' },
    { op: 'Replace', path: 'displayName', value: 'Grace Hopper' },
    { op: 'Add', path: `${ENTERPRISE}:department`, value: 'Maths' },
    { op: 'Add', path: 'phoneNumbers[type eq "work"].value', value: '1' },
  );
  expect(changed.status).toBe(200);
  expect(changed.body).toMatchObject({
    ...{ userName, displayName: 'Grace Hopper', emails: [{ value: next }] },
    name: { givenName: 'Grace', familyName: 'Hopper' },
  });
  for (const filter of [
    `userName eq "${userName.toUpperCase()}"`,
    `externalId eq "entra-1" and emails[type eq "work" and value eq "${next}"]`,
    `id eq "${made.body.id}" or userName eq "nobody"`,
    `emails.value sw "${next.slice(0, 10)}" and not (active eq false)`,
  ]) {
    const found = await scim.find('Users', filter, '&attributes=userName');
    expect([filter, found.body.Resources]).toEqual([
      filter,
      [{ schemas: [USER], id: made.body.id, userName }],
    ]);
  }
  const off = await patch(user, { op: 'Replace', path: 'active', value: 'False' });
  expect([off.status, off.body.active]).toEqual([200, false]);
  const on = await patch(user, {
    op: 'replace',
    value: { id: made.body.id, active: true, 'name.givenName': 'G' },
  });
  expect([on.body.active, on.body.name.givenName]).toEqual([true, 'G']);
  expect((await scim.send('DELETE', user)).status).toBe(204);
  expect((await scim.send('GET', user)).status).toBe(404);
  expect((await scim.send('DELETE', user)).status).toBe(404);
});

it('refuses what is not SCIM, with the words of SCIM', async () => {
  const { id, userName } = await makeUser();
  const other = await makeUser();
  const user = `Users/${id}`;
  for (const [answer, status, scimType] of [
    [scim.find('Users', 'userName eq'), 400, 'invalidFilter'],
    [scim.find('Users', 'shoeSize eq "1"'), 400, 'invalidFilter'],
    [scim.find('Users', '__proto__ eq "1"'), 400, 'invalidFilter'],
    [scim.send('GET', 'Users?count=many'), 400, 'invalidValue'],
    [scim.send('POST', 'Users', { displayName: 'Nobody' }), 400, 'invalidValue'],
    [scim.send('POST', 'Users', { userName: 'no address' }), 400, 'invalidValue'],
    [scim.send('POST', 'Users', { userName: `a\0${address()}` }), 400, 'invalidValue'],
    [patch(user, { op: 'replace', path: 'id', value: 'x' }), 400, 'mutability'],
    [patch(user, { op: 'remove' }), 400, 'noTarget'],
    [patch(user, { op: 'copy', path: 'active', value: true }), 400, 'invalidSyntax'],
    [patch(user, { op: 'replace', path: 'emails[type', value: 'x' }), 400, 'invalidPath'],
    [patch(user, { op: 'add', path: '__proto__.polluted', value: 1 }), 400, 'invalidPath'],
    [patch(user, { op: 'replace', path: 'active', value: 'perhaps' }), 400, 'invalidValue'],
    [patch(user, { op: 'replace', path: 'userName', value: other.userName }), 409, 'uniqueness'],
    [patch(user, { op: 'replace', path: 'emails', value: [{ value: other.userName }] }), 409, 'uniqueness'],
    [scim.send('GET', `Users/${newId()}`), 404, undefined],
  ] as const) {
    const { status: got, body } = await answer;
    expect([got, body.status, body.scimType, body.detail]).toEqual([
      ...[status, String(status), scimType],
      expect.any(String),
    ]);
  }
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  expect((await scim.find('Users', `userName eq "${userName}"`)).body.totalResults).toBe(1);
});

it('changes no account that others use or that somebody else made, and no operator or last administrator', async () => {
  const elsewhere = await buildOrganization(test);
  const stranger = await buildUser(test);
  const made = await scim.send('POST', 'Users', { userName: stranger.email, displayName: 'Mine' });
  expect([made.status, made.body.id]).toEqual([201, stranger.id]);
  const path = `Users/${stranger.id}`;
  const moved = await patch(path, { op: 'replace', path: 'emails', value: [{ value: address() }] });
  expect([moved.status, moved.body.scimType]).toEqual([400, 'mutability']);
  const renamed = await patch(path, { op: 'replace', path: 'displayName', value: 'Mine' });
  expect([renamed.status, renamed.body.displayName]).toEqual([200, stranger.email.split('@')[0]]);

  const own = await makeUser();
  await test.app.get(Members).addMember(elsewhere.id, own.id, 'read');
  const shared = await patch(`Users/${own.id}`, { op: 'replace', path: 'userName', value: address() });
  expect([shared.status, shared.body.scimType]).toEqual([400, 'mutability']);

  for (const method of ['DELETE', 'PATCH']) {
    const body = { Operations: [{ op: 'replace', value: { active: false } }] };
    const last = `Users/${organization.admin.id}`;
    const refused = await scim.send(method, last, method === 'PATCH' ? body : undefined);
    expect([method, refused.status, refused.body.status]).toEqual([method, 409, '409']);
  }
  const operator = await makeUser();
  test.app.get(ProtectedAccounts).register((id) => id === operator.id);
  expect((await scim.send('DELETE', `Users/${operator.id}`)).status).toBe(409);
});

it('pushes groups: makes, renames, fills and deletes teams', async () => {
  const [ann, bo, cy] = [await makeUser(), await makeUser(), await makeUser()].map(({ id }) => id).sort();
  const title = `Writers ${newId()}`;
  const { id } = await makeGroup(title, [ann!]);
  const group = `Groups/${id}`;
  const found = await scim.find('Groups', `displayName eq "${title}"`, '&excludedAttributes=members');
  expect(found.body.Resources).toEqual([expect.objectContaining({ id, displayName: title })]);
  expect(found.body.Resources[0]).not.toHaveProperty('members');
  const twice = await scim.send('POST', 'Groups', { displayName: title.toUpperCase() });
  expect([twice.status, twice.body.scimType]).toEqual([409, 'uniqueness']);

  await patch(group, { op: 'Add', path: 'members', value: [{ value: bo }, { value: ann }] });
  expect(await memberIds(id)).toEqual([ann, bo]);
  const has = await scim.find('Groups', `id eq "${id}" and members[value eq "${bo}"]`);
  expect(has.body.totalResults).toBe(1);
  await patch(group, { op: 'Remove', path: `members[value eq "${ann}"]` });
  await patch(group, { op: 'replace', value: { id, displayName: `${title}!` } });
  expect(await memberIds(id)).toEqual([bo]);
  await patch(group, { op: 'replace', path: 'members', value: [{ value: cy }, { value: ann }] });
  expect(await memberIds(id)).toEqual([ann, cy]);
  const put = { displayName: title, externalId: 'g1', members: [{ value: ann }, { value: bo }] };
  const replaced = await scim.send('PUT', group, put);
  expect([replaced.status, replaced.body.externalId, await memberIds(id)]).toEqual([200, 'g1', [ann, bo]]);
  const stranger = await buildUser(test);
  const refused = await patch(group, { op: 'add', path: 'members', value: [{ value: stranger.id }] });
  expect([refused.status, refused.body.scimType]).toEqual([400, 'invalidValue']);
  await patch(group, { op: 'remove', path: 'members' });
  expect(await memberIds(id)).toEqual([]);
  const events = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`);
  expect(events.body.items[0]).toMatchObject({
    action: 'team.updated',
    actor: { type: 'scim-token', id: scim.tokenId, label: 'Okta' },
  });
  expect((await scim.send('DELETE', group)).status).toBe(204);
  expect((await scim.send('GET', group)).status).toBe(404);
});

it('opens one organization for its own token, and nothing for others', async () => {
  const { id: userId } = await makeUser();
  const group = await makeGroup(`Ours ${newId()}`, [userId]);
  const elsewhere = await startScim(test, await buildOrganization(test));
  for (const path of [`Users/${userId}`, `Groups/${group.id}`])
    for (const [method, body] of [['GET'], ['PUT', {}], ['PATCH', { Operations: [] }], ['DELETE']] as const)
      expect([method, (await elsewhere.send(method, path, body)).status]).toEqual([method, 404]);
  expect((await elsewhere.find('Users', `id eq "${userId}"`)).body.totalResults).toBe(0);
  for (const token of [undefined, organization.admin.token, `${scim.token}x`]) {
    const refused = await callScim(test, token, 'GET', 'Users');
    expect([refused.status, refused.body.status]).toEqual([401, '401']);
  }
  expect((await test.api.as(scim.token).get('/v1/user')).status).toBe(401);
  const reader = await organization.member('read');
  const tokens = `/v1/orgs/${organization.id}/scim-tokens`;
  expect((await reader.api.post(tokens, { label: 'x' })).status).toBe(403);
  const second = await startScim(test, organization, { label: 'Second' });
  expect((await second.send('GET', 'Users?count=0')).body.Resources).toEqual([]);
  const listed = (await organization.admin.api.get(tokens)).body.items;
  expect(listed.at(-1)).toMatchObject({ label: 'Second', lastUsedAt: expect.any(String) });
  expect(JSON.stringify(listed)).not.toContain(second.token);
  expect((await organization.admin.api.delete(`${tokens}/${second.tokenId}`)).status).toBe(204);
  expect((await second.send('GET', 'Users')).status).toBe(401);
  expect((await scim.send('GET', 'Users?startIndex=2&count=1')).body).toMatchObject({
    ...{ startIndex: 2, itemsPerPage: 1 },
  });
});

it('keeps to a model whatever is created, patched and deleted', async () => {
  const own = await startScim(test, await buildOrganization(test));
  const step = fc.record({
    kind: fc.constantFrom('create', 'off', 'on', 'rename', 'delete'),
    who: fc.nat(3),
    name: fc.string({ minLength: 1, maxLength: 20 }).filter((text) => /^\S+$/.test(text)),
  });
  const patchOf = (kind: string, name: string) =>
    kind === 'rename' ? { displayName: name } : { active: kind === 'on' ? 'True' : 'False' };
  type Known = { id: string; displayName: string; active: boolean };
  /** Takes a step, in the server and in the model; answers the status and the one that the model expects. */
  async function take(
    model: Map<string, Known>,
    userName: string,
    kind: string,
    name: string,
  ): Promise<[number, number]> {
    const known = model.get(userName);
    if (kind === 'create') {
      const { status, body } = await own.send('POST', 'Users', { userName, displayName: name });
      // An account that is there from before keeps its name.
      if (!known) model.set(userName, { id: body.id, displayName: body.displayName, active: true });
      return [status, known ? 409 : 201];
    }
    const path = `Users/${known?.id ?? 'none'}`;
    if (kind === 'delete') {
      model.delete(userName);
      return [(await own.send('DELETE', path)).status, known ? 204 : 404];
    }
    const changed = await own.send('PATCH', path, {
      Operations: [{ op: 'Replace', value: patchOf(kind, name) }],
    });
    if (known && kind === 'rename') known.displayName = changed.body.displayName;
    else if (known) known.active = kind === 'on';
    return [changed.status, known ? 200 : 404];
  }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const names = [0, 1, 2, 3].map(() => address());
      const model = new Map<string, Known>();
      for (const { kind, who, name } of steps) {
        const [status, expected] = await take(model, names[who]!, kind, name);
        expect(status).toBe(expected);
      }
      for (const userName of names) {
        const { body } = await own.find('Users', `userName eq "${userName}"`);
        const found = (body.Resources as Known[]).map(({ id, displayName, active }) => ({
          id,
          displayName,
          active,
        }));
        expect(found).toEqual([model.get(userName)].filter((known) => known !== undefined));
      }
    }),
    { numRuns: 10 },
  );
});
