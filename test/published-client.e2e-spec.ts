import { GitBookAPI, GitBookAPIError } from '@gitbook/api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
// oxlint-disable-next-line typescript/no-explicit-any -- the package's own types do not resolve for ES modules
let client: any;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  client = new GitBookAPI({ endpoint: test.baseUrl, authToken: organization.admin.token });
});

afterAll(() => test.close());

it('the published client works unmodified, from reading the user to a merge', async () => {
  const { data: me } = await client.user.getAuthenticatedUser();
  expect(me.id).toBe(organization.admin.id);
  const { data: organizations } = await client.orgs.listOrganizationsForAuthenticatedUser();
  expect(organizations.items).toMatchObject([{ id: organization.id }]);
  const space = await buildSpace(organization, { title: 'Through the client' });
  await buildPages(organization.admin, space.id, [{ title: 'Welcome', markdown: 'Hello **there**.' }]);
  const { data: tree } = await client.spaces.listPages(space.id);
  const [page] = tree.pages;
  const { data: read } = await client.spaces.getPageById(space.id, page?.id ?? '', { format: 'markdown' });
  expect(read).toMatchObject({ title: 'Welcome', markdown: expect.stringContaining('Hello **there**.') });
  const { data: request } = await client.spaces.createChangeRequest(space.id, { subject: 'Edit' });
  await client.spaces.updateChangeRequestById(space.id, request.id, { status: 'open' });
  const { data: merged } = await client.spaces.mergeChangeRequest(space.id, request.id);
  expect(merged.result).toBe('merge');
});

it('the errors of the published client have the messages of the API', async () => {
  const error = await client.spaces.getSpaceById('nothing').catch((caught: unknown) => caught);
  expect(error).toBeInstanceOf(GitBookAPIError);
  expect((error as GitBookAPIError).code).toBe(404);
  expect((error as GitBookAPIError).errorMessage).toContain('no such space');
});
