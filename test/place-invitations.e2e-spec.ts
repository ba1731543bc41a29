import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Users } from '../src/modules/users/index.js';
import type { Role } from '../src/platform/http/actor.js';
import { newId } from '../src/platform/ids/ids.js';
import {
  buildOrganization,
  buildSpace,
  buildUser,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { actionsOf, openPage, postForm } from './support/invites.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const KINDS = ['space', 'collection', 'site'] as const;
type Kind = (typeof KINDS)[number];
const address = () => `${newId().toLowerCase()}@example.org`;

interface Place {
  kind: Kind;
  id: string;
  /** Address of the place in the API. */
  path: string;
  /** Its page in the app. */
  page: string;
}

let mail: MailServer;
let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;

beforeAll(async () => {
  mail = await startMailServer();
  test = await createTestApp({ smtpUrl: mail.url, mailFrom: 'Docs <docs@example.com>' });
});

afterAll(async () => {
  await test.close();
  await mail.close();
});

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
});

afterEach(() => void mail.received.splice(0));

async function make(kind: Kind, title = 'Hand<b>book', own = organization): Promise<Place> {
  const { api } = own.admin;
  if (kind === 'space') {
    const { id } = await buildSpace(own, { title });
    return { kind, id, path: `/v1/spaces/${id}`, page: `/app/s/${id}` };
  }
  const { id } = (await api.post(`/v1/orgs/${own.id}/${kind}s`, { title })).body as { id: string };
  const path = kind === 'site' ? `/v1/orgs/${own.id}/sites/${id}` : `/v1/collections/${id}`;
  return { kind, id, path, page: kind === 'site' ? `/app/o/${own.id}/sites/${id}` : `/app/c/${id}` };
}

const invite = (place: Place, email: string, level: Role, by = admin) =>
  by.api.post(`${place.path}/invites`, { emails: [email], level });

const answerTo = (id: string, who: TestUser, body: object = {}) =>
  who.api.post(`/v1/orgs/${organization.id}/invites/${id}`, body);

/** Invites an address without an account; answers the id and the key that was mailed. */
async function inviteStranger(place: Place, level: Role = 'edit', by = admin, email = address()) {
  const answer = await invite(place, email, level, by);
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
  await test.settle();
  const letter = mail.received.splice(0).find(({ to }) => to === email);
  const key = /\?key=([\w-]+)/.exec(letter?.source ?? '')?.[1] ?? '';
  return { email, id: answer.body.invitations[0].id as string, key };
}

/** A user who has proven their address. */
async function buildProven(email = address()): Promise<TestUser> {
  const user = await buildUser(test, { email });
  await test.app.get(Users).markEmailVerified(user.id);
  return user;
}

async function letIn(place: Place, user: TestUser, role: Role): Promise<TestUser> {
  const answer = await admin.api.post(`${place.path}/permissions`, { users: [user.id], role });
  expect(answer.status).toBe(204);
  return user;
}

const idOf = ({ invitations }: { invitations: { id: string; email: string }[] }, email: string) =>
  invitations.find((one) => one.email === email)!.id;

async function givenTo(place: Place, userId: string): Promise<Role | undefined> {
  const { items } = (await admin.api.get(`${place.path}/permissions/users`)).body;
  return (items as { user: { id: string }; permission: Role }[]).find(({ user }) => user.id === userId)
    ?.permission;
}

const memberOf = async (userId: string) =>
  (await admin.api.get(`/v1/orgs/${organization.id}/members/${userId}`)).body;

