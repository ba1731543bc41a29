import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OrganizationHooks } from '../src/modules/organizations/index.js';
import { Users } from '../src/modules/users/index.js';
import { newId } from '../src/platform/ids/ids.js';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import { actionsOf, openPage, postForm } from './support/invites.js';
import { type MailServer, startMailServer } from './support/mail-server.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const DAY = 24 * 3_600_000;
const address = () => `${newId().toLowerCase()}@example.org`;

let mail: MailServer;
let test: TestApp;
let organization: TestOrganization;
let invites: string;

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
  invites = `/v1/orgs/${organization.id}/invites`;
});

afterEach(() => void mail.received.splice(0));

const memberOf = async (userId: string) =>
  (await organization.admin.api.get(`/v1/orgs/${organization.id}/members/${userId}`)).body;

/** Invites one address without an account; answers the invitation and the key that was mailed. */
async function inviteStranger(email = address(), role: string | null = 'edit') {
  const { body } = await organization.admin.api.post(invites, { emails: [{ email, role }] });
  await test.settle();
  const letter = mail.received.splice(0).find(({ to }) => to === email);
  const key = /\?key=([\w-]+)/.exec(letter?.source ?? '')?.[1] ?? '';
  return { email, id: body.invitations[0].id as string, url: body.invitations[0].urls.app as string, key };
}

describe('POST invites', () => {
  it('invites all users who are no members alike, with or without an account', async () => {
    const known = await buildUser(test);
    const stranger = address();
    const { admin } = organization;
    const emails = [known.email.toUpperCase(), { email: stranger, role: 'create' }, admin.email];
    const answer = await admin.api.post(invites, { emails, role: null });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ users: [], invited: 2 });
    const shown = (email: string, role: string | null) => ({ email, role, sso: false, object: 'invitation' });
    expect(answer.body.invitations).toMatchObject([shown(known.email, null), shown(stranger, 'create')]);
    const [ofKnown, ofStranger] = answer.body.invitations as object[];
    expect(Object.keys(ofKnown ?? {})).toEqual(Object.keys(ofStranger ?? {}));
    // Nobody is a member, or to be seen, who did not choose to.
    expect((await admin.api.get(`/v1/orgs/${organization.id}/members/${known.id}`)).status).toBe(404);
    expect((await admin.api.get(`/v1/users/${known.id}`)).status).toBe(404);
    expect((await memberOf(admin.id)).role).toBe('admin');
    const list = await admin.api.get(invites);
    expect(list.body).toMatchObject({ count: 2, items: [{ invitedBy: { id: admin.id } }, {}] });
    expect(list.text).not.toContain(known.id);
    // Readers of the list must not be able to prove the address with it.
    expect(list.body.items[0].urls.app).not.toContain('key');
    await test.settle();
    expect(mail.received.map(({ to }) => to).sort()).toEqual([known.email, stranger].sort());
    expect(await actionsOf(test, organization.id)).toEqual(['invitation.created', 'invitation.created']);
    const [{ id }] = answer.body.invitations;
    await test.app.get(Users).markEmailVerified(known.id);
    expect((await known.api.post(`${invites}/${id}`, {})).status).toBe(200);
    expect(await memberOf(known.id)).toMatchObject({ role: null, sso: false });
  });

  it('assigns the default role, and renews an existing invitation', async () => {
    const { api } = organization.admin;
    await api.patch(`/v1/orgs/${organization.id}`, { defaultRole: 'comment' });
    const email = address();
    const first = (await api.post(invites, { emails: [email] })).body.invitations[0];
    expect(first.role).toBe('comment');
    test.clock.advance(1000);
    const second = (await api.post(invites, { emails: [email, email], role: 'edit' })).body.invitations;
    expect(second).toMatchObject([{ id: first.id, role: 'edit' }]);
    expect((await api.get(invites)).body.count).toBe(1);
  });

  it('refuses the whole call for one invalid entry', async () => {
    const { api } = organization.admin;
    const good = address();
    for (const [body, message] of [
      [{ emails: [] }, /emails must be a list of 1 to 100/],
      [{ emails: 'x@example.com' }, /emails must be a list/],
      [{ emails: [good, 'no address'] }, /emails\[1\] must be a mail address/],
      [{ emails: [good, { email: good, role: 'admin' }], role: 'read' }, /is there twice/],
      [{ emails: [{ email: good, role: 'owner' }] }, /emails\[0\]\.role must be one of/],
      [{ emails: [good, null] }, /emails\[1\] must be a string or an object/],
      [{ emails: [good], sso: true }, /sso: the organization has no identity provider/],
      [{ emails: [good], expiresAt: '2001-01-01T00:00:00Z' }, /expiresAt must be in the future/],
    ] as const) {
      const answer = await api.post(invites, body);
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(message)]);
    }
    expect((await api.get(invites)).body.count).toBe(0);
    const creator = await organization.member('create');
    expect((await creator.api.post(invites, { emails: [good] })).status).toBe(403);
  });

  it('binds new accounts to single sign-on, but not members of another organization', async () => {
    test.app.get(OrganizationHooks).hasActiveIdentityProvider.register(() => true);
    const [free, taken] = [await buildUser(test), (await buildOrganization(test)).admin];
    const body = { emails: [free.email, taken.email], role: 'read', sso: true };
    const answer = await organization.admin.api.post(invites, body);
    expect(answer.body).toMatchObject({ users: [], invited: 2 });
    expect(answer.body).not.toHaveProperty('failedSSOEmails');
    for (const [index, user] of [free, taken].entries()) {
      await test.app.get(Users).markEmailVerified(user.id);
      const { id } = answer.body.invitations[index];
      expect((await user.api.post(`${invites}/${id}`, {})).status).toBe(200);
    }
    expect([(await memberOf(free.id)).sso, (await memberOf(taken.id)).sso]).toEqual([true, false]);
    // Their token was made by hand, so it does not count there.
    expect((await free.api.get(`/v1/orgs/${organization.id}`)).status).toBe(404);
    expect((await taken.api.get(`/v1/orgs/${organization.id}`)).status).toBe(200);
  });
});

