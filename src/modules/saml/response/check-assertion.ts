import { SignInRefused } from '../saml.errors.js';
import { ASSERTION, BEARER, TRANSIENT } from './saml-names.js';
import { childrenOf, parseXml, type XmlElement } from './xml.js';

/** Largest difference between the clock of the identity provider and ours. */
export const CLOCK_SKEW_MS = 60_000;
const MAX_NAME = 1024;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** Expected values of an assertion. */
export interface Expectation {
  issuer: string;
  recipient: string;
  /** The request it answers; absent for a login that began at the provider, which answers none. */
  inResponseTo?: string;
  now: Date;
}

/** The person whom the provider vouches for. */
export interface AssertedUser {
  assertionId: string;
  /** Until when the assertion would be taken, were it not for its id. */
  takenUntil: Date;
  nameId: string;
  /** True when the name is the same at every sign-in. */
  isNameLasting: boolean;
  /** Values of attributes by name. */
  attributes: ReadonlyMap<string, readonly string[]>;
  /** When the provider wants the session to end. */
  sessionUntil?: Date;
}

/**
 * Checks what an assertion says, after its signature and its audience were found right: who says it, to whom, in answer
 * to what, and for how long (SAML 2.0 profiles, 4.1.4.2 and 4.1.4.3).
 * @param xml the bytes that were signed, and nothing else.
 * @throws SignInRefused
 */
export function checkAssertion(xml: string, expected: Expectation): AssertedUser {
  const assertion = parseXml(xml);
  const assertionId = assertion.attributes.get('ID') ?? '';
  if (assertionId === '' || assertionId.length > MAX_NAME)
    throw new SignInRefused('The assertion has no ID.');
  const issuer = only(assertion, 'Issuer').text.trim();
  if (issuer !== expected.issuer)
    throw new SignInRefused(
      `The assertion is from "${issuer.slice(0, 200)}", which is not the entityID that is set here.`,
    );
  requireInTime(only(assertion, 'Conditions'), expected.now);
  const subject = only(assertion, 'Subject');
  const confirmation = confirm(subject, expected);
  const nameId = only(subject, 'NameID');
  const name = nameId.text.trim();
  if (name === '' || name.length > MAX_NAME || nameId.children.length > 0)
    throw new SignInRefused('The NameID of the assertion must be a text.');
  return {
    assertionId,
    takenUntil: new Date(confirmation.getTime() + CLOCK_SKEW_MS),
    nameId: name,
    isNameLasting: nameId.attributes.get('Format') !== TRANSIENT,
    attributes: attributesOf(assertion),
    sessionUntil: sessionEnd(assertion, expected.now),
  };
}

/** @returns when the confirmation ends. */
function confirm(subject: XmlElement, { recipient, inResponseTo, now }: Expectation): Date {
  const bearers = childrenOf(subject, ASSERTION, 'SubjectConfirmation').filter(
    ({ attributes }) => attributes.get('Method') === BEARER,
  );
  const [bearer] = bearers;
  const [data] = childrenOf(bearer, ASSERTION, 'SubjectConfirmationData');
  if (bearers.length !== 1 || !data)
    throw new SignInRefused(
      'The assertion must have one confirmation of its subject, with the method bearer.',
    );
  if (data.attributes.get('Recipient') !== recipient)
    throw new SignInRefused(
      `The assertion is for another recipient. Set ${recipient} at the identity provider.`,
    );
  if (data.attributes.get('InResponseTo') !== inResponseTo)
    throw new SignInRefused('The assertion does not answer the sign-in that was begun here.');
  const end = timeOf(data, 'NotOnOrAfter');
  if (!end) throw new SignInRefused('The assertion does not say how long it may be used (NotOnOrAfter).');
  requireInTime(data, now);
  return end;
}

function requireInTime(element: XmlElement, now: Date): void {
  const begin = timeOf(element, 'NotBefore');
  const end = timeOf(element, 'NotOnOrAfter');
  if (begin && now.getTime() + CLOCK_SKEW_MS < begin.getTime())
    throw new SignInRefused('The assertion is not valid yet. Are the clocks right?');
  if (end && now.getTime() - CLOCK_SKEW_MS >= end.getTime())
    throw new SignInRefused(
      'The assertion has expired. Sign in again; if that does not help, are the clocks right?',
    );
}

function sessionEnd(assertion: XmlElement, now: Date): Date | undefined {
  const statements = childrenOf(assertion, ASSERTION, 'AuthnStatement');
  if (statements.length === 0)
    throw new SignInRefused('The assertion does not say that anybody has signed in.');
  const ends = statements
    .map((statement) => timeOf(statement, 'SessionNotOnOrAfter'))
    .filter((end) => end !== undefined);
  if (ends.some((end) => end <= now))
    throw new SignInRefused('Your session at the identity provider has ended.');
  return ends.length === 0 ? undefined : new Date(Math.min(...ends.map((end) => end.getTime())));
}

function attributesOf(assertion: XmlElement): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const statement of childrenOf(assertion, ASSERTION, 'AttributeStatement'))
    for (const attribute of childrenOf(statement, ASSERTION, 'Attribute')) {
      const name = attribute.attributes.get('Name') ?? '';
      const values = childrenOf(attribute, ASSERTION, 'AttributeValue').map(({ text }) => text.trim());
      found.set(name, [...(found.get(name) ?? []), ...values.filter((value) => value !== '')]);
    }
  return found;
}

function only(parent: XmlElement, name: string): XmlElement {
  const [child, another] = childrenOf(parent, ASSERTION, name);
  if (!child || another) throw new SignInRefused(`The assertion must have one ${name}.`);
  return child;
}

/** Without a time zone nobody knows which moment is meant. */
function timeOf({ attributes }: XmlElement, name: string): Date | undefined {
  const text = attributes.get(name);
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!DATE_TIME.test(text) || Number.isNaN(time.getTime()))
    throw new SignInRefused(`${name} of the assertion must be a time with its zone.`);
  return time;
}
