import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import {
  normalizeEmail,
  type SsoChoice,
  type SsoFinder,
  type SsoQuery,
  SsoSignIn,
} from '#modules/users/index.js';
import { type SamlProvider, SamlProvidersRepository } from '../providers/saml-providers.repository.js';
import { ServiceUrls } from '../providers/service-urls.js';

/** Tells the sign-in page which identity providers there are. */
@Injectable()
export class SamlFinder implements SsoFinder, OnModuleInit {
  constructor(
    private readonly signIn: SsoSignIn,
    private readonly organizations: Organizations,
    private readonly providers: SamlProvidersRepository,
    private readonly urls: ServiceUrls,
  ) {}

  onModuleInit(): void {
    this.signIn.register(this);
  }

  isOffered(): Promise<boolean> {
    return this.providers.isAnyUsable();
  }

  async find(query: SsoQuery): Promise<SsoChoice[]> {
    const found =
      'email' in query ? await this.forEmail(query.email) : await this.forHostname(query.hostname);
    return found.map(({ id, label, ssoUrl }) => ({
      ...{ label, host: new URL(ssoUrl).host, startURL: this.urls.start(id, query.next) },
    }));
  }

  private forEmail(email: string): Promise<SamlProvider[]> {
    return this.providers.listUsableForDomain(normalizeEmail(email).split('@').at(-1) ?? '');
  }

  private async forHostname(hostname: string): Promise<SamlProvider[]> {
    const organization = await this.organizations.findByHostname(hostname.trim().toLowerCase());
    return organization ? this.providers.listUsable(organization.id) : [];
  }
}
