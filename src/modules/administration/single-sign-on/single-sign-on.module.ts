import { Module } from '@nestjs/common';
import { MemberPagesModule } from '#modules/member-pages/index.js';
import { OidcModule } from '#modules/oidc/index.js';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { SamlModule } from '#modules/saml/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { SignInModule, UsersModule } from '#modules/users/index.js';
import { NewProviderPages } from './new-provider-pages.js';
import { OidcProviderPages } from './oidc-provider-pages.js';
import { SamlProviderPages } from './saml-provider-pages.js';
import { SignInSettingsPages } from './sign-in-settings-pages.js';
import { TestOutcomePages } from './test-outcome-pages.js';

/** The ways in which members of an organization sign in, and its identity providers. */
@Module({
  imports: [
    MemberPagesModule,
    UsersModule,
    SignInModule,
    OrganizationsModule,
    TeamsModule,
    SamlModule,
    OidcModule,
  ],
  providers: [SignInSettingsPages, NewProviderPages, OidcProviderPages, SamlProviderPages, TestOutcomePages],
})
export class SingleSignOnModule {}