describe('an invitation', () => {
  it('admits the owner of the mailbox once, with an account and a session', async () => {
    const { id, email, key } = await inviteStranger();
    const page = await openPage(test, `/app/invites/${id}?key=${key}`);
    expect(page.status).toBe(200);
    expect(page.text).toContain(`Accept as ${email}`);
    expect(await test.app.get(Users).findUserByEmail(email)).toBeNull();
    const done = await postForm(test, `/app/invites/${id}`, { key });
    expect([done.status, done.location]).toEqual([303, `/app/o/${organization.id}`]);
    const user = await test.app.get(Users).findUserByEmail(email);
    expect(user?.emailVerifiedAt).not.toBeNull();
    expect(await memberOf(user?.id ?? '')).toMatchObject({ role: 'edit' });
    expect((await openPage(test, done.location, done.cookie)).status).toBe(200);
    expect((await postForm(test, `/app/invites/${id}`, { key })).status).toBe(404);
    expect(await actionsOf(test, organization.id)).toEqual([
      ...['invitation.accepted', 'invitation.created', 'member.added', 'user.signed-in'],
    ]);
  });

  it('cannot be used without its key, with an older key, or by another user', async () => {
    const { id, key, email } = await inviteStranger();
    expect((await openPage(test, `/app/invites/${id}`)).text).toContain(`Sign in as ${email}`);
    const refused = await postForm(test, `/app/invites/${id}`, { key: 'wrong' });
    expect(refused.location).toContain('/app/sign-in?next=invites');
    const other = await buildUser(test);
    const answer = await other.api.post(`${invites}/${id}`, {});
    expect([answer.status, answer.body.error.message]).toEqual([
      403,
      expect.stringContaining('another mail'),
    ]);
    test.clock.advance(1000);
    expect((await organization.admin.api.post(`${invites}/${id}/resend`)).status).toBe(200);
    await test.settle();
    expect(mail.received).toHaveLength(1);
    expect((await postForm(test, `/app/invites/${id}`, { key })).location).toContain('/app/sign-in');
    expect(await test.app.get(Users).findUserByEmail(email)).toBeNull();
  });

  it('is accepted by a later account only once its address is proven', async () => {
    const { id, email, key } = await inviteStranger();
    const user = await buildUser(test, { email });
    expect((await user.api.post(`${invites}/${id}`, {})).body.error.message).toContain('have not proven');
    // An old mail that somebody finds must not open an account.
    const done = await postForm(test, `/app/invites/${id}`, { key });
    expect([done.cookie, done.location]).toEqual(['', `/app/sign-in?next=o%2F${organization.id}`]);
    expect(await memberOf(user.id)).toMatchObject({ role: 'edit' });
    const next = await inviteStranger();
    const verified = await buildUser(test, { email: next.email });
    await test.app.get(Users).markEmailVerified(verified.id);
    expect((await verified.api.post(`${invites}/${next.id}`, {})).status).toBe(200);
  });

  it('ends when it expires, is revoked, or its address joins in another way', async () => {
    const late = await inviteStranger();
    test.clock.advance(15 * DAY);
    expect((await postForm(test, `/app/invites/${late.id}`, { key: late.key })).status).toBe(404);
    const { api } = organization.admin;
    expect((await api.delete(`${invites}/${late.id}`)).status).toBe(204);
    expect((await api.delete(`${invites}/${late.id}`)).status).toBe(204);
    expect((await api.post(`${invites}/${late.id}/resend`)).status).toBe(404);
    const other = await inviteStranger();
    const user = await buildUser(test, { email: other.email });
    const link = await api.post(`/v1/orgs/${organization.id}/link-invites`, { role: 'read' });
    expect((await user.api.post(`${invites}/${link.body.id}`, {})).status).toBe(200);
    // Accepting it as a member takes it away, and nothing else.
    await test.app.get(Users).markEmailVerified(user.id);
    expect((await user.api.post(`${invites}/${other.id}`, {})).status).toBe(200);
    expect(await memberOf(user.id)).toMatchObject({ role: 'edit' });
    expect((await api.get(invites)).body.count).toBe(0);
  });

  it('is valid while its sender is an administrator, or when another one sends it again', async () => {
    const former = await organization.member('admin');
    const body = { emails: [{ email: address(), role: 'admin' }] };
    const { email, id } = (await former.api.post(invites, body)).body.invitations[0];
    const user = await buildUser(test, { email });
    await test.app.get(Users).markEmailVerified(user.id);
    await organization.admin.api.patch(`/v1/orgs/${organization.id}/members/${former.id}`, { role: 'read' });
    const refused = await user.api.post(`${invites}/${id}`, {});
    expect([refused.status, refused.body.error.message]).toEqual([403, expect.stringContaining('any more')]);
    expect((await organization.admin.api.post(`${invites}/${id}/resend`)).status).toBe(200);
    expect((await user.api.post(`${invites}/${id}`, {})).status).toBe(200);
    expect(await memberOf(user.id)).toMatchObject({ role: 'admin' });
  });

  it('cannot be used by another organization', async () => {
    const { id } = await inviteStranger();
    const stranger = (await buildOrganization(test)).admin;
    const path = `/v1/orgs/${stranger.id}/invites/${id}`;
    expect((await stranger.api.post(`${invites}/${id}/resend`)).status).toBe(404);
    expect((await stranger.api.delete(path)).status).toBe(404);
    expect((await stranger.api.post(path, {})).status).toBe(404);
    expect((await organization.admin.api.get(invites)).body.count).toBe(1);
  });
});

