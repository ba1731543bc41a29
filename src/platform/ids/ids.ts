import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/**
 * A new opaque identifier: 20 characters of `[0-9A-Za-z]`. The first eight hold the time in milliseconds, so ids made
 * later sort later and index pages stay dense; the other twelve are random (71 bits).
 */
export function newId(now = Date.now()): string {
  let time = '';
  for (let rest = now, i = 0; i < 8; i++, rest = Math.floor(rest / 62)) time = ALPHABET[rest % 62] + time;
  return time + randomText(12);
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