describe.each(KINDS)('an invitation to a %s', (kind) => {
  it('makes a guest of a stranger, who gets the role there and nothing else', async () => {
    const place = await make(kind);
    const hidden = await make('space', 'Hidden');
    const email = address();
    const answer = await invite(place, email.toUpperCase(), 'edit');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      users: [],
      invited: 1,
      invitations: [{ email, role: null, level: 'edit', [kind]: place.id, sso: false }],
    });
    const { id } = answer.body.invitations[0];
    await test.settle();
    const letter = mail.received.find(({ to }) => to === email)!;
    expect(letter.subject).toContain(`invites you to the ${kind} “Hand<b>book”`);
    const key = /\?key=([\w-]+)/.exec(letter.source)![1]!;
    const page = await openPage(test, `/app/invites/${id}?key=${key}`);
    expect(page.text).toContain(`Accept as ${email}`);
    expect(page.text).toMatch(new RegExp(`You may edit in the ${kind} <bdi>Hand&lt;b>book</bdi>`));
    const done = await postForm(test, `/app/invites/${id}`, { key });
    expect([done.status, done.location]).toEqual([303, place.page]);
    expect((await openPage(test, done.location, done.cookie)).status).toBe(200);
    const user = (await test.app.get(Users).findUserByEmail(email))!;
    expect(await memberOf(user.id)).toMatchObject({ role: null });
    expect(await givenTo(place, user.id)).toBe('edit');
    expect((await openPage(test, hidden.page, done.cookie)).status).toBe(404);
    expect((await admin.api.get(`${place.path}/invites`)).body.count).toBe(0);
    expect(await actionsOf(test, organization.id)).toEqual(
      expect.arrayContaining([
        'invitation.accepted',
        'invitation.created',
        'member.added',
        `${kind}.permission.updated`,
      ]),
    );
  });

  it('lets members in at once, with a mail, and lowers nobody', async () => {
    const place = await make(kind);
    const member = await organization.member('read');
    await test.app.get(Users).markEmailVerified(member.id);
    const answer = await invite(place, member.email, 'review');
    expect(answer.body).toMatchObject({ users: [{ id: member.id }], invited: 0, invitations: [] });
    expect(await givenTo(place, member.id)).toBe('review');
    await test.settle();
    const letter = mail.received.find(({ to }) => to === member.email)!;
    expect(letter.subject).toContain(`lets you into the ${kind} “Hand<b>book”`);
    mail.received.splice(0);
    expect((await invite(place, member.email, 'read')).body.users).toHaveLength(1);
    await test.settle();
    expect(await givenTo(place, member.id)).toBe('review');
    expect(mail.received).toEqual([]);
  });

  it('is made, seen, sent again and taken back by those alone who may invite there, up to their own role', async () => {
    const place = await make(kind);
    const [creator, reviewer] = [await organization.member('create'), await organization.member('review')];
    const guest = await organization.member(null);
    const stranger = (await buildOrganization(test)).admin;
    const strong = await inviteStranger(place, 'admin');
    const { id } = await inviteStranger(place, 'read', creator);
    const base = `/v1/orgs/${organization.id}/invites`;
    expect((await invite(place, address(), 'admin', creator)).status).toBe(403);
    expect((await invite(place, strong.email, 'read', creator)).status).toBe(403);
    for (const [who, status] of [
      [reviewer, 403],
      [guest, 404],
      [stranger, 404],
    ] as const) {
      expect((await invite(place, address(), 'read', who)).status).toBe(status);
      expect((await who.api.get(`${place.path}/invites`)).status).toBe(status);
      expect([403, 404]).toContain((await who.api.post(`${base}/${id}/resend`)).status);
      expect([403, 404]).toContain((await who.api.delete(`${base}/${id}`)).status);
    }
    expect((await creator.api.get(`${place.path}/invites`)).body.count).toBe(2);
    expect((await creator.api.get(base)).status).toBe(403);
    expect((await admin.api.get(base)).body).toMatchObject({
      items: [{ level: 'read', [kind]: place.id }, {}],
    });
    expect((await creator.api.post(`${base}/${strong.id}/resend`)).status).toBe(403);
    expect((await creator.api.delete(`${base}/${strong.id}`)).status).toBe(403);
    test.clock.advance(11 * MINUTE);
    expect((await creator.api.post(`${base}/${id}/resend`)).status).toBe(200);
    expect((await creator.api.delete(`${base}/${id}`)).status).toBe(204);
    expect((await admin.api.get(`${place.path}/invites`)).body.items).toMatchObject([{ id: strong.id }]);
  });

  it('ends with the place', async () => {
    const place = await make(kind);
    const { id, key, email } = await inviteStranger(place);
    expect((await admin.api.delete(place.path)).status).toBeLessThan(300);
    expect((await postForm(test, `/app/invites/${id}`, { key })).status).toBe(404);
    const user = await buildProven(email);
    expect((await answerTo(id, user)).status).toBe(404);
    expect((await openPage(test, '/app', '')).text).not.toContain(id);
  });
});

