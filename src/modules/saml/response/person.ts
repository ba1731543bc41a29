import { SignInRefused } from '../saml.errors.js';
import { isEmailAddress, normalizeEmail } from '#modules/users/index.js';
import type { AssertedUser } from './check-assertion.js';

const MAX_DISPLAY_NAME = 64;
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims';

/** Names under which identity providers send a mail address, in the order of trust in what is meant. */
const EMAIL_ATTRIBUTES = [
  'email',
  'mail',
  'emailaddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  `${CLAIMS}/emailaddress`,
];
const DISPLAY_NAME_ATTRIBUTES = [
  'displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
];
const GIVEN_NAME_ATTRIBUTES = ['firstname', 'givenname', 'urn:oid:2.5.4.42', `${CLAIMS}/givenname`];
const SURNAME_ATTRIBUTES = ['lastname', 'surname', 'sn', 'urn:oid:2.5.4.4', `${CLAIMS}/surname`];

/**
 * The mail address the provider knows the person by: an attribute that says so, else the NameID. In lower case.
 * @throws SignInRefused when neither is one.
 */
export function emailOf({ nameId, attributes }: AssertedUser): string {
  const given = valuesOf(attributes, EMAIL_ATTRIBUTES);
  const email = normalizeEmail(given[0] ?? nameId);
  if (new Set(given.map(normalizeEmail)).size > 1)
    throw new SignInRefused('The identity provider gave several mail addresses; it must give one.');
  if (!isEmailAddress(email))
    throw new SignInRefused(
      'The identity provider gave no mail address. Send it as NameID or as the attribute "email".',
    );
  return email;
}

/** Display name of a newcomer; undefined when the provider does not send one. */
export function displayNameOf({ attributes }: AssertedUser): string | undefined {
  const parts = [GIVEN_NAME_ATTRIBUTES, SURNAME_ATTRIBUTES].map(
    (names) => valuesOf(attributes, names)[0] ?? '',
  );
  const name = valuesOf(attributes, DISPLAY_NAME_ATTRIBUTES)[0] ?? parts.join(' ').trim();
  return name === '' ? undefined : name.slice(0, MAX_DISPLAY_NAME);
}

function valuesOf(attributes: AssertedUser['attributes'], names: readonly string[]): string[] {
  const byName = new Map([...attributes].map(([name, values]) => [name.toLowerCase(), values]));
  return names.flatMap((name) => byName.get(name) ?? []);
}
