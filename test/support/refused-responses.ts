import {
  OTHER_KEYS,
  type Person,
  respond,
  respondAltered,
  type Service,
  sign,
  wrappings,
} from './identity-provider.js';

type Make = (service: Service) => Promise<string> | string;

/** A response that must be refused, and a part of the message that gives the reason. */
export interface RefusedResponse {
  name: string;
  reason: string;
  make: Make;
}

/**
 * Responses that are wrong in one way each, and right otherwise.
 * @param victim who would be signed in by them.
 * @param other a person whom the provider signs in, for responses that are made of a valid one.
 */
export function refusedResponses(victim: Person, other: Person): RefusedResponse[] {
  const alter =
    (change: (xml: string) => string): Make =>
    (service) =>
      respondAltered(service, victim, change);
  const spoil =
    (change: (xml: string) => string): Make =>
    async (service) =>
      change(await respond(service, victim));
  const instead =
    (options: object): Make =>
    (service) =>
      respond(service, victim, options);

  /** The responses by the message of the page. */
  const cases: Record<string, Record<string, Make>> = {
    'not signed': {
      'without a signature': instead({ signAssertion: false }),
      'signed as a whole with an unsigned assertion': instead({ signAssertion: false, signResponse: true }),
    },
    'signature does not hold': {
      'signed by another': instead(OTHER_KEYS),
      'with another signature on the whole': spoil((xml) => sign(xml, 'Response', OTHER_KEYS)),
      'that was altered': spoil((xml) => xml.replace('victim-id', 'vic-id')),
    },
    'which is not taken. Choose RSA with SHA-256': {
      'signed with SHA-1': instead({ signatureAlgorithm: 'rsa-sha1' }),
      'digested with SHA-1': instead({ digestAlgorithm: 'sha1' }),
    },
    'another audience': {
      'for another audience': instead({ audience: 'https://other.example' }),
      'without an audience': alter((xml) =>
        xml.replace(/<saml:AudienceRestriction>.*?<\/saml:AudienceRestriction>/s, ''),
      ),
    },
    'another recipient': { 'for another recipient': instead({ recipient: 'https://other.example/acs' }) },
    'another address': { 'for another destination': instead({ destination: 'https://other.example/acs' }) },
    'the entityID that is set here': {
      'from another issuer': instead({ issuer: 'https://other.example' }),
      'whose assertion is from another issuer': alter((xml) =>
        xml.replace(/(<saml:Assertion.*?<saml:Issuer>)[^<]*/s, '$1https://other.example'),
      ),
    },
    'not begun here': { 'to another request': instead({ inResponseTo: '_other' }) },
    'turned off': { 'to no request': instead({ inResponseTo: undefined }) },
    'does not answer': {
      'whose assertion answers no request': alter((xml) =>
        xml.replace(/(<saml:SubjectConfirmationData[^>]*?) InResponseTo="[^"]*"/, '$1'),
      ),
      'whose assertion answers another request': alter((xml) =>
        xml.replace(/(<saml:SubjectConfirmationData[^>]*? InResponseTo=")[^"]*/, '$1_other'),
      ),
    },
    NotOnOrAfter: {
      'that does not end': alter((xml) =>
        xml.replace(/(<saml:SubjectConfirmationData[^>]*?) NotOnOrAfter="[^"]*"/, '$1'),
      ),
      'that ends at no certain moment': alter((xml) =>
        xml.replace(/(<saml:SubjectConfirmationData[^>]*? NotOnOrAfter="[^"]*?)Z"/, '$1"'),
      ),
    },
    'method bearer': {
      'that is not meant for the bearer': alter((xml) => xml.replace('cm:bearer', 'cm:sender-vouches')),
    },
    'anybody has signed in': {
      'that says nobody signed in': alter((xml) =>
        xml.replace(/<saml:AuthnStatement.*?<\/saml:AuthnStatement>/s, ''),
      ),
    },
    'session at the identity provider has ended': {
      'whose session is over': alter((xml) =>
        xml.replace(
          '<saml:AuthnStatement',
          '<saml:AuthnStatement SessionNotOnOrAfter="2020-01-01T00:00:00Z"',
        ),
      ),
    },
    'a document type, a comment or CDATA': {
      'with a comment in the NameID': async (service) =>
        (await respond(service, { nameId: 'victim@example.com.evil.example' })).replace(
          '.com.',
          '.com<!---->.',
        ),
      'with CDATA in the NameID': spoil((xml) => xml.replace('victim-id', '<![CDATA[victim-id]]>')),
      'with a document type': spoil((xml) => `<!DOCTYPE x>${xml}`),
      'with entities that grow': spoil(
        (xml) => `<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]>${xml.replace('victim-id', '&b;')}`,
      ),
    },
    'processing instructions': {
      'with a processing instruction': spoil((xml) => xml.replace('victim-id', 'victim<?x?>-id')),
    },
    'must be a text': {
      'with an element in the NameID': alter((xml) => xml.replace('victim-id', 'vic<x/>tim-id')),
    },
    'says too much': {
      'with so many elements that verifying it would take minutes': spoil((xml) =>
        xml.replace('</saml:Subject>', () => `${'<x/>'.repeat(45_000)}</saml:Subject>`),
      ),
      'with very many namespaces': spoil((xml) =>
        xml.replace('<saml:Subject>', () => {
          const many = Array.from({ length: 1000 }, (_, i) => `xmlns:n${i}="u"`);
          return `<saml:Subject ${many.join(' ')}>`;
        }),
      ),
    },
    'too large': { 'that is too large': spoil((xml) => xml.replace(/$/, ' '.repeat(300_000))) },
    'not well-formed XML': {
      'that is nested too deep': spoil((xml) =>
        xml.replace('</samlp:Response>', `${'<a>'.repeat(9000)}${'</a>'.repeat(9000)}</samlp:Response>`),
      ),
      'that is no XML': () => 'nonsense',
      'with an entity that nobody knows': spoil((xml) => xml.replace('victim-id', '&b;')),
    },
    'other than a SAML 2.0 response': { 'that is no response': () => '<a/>' },
    'did not sign you in': {
      'of a failure': instead({ samlStatusCode: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' }),
    },
    'is encrypted': {
      'that is encrypted': spoil((xml) =>
        xml.replace('</samlp:Status>', '</samlp:Status><EncryptedAssertion xmlns="urn:x"/>'),
      ),
    },
    'the same ID': {
      'with an ID twice': spoil((xml) => xml.replace('<samlp:Status>', '<samlp:Status ID="x" Id="x">')),
    },
    'where none belongs': {
      'with a signature elsewhere': spoil((xml) =>
        xml.replace('<samlp:Status>', '<samlp:Status><Signature/>'),
      ),
    },
    'more than one assertion': {
      'with two assertions': async (service) => {
        const [second = ''] =
          /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(await respond(service, other)) ?? [];
        const xml = await respond(service, victim);
        return xml.replace('</saml:Assertion>', () => `</saml:Assertion>${second}`);
      },
      ...Object.fromEntries(
        ['XSW1', 'XSW2', 'XSW3', 'XSW4', 'XSW5', 'XSW6', 'XSW7', 'XSW8'].map((name): [string, Make] => [
          `wrapped (${name})`,
          async (service) => {
            const xml = await respond(service, other);
            return wrappings(xml, sign(xml, 'Response'), 'victim-id')[name] ?? '';
          },
        ]),
      ),
    },
  };
  return Object.entries(cases).flatMap(([reason, makers]) =>
    Object.entries(makers).map(([name, make]) => ({ name, reason, make })),
  );
}
