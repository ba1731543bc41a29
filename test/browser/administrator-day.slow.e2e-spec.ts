import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, openReader, type Reader, shareBrowser } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from '../support/factories.js';
import { type MailServer, startMailServer } from '../support/mail-server.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { CLIENT, type OidcServer, startOidcServer } from '../support/oidc-server.js';
import { addSingleSignOn, signInAtProvider } from '../support/single-sign-on-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const ADA = 'ada@acme.example';

let test: TestApp;
let mail: MailServer;
let server: OidcServer;
let browser: Browser;
let organization: TestOrganization;
let space: string;
/** The address of the app, at another host than the provider, so that browsers treat them as two sites. */
let root: string;
/** The browser of the administrator, and that of the person who comes in; each part of the day goes on where the one before ended. */
let admin: Reader;
let person: Reader;

describe.skipIf(findBrowser() === undefined)('A day of an administrator with one person', () => {
  beforeAll(async () => {
    mail = await startMailServer();
    const settings = { smtpUrl: mail.url, mailFrom: 'docs@bindery.test', publicUrl: 'http://localhost' };
    test = await createTestApp(settings);
    root = test.baseUrl.replace('127.0.0.1', 'localhost');
    Object.assign(test.config, { publicUrl: root });
    server = await startOidcServer({ ada: { email: ADA, email_verified: true, name: 'Ada Lovelace' } });
    organization = await buildOrganization(test);
    space = (await buildSpace(organization, { title: 'Handbook' })).id;
    await buildPages(organization.admin, space, [{ title: 'Welcome', markdown: 'Good **morning**.' }]);
    browser = await shareBrowser();
    admin = await openMemberTab(browser, { baseUrl: root }, organization.admin);
    person = await openReader(browser, { width: 1440 });
    await admin.page.goto(`${root}/app/o/${organization.id}`);
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await server.close();
    await test.close();
    await mail.close();
  });

  /** Opens a page of the organization by its name in the navigation. */
  const open = (name: string) =>
    admin.page.getByRole('navigation', { name: 'Organization' }).getByRole('link', { name }).click();
  const openSpace = () =>
    admin.page.getByRole('navigation', { name: 'Spaces' }).getByRole('link', { name: 'Handbook' }).click();
  const tab = (name: string) =>
    admin.page.getByRole('navigation', { name: 'Parts' }).getByRole('link', { name, exact: true }).click();
  const openMember = async () => {
    await open('People');
    await admin.page.getByRole('main').getByRole('link', { name: 'ada', exact: true }).click();
    await admin.page.getByRole('heading', { level: 1, name: 'ada' }).waitFor();
  };

  it('changes settings, and members get to nothing by themselves', async () => {
    const { page } = admin;
    await open('Settings');
    await page.getByLabel('Title').fill('Acme');
    await page.getByRole('button', { name: 'Save title' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByLabel('Role of those who join by themselves').selectOption('guest');
    await page.getByRole('button', { name: 'Save who joins' }).click();
    await page.getByText('The settings are saved.').waitFor();
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}`);
    expect(body).toMatchObject({ title: 'Acme', defaultRole: null });
  });

  it('invites somebody by mail on the page of a space, who accepts in a browser of their own', async () => {
    const { page } = admin;
    await openSpace();
    await tab('Share');
    await page.getByLabel('Mail addresses').fill(ADA);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await page.getByText('Everybody else has an invitation by mail.').waitFor();
    await page.getByRole('row', { name: ADA }).waitFor();
    await open('People');
    await tab('Invitation links');
    await expectGoodPage(page, 'links');
    await tab('Invitations');
    await page.getByText('on the space Handbook').waitFor();
    await page.getByLabel(`Revoke: ${ADA}`, { exact: true }).click();
    await expectGoodPage(page, 'invitations');

    await eventually(() => expect(mail.received.at(-1)?.to).toBe(ADA));
    const address = /http:[^\s"<]+\/invites\/[^\s"<]+/.exec(mail.received.at(-1)?.source ?? '')?.[0];
    await person.page.goto(address ?? '');
    await person.page.getByText('You may read in the space Handbook of Acme').waitFor();
    await expectGoodPage(person.page, 'invitation');
    await person.page.getByRole('button', { name: `Accept as ${ADA}` }).click();
    await person.page.getByText('Good morning.').waitFor();
    await tab('Invitations');
    await page.getByText('Nobody is invited at the moment.').waitFor();
    await expectGoodPage(page, 'no invitations');
  });

  it('makes a team, puts the person in, gives it a role on the space, and sees the space as they do', async () => {
    const { page } = admin;
    await tab('Teams');
    await page.getByText('There is no team yet.').waitFor();
    await expectGoodPage(page, 'no teams');
    await page.getByLabel('Name', { exact: true }).fill('Writers');
    await page.getByRole('button', { name: 'Create the team' }).click();
    await page.getByRole('heading', { level: 1, name: 'Writers' }).waitFor();
    await page.getByText('Nobody is in this team yet.').waitFor();
    await expectGoodPage(page, 'empty team');
    await page.getByLabel('Name or address of a member').fill('ada');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Add to the team' }).waitFor();
    await expectGoodPage(page, 'found');
    await page.getByRole('button', { name: 'Add to the team' }).click();
    await page.getByText('They are in the team.').waitFor();

    await openSpace();
    await tab('Share');
    await page.getByLabel('Name or address of a member, or name of a team').fill('Writers');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByLabel('Role here').selectOption('edit');
    await page.getByRole('button', { name: 'Let in' }).click();
    await page.getByText('The team Writers has the role “edit” here now.').waitFor();
    await page.getByRole('link', { name: 'Writers', exact: true }).click();
    await page.getByRole('main').getByRole('listitem').getByText('(space) as edit').waitFor();
    await page.getByLabel('Remove: ada', { exact: true }).click();
    await page.locator('summary', { hasText: 'Delete the team' }).click();
    await expectGoodPage(page, 'team');
    await page.getByRole('link', { name: 'Teams', exact: true }).click();
    await page.getByRole('row', { name: 'Writers' }).getByText('1 member').waitFor();
    await expectGoodPage(page, 'teams');
    await person.page.reload();
    await person.page.getByRole('link', { name: 'Edit', exact: true }).waitFor();

    await openSpace();
    await tab('Share');
    await page.getByRole('link', { name: 'See it as ada' }).click();
    await page.getByText('You see this as ada').waitFor();
    await page.getByText('Good morning.').waitFor();
    await page.getByRole('link', { name: 'Everything they see' }).click();
    await page.getByRole('row', { name: 'Handbook' }).getByText('edit', { exact: true }).waitFor();
    const { body } = await organization.admin.api.get(`/v1/spaces/${space}/permissions/teams`);
    expect(body.items).toMatchObject([{ permission: 'edit' }]);
  });

  it('asks for reviews in the space', async () => {
    const { page } = admin;
    await openSpace();
    await tab('Settings');
    await page.getByLabel('Rule', { exact: true }).selectOption('Somebody reviewed');
    await page.getByRole('button', { name: 'Add the rule' }).click();
    await page.getByText('The space has rules of its own').waitFor();
    await open('Settings');
    await tab('Merge rules');
    await page.getByRole('row', { name: 'Handbook' }).getByText('Somebody reviewed').waitFor();
    const { body } = await organization.admin.api.get(`/v1/spaces/${space}`);
    expect(body.mergeRules).toMatchObject({ rules: [{ rule: 'require_at_least_one_review' }] });
  });

  it('sets OpenID Connect up, tests it and switches it on', async () => {
    const { page } = admin;
    await tab('Sign-in');
    await page.getByRole('link', { name: 'Add single sign-on' }).waitFor();
    const settings = page.url();
    await addSingleSignOn(page, { settings, kind: 'Keycloak', label: 'Acme account' });
    await page.getByLabel('Issuer').fill(server.issuer);
    await page.getByLabel('Client ID').fill(CLIENT.clientID);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await page.getByRole('link', { name: 'Test the sign-in' }).click();
    await signInAtProvider(page, 'ada');
    await page.getByRole('heading', { level: 1, name: 'The test went well' }).waitFor();
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText('The provider is on').waitFor();
    await page.goto(settings);
    expect(await page.getByRole('cell', { name: 'On', exact: true }).count()).toBe(1);
  });

  it('disables the membership, enables it again, and ends the session of the person, who comes back through the provider', async () => {
    const { page } = admin;
    await openMember();
    for (const summary of await page.locator('main summary').all()) await summary.click();
    await expectGoodPage(page, 'member');
    await page.getByRole('button', { name: 'Disable the membership' }).click();
    await page.getByText('The membership is disabled').waitFor();
    await expectGoodPage(page, 'disabled');
    expect((await person.page.reload())?.status()).toBe(404);
    await expectGoodPage(person.page, 'not found');
    await page.getByRole('button', { name: 'Enable the membership' }).click();
    await page.getByText('The membership is enabled.').waitFor();
    await person.page.reload();
    await person.page.getByText('Good morning.').waitFor();

    await page.getByRole('link', { name: 'Sign-in of ada' }).click();
    await page.locator('summary', { hasText: 'End all sessions' }).click();
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByLabel('Link to sign in', { exact: true }).waitFor();
    await page.locator('summary', { hasText: 'End all sessions' }).click();
    await expectGoodPage(page, 'sign-in of a member');
    await page.getByRole('button', { name: 'End the session' }).click();
    await page.getByText('The sessions have ended.').waitFor();
    await expectGoodPage(page, 'no sessions');
    await person.page.reload();
    await person.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();

    await person.page.getByText('Single sign-on by the name of your organization').click();
    await person.page.getByLabel('Single sign-on', { exact: true }).fill(organization.hostname);
    await person.page.getByRole('button', { name: 'Find my organization' }).click();
    await person.page.getByRole('link', { name: 'Acme account' }).click();
    await signInAtProvider(person.page, 'ada');
    await person.page.getByText('Good morning.').waitFor();
  });

  it('finds all of it in the audit log, and takes it away', async () => {
    const { page } = admin;
    await open('Audit log');
    await page.getByRole('region', { name: 'Audit log' }).getByText('Sessions ended').waitFor();
    await page.getByLabel('Actions').selectOption('Members, teams and invitations');
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('group') === 'people');
    await expectGoodPage(page, 'filtered');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'CSV' }).click();
    const file = await readFile(await (await download).path(), 'utf8');
    const [, ...rows] = file.trim().split(/\r?\n/);
    // Newest first: disabled and enabled again, looked at as the person, the team, and how they came in.
    expect(rows.map((row) => row.split(',')[1])).toEqual([
      'member.updated',
      'member.updated',
      'member.access-viewed',
      'member.access-viewed',
      'team.updated',
      'team.created',
      'invitation.accepted',
      'member.added',
      'invitation.created',
    ]);
    // The person alone, with how they signed in.
    await page.getByLabel('Actions').selectOption('All');
    await page.getByLabel('Mail address of a person').fill(ADA);
    await page.getByLabel('With sign-ins').check();
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    await page.waitForURL((url) => url.searchParams.get('who') === ADA);
    const log = page.getByRole('region', { name: 'Audit log' });
    await log.getByText('Signed in').first().waitFor();
    expect(await log.getByText('Member changed').count()).toBe(0);
    // Browsers report the page that a disabled member did not get, and fonts that the pages of the provider do not get.
    const all = [...admin.problems, ...person.problems];
    expect(all.filter((problem) => !/^(Failed to load resource|404 )/.test(problem))).toEqual([]);
  });
});
