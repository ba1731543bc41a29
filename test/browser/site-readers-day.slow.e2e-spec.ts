import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TxtRecords } from '../../src/modules/sites/addresses/claims/txt-records.js';
import { type AudienceSite, publishSite, visitorToken } from '../support/audience.js';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { type DnsServer, startDnsServer } from '../support/dns-server.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

describe.skipIf(findBrowser() === undefined)('The readers and addresses of a site, in a browser', () => {
  let test: TestApp;
  let browser: Browser;
  let dns: DnsServer;
  let organization: TestOrganization;

  beforeAll(async () => {
    [test, dns] = await Promise.all([createTestApp(), startDnsServer()]);
    test.app.get(TxtRecords).servers = [dns.address];
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });
  afterAll(async () => {
    await leaveBrowser(browser);
    await dns?.close();
    await test?.close();
  });

  const tabOf = ({ id }: AudienceSite, tab: string) =>
    `${test.baseUrl}/app/o/${organization.id}/sites/${id}/${tab}`;
  /** PUBLIC_URL of tests is not the address that they listen at. */
  const here = (url: string): string => test.baseUrl + new URL(url).pathname + new URL(url).search;
  const clipboard = 'navigator.clipboard.readText()';

  it('a site is closed, opened to the holders of a link, and closed to them', async () => {
    const site = await publishSite(organization, { title: 'Handbook' });
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(tabOf(site, 'audience'));
    await page.getByText('There is no share link').waitFor({ state: 'detached' });
    await expectGoodPage(page, 'audience');
    await page.getByLabel('Share links').check();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('No share link is open, so nobody can read the site before you make one.').waitFor();
    await expectGoodPage(page, 'another audience');
    await page.getByRole('button', { name: 'Change the audience' }).click();
    await page.getByText('The audience is changed.').waitFor();

    // The overview says what is missing, and leads to where it is mended.
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: /No share link is open/ }).click();
    await page.getByLabel('Name of the new link').fill('Partners');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('The link is made.').waitFor();
    await expectGoodPage(page, 'share links');
    await page.getByRole('button', { name: 'Copy: Address of Partners' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const address = await page.evaluate<string>(clipboard);
    const reader = await openReader(browser);
    await reader.page.goto(here(address));
    await reader.page.getByRole('heading', { name: 'Welcome' }).waitFor();

    await page.getByRole('button', { name: 'Close: Partners' }).click();
    await page.getByText('The link is closed.').waitFor();
    expect(await page.getByText(address).count()).toBe(0);
    expect((await reader.page.goto(here(address)))?.status()).toBe(404);
    await page.getByText('Delete', { exact: true }).click();
    await page.getByRole('button', { name: 'Delete the link: Partners' }).click();
    await page.getByText('There is no share link yet.').waitFor();
    expect(problems).toEqual([]);
    await reader.close();
    await close();
  });

  it('claims are declared, and tried as a visitor', async () => {
    const pages = [
      {
        title: 'Welcome',
        markdown: '{% if visitor.claims.plan == "pro" %}\nOnly for pro.\n{% endif %}\n\nFor all.',
      },
    ];
    const site = await publishSite(organization, { title: 'Product', visibility: 'visitor-auth' }, pages);
    const { page, problems, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(tabOf(site, ''));
    await page.getByRole('link', { name: /Visitors who are not signed in get a page/ }).click();
    await page.getByLabel('Address of your sign-in').fill('https://login.example.com/docs');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The sign-in of visitors is saved.').waitFor();
    await page.getByRole('button', { name: 'Show the key' }).click();
    await page.getByRole('button', { name: 'Copy: Signing key' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const key = await page.evaluate<string>(clipboard);
    await expectGoodPage(page, 'sign-in of visitors');
    await page.getByRole('button', { name: 'Copy: Node.js, with jsonwebtoken' }).click();
    await page.getByRole('group').filter({ hasText: 'Node.js, with' }).getByLabel('Copied').waitFor();
    expect(await page.evaluate<string>(clipboard)).toContain("algorithm: 'HS256'");

    await page.getByRole('link', { name: 'Claims of visitors' }).click();
    await expectGoodPage(page, 'no claims');
    await page.getByLabel('Name', { exact: true }).fill('plan');
    await page.getByLabel('Kind').selectOption('One of a list of texts');
    await page.getByLabel('Values').fill('free\npro');
    await page.getByRole('button', { name: 'Add the claim' }).click();
    await page.getByText('The claim is added.').waitFor();
    await page.getByRole('button', { name: 'Let claims count' }).click();
    await page.getByText('Claims count now').waitFor();
    await page.getByText('Write the schema').click();
    await expectGoodPage(page, 'claims');

    await page.getByRole('link', { name: 'Try the site with claims' }).click();
    await page.getByLabel('Claims of a visitor').fill('{"plan": "pro", "seats": 3}');
    await page.getByRole('button', { name: 'Create the link' }).click();
    await page.getByText('“seats” is not in the schema of claims.').waitFor();
    await expectGoodPage(page, 'a visitor');
    const link = page.getByRole('link', { name: 'Open the site as this visitor' });
    const reader = await openReader(browser);
    await reader.page.goto(here((await link.getAttribute('href'))!));
    await reader.page.getByText('Only for pro.').waitFor();

    await page.getByLabel('A token of your sign-in').fill(await visitorToken(key, { plan: 'pro' }));
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('It lets its visitor in until').waitFor();
    await page.getByLabel('A token of your sign-in').fill(await visitorToken('x'.repeat(64), {}));
    await page.getByRole('button', { name: 'Check it' }).click();
    await page.getByText('Its signature is not of the key of this site.').waitFor();
    await expectGoodPage(page, 'a refused token');
    expect([...problems, ...reader.problems]).toEqual([]);
    await reader.close();
    await close();
  });

  it('a domain waits, has a wrong record, is proven and is taken off', async () => {
    const site = await publishSite(organization, { title: 'Manual' });
    const { page, close } = await openMemberTab(browser, test, organization.admin);
    await page.goto(tabOf(site, 'addresses'));
    await expectGoodPage(page, 'addresses');
    await page.getByLabel('Domain', { exact: true }).fill('docs.acme.test');
    await page.getByRole('button', { name: 'Use this domain' }).click();
    await page.getByText('Waiting for its proof').waitFor();
    await page.getByRole('button', { name: 'Copy: Value of the TXT record' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const value = await page.evaluate<string>(clipboard);
    await expectGoodPage(page, 'a domain that waits');

    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('link', { name: /The domain docs.acme.test is not proven yet/ }).click();
    dns.records.set('_bindery-challenge.docs.acme.test', ['of somebody else']);
    await page.getByRole('button', { name: 'Ask DNS again' }).click();
    await page.getByText('of somebody else').waitFor();
    await expectGoodPage(page, 'a wrong record');
    dns.records.set('_bindery-challenge.docs.acme.test', [value]);
    await page.getByRole('button', { name: 'Ask DNS again' }).click();
    await page.getByText('DNS has the record').waitFor();
    await expectGoodPage(page, 'a proven domain');

    await page.getByLabel('Domain and path').fill('www.acme.test/docs');
    await page.getByRole('button', { name: 'Use this address', exact: true }).click();
    await page.getByRole('button', { name: 'Copy: Configuration of nginx' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate<string>(clipboard)).toContain('location /docs/ {');
    // A target that is scrolled below the bar at the top would count as too small.
    await page.evaluate('scrollTo(0, 0)');
    await expectGoodPage(page, 'another website');

    await page.locator('summary', { hasText: 'Remove the domain' }).click();
    await page.getByRole('button', { name: 'Remove the domain' }).click();
    await page.getByText('The domain is off the site.').waitFor();
    await close();
  });
});
