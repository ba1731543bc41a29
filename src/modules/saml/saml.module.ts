import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { SignInCodesController } from './codes/sign-in-codes.controller.js';
import { SignInCodesRepository } from './codes/sign-in-codes.repository.js';
import { SignInCodes } from './codes/sign-in-codes.service.js';
import { SamlProvidersController } from './providers/saml-providers.controller.js';
import { SamlProvidersRepository } from './providers/saml-providers.repository.js';
import { SamlProviders } from './providers/saml-providers.service.js';
import { ServiceUrls } from './providers/service-urls.js';
import { SsoLogins } from './providers/sso-logins.js';
import { ServiceProvider } from './response/service-provider.js';
import { SamlJobs } from './saml.jobs.js';
import { SamlFinder } from './sign-in/saml-finder.js';
import { SamlMembers } from './sign-in/saml-members.js';
import { SamlSignIn } from './sign-in/saml-sign-in.service.js';
import { SamlSignInsRepository } from './sign-in/saml-sign-ins.repository.js';

/** Single sign-on: identity providers of organizations, and signing in through them, also from the command line. */
@Module({
  imports: [UsersModule, OrganizationsModule, TeamsModule],
  controllers: [SamlProvidersController, SignInCodesController],
  providers: [
    SamlProviders,
    SamlProvidersRepository,
    ServiceUrls,
    SsoLogins,
    ServiceProvider,
    SamlSignIn,
    SamlSignInsRepository,
    SamlMembers,
    SamlFinder,
    SamlJobs,
    SignInCodes,
    SignInCodesRepository,
  ],
  exports: [SamlSignIn, SamlProviders, ServiceUrls, SignInCodes, SsoLogins],
})
export class SamlModule {}
