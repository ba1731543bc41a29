import { createRequire } from 'node:module';
import type * as PhoneNumbers from 'libphonenumber-js';
import { onFirstUse } from '#platform/on-first-use.js';
import { decodePercent } from '#platform/http/decode-percent.js';

const load = createRequire(import.meta.url);
/** The library knows the telephone numbers of all countries; it is loaded once a text holds something that could be one. */
const phoneNumbers = onFirstUse(() => load('libphonenumber-js') as typeof PhoneNumbers);

/**
 * The sign between name and domain may be escaped, as in addresses and HTML. Looks for one only where a name begins, so that a long
 * text without any is read once.
 */
const MAIL =
  /(?<![\p{L}\p{N}._%+\\-])[\p{L}\p{N}._%+\\-]+(?:[@＠]|%40|&#0*64;|&#x0*40;|&commat;)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/giu;
/** Runs of at least thirteen digits, in groups or not: cards are looked for in them. */
const DIGITS = /(?<!\p{Nd})\p{Nd}(?:[ \u00a0\u2009\u202f.\-\u2010-\u2014]{0,2}\p{Nd}){12,}/gu;
const CARD_DIGITS = { least: 13, most: 19 };
/** Text that may contain phone numbers; the library finds them in it, and is slow with longer texts. */
const DIALLED =
  /[+＋(]{0,2}\p{Nd}(?:[ \t\u00a0\u00ad\u200b\u2009\u202f\u3000()[\].\-\u2010-\u2015+/~ｘ]{0,4}\p{Nd}){6,}/gu;
const MAX_DIALLED = 200;
/** So many letters around a number tell whether it is a time. */
const AROUND = 6;
/** Of at most so many letters, between words where there are any. */
const PIECES = /[\s\S]{1,200}(?=\s)|[\s\S]{1,200}/g;
/** Keys and tokens by the beginnings that their makers gave them. */
const KNOWN_SECRET =
  /(?<![A-Za-z0-9])(?:sk|pk|rk|gh[pousr]|github_pat|glpat|xox[abprs]|gb_api|npm|hf|AKIA|ASIA|AIza|SG|ya29)[-_.]?[\w.+/=-]{11,}[\w/+=-]/g;
const WEB_TOKEN = /(?<![\w-])eyJ[\w-]+\.[\w.-]*/g;
const NAMED =
  'pass(?:word|wd|code|phrase)|pwd|secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|jwt|passwort|kennwort|contraseña|mot de passe';
const NAMED_SECRET = new RegExp(
  `(?<![A-Za-z])((?:[A-Za-z]{1,20}[_-]?)?(?:${NAMED})|bearer|basic)(["'\`]?(?:\\s*[:=：]\\s*|%3d|\\s+(?:(?:is|ist|es|est|:)\\s+)?(?=[^\\s\\d]*\\d)))(["'\`]?)([^\\s"'\`,;&<>()[\\]]{6,})`,
  'gi',
);
/** Members of addresses and attributes whose values are secrets however short they are. */
const SECRET_NAME = new RegExp(
  `(?:^|[^a-z])(?:${NAMED}|sig|signature|session(?:[_-]?id)?|sid|otp|auth|authorization|credentials?|invite|code|key)$|(?:token|secret|password)$`,
  'i',
);
/** Words of letters and digits may be keys in hexadecimal or base64. */
const LONG_WORD = /(?<![\w+-])[\w+-]{20,}={0,2}/g;
const PRIVATE_KEY =
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----)[\s\S])*(?:-----END [A-Z ]{0,30}PRIVATE KEY-----)?/g;

/**
 * The text without what tells who somebody is or lets others act as them: mail addresses, phone numbers, card numbers, keys,
 * tokens and passwords. Numbers of phones without a country count where they are written as in North America.
 */
export function maskPersonalData(text: string): string {
  return text
    .replace(PRIVATE_KEY, '[secret]')
    .replace(WEB_TOKEN, '[secret]')
    .replace(KNOWN_SECRET, '[secret]')
    .replace(
      NAMED_SECRET,
      (_, name: string, between: string, quote: string) => `${name}${between}${quote}[secret]`,
    )
    .replace(MAIL, '[email]')
    .replace(DIGITS, maskCards)
    .replace(LONG_WORD, (word) => (isRandom(word) ? '[secret]' : word))
    .replace(DIALLED, maskPhoneNumbers);
}

/** An address without what in it tells too much. */
export function maskAddress(address: string): string {
  const url = new URL(address);
  url.username = '';
  url.password = '';
  for (const [name, value] of [...url.searchParams])
    if (isSecretName(name) || isTelling(name) || isTelling(value)) url.searchParams.delete(name);
  if (isTelling(url.hash) || /[#&?](?:[^=&]*[_-])?(?:token|secret|key|code)=/i.test(url.hash)) url.hash = '';
  if (isTelling(url.pathname)) url.pathname = '/';
  return url.href;
}

/** True for names of values that are secret, whatever they are. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name);
}

function isTelling(part: string): boolean {
  const text = decodePercent(part);
  return maskPersonalData(text) !== text;
}

/** Masks the numbers of cards among digits, which may have other numbers beside them. */
function maskCards(run: string): string {
  const groups = run.split(/([^\p{Nd}]+)/u);
  const kept: string[] = [];
  for (let at = 0; at < groups.length; at += 2) {
    const end = endOfCard(groups, at);
    kept.push(end === null ? (groups[at] as string) : '[card number]');
    at = end ?? at;
    kept.push(groups[at + 1] ?? '');
  }
  return kept.join('');
}

/** The last of the groups that are, from one on, the number of a card. */
function endOfCard(groups: readonly string[], from: number): number | null {
  let digits = '';
  let found: number | null = null;
  for (let at = from; at < groups.length && digits.length <= CARD_DIGITS.most; at += 2) {
    digits += groups[at];
    if (digits.length >= CARD_DIGITS.least && digits.length <= CARD_DIGITS.most && isCardNumber(digits))
      found = at;
  }
  return found;
}

/** Luhn's sum, ISO/IEC 7812-1. */
function isCardNumber(text: string): boolean {
  const digits = Array.from(text.normalize('NFKC')).reverse().map(Number);
  const sum = digits.reduce((total, digit, at) => {
    const weighed = at % 2 === 0 ? digit : digit * 2;
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return sum % 10 === 0 && sum > 0;
}

/** Words have no digits among their letters; names made of words have digits at most in separate words. */
function isRandom(word: string): boolean {
  if (word.length >= 28 && /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/i.test(word)) return true;
  return word.split(/[_+-]/).some((part) => part.length >= 16 && /\d/.test(part) && /[A-Za-z]/.test(part));
}

/** The surrounding text tells phone numbers from amounts and versions. */
function maskPhoneNumbers(run: string, at: number, whole: string): string {
  const pieces = run.length <= MAX_DIALLED ? [run] : (run.match(PIECES) ?? []);
  let place = at;
  return pieces
    .map((piece) => {
      const before = whole.slice(Math.max(0, place - AROUND), place);
      place += piece.length;
      return maskNumbersIn(piece, before, whole.slice(place, place + AROUND));
    })
    .join('');
}

function maskNumbersIn(piece: string, before: string, after: string): string {
  let masked = piece;
  // From the last on: places before it stay what they are.
  for (const { startsAt, endsAt } of phoneNumbers()
    .findPhoneNumbersInText(`${before}${piece}${after}`, 'US')
    .reverse()) {
    const from = Math.max(0, startsAt - before.length);
    masked = `${masked.slice(0, from)}[phone number]${masked.slice(Math.max(0, endsAt - before.length))}`;
  }
  return masked;
}
