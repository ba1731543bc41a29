import { Injectable } from '@nestjs/common';
import type { Configuration } from 'openid-client';
import { SignInRefused } from '#modules/saml/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { SecretBox } from '#platform/secrets/secret-box.js';
import { OidcUrls } from '../oidc-urls.js';
import { githubEndpoints, readGithubPerson } from './github.js';
import { OidcFetch } from './oidc-fetch.js';
import { type OidcPerson, subjectOf } from './oidc-person.js';
import type { OidcProvider } from '../providers/oidc-providers.repository.js';
import type { OidcRequest } from './oidc-sign-ins.repository.js';

/** Seconds by which clocks may differ. */
const CLOCK_TOLERANCE = 60;

type Library = typeof import('openid-client');

/** The secrets of one sign-in, and the address to send the browser to. */
export interface OidcStart {
  state: string;
  nonce: string;
  codeVerifier: string;
  location: string;
}

/** Facts that a provider states about itself. */
export interface Discovery {
  /** Host at which people sign in. */
  host: string;
  /** False when it says that it has no scope for mail addresses. */
  knowsEmail: boolean;
}

/** The name under which the secret of a provider is sealed. */
export const secretContext = (providerId: string) => `oidc-provider:${providerId}`;

/** Bindery as a client of OpenID Connect (authorization code with PKCE): speaks the protocol, knows no database. */
@Injectable()
export class OidcClient {
  constructor(
    private readonly urls: OidcUrls,
    private readonly fetch: OidcFetch,
    private readonly secrets: SecretBox,
  ) {}

  /** Begins a sign-in. @throws SignInRefused for a provider that cannot be asked */
  async start(provider: OidcProvider): Promise<OidcStart> {
    const library = await import('openid-client');
    const configuration = await this.configure(library, provider);
    const state = library.randomState();
    const nonce = library.randomNonce();
    const codeVerifier = library.randomPKCECodeVerifier();
    const location = library.buildAuthorizationUrl(configuration, {
      redirect_uri: this.urls.callback(provider.id),
      scope: provider.kind === 'github' ? 'read:user user:email' : 'openid email profile',
      state,
      code_challenge: await library.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      ...(provider.kind === 'github' ? {} : { nonce }),
    });
    return { state, nonce, codeVerifier, location: location.href };
  }

  /**
   * The person for whom the provider vouches in the address that it sent the browser to.
   * @throws SignInRefused
   */
  async finish(provider: OidcProvider, request: OidcRequest, query: URLSearchParams): Promise<OidcPerson> {
    const library = await import('openid-client');
    const configuration = await this.configure(library, provider);
    const url = new URL(`${this.urls.callback(provider.id)}?${query.toString()}`);
    const checks = { pkceCodeVerifier: request.codeVerifier, expectedState: request.state };
    try {
      if (provider.kind === 'github') {
        const { access_token: token } = await library.authorizationCodeGrant(configuration, url, checks);
        return await readGithubPerson(provider.issuer, (address) => this.fetch.json(address, token));
      }
      const tokens = await library.authorizationCodeGrant(configuration, url, {
        ...checks,
        expectedNonce: request.nonce,
        idTokenExpected: true,
      });
      const claims: Record<string, unknown> = { ...tokens.claims() };
      const subject = subjectOf(claims);
      const hasMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
      // Many providers put the mail address there alone; the library checks that it is about the same person.
      const more =
        hasMore && claims['email'] === undefined
          ? await library.fetchUserInfo(configuration, tokens.access_token, subject)
          : {};
      return { subject, claims: { ...more, ...claims } };
    } catch (error) {
      throw explained(error);
    }
  }