describe('who is invited', () => {
  let place: Place;

  beforeEach(async () => {
    place = await make('space');
  });

  it('is told what is wrong with a list of addresses, and then nobody is invited', async () => {
    const good = address();
    for (const [body, message] of [
      [{ emails: [], level: 'read' }, /emails must hold/],
      [{ emails: [good, 'nonsense'], level: 'read' }, /emails\[1\] must be a mail address/],
      [{ emails: [good], level: 'owner' }, /level must be one of/],
      [{ emails: [good] }, /level/],
      [{ emails: [good], level: 'read', expiresAt: '2001-01-01T00:00:00Z' }, /must be in the future/],
    ] as const) {
      const answer = await admin.api.post(`${place.path}/invites`, body);
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect((await admin.api.get(`${place.path}/invites`)).body.count).toBe(0);
  });

  it('accepts once, only their own invitation, and none that was taken back or has ended', async () => {
    const { id, key, email } = await inviteStranger(place);
    const thief = await buildProven();
    expect((await answerTo(id, thief)).status).toBe(403);
    expect((await answerTo(id, thief, { key })).status).toBe(403);
    expect((await postForm(test, `/app/invites/${id}`, { key: 'wrong' })).location).toContain('/app/sign-in');
    const user = await buildProven(email);
    expect((await answerTo(id, user)).status).toBe(200);
    expect((await answerTo(id, user)).status).toBe(404);
    // Taking the role away again is not undone by the old mail.
    await admin.api.delete(`${place.path}/permissions/users/${user.id}`);
    expect((await postForm(test, `/app/invites/${id}`, { key })).status).toBe(404);
    expect(await givenTo(place, user.id)).toBeUndefined();

    const back = await inviteStranger(place);
    await admin.api.delete(`/v1/orgs/${organization.id}/invites/${back.id}`);
    expect((await postForm(test, `/app/invites/${back.id}`, { key: back.key })).status).toBe(404);
    const late = await inviteStranger(place);
    test.clock.advance(15 * DAY);
    expect((await postForm(test, `/app/invites/${late.id}`, { key: late.key })).status).toBe(404);
    const lateUser = await buildProven(late.email);
    expect((await answerTo(late.id, lateUser)).status).toBe(403);
  });

  it('gets nothing from an inviter who lost the right, until somebody else sends it again', async () => {
    const creator = await letIn(place, await organization.member(null), 'create');
    const { id, email } = await inviteStranger(place, 'create', creator);
    const user = await buildProven(email);
    await letIn(place, creator, 'review');
    expect((await answerTo(id, user)).body.error.message).toContain('may not invite people any more');
    test.clock.advance(11 * MINUTE);
    // Nor with a part of it: the invitation gives more than they have.
    const other = await letIn(place, await organization.member('read'), 'create');
    expect((await other.api.post(`/v1/orgs/${organization.id}/invites/${id}/resend`)).status).toBe(200);
    const [shown] = (await admin.api.get(`${place.path}/invites`)).body.items;
    expect(shown.invitedBy.id).toBe(other.id);
    expect((await answerTo(id, user)).status).toBe(200);
    expect(await givenTo(place, user.id)).toBe('create');

    const second = await inviteStranger(place, 'read', other);
    await admin.api.delete(`/v1/orgs/${organization.id}/members/${other.id}`);
    const later = await buildProven(second.email);
    expect((await answerTo(second.id, later)).status).toBe(403);
  });

  it('must be a member where links are turned off, unless an administrator invites', async () => {
    const creator = await organization.member('create');
    const member = await organization.member('read');
    await test.app.get(Users).markEmailVerified(member.id);
    const waiting = await inviteStranger(place, 'read', creator);
    await admin.api.patch(`/v1/orgs/${organization.id}`, { inviteLinks: false });
    const refused = await invite(place, address(), 'read', creator);
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining('Only administrators invite people'),
    ]);
    expect((await invite(place, member.email, 'edit', creator)).status).toBe(200);
    const user = await buildProven(waiting.email);
    expect((await answerTo(waiting.id, user)).status).toBe(403);
    const resend = `/v1/orgs/${organization.id}/invites/${waiting.id}/resend`;
    test.clock.advance(11 * MINUTE);
    expect((await creator.api.post(resend)).status).toBe(403);
    expect((await admin.api.post(resend)).status).toBe(200);
    expect((await answerTo(waiting.id, user)).status).toBe(200);
  });

  it('keeps what a stronger invitation gives when somebody invites them anew with less', async () => {
    const { id, email } = await inviteStranger(place, 'edit');
    const [waiting] = (await admin.api.get(`${place.path}/invites`)).body.items;
    const again = await admin.api.post(`${place.path}/invites`, {
      emails: [email],
      level: 'read',
      expiresAt: new Date(test.clock.now().getTime() + DAY).toISOString(),
    });
    expect(again.body.invitations).toMatchObject([{ id, level: 'edit', expiresAt: waiting.expiresAt }]);
    const user = await buildProven(email);
    expect((await answerTo(id, user)).status).toBe(200);
    expect(await givenTo(place, user.id)).toBe('edit');
  });

  it('gets at most one mail in ten minutes of one invitation, unless an administrator sends it', async () => {
    const creator = await organization.member('create');
    const { id, email, key } = await inviteStranger(place, 'read', creator);
    const resend = `/v1/orgs/${organization.id}/invites/${id}/resend`;
    const refused = await creator.api.post(resend);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
      429,
      expect.toSatisfy((seconds: number) => seconds > 0 && seconds <= 600),
    ]);
    expect((await invite(place, email, 'edit', creator)).body.invitations).toMatchObject([{ level: 'edit' }]);
    await test.settle();
    expect(mail.received).toEqual([]);
    // The mail of before still lets them in, with what the invitation gives now.
    expect((await postForm(test, `/app/invites/${id}`, { key })).status).toBe(303);
    const other = await inviteStranger(place, 'read', creator);
    const again = `/v1/orgs/${organization.id}/invites/${other.id}/resend`;
    expect((await admin.api.post(again)).status).toBe(200);
    test.clock.advance(11 * MINUTE);
    expect((await creator.api.post(again)).status).toBe(200);
    await test.settle();
    expect(mail.received.map(({ to }) => to)).toEqual([other.email, other.email]);
  });

  it('is one of three hundred a day whom a member may invite', async () => {
    const creator = await organization.member('create');
    const hundred = () => ({ emails: Array.from({ length: 100 }, address), level: 'read' });
    const post = () => creator.api.post(`${place.path}/invites`, hundred());
    expect([(await post()).status, (await post()).status, (await post()).status]).toEqual([200, 200, 200]);
    const refused = await invite(place, address(), 'read', creator);
    expect([refused.status, refused.body.error.message]).toEqual([429, expect.stringContaining('300 a day')]);
    expect(refused.headers.get('retry-after')).toBe('3600');
    expect((await invite(place, address(), 'read')).status).toBe(200);
    test.clock.advance(DAY + MINUTE);
    expect((await invite(place, address(), 'read', creator)).status).toBe(200);
  });

  it('is not told apart by a guest, who may not know the members', async () => {
    const guest = await letIn(place, await organization.member(null), 'create');
    const member = await organization.member('read');
    await test.app.get(Users).markEmailVerified(member.id);
    const stranger = address();
    const answer = await guest.api.post(`${place.path}/invites`, {
      emails: [member.email, stranger],
      level: 'read',
    });
    expect([answer.status, answer.body]).toEqual([
      200,
      expect.objectContaining({ users: [], invitations: [{}, {}].map(() => expect.any(Object)) }),
    ]);
    expect((await answerTo(idOf(answer.body, member.email), member)).status).toBe(200);
    await admin.api.patch(`/v1/orgs/${organization.id}`, { inviteLinks: false });
    const refused = await invite(place, member.email, 'read', guest);
    expect([refused.status, refused.text]).toEqual([403, expect.not.stringContaining(member.email)]);
  });

  it('gets all that waits for their address with the first that they accept', async () => {
    const [site, collection, other] = [await make('site'), await make('collection'), await make('space')];
    const former = await organization.member('create');
    const { id, email } = await inviteStranger(place, 'edit');
    await invite(site, email, 'review');
    await invite(collection, email, 'comment');
    await invite(other, email, 'create', former);
    await admin.api.patch(`/v1/orgs/${organization.id}/members/${former.id}`, { role: 'read' });
    await admin.api.post(`/v1/orgs/${organization.id}/invites`, { emails: [email], role: 'comment' });
    const user = await buildProven(email);
    expect((await answerTo(id, user)).status).toBe(200);
    expect(await memberOf(user.id)).toMatchObject({ role: 'comment' });
    const given = await Promise.all([place, site, collection, other].map((one) => givenTo(one, user.id)));
    // Nobody stands behind the last one any more, so it waits for somebody who does.
    expect(given).toEqual(['edit', 'review', 'comment', undefined]);
    const left = (await admin.api.get(`/v1/orgs/${organization.id}/invites`)).body.items;
    expect(left).toMatchObject([{ space: other.id }]);
  });

  it('is asked although they are a member, where nobody has proven the address of their account', async () => {
    const impostor = await organization.member(null);
    const answer = await invite(place, impostor.email, 'edit');
    expect(answer.body).toMatchObject({ users: [], invited: 1 });
    expect((await answerTo(answer.body.invitations[0].id, impostor)).body.error.message).toContain(
      'have not proven',
    );
    expect(await givenTo(place, impostor.id)).toBeUndefined();
  });

  it('has no way back by an invitation that waited when they were removed', async () => {
    const member = await buildProven();
    const waiting = await inviteStranger(place, 'read', admin, member.email);
    const link = await admin.api.post(`/v1/orgs/${organization.id}/link-invites`, { role: 'read' });
    expect((await answerTo(link.body.id, member)).status).toBe(200);
    expect((await admin.api.delete(`/v1/orgs/${organization.id}/members/${member.id}`)).status).toBe(204);
    const again = await buildUser(test);
    expect((await answerTo(waiting.id, again)).status).toBe(404);
    expect((await admin.api.get(`${place.path}/invites`)).body.count).toBe(0);
  });

  it('does not follow a collection and its spaces to another organization', async () => {
    const collection = await make('collection');
    const { id: inner } = await buildSpace(organization, { parent: collection.id });
    const ofCollection = await inviteStranger(collection);
    const ofSpace = await inviteStranger({ ...place, id: inner, path: `/v1/spaces/${inner}` });
    const target = (await admin.api.post('/v1/orgs', { title: 'Target' })).body.id as string;
    const body = { organization: target };
    expect((await admin.api.post(`${collection.path}/transfer`, body)).status).toBe(200);
    for (const { id, key } of [ofCollection, ofSpace])
      expect((await postForm(test, `/app/invites/${id}`, { key })).status).toBe(404);
    expect((await admin.api.get(`/v1/orgs/${target}/invites`)).body.count).toBe(0);
  });
});

