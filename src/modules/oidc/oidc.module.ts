import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SamlModule } from '#modules/saml/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { OidcUrls } from './oidc-urls.js';
import { OidcProvidersController } from './providers/oidc-providers.controller.js';
import { OidcProvidersRepository } from './providers/oidc-providers.repository.js';
import { OidcProviders } from './providers/oidc-providers.service.js';
import { OidcClient } from './sign-in/oidc-client.js';
import { OidcFetch } from './sign-in/oidc-fetch.js';
import { OidcFinder } from './sign-in/oidc-finder.js';
import { OidcMembers } from './sign-in/oidc-members.js';
import { OidcSignIn } from './sign-in/oidc-sign-in.service.js';
import { OidcSignInsRepository } from './sign-in/oidc-sign-ins.repository.js';
import { OidcTests } from './sign-in/oidc-tests.js';

/** Single sign-on with OpenID Connect and GitHub: identity providers of organizations, and signing in through them. */
@Module({
  imports: [UsersModule, OrganizationsModule, TeamsModule, SamlModule],
  controllers: [OidcProvidersController],
  providers: [
    OidcProviders,
    OidcProvidersRepository,
    OidcUrls,
    OidcClient,
    OidcFetch,
    OidcSignIn,
    OidcSignInsRepository,
    OidcMembers,
    OidcFinder,
    OidcTests,
  ],
  exports: [OidcSignIn, OidcProviders, OidcUrls, OidcClient],
})
export class OidcModule {}