  /**
   * Looks at what a provider says about itself, before anybody is sent there.
   * @throws BadRequest that says what is wrong with the issuer.
   */
  async discover(issuer: string): Promise<Discovery> {
    const library = await import('openid-client');
    const { server, isPlain } = serverOf(issuer);
    try {
      const configuration = await library.discovery(server, 'bindery', {}, library.None(), {
        [library.customFetch]: this.fetch.send,
        execute: isPlain ? [library.allowInsecureRequests] : [],
      });
      const metadata = configuration.serverMetadata();
      const { scopes_supported: scopes } = metadata;
      if (metadata.authorization_endpoint === undefined || metadata.token_endpoint === undefined)
        throw new BadRequest(`Issuer: the provider at ${issuer} does not say where people sign in.`);
      return {
        host: new URL(metadata.authorization_endpoint).host,
        knowsEmail: !Array.isArray(scopes) || scopes.includes('email'),
      };
    } catch (error) {
      if (error instanceof BadRequest) throw error;
      throw new BadRequest(`Issuer: ${discoveryProblem(error, issuer)}`);
    }
  }

  /** Asked anew with each sign-in: keys that the provider changed are known at once, and nothing is kept that may be wrong. */
  private async configure(library: Library, provider: OidcProvider): Promise<Configuration> {
    const { kind, issuer, clientId } = provider;
    const secret =
      provider.clientSecret && (await this.secrets.open(provider.clientSecret, secretContext(provider.id)));
    const metadata = { [library.clockTolerance]: CLOCK_TOLERANCE };
    const authentication = secret === null ? library.None() : undefined;
    const client = secret === null ? metadata : { ...metadata, client_secret: secret };
    // http is refused when a provider is set up, but for networks and machines that are private.
    const { server, isPlain } = serverOf(issuer);
    if (kind === 'github') {
      const endpoints = { issuer, ...githubEndpoints(issuer) };
      const post = secret === null ? authentication : library.ClientSecretPost(secret);
      const configuration = new library.Configuration(endpoints, clientId, client, post);
      configuration[library.customFetch] = this.fetch.send;
      if (isPlain) library.allowInsecureRequests(configuration);
      return configuration;
    }
    try {
      return await library.discovery(server, clientId, client, authentication, {
        [library.customFetch]: this.fetch.send,
        execute: [library.enableNonRepudiationChecks, ...(isPlain ? [library.allowInsecureRequests] : [])],
      });
    } catch (error) {
      throw explained(error, `There is no configuration of OpenID Connect at the issuer ${issuer}.`);
    }
  }
}

function serverOf(issuer: string): { server: URL; isPlain: boolean } {
  const server = new URL(issuer);
  return { server, isPlain: server.protocol === 'http:' };
}

/** The reason why a provider's configuration cannot be used, as a sentence for whoever typed the issuer. */
function discoveryProblem(error: unknown, issuer: string): string {
  const refused = refusalIn(error);
  if (refused) return refused.message;
  const said = declaredIssuer(error);
  if (said !== null) return `the provider there calls itself ${said}. Write it exactly like that.`;
  return `there is no configuration of OpenID Connect at ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration. Check the address for typing errors.`;
}

/** The issuer in a configuration that names another one than was asked for. */
function declaredIssuer(error: unknown): string | null {
  const { cause } = (error ?? {}) as { cause?: unknown };
  const { attribute, body } = (cause ?? {}) as { attribute?: unknown; body?: { issuer?: unknown } };
  if (attribute === 'issuer' && typeof body?.issuer === 'string') return body.issuer.slice(0, 300);
  return cause === undefined || cause === error ? null : declaredIssuer(cause);
}

/** The reason in words for people; what the provider says about it, it says to whom set it up. */
function explained(error: unknown, sentence = 'The identity provider did not complete the sign-in'): Error {
  const refused = refusalIn(error);
  if (refused) return refused;
  if (!(error instanceof Error)) return new SignInRefused(sentence);
  const { error: code, error_description: description } = error as Error & Record<string, unknown>;
  if (code === 'access_denied')
    return new SignInRefused('The sign-in was cancelled at the identity provider.');
  const said = [code, description].filter((text) => typeof text === 'string').join(': ');
  const cause = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  return new SignInRefused(`${sentence.replace(/\.$/, '')} (${(said || cause).slice(0, 300)}).`);
}

/** The library wraps what the client of HTTP threw. */
function refusalIn(error: unknown): SignInRefused | null {
  if (error instanceof SignInRefused) return error;
  return error instanceof Error && error.cause !== undefined ? refusalIn(error.cause) : null;
}
