export { SamlModule } from './saml.module.js';
export { SamlSignIn, type SignedIn, type SignInForm } from './sign-in/saml-sign-in.service.js';
export { LastIdentityProvider, SignInRefused } from './saml.errors.js';
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
