import { SignInRefused } from '../saml.errors.js';
import { ALGORITHMS, ASSERTION, PROTOCOL, SIGNATURE, SUCCESS } from './saml-names.js';
import { childrenOf, descendants, parseXml, type XmlElement } from './xml.js';

const MAX_BYTES = 256 * 1024;
/** More than people in hundreds of groups need. What verifying costs grows with their square, and anybody may send a response. */
const MAX_ELEMENTS = 600;
const MAX_ATTRIBUTES = 20;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const XML_DECLARATION = /^\s*<\?xml\s[^?]*\?>/;

/** The envelope of an assertion. Only its form is checked: no signature has been verified yet. */
export interface InspectedResponse {
  xml: string;
  destination?: string;
  inResponseTo?: string;
  issuer?: string;
  /** True when the response as a whole carries a signature, which then must be valid too. */
  isSigned: boolean;
}

/**
 * Reads the `SAMLResponse` of a form and refuses every form that a login does not need, before anything is verified: so
 * there is one place only where an assertion and its signature can stand, and nothing to be confused by.
 * @throws SignInRefused
 */
export function inspectResponse(encoded: string): InspectedResponse {
  const xml = decode(encoded);
  const response = read(xml);
  if (response.name !== 'Response' || response.namespace !== PROTOCOL)
    throw new SignInRefused('The identity provider sent something other than a SAML 2.0 response.');
  requireSuccess(response);
  const all = descendants(response);
  requireModest(all);
  const assertion = onlyAssertion(response, all);
  requireUniqueIds(all);
  requireSignaturesInPlace(response, assertion, all);
  requireStrongAlgorithms(all);
  return {
    xml,
    destination: response.attributes.get('Destination'),
    inResponseTo: response.attributes.get('InResponseTo'),
    issuer: childrenOf(response, ASSERTION, 'Issuer')[0]?.text.trim(),
    isSigned: childrenOf(response, SIGNATURE, 'Signature').length > 0,
  };
}

function decode(encoded: string): string {
  const text = encoded.replace(/\s+/g, '');
  if (text.length > (MAX_BYTES / 3) * 4) throw new SignInRefused('The response is too large.');
  if (!BASE64.test(text)) throw new SignInRefused('The form holds no response in base64.');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'base64'));
  } catch {
    throw new SignInRefused('The response is not written in UTF-8.');
  }
}

function read(xml: string): XmlElement {
  // Document types define entities, and comments split texts: what is read could be less than what was signed.
  if (xml.includes('<!'))
    throw new SignInRefused('The response holds a document type, a comment or CDATA, which are not taken.');
  if (xml.replace(XML_DECLARATION, '').includes('<?'))
    throw new SignInRefused('The response holds processing instructions, which are not taken.');
  try {
    return parseXml(xml);
  } catch {
    throw new SignInRefused('The response is not well-formed XML.');
  }
}

function requireModest(all: readonly XmlElement[]): void {
  if (all.length > MAX_ELEMENTS || all.some(({ attributes }) => attributes.size > MAX_ATTRIBUTES))
    throw new SignInRefused(
      'The response says too much. Have the identity provider send fewer attributes, or fewer groups.',
    );
}

function requireSuccess(response: XmlElement): void {
  const [status] = childrenOf(response, PROTOCOL, 'Status');
  const [code] = childrenOf(status, PROTOCOL, 'StatusCode');
  if (code?.attributes.get('Value') === SUCCESS) return;
  const [message] = childrenOf(status, PROTOCOL, 'StatusMessage');
  const inner = childrenOf(code, PROTOCOL, 'StatusCode')[0] ?? code;
  const reason =
    message?.text.trim() || inner?.attributes.get('Value')?.split(':').at(-1) || 'no reason given';
  throw new SignInRefused(`The identity provider did not sign you in: ${reason.slice(0, 200)}.`);
}

function onlyAssertion(response: XmlElement, all: readonly XmlElement[]): XmlElement {
  if (all.some(({ name }) => name.startsWith('Encrypted')))
    throw new SignInRefused(
      'The response is encrypted. Turn off encryption of assertions at the identity provider.',
    );
  const [assertion, another] = all.filter(({ name }) => name === 'Assertion');
  if (another) throw new SignInRefused('The response holds more than one assertion.');
  if (!assertion || assertion.namespace !== ASSERTION || !response.children.includes(assertion))
    throw new SignInRefused('The response holds no assertion where one belongs.');
  return assertion;
}

function requireUniqueIds(all: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of all)
    for (const [name, value] of attributes) {
      if (!/^([^:]+:)?id$/i.test(name)) continue;
      if (seen.has(value)) throw new SignInRefused('Two elements of the response have the same ID.');
      seen.add(value);
    }
}

/** One on the assertion, and perhaps one on the response; each directly in what it signs, and nothing hidden in them. */
function requireSignaturesInPlace(
  response: XmlElement,
  assertion: XmlElement,
  all: readonly XmlElement[],
): void {
  const ofAssertion = childrenOf(assertion, SIGNATURE, 'Signature');
  const ofResponse = childrenOf(response, SIGNATURE, 'Signature');
  if (ofAssertion.length === 0)
    throw new SignInRefused(
      'The assertion is not signed. Turn on signing of assertions at the identity provider.',
    );
  const count = all.filter(({ name }) => name === 'Signature').length;
  if (ofAssertion.length > 1 || ofResponse.length > 1 || count !== ofAssertion.length + ofResponse.length)
    throw new SignInRefused('The response holds a signature where none belongs.');
  if (all.some(({ name, namespace }) => name === 'Object' && namespace === SIGNATURE))
    throw new SignInRefused('A signature of the response holds objects, which are not taken.');
}

function requireStrongAlgorithms(all: readonly XmlElement[]): void {
  for (const { name, attributes } of all) {
    const allowed = ALGORITHMS.get(name);
    const algorithm = attributes.get('Algorithm') ?? '';
    if (allowed && !allowed.has(algorithm))
      throw new SignInRefused(
        `The response is signed with "${algorithm.slice(0, 100)}", which is not taken. Choose RSA with SHA-256 at the identity provider.`,
      );
  }
}
