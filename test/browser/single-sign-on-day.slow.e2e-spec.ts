import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBrowser, leaveBrowser, openReader, shareBrowser } from '../support/browser.js';
import { buildOrganization, type TestOrganization } from '../support/factories.js';
import { CERTIFICATE, ISSUER, startIdentityProvider } from '../support/identity-provider.js';
import { expectGoodPage, openMemberTab } from '../support/member-tab.js';
import { CLIENT, type OidcServer, startOidcServer } from '../support/oidc-server.js';
import { addSingleSignOn, signInAtProvider } from '../support/single-sign-on-tab.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let server: OidcServer;
let browser: Browser;
let root: string;

describe.skipIf(findBrowser() === undefined)('Single sign-on set up in a browser', () => {
  beforeAll(async () => {
    test = await createTestApp({ publicUrl: 'http://localhost' });
    // The providers are at another host, so that browsers treat them as another site.
    root = test.baseUrl.replace('127.0.0.1', 'localhost');
    Object.assign(test.config, { publicUrl: root });
    server = await startOidcServer({
      ada: { email: 'ada@acme.example', email_verified: true, name: 'Ada Lovelace' },
    });
    organization = await buildOrganization(test);
    browser = await shareBrowser();
  });

  afterAll(async () => {
    await leaveBrowser(browser);
    await server.close();
    await test.close();
  });

  const openAdmin = () => openMemberTab(browser, { baseUrl: root }, organization.admin);
  const settings = () => `${root}/app/o/${organization.id}/settings/sign-in`;

  const add = (page: Page, kind: string, label: string) =>
    addSingleSignOn(page, { settings: settings(), kind, label });

  it('an administrator sets OpenID Connect up, tests it, switches it on, and a colleague comes in', async () => {
    const { page, problems, close } = await openAdmin();
    await page.goto(settings());
    await expectGoodPage(page, 'empty');
    await page.getByRole('link', { name: 'Add single sign-on' }).click();
    await expectGoodPage(page, 'choice');
    await add(page, 'Keycloak', 'Acme account');
    await expectGoodPage(page, 'not set up');

    await page.getByLabel('Issuer').fill(`${server.issuer}/realms/none`);
    await page.getByLabel('Client ID').fill(CLIENT.clientID);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('no configuration of OpenID Connect').waitFor();
    await expectGoodPage(page, 'wrong issuer');
    await page.getByLabel('Issuer').fill(server.issuer);
    await page.getByLabel('Client secret').fill(CLIENT.clientSecret);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved.').waitFor();
    await expectGoodPage(page, 'to be tested');

    await page.getByRole('link', { name: 'Test the sign-in' }).click();
    await signInAtProvider(page, 'ada');
    await page.getByRole('heading', { level: 1, name: 'The test went well' }).waitFor();
    await page.getByText('a new member would be made').waitFor();
    await expectGoodPage(page, 'test');
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText('The provider is on').waitFor();
    await page.getByText('Switch it off', { exact: true }).first().click();
    await expectGoodPage(page, 'on');

    const colleague = await openReader(browser, { width: 1440 });
    const start = page.url().replace(/\/o\/.*\/oidc\/([^?/]+).*$/, '/sso/oidc/$1/start');
    await colleague.page.goto(start);
    await signInAtProvider(colleague.page, 'ada');
    await colleague.page.waitForURL((url) => url.origin === root && !url.pathname.includes('/sso/'));
    await colleague.close();

    await page.goto(settings());
    await page.getByRole('cell', { name: 'On', exact: true }).waitFor();
    await page.getByText('Require it of everybody').click();
    await expectGoodPage(page, 'list');
    await page.getByRole('button', { name: 'Require single sign-on' }).click();
    await page.getByText('Single sign-on is required from now on.').waitFor();
    await expectGoodPage(page, 'required');
    await page.getByRole('link', { name: 'Acme account' }).click();
    await page.locator('summary', { hasText: 'Delete the identity provider' }).click();
    await page.getByRole('button', { name: 'Delete Acme account' }).click();
    await page.getByRole('alert').getByText('Members sign in through this provider only').waitFor();
    await expectGoodPage(page, 'refused');
    await page.goto(settings());
    await page.getByRole('button', { name: 'Do not require it any more' }).click();
    await page.getByText('Single sign-on is not required any more.').waitFor();
    // Browsers report the status of a refused form, and fonts that the pages of the provider do not get.
    expect(problems.filter((problem) => !/^(Failed to load resource|400 |409 )/.test(problem))).toEqual([]);
    await close();
  });

  it('an administrator sets SAML up with metadata, sees a test fail, and go well', async () => {
    const { page, close } = await openAdmin();
    await add(page, 'SAML 2.0', 'Acme SAML');
    await expectGoodPage(page, 'SAML, not set up');
    const id = page.url().split('/').at(-1) ?? '';
    const service = { acsURL: `${root}/app/sso/${id}/acs` };
    let email = '';
    const provider = await startIdentityProvider(() => ({
      person: { nameId: 'grace-id', email },
      acsURL: service.acsURL,
    }));
    await page.getByLabel('Or the XML').fill(metadataOf(provider.ssoURL));
    await page.getByRole('button', { name: 'Take its metadata' }).click();
    await page.getByText('The settings are taken from the metadata.').waitFor();
    await expectGoodPage(page, 'SAML, to be tested');

    await page.getByRole('link', { name: 'Test the sign-in' }).click();
    await page.getByRole('heading', { level: 1, name: 'The test did not go well' }).waitFor();
    await expectGoodPage(page, 'SAML, refused');
    email = 'grace@acme.example';
    await page.getByRole('link', { name: 'Test again' }).click();
    await page.getByRole('heading', { level: 1, name: 'The test went well' }).waitFor();
    await page.getByText('grace-id', { exact: true }).first().waitFor();
    await expectGoodPage(page, 'SAML, tested');
    await page.getByRole('button', { name: 'Switch it on' }).click();
    await page.getByText('The provider is on').waitFor();
    await page.locator('summary', { hasText: 'Delete the identity provider' }).click();
    await page.getByRole('button', { name: 'Delete Acme SAML' }).click();
    await page.getByText('The identity provider is deleted.').waitFor();
    expect(await page.getByText('Acme SAML').count()).toBe(0);
    await provider.stop();
    await close();
  });
});

function metadataOf(ssoURL: string): string {
  return `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${ISSUER}">
    <IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
      <KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data>
        <X509Certificate>${CERTIFICATE.replace(/-----[^-]+-----/g, '')}</X509Certificate>
      </X509Data></KeyInfo></KeyDescriptor>
      <SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoURL}"/>
    </IDPSSODescriptor>
  </EntityDescriptor>`;
}
