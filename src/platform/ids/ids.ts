import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Of the time in an id: its first character has one value for 111 years, counted from 1970. */
const TIME_LENGTH = 8;
const FIRST_LETTER = 10 * ALPHABET.length ** (TIME_LENGTH - 1);

/**
 * A new opaque identifier: a letter and 19 characters of `[0-9A-Za-z]`, so that it is valid in CSS selectors and as an XML
 * name. The first eight hold the time in milliseconds, so ids made later sort later and index pages stay dense; the other
 * twelve are random (71 bits). Older ids begin with a digit and sort before all of these.
 */
export function newId(now = Date.now()): string {
  let time = '';
  for (let rest = now + FIRST_LETTER, i = 0; i < TIME_LENGTH; i++, rest = Math.floor(rest / ALPHABET.length))
    time = ALPHABET[rest % ALPHABET.length] + time;
  return time + randomText(12);
}

/**
 * An id as it would be if it had been made as ids are made now, with a letter for its first digit. Sections and their groups got
 * theirs so once; this finds them by the id that they had before.
 */
export function letterFirst(id: string): string {
  return id.replace(/^\d/, (digit) => ALPHABET[10 + Number(digit)] ?? digit);
}

/** Random bytes are drawn in stock: asking the system for a few costs as much as for many. */
const stock = Buffer.alloc(4096);
let used = stock.length;

function randomByte(): number {
  if (used === stock.length) {
    randomFillSync(stock);
    used = 0;
  }
  const byte = stock.readUInt8(used);
  stock[used++] = 0;
  return byte;
}

/** `length` random characters of `[0-9A-Za-z]`, from the system's secure source. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    const byte = randomByte();
    // 248 is the largest multiple of 62 in a byte; larger values would favour the first letters.
    if (byte < 248) text += ALPHABET[byte % 62];
  }
  return text;
}
