import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import Provider, { type Configuration } from 'oidc-provider';

/** A person as the provider knows them: claims beside the subject, which is the login. */
export type OidcAccounts = Record<string, Record<string, unknown>>;

/** A provider of OpenID Connect in this process, whose forms are filled in by {@link OidcServer.signIn}. */
export interface OidcServer {
  issuer: string;
  accounts: OidcAccounts;
  /**
   * Follows the address of a sign-in as a browser in which the person types their login.
   * @returns the address to which the provider sends the browser back.
   */
  signIn(location: string, login: string): Promise<string>;
  /** The same for somebody who cancels. */
  cancel(location: string): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { clientID: 'bindery', clientSecret: 'a-secret-of-the-client-with-32-characters' };

/** Starts a provider that knows one client, {@link CLIENT}, with any redirect URI. */
export async function startOidcServer(
  accounts: OidcAccounts,
  options: Configuration = {},
): Promise<OidcServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientID,
        client_secret: CLIENT.clientSecret,
        redirect_uris: ['https://docs.example/callback'],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: 'sig', alg: 'RS256', kid: issuer }] },
    cookies: { keys: ['one-key-for-cookies'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    findAccount: (_context, login) => ({
      accountId: login,
      claims: () => ({ sub: login, ...accounts[login] }),
    }),
    ...options,
  });
  // Addresses of the test's application are not known before it started.
  provider.Client.prototype.redirectUriAllowed = () => true;
  server.on('request', provider.callback());
  const walk = (location: string, login: string | null) => follow(issuer, location, login);
  return {
    issuer,
    accounts,
    signIn: (location, login) => walk(location, login),
    cancel: (location) => walk(location, null),
    close: () => closed(server),
  };
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

/** Goes from address to address, with cookies, until one is elsewhere. */
async function follow(issuer: string, location: string, login: string | null): Promise<string> {
  const cookies = new Map<string, string>();
  let next = location;
  let form: URLSearchParams | undefined;
  for (let hops = 0; hops < 20; hops += 1) {
    if (!next.startsWith(issuer)) return next;
    const answer = await fetch(next, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    form = undefined;
    const to = answer.headers.get('location');
    if (to !== null) {
      next = new URL(to, next).href;
      continue;
    }
    const page = await answer.text();
    const [, action] = /action="([^"]+)"/.exec(page) ?? [];
    if (action === undefined)
      throw new Error(`The provider answered ${answer.status}: ${page.slice(0, 500)}`);
    if (login === null) next = `${action.replace(/\/$/, '')}/abort`;
    else {
      next = action;
      form = new URLSearchParams({
        prompt: page.includes('name="login"') ? 'login' : 'consent',
        login,
        password: 'x',
      });
    }
  }
  throw new Error('The provider leads nowhere.');
}

/** An address of the provider for which a test answers itself, such as a token. */
export type Answers = Record<string, (origin: string) => unknown>;

/** A provider that answers whatever the test says, as JSON, by path. */
export async function startForgedProvider(
  answers: Answers,
): Promise<{ issuer: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '').split('?');
    const make = answers[path];
    void (async () => {
      const body = make ? await make(issuer) : { error: 'not_found' };
      response.writeHead(make ? 200 : 404, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { issuer, close: () => closed(server) };
}

/** The answers of a provider whose identity token has the claims, signed with `signer` and announced with the key of `known`. */
export function forgedAnswers(
  claims: () => Record<string, unknown>,
  keys: { signer: CryptoKeyPair; known: () => CryptoKeyPair; kid: () => string },
): Answers {
  return {
    '/.well-known/openid-configuration': (issuer) => ({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/jwks': async () => ({
      keys: [{ ...(await exportJWK(keys.known().publicKey)), kid: keys.kid(), use: 'sig', alg: 'RS256' }],
    }),
    '/token': async (issuer) => ({
      access_token: 'token',
      token_type: 'bearer',
      id_token: await new SignJWT({ iss: issuer, aud: CLIENT.clientID, sub: 'ada', ...claims() })
        .setProtectedHeader({ alg: 'RS256', kid: keys.kid() })
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(keys.signer.privateKey),
    }),
  };
}
