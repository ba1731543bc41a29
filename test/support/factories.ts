import { Members, Organizations } from '../../src/modules/organizations/index.js';
import { Users, UserTokens } from '../../src/modules/users/index.js';
import { newId } from '../../src/platform/ids/ids.js';
import type { Role } from '../../src/platform/http/actor.js';
import type { Scope } from '../../src/platform/http/scopes.js';
import type { ApiClient } from './api-client.js';
import type { TestApp } from './test-app.js';

export interface TestUser {
  id: string;
  email: string;
  token: string;
  /** Calls the API as this user. */
  api: ApiClient;
}

export interface TestOrganization {
  id: string;
  hostname: string;
  admin: TestUser;
  /** A new member with the role; null makes a guest. */
  member: (role: Role | null) => Promise<TestUser>;
}

/** A user with a token, in no organization. */
export async function buildUser(
  test: TestApp,
  options: { scopes?: Scope[]; email?: string } = {},
): Promise<TestUser> {
  const email = options.email ?? `${newId().toLowerCase()}@example.com`;
  const user = await test.app.get(Users).createUser({ email });
  return { id: user.id, email, ...(await buildToken(test, user.id, options.scopes)) };
}

/** One more token of a user, and a client that uses it. */
export async function buildToken(
  test: TestApp,
  userId: string,
  scopes?: Scope[],
): Promise<{ token: string; api: ApiClient }> {
  const { token } = await test.app.get(UserTokens).create(userId, { label: 'test', scopes });
  return { token, api: test.api.as(token) };
}

/** A new organization for one test, with its administrator. */
export async function buildOrganization(test: TestApp): Promise<TestOrganization> {
  const admin = await buildUser(test);
  const { organization } = await test.app
    .get(Organizations)
    .createOrganization(admin.id, { title: `Org ${newId()}` });
  const member = async (role: Role | null): Promise<TestUser> => {
    const user = await buildUser(test);
    await test.app.get(Members).addMember(organization.id, user.id, role);
    return user;
  };
  return { id: organization.id, hostname: organization.hostname, admin, member };
}

/** A space made through the API by the organization's admin; live and without pages unless told otherwise. */
export async function buildSpace(
  organization: TestOrganization,
  body: object = {},
): Promise<{ id: string; revision: string }> {
  const defaults = { title: 'A space', editMode: 'live', empty: true };
  const answer = await organization.admin.api.post(`/v1/orgs/${organization.id}/spaces`, {
    ...defaults,
    ...body,
  });
  if (answer.status !== 201) throw new Error(`The space was not made: ${answer.status} ${answer.text}`);
  return answer.body as { id: string; revision: string };
}

/** Pages added to a live space; answers their ids in order. */
export async function buildPages(
  user: TestUser,
  spaceId: string,
  pages: { title: string; markdown?: string; into?: string }[],
): Promise<string[]> {
  const changes = pages.map(({ title, markdown, into }) => ({
    operation: 'insert_page',
    title,
    into,
    document: { markdown: markdown ?? '' },
  }));
  const answer = await user.api.post(
    `/v1/spaces/${spaceId}/content`,
    { changes },
    { query: { compat: false } },
  );
  if (answer.status !== 200) throw new Error(`The pages were not made: ${answer.status} ${answer.text}`);
  return (answer.body as { changes: { page: { id: string } }[] }).changes.map((change) => change.page.id);
}
