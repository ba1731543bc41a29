import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { openChangeRequest } from './support/change-requests.js';
import { mention, postComment } from './support/comments.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let ann: TestUser;
let space: string;
let page: string;
let root: string;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ann = await organization.member('review');
  ({ id: space } = await buildSpace(organization, { title: 'Handbook' }));
  [page = ''] = await buildPages(admin, space, [{ title: 'Travel', markdown: 'Trains before planes.' }]);
  root = `/app/o/${organization.id}`;
});

/** The text of the page without its frame. */
const mainOf = (html: string): string => /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? '';

describe('The home of a member', () => {
  it('is that of the only organization, and the list where there are several', async () => {
    const browser = await startMemberBrowser(test, ann.token);
    expect((await browser.open('/app')).headers.get('location')).toBe(root);
    expect(await browser.read('/app/organizations')).toContain('Your organizations');
    const other = await buildOrganization(test);

    await test.app.get(Members).addMember(other.id, ann.id, 'read');
    const several = await startMemberBrowser(test, ann.token);
    const list = mainOf(await several.read('/app'));
    expect(list).toContain(root);
    expect(list).toContain(`/app/o/${other.id}`);
  });

  it('shows reviews asked of me, my change requests, news, pages read lately and spaces', async () => {
    const asked = await openChangeRequest(admin, space, { subject: 'Please look' });
    await admin.api.patch(asked.path, { status: 'open' });
    await admin.api.post(`${asked.path}/requested-reviewers`, { users: [ann.id] });
    await openChangeRequest(ann, space, { subject: 'My draft' });
    await postComment(admin, `/v1/spaces/${space}`, `Hello ${mention(ann)}`, { page });
    await test.settle();
    const browser = await startMemberBrowser(test, ann.token);
    await browser.read(`/app/s/${space}/`);
    const home = mainOf(await browser.read(root));
    const [, review = '', own = '', news = '', recent = '', , spaces = ''] = home.split('<section');
    expect(review).toMatch(/Waiting for your review.*Please look/);
    expect(own).toMatch(/Your drafts.*My draft/);
    expect(own).not.toContain('Please look');
    expect(news).toMatch(/mentioned you in/);
    expect(news).toMatch(/asks you to review/);
    expect(recent).toMatch(/Read lately.*Travel/);
    expect(spaces).toMatch(/Handbook.*1 open change request/);
    const others = mainOf(await (await startMemberBrowser(test, admin.token)).read(root));
    expect(others).not.toContain('My draft');
    expect(others).toContain('The pages that you read come here');
  });

  it('leaves out what the token of the session may not read', async () => {
    await buildPages(admin, space, [{ title: 'More', markdown: 'Words.' }]);
    const scopes = ['organization:read', 'space:metadata:read'];
    const answer = await admin.api.post('/v1/user/tokens', { label: 'Few', scopes });
    const browser = await startMemberBrowser(test, (answer.body as { token: string }).token);
    const html = await browser.read(root);
    expect(mainOf(html)).toContain('Handbook');
    expect(html).not.toContain('Read lately');
    expect(html).not.toContain(`${root}/inbox`);
    expect((await browser.open(`${root}/inbox`)).status).toBe(403);
  });

  it('is not found by strangers', async () => {
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const path of ['', '/inbox', '/spaces', '/sites', '/search?query=x'])
      expect((await stranger.open(root + path)).status, path).toBe(404);
  });
});

describe('The frame', () => {
  it('shows the parts that a member may see, their spaces and the number of unread news', async () => {
    await postComment(admin, `/v1/spaces/${space}`, `Hello ${mention(ann)}`);
    await test.settle();
    const html = await (await startMemberBrowser(test, ann.token)).read(`${root}/spaces`);
    expect(html).toMatch(/Inbox<\/span><span class="app-count">1</);
    expect(html).toMatch(new RegExp(`href="/app/s/${space}"`));
    expect(html).not.toContain(`${root}/people`);
    expect(await (await startMemberBrowser(test, admin.token)).read(root)).toContain(`${root}/people`);
  });

  it('stands around errors of members too', async () => {
    const answer = await (await startMemberBrowser(test, ann.token)).open(`${root}/nothing`);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain('app-sidebar');
  });
});

