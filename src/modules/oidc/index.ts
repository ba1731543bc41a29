export { OidcModule } from './oidc.module.js';
export { OidcSignIn } from './sign-in/oidc-sign-in.service.js';
export { OidcClient, type Discovery } from './sign-in/oidc-client.js';
export { isTested as isOidcTested, OidcProviders } from './providers/oidc-providers.service.js';
export { type OidcProviderView, presentOidcProvider } from './providers/oidc-provider.presenter.js';
export type { OidcKind } from './providers/oidc-provider.entity.js';
export {
  CreateOidcProviderBody,
  type OidcProviderResource,
  UpdateOidcProviderBody,
} from './providers/oidc-provider.dto.js';
export { OidcUrls } from './oidc-urls.js';