describe('joining by the domain of an address', () => {
  let domain: string;

  beforeEach(async () => {
    domain = `${newId().toLowerCase()}.example`;
    const settings = { emailDomains: [domain], defaultRole: 'edit' };
    await organization.admin.api.patch(`/v1/orgs/${organization.id}`, settings);
  });

  it('admits every user with a proven address there, with the default role', async () => {
    const join = `/v1/orgs/${organization.id}/join`;
    const user = await buildUser(test, { email: `ann@${domain}` });
    const refused = await user.api.post(join);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('not proven'),
    ]);
    await test.app.get(Users).markEmailVerified(user.id);
    expect((await user.api.post(join)).status).toBe(204);
    expect((await user.api.post(join)).status).toBe(204);
    expect(await memberOf(user.id)).toMatchObject({ role: 'edit' });
    const other = await buildUser(test);
    await test.app.get(Users).markEmailVerified(other.id);
    expect((await other.api.post(join)).body.error.message).toContain('does not let people');
    expect((await other.api.post('/v1/orgs/nothing/join')).status).toBe(404);
    expect(await actionsOf(test, organization.id)).toContain('member.added');
  });

  it('shows organizations to their members and to users with a proven address', async () => {
    const user = await buildUser(test, { email: `bob@${domain}` });
    const found = async (api = user.api, wanted = domain) => {
      const own = await api.get(`/v1/email-domains/${wanted}/o`);
      const published = await api.get(`/v1/email-domains/${wanted}/orgs`);
      expect(published.body).toEqual(own.body);
      return (own.body.organizations as { id: string }[]).map(({ id }) => id);
    };
    expect(await found()).toEqual([]);
    expect(await found(organization.admin.api)).toEqual([organization.id]);
    await test.app.get(Users).markEmailVerified(user.id);
    expect(await found()).toEqual([organization.id]);
    expect(await found(user.api, 'example.com')).toEqual([]);
    // Users who are not members must not see the settings.
    const [seen] = (await user.api.get(`/v1/email-domains/${domain}/o`)).body.organizations;
    expect(seen).toMatchObject({ title: expect.any(String), emailDomains: [], defaultRole: null });
  });
});

