import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, shareBrowser } from '../support/browser.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let browser: Browser;
let guest: TestUser;
let writer: TestUser;
let shelf: string;
let space: string;

async function named(user: TestUser, displayName: string): Promise<TestUser> {
  const answer = await user.api.patch(`/v1/users/${user.id}`, { displayName });
  expect(answer.status).toBe(200);
  return user;
}

describe.skipIf(findBrowser() === undefined)('Letting people in, in a browser', () => {
  beforeAll(async () => {
    test = await createTestApp();
    organization = await buildOrganization(test);
    const { api } = organization.admin;
    guest = await named(await organization.member(null), 'Ann Guest');
    writer = await named(await organization.member('read'), 'Will Writer');
    await organization.member('create');
    const made = await api.post(`/v1/orgs/${organization.id}/collections`, { title: 'Shelf' });
    shelf = made.body.id as string;
    space = (await buildSpace(organization, { title: 'Handbook', parent: shelf })).id;
    await buildPages(organization.admin, space, [
      { title: 'Welcome', markdown: 'Good **morning**.' },
      { title: 'Rules', markdown: 'Be kind.' },
    ]);
    const team = { title: 'Writers', members: [writer.id] };
    await api.put(`/v1/orgs/${organization.id}/teams`, team);
    browser = await shareBrowser();
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  it('invites somebody by their mail address, who accepts on their own', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(`${test.baseUrl}/app/s/${space}/~/share`);
    await page.getByLabel('Mail addresses').fill(`new@example.org\n${organization.admin.email}`);
    await page.getByLabel('Role of those who are invited').selectOption('edit');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Members among them are let in.').waitFor();
    await expectGoodPage(page, 'share with an invitation');
    const field = page.getByRole('textbox', { name: 'Invitation of new@example.org' });
    const { pathname, search } = new URL(await field.inputValue());
    const newcomer = await browser.newPage();
    await newcomer.goto(test.baseUrl + pathname + search);
    await newcomer.getByText('You may edit in the space Handbook').waitFor();
    await newcomer.getByRole('button', { name: 'Accept as new@example.org' }).click();
    await newcomer.getByRole('link', { name: 'Go on' }).click();
    await newcomer.getByText('Good morning.').waitFor();
    await newcomer.close();
    await page.reload();
    await page.getByRole('row', { name: 'new@example.org' }).getByText('Let in here').waitFor();
    expect(problems).toEqual([]);
    await close();
  });

  it('lets a guest and a team in, looks at it as the guest does, and takes the role away again', async () => {
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(`${test.baseUrl}/app/s/${space}`);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Share Handbook' }).waitFor();
    await expectGoodPage(page, 'share');

    await page.getByLabel('Name or address of a member, or name of a team').fill('Ann');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByText('Does not get in yet').waitFor();
    await expectGoodPage(page, 'found');
    await page.getByLabel('Role here').selectOption('comment');
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.getByText('Ann Guest has the role “comment” now: let in here.').waitFor();

    await page.getByLabel('Name or address of a member, or name of a team').fill('Writers');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('checkbox', { name: 'Team Writers' }).check();
    await page.getByLabel('Role here').selectOption('edit');
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.getByRole('region', { name: 'Teams that were let in here' }).waitFor();
    const row = page.getByRole('row', { name: 'Will Writer' });
    expect(await row.textContent()).toContain('Team “Writers”, let in here');
    await expectGoodPage(page, 'both');

    // The administrator is shown the page of the guest.
    await page.getByRole('link', { name: 'See it as Ann Guest' }).click();
    await page.getByText('You see this as Ann Guest').waitFor();
    await page.getByText('Good morning.').waitFor();
    await expectGoodPage(page, 'as the guest');
    expect(await page.getByRole('link', { name: 'Edit', exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Rules' }).first().click();
    await page.getByText('Be kind.').waitFor();
    await page.getByText('You see this as Ann Guest').waitFor();
    await page.getByRole('link', { name: 'Everything they see' }).click();
    await page.getByRole('heading', { level: 1, name: 'Spaces that Ann Guest sees' }).waitFor();
    expect(await page.getByRole('row', { name: 'Handbook' }).textContent()).toContain('comment');
    await expectGoodPage(page, 'list');
    await page.getByRole('link', { name: 'Collections', exact: true }).click();
    await page.getByText('sees no collections.').waitFor();
    await expectGoodPage(page, 'empty list');
    const theirs = await openMemberTab(browser, test, guest);
    await theirs.page.goto(`${test.baseUrl}/app/s/${space}`);
    await theirs.page.getByText('Good morning.').waitFor();

    await page.getByRole('link', { name: 'Back to the member' }).click();
    await page.getByRole('region', { name: 'Spaces they get to' }).getByText('Let in here').waitFor();
    await expectGoodPage(page, 'member');
    await page.goto(`${test.baseUrl}/app/s/${space}/~/share`);
    await page.getByRole('link', { name: 'Remove: Ann Guest' }).click();
    await page.getByText('They do not get in any more after that.').waitFor();
    await expectGoodPage(page, 'remove');
    await page.getByRole('button', { name: 'Remove the role' }).click();
    await page.getByText('Ann Guest does not get in any more.').waitFor();
    const gone = await theirs.page.goto(`${test.baseUrl}/app/s/${space}`);
    expect(gone?.status()).toBe(404);
    expect(problems).toEqual([]);
    await theirs.close();
    await close();
  });

  it('says what a collection passes on, and who works on a site', async () => {
    const { page, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(`${test.baseUrl}/app/c/${shelf}`);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.getByLabel('Base role').selectOption('nobody');
    await page.getByRole('button', { name: 'Change base role' }).click();
    await page.getByText('The base role is changed.').waitFor();
    await expectGoodPage(page, 'collection');
    await page.goto(`${test.baseUrl}/app/s/${space}/~/share`);
    const chosen = page.getByLabel('Base role').locator('option:checked');
    expect(await chosen.textContent()).toBe('as around it: nobody, from the collection “Shelf”');
    const people = { users: [guest.id], role: 'comment' };
    await organization.admin.api.post(`/v1/spaces/${space}/permissions`, people);
    await test.db.execute('update organization_members set disabled = true where user_id = $1', [guest.id]);
    await page.reload();
    const disabled = page.getByRole('region', { name: 'Let in here, but disabled in the organization' });
    expect(await disabled.getByRole('row', { name: 'Ann Guest' }).textContent()).toContain('Disabled');
    await expectGoodPage(page, 'disabled');
    const body = { title: 'Our site', spaces: [space] };
    const site = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, body);
    await page.goto(`${test.baseUrl}/app/o/${organization.id}/sites/${site.body.id as string}`);
    await page.getByRole('link', { name: 'Share', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Our site' }).waitFor();
    await expectGoodPage(page, 'site');
    await page.getByRole('link', { name: 'See it as Will Writer' }).click();
    await page.getByText('You see this as Will Writer').waitFor();
    await expectGoodPage(page, 'site as the writer');
    await close();
  });
});
