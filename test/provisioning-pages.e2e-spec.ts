import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { callScim } from './support/scim.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  page = `/app/o/${organization.id}/settings/provisioning`;
});

afterAll(() => test.close());

it('makes a token that is shown once, lists and revokes it', async () => {
  const empty = await admin.read(page);
  for (const words of ['There is no token yet', '/scim/v2"', `href="${page}"`])
    expect(empty).toContain(words);
  const refused = await admin.post(page, { do: 'create', label: '', role: 'edit' });
  expect(refused.status).toBe(400);
  expect((await admin.post(page, { do: 'create', label: 'Okta', role: 'owner' })).status).toBe(400);
  const made = await admin.post(page, { do: 'create', label: 'Okta <b>', role: 'guest' });
  const text = await made.text();
  const token = /bdyscim_\w{40}/.exec(text)?.[0] ?? '';
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
  expect((await callScim(test, token, 'GET', 'Users')).body.totalResults).toBe(1);
  const listed = await admin.read(page);
  expect(listed).toContain('Okta &lt;b>');
  expect(listed).not.toContain(token);
  const id = /name="token" value="(\w+)"/.exec(listed)?.[1] ?? '';
  const revoked = await admin.post(page, { do: 'revoke', token: id });
  expect([revoked.status, revoked.headers.get('location')]).toEqual([303, `${page}?done=revoke`]);
  expect((await callScim(test, token, 'GET', 'Users')).status).toBe(401);
});

it('is for administrators alone', async () => {
  const reader = await startMemberBrowser(test, (await organization.member('create')).token);
  const stranger = await startMemberBrowser(test, (await buildUser(test)).token);
  for (const [who, status] of [
    [reader, 403],
    [stranger, 404],
  ] as const) {
    expect((await who.open(page)).status).toBe(status);
    expect((await who.post(page, { do: 'create', label: 'x', role: 'guest' })).status).toBe(status);
  }
});