describe('invitations without a mail server', () => {
  let bare: TestApp;

  beforeAll(async () => {
    bare = await createTestApp();
  });

  afterAll(() => bare.close());

  it('are handed over by an administrator, and admit the holder to this organization alone', async () => {
    const own = await buildOrganization(bare);
    const path = `/v1/orgs/${own.id}`;
    const email = address();
    await own.admin.api.post(`${path}/invites`, { emails: [email], role: 'edit' });
    const { urls } = (await own.admin.api.get(`${path}/invites`)).body.items[0];
    const { pathname, searchParams } = new URL(urls.app as string);
    const key = searchParams.get('key') ?? '';
    const done = await postForm(bare, pathname, { key });
    expect(done.status).toBe(200);
    const token = /bdy_\w+/.exec(done.text)?.[0];
    const newcomer = bare.api.as(token);
    expect((await newcomer.get(path)).body.permissions.createContent).toBe(false);
    const user = await bare.app.get(Users).findUserByEmail(email);
    expect(user?.emailVerifiedAt).toBeNull();
    // Nor does it count where single sign-on is required, whatever its holder has become.
    await own.admin.api.patch(`${path}/members/${user?.id}`, { role: 'admin' });
    bare.app.get(OrganizationHooks).hasActiveIdentityProvider.register(() => true);
    expect((await newcomer.post(`${path}/members/${user?.id}/sso`)).status).toBe(409);
    expect((await own.admin.api.patch(path, { sso: true })).status).toBe(200);
    expect((await newcomer.get(path)).status).toBe(404);
    // The administrator's word counts here only: elsewhere nobody knows that the address is theirs.
    const elsewhere = await buildOrganization(bare);
    await elsewhere.admin.api.post(`/v1/orgs/${elsewhere.id}/invites`, { emails: [email], role: 'admin' });
    expect((await newcomer.get(`/v1/orgs/${elsewhere.id}`)).status).toBe(404);
    const third = await buildOrganization(bare);
    const link = await third.admin.api.post(`/v1/orgs/${third.id}/link-invites`, { role: 'read' });
    expect((await newcomer.post(`/v1/orgs/${third.id}/invites/${link.body.id}`, {})).status).toBe(403);
  });

  it('do not sign in a user who is a member already', async () => {
    const own = await buildOrganization(bare);
    const path = `/v1/orgs/${own.id}`;
    const email = address();
    const { invitations } = (await own.admin.api.post(`${path}/invites`, { emails: [email], role: 'read' }))
      .body;
    const user = await buildUser(bare, { email });
    const link = (await own.admin.api.post(`${path}/link-invites`, { role: 'admin' })).body;
    await user.api.post(`${path}/invites/${link.id}`, {});
    const { pathname, searchParams } = new URL(invitations[0].urls.app as string);
    const key = searchParams.get('key') ?? '';
    const done = await postForm(bare, pathname, { key });
    expect([done.status, done.cookie]).toEqual([403, '']);
    expect(done.text).toContain('Sign in with it');
  });

  it('do not open an existing account, whose owner accepts after signing in', async () => {
    const own = await buildOrganization(bare);
    const path = `/v1/orgs/${own.id}`;
    const user = await buildUser(bare);
    const { body } = await own.admin.api.post(`${path}/invites`, { emails: [user.email], role: 'read' });
    const { pathname, searchParams } = new URL(body.invitations[0].urls.app as string);
    const key = searchParams.get('key') ?? '';
    const taken = await postForm(bare, pathname, { key });
    expect([taken.status, taken.cookie, /bdy_/.test(taken.text)]).toEqual([403, '', false]);
    expect((await own.admin.api.get(`${path}/members/${user.id}`)).status).toBe(404);
    const { cookie } = await postForm(bare, '/app/sign-in', { token: user.token, next: '' });
    expect((await postForm(bare, pathname, { key }, cookie)).location).toBe(`/app/o/${own.id}`);
    expect((await user.api.get(path)).status).toBe(200);
  });
});
