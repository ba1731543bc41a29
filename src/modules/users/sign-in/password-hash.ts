import { hash, verify } from '@node-rs/argon2';
import { Busy } from '#platform/http/errors.js';

/**
 * The second of the equivalent choices of the OWASP Password Storage Cheat Sheet for argon2id: 19 MiB, two passes, one lane. The package
 * computes on threads of libuv, so the event loop goes on. Its memory is what makes guessing costly, which scrypt of node:crypto gives only
 * with 128 MiB for each try; prebuilt binaries exist for glibc and musl, and nothing is compiled at `npm ci`.
 */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const CURRENT = `$argon2id$v=19$m=${PARAMETERS.memoryCost},t=${PARAMETERS.timeCost},p=${PARAMETERS.parallelism}$`;
/** Hashes that are computed at once; others wait, so that a flood of them leaves threads for files and names. */
const AT_ONCE = 2;
/** Hashes that wait in each line: about a second of work. */
const MOST_WAITING = 50;

/** Two lines: whoever is known goes first, so that a flood of strangers keeps no member waiting. */
export type HashLine = 'known' | 'strangers';

let running = 0;
const waiting: Record<HashLine, (() => void)[]> = { known: [], strangers: [] };

/** @throws Busy while so many wait in the line that one more would only wait in vain. */
export function requireHashTurn(line: HashLine): void {
  if (waiting[line].length >= MOST_WAITING)
    throw new Busy('Too many people sign in at the moment. Try again in a few seconds.', 5);
}

/** The hash of a password, with its parameters and a random salt, in the PHC string format. @throws Busy */
export function hashPassword(password: string): Promise<string> {
  return inTurn('known', () => hash(canonical(password), PARAMETERS));
}

/** True when the password has the hash. @throws Busy */
export function hasHash(password: string, hashed: string, line: HashLine): Promise<boolean> {
  return inTurn(line, () => verify(hashed, canonical(password)));
}

/** True for a hash that was made with other parameters than those of today. */
export function isOutdated(hashed: string): boolean {
  return !hashed.startsWith(CURRENT);
}

/**
 * One spelling of a password that keyboards may send differently: the OpaqueString profile of RFC 8265, which is NFC with
 * spaces of any kind as ASCII spaces.
 */
export function canonical(password: string): string {
  return password.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}

async function inTurn<T>(line: HashLine, work: () => Promise<T>): Promise<T> {
  if (running >= AT_ONCE) {
    requireHashTurn(line);
    await new Promise<void>((resolve) => waiting[line].push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    // The turn goes to the next one without being given back.
    const next = waiting.known.shift() ?? waiting.strangers.shift();
    if (next) next();
    else running -= 1;
  }
}
