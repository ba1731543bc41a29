export { SamlModule } from './saml.module.js';
export { SamlSignIn, type SignedIn, type SignInForm } from './sign-in/saml-sign-in.service.js';
export { NotTested, SignInRefused } from './saml.errors.js';
export { SamlTests } from './sign-in/saml-tests.js';
export { SamlMetadata } from './providers/saml-metadata.js';
export { isTested as isSamlTested } from './providers/saml-providers.service.js';
export { settingsHash } from './providers/settings-hash.js';
export { type Reliance, SsoReliance } from './providers/sso-reliance.js';
export { endsSoon as certificatesEnd } from './providers/certificates.js';
export { SsoPreview } from './tests/sso-preview.js';
export { SsoTests } from './tests/sso-tests.js';
export { shownClaims, type SsoTestOutcome, type TestedPerson } from './tests/sso-test-outcome.js';
export { SignInCodes } from './codes/sign-in-codes.service.js';
export { SamlProviders } from './providers/saml-providers.service.js';
export { ServiceUrls } from './providers/service-urls.js';
export { presentSamlProvider, type SamlProviderView } from './providers/saml-provider.presenter.js';
export {
  CreateSamlProviderBody,
  type SamlProviderResource,
  UpdateSamlProviderBody,
} from './providers/saml-provider.dto.js';
export { SsoLogins } from './providers/sso-logins.js';
