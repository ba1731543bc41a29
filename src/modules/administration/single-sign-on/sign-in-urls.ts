import { settingsPath } from '../settings/settings-frame.js';

/** Addresses of the pages about how members of an organization sign in. */
export interface SignInUrls {
  /** The overview. */
  root: string;
  /** Adds an identity provider. */
  add: string;
  oidc: (providerId: string) => string;
  saml: (providerId: string) => string;
}

/** @param base path of PUBLIC_URL. */
export function signInUrls(base: string, organizationId: string): SignInUrls {
  const root = settingsPath(base, organizationId, 'sign-in');
  return {
    root,
    add: `${root}/new`,
    oidc: (providerId) => `${root}/oidc/${encodeURIComponent(providerId)}`,
    saml: (providerId) => `${root}/saml/${encodeURIComponent(providerId)}`,
  };
}
