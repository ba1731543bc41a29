import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SignInLinks } from '../../src/modules/users/index.js';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { buildOrganization, type TestOrganization, type TestUser } from '../support/factories.js';
import { expectGoodPage } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

const PASSWORD = 'violet kettle under seven bridges';

let test: TestApp;
let organization: TestOrganization;
let member: TestUser;
let browser: Browser;
/** Passkeys answer at the host of PUBLIC_URL alone. */
let root: string;

describe.skipIf(findBrowser() === undefined)('The ways to sign in, in a browser', () => {
  beforeAll(async () => {
    test = await createTestApp({ publicUrl: 'http://localhost' });
    root = test.baseUrl.replace('127.0.0.1', 'localhost');
    Object.assign(test.config, { publicUrl: root });
    organization = await buildOrganization(test);
    member = await organization.member('edit');
    browser = await shareBrowser();
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await test.close();
  });

  it('adds a passkey after a link, signs in with it, then with a password, and ends the other sessions', async () => {
    const { page, problems, close } = await openReader(browser, { width: 1440 });
    const device = await addDevice(page.context(), page);
    await page.goto(await test.app.get(SignInLinks).create(member.id));
    await expectGoodPage(page, 'link');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sign-in' }).waitFor();
    await expectGoodPage(page, 'no ways yet');
    await page.getByLabel('Name of the new passkey').fill('Laptop');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('The passkey is added.').waitFor();
    expect(await page.getByRole('rowheader', { name: 'Laptop' }).count()).toBe(1);
    await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Show: New password' }).click();
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByRole('button', { name: 'Set a password' }).click();
    await page.getByText('Your password is set.').waitFor();
    await expectGoodPage(page, 'ways');

    // The field for the address would take the passkey at once.
    await device.setPresent(false);
    await signOut(page);
    await expectGoodPage(page, 'sign-in');
    await device.setPresent(true);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => !url.pathname.startsWith('/app/sign-in'));
    await page.goto(`${root}/app/profile/sessions`);
    await page.getByText('with a passkey').waitFor();

    const other = await openReader(browser, { width: 1440 });
    await withPassword(other.page);
    await page.reload();
    await page.getByText('with a password').waitFor();
    await expectGoodPage(page, 'sessions');
    await page.locator('summary', { hasText: 'End all other sessions' }).click();
    await page.getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('All other sessions have ended.').waitFor();
    await other.page.reload();
    await other.page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.goto(`${root}/app/o/${organization.id}`);
    expect(problems).toEqual([]);
    await other.close();
    await close();
  });

  it('says what is wrong, and keeps what was typed', async () => {
    const { page, close } = await openReader(browser, { width: 1440 });
    await page.goto(`${root}/app/sign-in/forgot`);
    await expectGoodPage(page, 'forgot');
    await page.goto(`${root}/app/sign-in`);
    await page.getByLabel('Mail address', { exact: true }).fill(member.email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expectGoodPage(page, 'address');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('The mail address or the password is wrong.').waitFor();
    expect(await page.getByText(member.email).count()).toBe(1);
    await expectGoodPage(page, 'wrong password');
    await close();
  });
});

/** A device that keeps passkeys, and asks nobody for a finger. It answers once somebody is present. */
async function addDevice(context: BrowserContext, page: Page) {
  const protocol = await context.newCDPSession(page);
  await protocol.send('WebAuthn.enable', { enableUI: false });
  const { authenticatorId } = await protocol.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const setPresent = (enabled: boolean) =>
    protocol.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
  return { setPresent };
}

async function signOut(page: Page): Promise<void> {
  await page.locator('details:has(.app-sign-out) > summary').click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${root}/app/sign-in`);
}

async function withPassword(page: Page): Promise<void> {
  await page.goto(`${root}/app/sign-in`);
  await page.getByLabel('Mail address', { exact: true }).fill(member.email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/app/sign-in'));
}