describe('The inbox page', () => {
  it('leads to what an entry is about, which is read from then on, and marks entries', async () => {
    await postComment(admin, `/v1/spaces/${space}`, `Hello ${mention(ann)}`, { page });
    await test.settle();
    const browser = await startMemberBrowser(test, ann.token);
    const inbox = `${root}/inbox`;
    const shown = mainOf(await browser.read(inbox));
    expect(shown).toContain('inbox-unread');
    const entry = /inbox\/([A-Za-z0-9]+)"/.exec(shown)?.[1] ?? '';
    const opened = await browser.open(`${inbox}/${entry}`);
    expect(opened.headers.get('location')).toBe(`/app/s/${space}/~/pages/${page}`);
    expect(mainOf(await browser.read(inbox))).not.toContain('inbox-unread');
    expect(mainOf(await browser.read(`${inbox}?show=unread`))).toContain('You have read everything');
    expect((await browser.post(inbox, { unread: entry })).status).toBe(303);
    expect(mainOf(await browser.read(inbox))).toContain('inbox-unread');
    await browser.post(inbox, { until: new Date().toISOString() });
    expect(mainOf(await browser.read(inbox))).not.toContain('inbox-unread');
    expect((await browser.post(inbox, { until: 'now' })).status).toBe(400);
  });

  it('leads to the change request', async () => {
    const request = await openChangeRequest(ann, space, { subject: 'Names' });
    await ann.api.patch(request.path, { status: 'open' });
    await admin.api.post(`${request.path}/merge`, {});
    await test.settle();
    const browser = await startMemberBrowser(test, ann.token);
    const entry = /inbox\/([A-Za-z0-9]+)"/.exec(mainOf(await browser.read(`${root}/inbox`)))?.[1] ?? '';
    const { headers } = await browser.open(`${root}/inbox/${entry}`);
    expect(headers.get('location')).toContain(`/app/s/${space}/~/changes/${request.number}`);
  });

  it('answers 404 for an entry of somebody else', async () => {
    await postComment(admin, `/v1/spaces/${space}`, `Hello ${mention(ann)}`);
    await test.settle();
    const [entry] = (
      (await ann.api.get(`/v1/orgs/${organization.id}/inbox`)).body as { items: { id: string }[] }
    ).items;
    const browser = await startMemberBrowser(test, admin.token);
    expect((await browser.open(`${root}/inbox/${entry!.id}`)).status).toBe(404);
  });
});

describe('The list of pages read lately', () => {
  it('has the latest first, each once, and ends with what somebody may not see any more', async () => {
    await buildPages(admin, space, [{ title: 'Money', markdown: 'Words.' }]);
    const browser = await startMemberBrowser(test, ann.token);
    for (const path of ['', 'money', '']) await browser.read(`/app/s/${space}/${path}`);
    const recent = async () =>
      ((await ann.api.get(`/v1/orgs/${organization.id}/recent-pages`)).body as { items: { title: string }[] })
        .items;
    expect(await recent()).toMatchObject([
      { title: 'Travel', id: page, space: { id: space } },
      { title: 'Money' },
    ]);
    expect(
      ((await admin.api.get(`/v1/orgs/${organization.id}/recent-pages`)).body as { items: unknown[] }).items,
    ).toEqual([]);
    await admin.api.patch(`/v1/spaces/${space}`, { defaultLevel: null });
    expect(await recent()).toEqual([]);
  });
});

describe('The search page', () => {
  it('finds pages in all spaces that the member sees', async () => {
    const { id: closed } = await buildSpace(organization, { title: 'Secrets' });
    await buildPages(admin, closed, [{ title: 'Hidden', markdown: 'Planes by night.' }]);
    await admin.api.patch(`/v1/spaces/${closed}`, { defaultLevel: null });
    await test.settle();
    const browser = await startMemberBrowser(test, ann.token);
    const found = mainOf(await browser.read(`${root}/search?query=planes`));
    expect(found).toContain(`/app/s/${space}/~/pages/${page}`);
    expect(found).toContain('<mark>planes</mark>');
    expect(found).not.toContain('Hidden');
    expect(mainOf(await browser.read(`${root}/search?query=zebra`))).toContain('No page has these words');
  });
});

describe('The profile', () => {
  it('changes the name and the picture that others see, and keeps what was typed in an error', async () => {
    const browser = await startMemberBrowser(test, ann.token);
    const saved = await browser.post('/app/profile', { displayName: 'Ann Lee', photoURL: '' });
    expect(saved.headers.get('location')).toBe('/app/profile?saved');
    expect(await browser.read('/app/profile?saved')).toContain('value="Ann Lee"');
    expect((await ann.api.get('/v1/user')).body).toMatchObject({ displayName: 'Ann Lee' });
    const wrong = await browser.post('/app/profile', { displayName: 'Ann', photoURL: 'no address' });
    expect(wrong.status).toBe(400);
    const text = await wrong.text();
    expect(text).toContain('value="no address"');
    expect(text).toContain('role="alert"');
    await browser.post('/app/profile', { displayName: 'Ann', photoURL: 'https://example.com/ann.png' });
    expect((await ann.api.get('/v1/user')).body).toMatchObject({ photoURL: 'https://example.com/ann.png' });
  });
});
