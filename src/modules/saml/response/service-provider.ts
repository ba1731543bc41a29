import type { SAML } from '@node-saml/node-saml';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { randomText } from '#platform/ids/ids.js';
import { splitCertificates } from '../providers/certificates.js';
import { SignInRefused } from '../saml.errors.js';
import type { SamlProvider } from '../providers/saml-providers.repository.js';
import { ServiceUrls } from '../providers/service-urls.js';
import { checkAssertion, type AssertedUser } from './check-assertion.js';
import type { InspectedResponse } from './inspect-response.js';

/** Bindery as a service provider of SAML 2.0 (web browser SSO profile): speaks the protocol, knows no database. */
@Injectable()
export class ServiceProvider {
  constructor(
    private readonly clock: Clock,
    private readonly urls: ServiceUrls,
  ) {}

  /** A request for a login, and the address to send a browser to with it (HTTP-Redirect binding). */
  async request(provider: SamlProvider): Promise<{ id: string; location: string }> {
    const id = `_${randomText(40)}`;
    const saml = await this.libraryFor(provider, { generateUniqueId: () => id });
    return { id, location: await saml.getAuthorizeUrlAsync('', undefined, {}) };
  }

  /**
   * The person a response vouches for.
   * @param inResponseTo the request it must answer; absent when it must not answer any.
   * @throws SignInRefused
   */
  async verify(
    provider: SamlProvider,
    response: InspectedResponse,
    inResponseTo: string | undefined,
  ): Promise<AssertedUser> {
    const recipient = this.urls.acs(provider.id);
    if (response.destination !== undefined && response.destination !== recipient)
      throw new SignInRefused(
        `The response is for another address. Set ${recipient} at the identity provider.`,
      );
    if (response.issuer !== undefined && response.issuer !== provider.entityId)
      throw new SignInRefused('The response is not from the entityID that is set here.');
    const xml = await this.verifiedAssertion(provider, response);
    return checkAssertion(xml, { issuer: provider.entityId, recipient, inResponseTo, now: this.clock.now() });
  }

  /** Our metadata for an identity provider (SAML 2.0). */
  async metadata(provider: SamlProvider): Promise<string> {
    // Metadata can be had before the provider's side is known; the library wants a certificate for what is not in it.
    const saml = await this.libraryFor({ ...provider, certificate: '' });
    return saml.generateServiceProviderMetadata(null, null);
  }

  /** The bytes of the assertion that its signature and, where there is one, that of the response hold for. */
  private async verifiedAssertion(
    provider: SamlProvider,
    { xml, isSigned }: InspectedResponse,
  ): Promise<string> {
    const saml = await this.libraryFor(provider, { wantAuthnResponseSigned: isSigned });
    try {
      // Encoded again, so that exactly what was inspected is verified.
      const SAMLResponse = Buffer.from(xml).toString('base64');
      const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
      const assertion = profile?.getAssertionXml?.();
      if (assertion) return assertion;
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      throw new SignInRefused(explain(detail));
    }
    throw new SignInRefused('The response vouches for nobody.');
  }

  /** Loaded where somebody signs in this way: with what reads and verifies XML it is large. */
  private async libraryFor(
    provider: SamlProvider,
    options: { generateUniqueId?: () => string; wantAuthnResponseSigned?: boolean } = {},
  ): Promise<SAML> {
    const { SAML, ValidateInResponseTo } = await import('@node-saml/node-saml');
    const entityId = this.urls.entityId(provider.id);
    const certificates = splitCertificates(provider.certificate);
    return new SAML({
      entryPoint: provider.ssoUrl,
      callbackUrl: this.urls.acs(provider.id),
      issuer: entityId,
      audience: entityId,
      idpCert: certificates.length > 0 ? certificates : ['none'],
      wantAssertionsSigned: true,
      wantAuthnResponseSigned: false,
      // Providers know best how people sign in there, and which name they give.
      disableRequestedAuthnContext: true,
      identifierFormat: null,
      // Times and requests are checked here: against our clock, and in the transaction that makes the session.
      acceptedClockSkewMs: -1,
      validateInResponseTo: ValidateInResponseTo.never,
      ...options,
    });
  }
}

function explain(detail: string): string {
  if (/audience/i.test(detail)) return `The assertion is for another audience (${detail.slice(0, 300)}).`;
  if (/signature/i.test(detail))
    return 'The signature does not hold: the response was altered, or the certificate that is set here is not the one it was signed with.';
  return `The response was not taken: ${detail.slice(0, 300)}.`;
}
