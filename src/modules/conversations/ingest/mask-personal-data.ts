import { findPhoneNumbersInText } from 'libphonenumber-js';

const MAIL = /[\p{L}\p{N}._%+\\-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu;
/** Thirteen to nineteen digits, in groups or not. */
const CARD = /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.])/g;
/** Keys and tokens by the beginnings that their makers gave them. */
const KNOWN_SECRET =
  /\b(?:sk|pk|rk|gh[pousr]|github_pat|glpat|xox[abprs]|gb_api|npm|hf|AKIA|ASIA|AIza|SG|ya29|eyJ[\w-]+\.eyJ)[-_.]?[\w.+/=-]{11,}[\w/+=-]/g;
const NAMED_SECRET =
  /\b(bearer|basic|password|passwd|pwd|passcode|secret|token|api[ _-]?key|access[ _-]?key|client[ _-]?secret)(\s*(?:is|[:=])\s*|\s+(?=[\w+/=.-]*\d))(["'`]?)([^\s"'`,;]{6,})\3/gi;
/** Long runs of letters and digits that are no words, such as keys in hexadecimal or base64. */
const RANDOM = /(?<![\w/.-])(?=[\w+-]*\d)(?=[\w+-]*[A-Za-z])[\w+-]{28,}={0,2}(?![\w/.-])/g;
const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;

/**
 * The text without what tells who somebody is or lets others act as them: mail addresses, phone numbers, card numbers, keys,
 * tokens and passwords. Numbers of phones without a country count where they are written as in North America.
 */
export function maskPersonalData(text: string): string {
  const masked = text
    .replace(PRIVATE_KEY, '[secret]')
    .replace(KNOWN_SECRET, '[secret]')
    .replace(NAMED_SECRET, (_, name: string, between: string) => `${name}${between}[secret]`)
    .replace(MAIL, '[email]')
    .replace(CARD, (digits) => (isCardNumber(digits) ? '[card number]' : digits))
    .replace(RANDOM, '[secret]');
  return maskPhoneNumbers(masked);
}

/** An address without what in it tells too much. */
export function maskAddress(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const isTelling = (part: string) => maskPersonalData(decoded(part)) !== decoded(part);
  for (const [name, value] of [...url.searchParams]) if (isTelling(value)) url.searchParams.delete(name);
  if (isTelling(url.hash)) url.hash = '';
  if (isTelling(url.pathname)) url.pathname = '/';
  return url.href;
}

function maskPhoneNumbers(text: string): string {
  let masked = text;
  // From the last on: places before it stay what they are.
  for (const { startsAt, endsAt } of findPhoneNumbersInText(text, 'US').reverse())
    masked = `${masked.slice(0, startsAt)}[phone number]${masked.slice(endsAt)}`;
  return masked;
}

/** Luhn's sum, ISO/IEC 7812-1. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').split('').reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0 && sum > 0;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
