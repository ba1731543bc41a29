import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let path: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  path = `/app/o/${organization.id}/new-space`;
});
afterAll(() => test.close());

describe('The page for a new space', () => {
  it('makes a space in a collection, from a template, and leads to it', async () => {
    const { admin } = organization;
    const { body: collection } = await admin.api.post(`/v1/orgs/${organization.id}/collections`, {
      title: 'Teams',
    });
    const browser = await startMemberBrowser(test, admin.token);
    const home = await browser.read(`/app/o/${organization.id}`);
    expect(home).toContain(`href="${path}"`);
    const form = await browser.read(`${path}?collection=${collection.id}`);
    expect(form).toMatch(/<option[^>]*selected[^>]*>Teams/);
    const made = await browser.post(path, {
      title: 'Handbook',
      collection: collection.id,
      template: 'product-docs',
      editMode: 'live',
    });
    expect(made.status).toBe(303);
    const id = made.headers.get('location')!.split('/').pop()!;
    const { body: space } = await admin.api.get(`/v1/spaces/${id}`);
    expect(space).toMatchObject({ title: 'Handbook', parent: collection.id, editMode: 'live' });
    expect(await browser.read(`/app/s/${id}`)).toContain('Welcome');
  });

  it('shows the form again with a sentence when something is wrong', async () => {
    const browser = await startMemberBrowser(test, organization.admin.token);
    const answer = await browser.post(path, { title: 'x'.repeat(60), editMode: 'locked' });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain('role="alert"');
    expect(html).toContain('title');
    expect((await browser.post(path, { title: 'Handbook', template: 'none' })).status).toBe(400);
  });

  it('is offered to members with the role for it, and refuses others', async () => {
    const member = await organization.member('edit');
    const browser = await startMemberBrowser(test, member.token);
    expect(await browser.read(`/app/o/${organization.id}`)).not.toContain(`href="${path}"`);
    expect((await browser.post(path, { title: 'Handbook' })).status).toBe(403);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.post(path, { title: 'Handbook' })).status).toBe(404);
  });
});
