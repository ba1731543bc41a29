import type { OidcKind } from '#modules/oidc/index.js';

/** A kind of identity provider, with what to do there. */
export interface ProviderKind {
  name: string;
  title: string;
  /** One sentence for the choice. */
  about: string;
  protocol: OidcKind | 'saml';
  /** Form of the issuer. */
  issuer: { hint: string; placeholder: string; fixed?: string };
  /** Steps at the provider; the redirect address is shown below them. */
  steps: readonly string[];
}

const ANY_ISSUER = {
  hint: 'The address that the provider calls itself: the one below which it has /.well-known/openid-configuration.',
  placeholder: 'https://login.example.com',
};

/** The kinds that a provider can be chosen from; the last one of OpenID Connect fits all others. */
export const KINDS: readonly ProviderKind[] = [
  {
    name: 'google',
    title: 'Google Workspace',
    about: 'Accounts of your company at Google.',
    protocol: 'oidc',
    issuer: {
      hint: 'All of Google has this one.',
      placeholder: 'https://accounts.google.com',
      fixed: 'https://accounts.google.com',
    },
    steps: [
      'Open console.cloud.google.com, choose a project, and go to "Google Auth Platform".',
      'Under "Audience", choose "Internal". With "External", everybody who has an account at Google could come in.',
      'Under "Clients", create a client of the type "Web application".',
      'Add the redirect address below under "Authorized redirect URIs", and create the client.',
      'Copy its client ID and its client secret: Google shows the secret once.',
    ],
  },
  {
    name: 'entra',
    title: 'Microsoft Entra ID',
    about: 'Accounts of Microsoft 365.',
    protocol: 'oidc',
    issuer: {
      hint: 'With the id of your tenant in place of the zeros: "Directory (tenant) ID" on the overview of the application. "common" does not work.',
      placeholder: 'https://login.microsoftonline.com/00000000-0000-0000-0000-000000000000/v2.0',
    },
    steps: [
      'Open entra.microsoft.com, then "App registrations", and create a registration for "this organizational directory only".',
      'Choose the platform "Web", and give it the redirect address below.',
      'Under "Certificates & secrets", create a client secret and copy its value. Note when it ends: nobody signs in after that.',
      'Under "Token configuration", add the optional claims "email" and "xms_edov" to the ID token. The second one says that the address is verified; where the list lacks it, write it into the manifest.',
      'Copy "Application (client) ID" from the overview.',
    ],
  },
  {
    name: 'okta',
    title: 'Okta',
    about: 'An organization at Okta.',
    protocol: 'oidc',
    issuer: { hint: 'The address of your organization at Okta.', placeholder: 'https://example.okta.com' },
    steps: [
      'In the admin console, go to "Applications", and create an app integration: "OIDC", then "Web Application".',
      'Add the redirect address below under "Sign-in redirect URIs". The grant type "Authorization Code" is enough.',
      'Under "Assignments", choose who may come in.',
      'Copy the client ID and the client secret.',
    ],
  },
  {
    name: 'keycloak',
    title: 'Keycloak',
    about: 'A realm of your own server.',
    protocol: 'oidc',
    issuer: {
      hint: 'The address of the realm, without a slash at its end.',
      placeholder: 'https://login.example.com/realms/company',
    },
    steps: [
      'In the admin console, choose your realm, then "Clients", and create a client of the type "OpenID Connect".',
      'Turn on "Client authentication" and "Standard flow".',
      'Add the redirect address below under "Valid redirect URIs".',
      'Copy the secret under "Credentials". The client ID is the one that you chose.',
      'Keycloak says of each person whether the address is verified: turn on "Verify email" in the realm, or set "Email verified" for people whom you add.',
    ],
  },
  {
    name: 'authentik',
    title: 'Authentik',
    about: 'An application of your own server.',
    protocol: 'oidc',
    issuer: {
      hint: 'Shown as "OpenID Configuration Issuer", with the slash at its end.',
      placeholder: 'https://login.example.com/application/o/bindery/',
    },
    steps: [
      'In the admin interface, create an application with a provider of the type "OAuth2/OpenID".',
      'Add the redirect address below under "Redirect URIs", and choose a signing key.',
      'Let the scope "email" say that addresses are verified: newer versions say "email_verified: false" unless a scope mapping of yours says otherwise.',
      'Copy the client ID and the client secret.',
    ],
  },
  {
    name: 'github',
    title: 'GitHub',
    about: 'Accounts at GitHub, or at a GitHub Enterprise Server.',
    protocol: 'github',
    issuer: {
      hint: 'https://github.com, or the address of your GitHub Enterprise Server.',
      placeholder: 'https://github.com',
    },
    steps: [
      'On the page of your organization at GitHub, go to "Settings", "Developer settings", "OAuth Apps", and register an application.',
      'Give it the redirect address below as "Authorization callback URL".',
      'Generate a client secret, and copy it with the client ID.',
      'Everybody who has an account at GitHub can come in with it, as a newcomer. Leave newcomers guests, who see only what is shared with them.',
    ],
  },
  {
    name: 'other',
    title: 'Another one (OpenID Connect)',
    about: 'Any provider with a discovery document.',
    protocol: 'oidc',
    issuer: ANY_ISSUER,
    steps: [
      'Create a client for a web application with the authorization code flow.',
      'Add the redirect address below to its redirect addresses, exactly as it is.',
      'Allow the scopes "openid", "email" and "profile". The provider must say that addresses are verified (email_verified).',
      'Copy the client ID and the client secret.',
    ],
  },
  {
    name: 'saml',
    title: 'SAML 2.0',
    about: 'Any provider that gives you metadata or a certificate, AD FS for one.',
    protocol: 'saml',
    issuer: ANY_ISSUER,
    steps: [],
  },
];

const HOSTS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['google', /^https:\/\/accounts\.google\.com\/?$/],
  ['entra', /^https:\/\/login\.microsoftonline\.(com|us)\//],
  ['okta', /^https:\/\/[^/]+\.(okta|oktapreview|okta-emea)\.com/],
  ['keycloak', /\/realms\/[^/]+$/],
  ['authentik', /\/application\/o\/[^/]+\/?$/],
];

/**
 * The kind of a provider that was set up: as its issuer says, or else as was chosen.
 * @param chosen name of a kind, as an address of a page says it.
 */
export function kindOf({ kind, issuer }: { kind: OidcKind; issuer: string }, chosen: string | null) {
  const known = HOSTS.find(([, pattern]) => pattern.test(issuer))?.[0];
  const name = kind === 'github' ? 'github' : (known ?? chosen);
  const fits = KINDS.find((one) => one.name === name && one.protocol === kind);
  return fits ?? (KINDS.find((one) => one.name === 'other') as ProviderKind);
}
