import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OrganizationHooks, Organizations } from '#modules/organizations/index.js';
import { SsoLogins } from '#modules/saml/index.js';
import {
  normalizeEmail,
  type SsoChoice,
  type SsoFinder,
  type SsoQuery,
  SsoSignIn,
} from '#modules/users/index.js';
import { OidcUrls } from '../oidc-urls.js';
import { type OidcProvider, OidcProvidersRepository } from '../providers/oidc-providers.repository.js';

/** Tells the sign-in page, organizations and the API which identity providers there are. */
@Injectable()
export class OidcFinder implements SsoFinder, OnModuleInit {
  constructor(
    private readonly signIn: SsoSignIn,
    private readonly hooks: OrganizationHooks,
    private readonly logins: SsoLogins,
    private readonly organizations: Organizations,
    private readonly providers: OidcProvidersRepository,
    private readonly urls: OidcUrls,
  ) {}

  onModuleInit(): void {
    this.signIn.register(this);
    this.hooks.hasActiveIdentityProvider.register((organizationId, besides) =>
      this.providers.hasActive(organizationId, besides),
    );
    this.logins.register(async (organizationId) => {
      const providers = await this.providers.listActive(organizationId);
      return providers.map(({ id, label }) => ({ id, label, startURL: this.urls.start(id) }));
    });
  }

  isOffered(): Promise<boolean> {
    return this.providers.isAnyActive();
  }

  async find(query: SsoQuery): Promise<SsoChoice[]> {
    const found =
      'email' in query ? await this.forEmail(query.email) : await this.forHostname(query.hostname);
    return found.map(({ id, label, issuer }) => ({
      ...{ label, host: new URL(issuer).host, startURL: this.urls.start(id, query.next) },
    }));
  }

  private forEmail(email: string): Promise<OidcProvider[]> {
    return this.providers.listActiveForDomain(normalizeEmail(email).split('@').at(-1) ?? '');
  }

  private async forHostname(hostname: string): Promise<OidcProvider[]> {
    const organization = await this.organizations.findByHostname(hostname.trim().toLowerCase());
    return organization ? this.providers.listActive(organization.id) : [];
  }
}
