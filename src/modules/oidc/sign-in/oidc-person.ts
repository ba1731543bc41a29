import { SignInRefused } from '#modules/saml/index.js';
import { isEmailAddress, normalizeEmail } from '#modules/users/index.js';

const MAX_DISPLAY_NAME = 64;
const MAX_SUBJECT = 255;

/** A person as the provider describes them. */
export interface OidcPerson {
  /** Name of the person at the provider, which never belongs to anybody else. */
  subject: string;
  /** Everything that came, for administrators who test. */
  claims: Readonly<Record<string, unknown>>;
}

/** The subject of claims. @throws SignInRefused for an invalid one */
export function subjectOf(claims: Readonly<Record<string, unknown>>): string {
  const { sub } = claims;
  if (typeof sub !== 'string' || sub === '' || sub.length > MAX_SUBJECT)
    throw new SignInRefused('The identity provider did not say who signed in (sub).');
  return sub;
}

/**
 * The mail address, which the provider must have verified: otherwise anybody who may write one into their profile there would sign in as
 * its owner. Microsoft says it in `xms_edov`.
 * @throws SignInRefused without one, or for one that is not verified
 */
export function verifiedEmailOf(person: OidcPerson): string {
  const address = mailIn(person);
  if (address === null)
    throw new SignInRefused(
      'The identity provider gave no mail address. Allow the scope "email" there, and give the account an address.',
    );
  if (!isEmailVerified(person))
    throw new SignInRefused(
      'The identity provider does not say that your mail address is verified (email_verified). Verify it there, or ask an administrator.',
    );
  return address;
}

/** The mail address, verified or not; null without one. */
export function mailIn({ claims: { email } }: OidcPerson): string | null {
  const address = typeof email === 'string' ? normalizeEmail(email) : '';
  return isEmailAddress(address) ? address : null;
}

/** True when the provider says that it verified the address. */
export function isEmailVerified({ claims }: OidcPerson): boolean {
  return isTrue(claims['email_verified']) || isTrue(claims['xms_edov']);
}

/** Display name of a newcomer; undefined when the provider does not send one. */
export function displayNameOf({ claims }: OidcPerson): string | undefined {
  const text = (name: string) => (typeof claims[name] === 'string' ? claims[name].trim() : '');
  const name = text('name') || `${text('given_name')} ${text('family_name')}`.trim();
  return name === '' ? undefined : name.slice(0, MAX_DISPLAY_NAME);
}

/** Some providers send texts and numbers in place of booleans. */
function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 1 || value === '1';
}
