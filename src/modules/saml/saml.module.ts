import { Module } from '@nestjs/common';
import { OrganizationsModule } from '#modules/organizations/index.js';
import { TeamsModule } from '#modules/teams/index.js';
import { UsersModule } from '#modules/users/index.js';
import { SignInCodesController } from './codes/sign-in-codes.controller.js';
import { SignInCodesRepository } from './codes/sign-in-codes.repository.js';
import { SignInCodes } from './codes/sign-in-codes.service.js';
import { SamlProvidersController } from './providers/saml-providers.controller.js';
import { SamlMetadata } from './providers/saml-metadata.js';
import { SamlProvidersRepository } from './providers/saml-providers.repository.js';
import { SamlProviders } from './providers/saml-providers.service.js';
import { ServiceUrls } from './providers/service-urls.js';
import { SsoLogins } from './providers/sso-logins.js';
import { SsoReliance } from './providers/sso-reliance.js';
import { ServiceProvider } from './response/service-provider.js';
import { SamlJobs } from './saml.jobs.js';
import { SamlFinder } from './sign-in/saml-finder.js';
import { SamlMembers } from './sign-in/saml-members.js';
import { SamlSignIn } from './sign-in/saml-sign-in.service.js';
import { SamlTests } from './sign-in/saml-tests.js';
import { SsoPreview } from './tests/sso-preview.js';
import { SsoTests } from './tests/sso-tests.js';
import { SsoTestsRepository } from './tests/sso-tests.repository.js';
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
    SamlTests,
    SsoTests,
    SsoTestsRepository,
    SsoPreview,
    SsoReliance,
    SamlMetadata,
    SignInCodes,
    SignInCodesRepository,
  ],
  exports: [
    SamlSignIn,
    SamlProviders,
    SamlMetadata,
    SamlTests,
    ServiceUrls,
    SignInCodes,
    SsoLogins,
    SsoReliance,
    SsoTests,
    SsoPreview,
  ],
})
export class SamlModule {}
