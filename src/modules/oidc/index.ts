export { OidcModule } from './oidc.module.js';
export { OidcSignIn, type OidcTest } from './sign-in/oidc-sign-in.service.js';
export { OidcProviders } from './providers/oidc-providers.service.js';
export { type OidcProviderView, presentOidcProvider } from './providers/oidc-provider.presenter.js';
export {
  CreateOidcProviderBody,
  type OidcProviderResource,
  UpdateOidcProviderBody,
} from './providers/oidc-provider.dto.js';
export { OidcUrls } from './oidc-urls.js';