describe('invitations at the same time', () => {
  it('to one address make one invitation, and two answers count once', async () => {
    const place = await make('space');
    const email = address();
    const answers = await Promise.all([1, 2, 3].map(() => invite(place, email, 'edit')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { items } = (await admin.api.get(`${place.path}/invites`)).body;
    expect(items).toHaveLength(1);
    const user = await buildProven(email);
    const done = await Promise.all([1, 2, 3].map(() => answerTo(items[0].id, user)));
    expect(done.map(({ status }) => status).sort((one, other) => one - other)).toEqual([200, 404, 404]);
    expect(await givenTo(place, user.id)).toBe('edit');
  });

  it('as an answer to another one lose nothing', async () => {
    const [first, second] = [await make('space'), await make('site')];
    for (let turn = 0; turn < 4; turn++) {
      const { id, email } = await inviteStranger(first, 'read');
      const user = await buildProven(email);
      const [accepted, invited] = await Promise.all([answerTo(id, user), invite(second, email, 'edit')]);
      expect([accepted.status, invited.status]).toEqual([200, 200]);
      expect([await givenTo(first, user.id), await givenTo(second, user.id)]).toEqual(['read', 'edit']);
    }
  });
});

describe('without a mail server', () => {
  let bare: TestApp;
  let own: TestOrganization;
  let space: Place;

  beforeAll(async () => {
    bare = await createTestApp();
  });

  beforeEach(async () => {
    own = await buildOrganization(bare);
    space = await make('space', 'Handbook', own);
  });

  afterAll(() => bare.close());

  const addressesFor = async (who: TestUser): Promise<URL[]> =>
    ((await who.api.get(`${space.path}/invites`)).body.items as { urls: { app: string } }[]).map(
      ({ urls }) => new URL(urls.app),
    );

  it('the address to hand over is for who invites and for administrators', async () => {
    const [first, second] = [await own.member('create'), await own.member('create')];
    const email = address();
    expect((await invite(space, email, 'edit', first)).status).toBe(200);
    const keyOf = async (who: TestUser) => (await addressesFor(who))[0]!.searchParams.get('key');
    expect(await keyOf(first)).not.toBeNull();
    expect(await keyOf(own.admin)).toBe(await keyOf(first));
    expect(await keyOf(second)).toBeNull();
    const { pathname } = (await addressesFor(second))[0]!;
    expect((await postForm(bare, pathname, {})).location).toContain('/app/sign-in');
  });

  it('makes an account by the word of an administrator alone, so that nobody takes what others give to an address', async () => {
    const creator = await own.member('create');
    const email = address();
    await own.admin.api.post(`/v1/orgs/${own.id}/invites`, { emails: [email], role: 'admin' });
    await invite(space, email, 'read', creator);
    const [handed] = await addressesFor(creator);
    const key = handed!.searchParams.get('key')!;
    const refused = await postForm(bare, handed!.pathname, { key });
    expect([refused.status, refused.cookie]).toEqual([303, '']);
    expect(refused.location).toContain('/app/sign-in');
    expect(await bare.app.get(Users).findUserByEmail(email)).toBeNull();
    // The owner of an account gets what the creator gives, and no more.
    const user = await buildUser(bare, { email });
    const path = `/v1/orgs/${own.id}/invites`;
    const id = handed!.pathname.split('/').at(-1)!;
    expect((await user.api.post(`${path}/${id}`, {})).status).toBe(403);
    expect((await user.api.post(`${path}/${id}`, { key })).status).toBe(200);
    const member = await own.admin.api.get(`/v1/orgs/${own.id}/members/${user.id}`);
    expect(member.body.role).toBeNull();
    expect((await user.api.get(space.path)).status).toBe(200);
    expect((await own.admin.api.get(path)).body.items).toMatchObject([{ role: 'admin' }]);
  });

  it('becomes the word of the administrator who sends it again', async () => {
    const creator = await own.member('create');
    await invite(space, address(), 'edit', creator);
    const id = (await addressesFor(creator))[0]!.pathname.split('/').at(-1)!;
    expect((await own.admin.api.post(`/v1/orgs/${own.id}/invites/${id}/resend`)).status).toBe(200);
    expect((await addressesFor(creator))[0]!.searchParams.get('key')).toBeNull();
    const [handed] = await addressesFor(own.admin);
    const done = await postForm(bare, handed!.pathname, { key: handed!.searchParams.get('key')! });
    expect(done.status).toBe(200);
    const newcomer = bare.api.as(/bdy_\w+/.exec(done.text)![0]);
    expect((await newcomer.get(space.path)).body.permissions.edit).toBe(true);
  });
});
