import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { SignedXml } from 'xml-crypto';

/** The functions that we use of `samlp`, which has no types. */
interface Samlp {
  getSamlResponse(options: object, user: object, callback: (error: Error | null, xml: string) => void): void;
  auth(options: object): (request: object, response: object, next: (error?: unknown) => void) => void;
}
const samlp = createRequire(import.meta.url)('samlp') as Samlp;

export const ISSUER = 'https://idp.example/metadata';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';

export const pem = (name: string) =>
  readFileSync(new URL(`../fixtures/saml/${name}`, import.meta.url), 'utf8');
const KEYS = { key: pem('provider.key'), cert: pem('provider.crt') };
export const OTHER_KEYS = { key: pem('other.key'), cert: pem('other.crt') };
export const CERTIFICATE = KEYS.cert;

/** The attributes of a person that the provider knows. */
export interface Person {
  nameId: string;
  email?: string;
  givenName?: string;
  familyName?: string;
}

const userOf = ({ nameId, email, givenName = 'Ada', familyName = 'Lovelace' }: Person) => ({
  id: nameId,
  emails: [{ value: email }],
  displayName: nameId,
  name: { givenName, familyName },
});

/** The address to which a response goes, and the request that it answers. */
export interface Service {
  acsURL: string;
  entityID: string;
  inResponseTo?: string;
}

/** A response as samlp makes it. `options` are those of samlp, for responses that are invalid. */
export function respond(service: Service, person: Person, options: object = {}): Promise<string> {
  const right = {
    ...KEYS,
    issuer: ISSUER,
    audience: service.entityID,
    recipient: service.acsURL,
    destination: service.acsURL,
    inResponseTo: service.inResponseTo,
    signatureAlgorithm: 'rsa-sha256',
    digestAlgorithm: 'sha256',
    lifetimeInSeconds: 300,
  };
  return new Promise((resolve, reject) =>
    samlp.getSamlResponse({ ...right, ...options }, userOf(person), (error, xml) =>
      error ? reject(error) : resolve(xml),
    ),
  );
}

/** A response whose assertion `alter` changed before the provider signed it. */
export async function respondAltered(
  service: Service,
  person: Person,
  alter: (xml: string) => string,
): Promise<string> {
  return sign(alter(await respond(service, person, { signAssertion: false })), 'Assertion');
}

/** Signs the element as the provider does. */
export function sign(xml: string, element: 'Assertion' | 'Response', keys = KEYS): string {
  const signer = new SignedXml({ privateKey: keys.key, signatureAlgorithm: RSA_SHA256 });
  signer.canonicalizationAlgorithm = EXCLUSIVE;
  const xpath = `//*[local-name(.)='${element}']`;
  signer.addReference({ xpath, digestAlgorithm: SHA256, transforms: [ENVELOPED, EXCLUSIVE] });
  const reference = `${xpath}/*[local-name(.)='Issuer']`;
  signer.computeSignature(xml, { location: { reference, action: 'after' } });
  return signer.getSignedXml();
}

const ASSERTION = /<saml:Assertion[\s\S]*<\/saml:Assertion>/;
const SIGNATURE = /<Signature[\s\S]*?<\/Signature>/;

/**
 * The eight known signature wrapping attacks (XSW1 to XSW8), made of a valid response: each one says that another
 * person signed in, beside a valid signature.
 * @param xml a response whose assertion is signed.
 * @param signed the same with the response signed too.
 */
export function wrappings(xml: string, signed: string, victim: string): Record<string, string> {
  const [assertion = ''] = ASSERTION.exec(xml) ?? [];
  const [signature = ''] = SIGNATURE.exec(assertion) ?? [];
  const bare = assertion.replace(SIGNATURE, '');
  const evil = (text: string) =>
    text.replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${victim}`).replace(/ID="_[^"]*"/, 'ID="_evil"');
  const into = (signedPart: string, child: string) =>
    signedPart.replace('</Signature>', `${child}</Signature>`);
  const put = (replacement: string) => xml.replace(ASSERTION, () => replacement);
  const [ofResponse = ''] = SIGNATURE.exec(signed) ?? [];
  const original = signed.replace(/^<\?xml[^>]*>/, '');
  const withoutSignature = original.replace(SIGNATURE, '');
  const evilResponse = evil(withoutSignature);
  return {
    XSW1: evilResponse.replace('</saml:Issuer>', () => `</saml:Issuer>${into(ofResponse, withoutSignature)}`),
    XSW2: evilResponse.replace('</saml:Issuer>', () => `</saml:Issuer>${ofResponse}${withoutSignature}`),
    XSW3: put(evil(bare) + assertion),
    XSW4: put(evil(bare).replace('</saml:Assertion>', () => `${assertion}</saml:Assertion>`)),
    XSW5: put(evil(assertion) + bare),
    XSW6: put(evil(bare).replace('</saml:Issuer>', () => `</saml:Issuer>${into(signature, bare)}`)),
    XSW7: put(`<samlp:Extensions>${evil(bare)}</samlp:Extensions>${assertion}`),
    XSW8: put(
      evil(bare).replace(
        '</saml:Issuer>',
        () => `</saml:Issuer>${into(signature, `<Object>${bare}</Object>`)}`,
      ),
    ),
  };
}

/** The fields of the form that a provider's page posts back by itself. */
export function readForm(page: string): { action: string; SAMLResponse: string; RelayState: string } {
  const field = (pattern: RegExp) => (pattern.exec(page)?.[1] ?? '').replaceAll('&#x2F;', '/');
  return {
    action: field(/action="([^"]*)"/),
    SAMLResponse: field(/name="SAMLResponse"\s+value="([^"]*)"/),
    RelayState: field(/name="RelayState"\s+value="([^"]*)"/),
  };
}

/** An identity provider on a separate port, which signs every browser in as the person. */
export async function startIdentityProvider(
  who: () => { person: Person; acsURL: string },
): Promise<{ ssoURL: string; stop(): Promise<void> }> {
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const query = Object.fromEntries(new URL(request.url ?? '', 'http://idp').searchParams);
    const { person, acsURL } = who();
    const answer = {
      set: (name: string, value: string) => response.setHeader(name, value),
      send: (body: string | number) => response.end(String(body)),
    };
    const getPostURL = (
      _audience: string,
      _dom: unknown,
      _request: object,
      done: (e: null, url: string) => void,
    ) => done(null, acsURL);
    const login = samlp.auth({ ...KEYS, issuer: ISSUER, recipient: acsURL, destination: acsURL, getPostURL });
    login({ method: 'GET', query, user: userOf(person) }, answer, (error) =>
      response.writeHead(500).end(String(error)),
    );
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    ssoURL: `http://127.0.0.1:${port}/sso`,
    stop: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
