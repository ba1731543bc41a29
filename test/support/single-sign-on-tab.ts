import type { Page } from 'playwright-core';

/**
 * Adds an identity provider on the pages of an organization.
 * @param settings address of the list of identity providers.
 * @param kind the provider or protocol, as the form calls it.
 * @returns once the page of the new provider is open.
 */
export async function addSingleSignOn(
  page: Page,
  { settings, kind, label }: { settings: string; kind: string; label: string },
): Promise<void> {
  await page.goto(settings);
  await page.getByRole('link', { name: 'Add single sign-on' }).click();
  await page.getByRole('heading', { level: 1, name: 'Add single sign-on' }).waitFor();
  await page.getByLabel(kind).check();
  await page.getByLabel('Name on the sign-in page').fill(label);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByRole('heading', { level: 1, name: label }).waitFor();
}

/** Signs somebody in on the pages of the provider that `startOidcServer` starts, and agrees. */
export async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('x');
  await page.locator('button[type=submit]').click();
  await page.locator('form[action*="/interaction/"] button[type=submit]').click();
}
