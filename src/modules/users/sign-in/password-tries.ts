import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock } from '#platform/clock/clock.js';
import { networkOf } from '#platform/http/client-address.js';
import { TooManyTries } from '../users.errors.js';

const MINUTE_MS = 60_000;
/** No wait is longer, so whoever is kept out by others is back soon. */
const LONGEST_WAIT_MS = 15 * MINUTE_MS;
const MAX_ENTRIES = 50_000;

/** So many wrong tries are free; then the wait doubles with each. All is forgotten a while after the last. */
interface Allowance {
  free: number;
  firstWaitMs: number;
  forgottenMs: number;
}

const ALLOWANCES = {
  /** One account from one network, or in one browser that its owner signed in with before. */
  place: { free: 5, firstWaitMs: 30_000, forgottenMs: 60 * MINUTE_MS },
  /** One account from everywhere: NIST SP 800-63B-4, 3.2.2, allows at most 100 in a row. */
  account: { free: 50, firstWaitMs: MINUTE_MS, forgottenMs: 24 * 60 * MINUTE_MS },
  /** All accounts from one network, behind which may be an office. */
  network: { free: 100, firstWaitMs: MINUTE_MS, forgottenMs: 60 * MINUTE_MS },
} satisfies Record<string, Allowance>;

interface Failures {
  count: number;
  at: number;
  waitUntil: number;
}

/** Somebody who types a password. */
export interface Try {
  /** In lower case. There may be no account with it. */
  email: string;
  /** Network address. */
  address: string;
  /** Hash of the secret of the browser, where the owner of the account signed in with it before. */
  browser: string | null;
}

/**
 * Makes guessing passwords slow. Tries count before they are compared, so that many at once gain nothing. Browsers in which the owner signed
 * in before are counted by themselves: whoever guesses elsewhere cannot keep the owner out. Counted per process: replicas each allow the
 * whole allowance.
 */
@Injectable()
export class PasswordTries {
  private readonly failures = new LRUCache<string, Failures>({ max: MAX_ENTRIES });

  constructor(private readonly clock: Clock) {}

  /**
   * Counts a try as a wrong one, until the answered function says that it was right.
   * @throws TooManyTries while one has to wait; such a try does not count.
   */
  begin({ email, address, browser }: Try): () => void {
    const network = networkOf(address);
    const place = browser === null ? `place ${network} ${email}` : `browser ${browser} ${email}`;
    const counted: [key: string, allowance: Allowance][] = [
      [`network ${network}`, ALLOWANCES.network],
      [place, ALLOWANCES.place],
      ...(browser === null ? [[`account ${email}`, ALLOWANCES.account] as [string, Allowance]] : []),
    ];
    const now = this.clock.now().getTime();
    for (const [key, allowance] of counted) {
      const wait = (this.find(key, allowance, now)?.waitUntil ?? 0) - now;
      if (wait > 0) throw new TooManyTries(Math.ceil(wait / 1000));
    }
    for (const [key, allowance] of counted) this.count(key, allowance, now);
    return () => {
      for (const [key] of counted) {
        const known = key.startsWith('network ') ? this.failures.get(key) : undefined;
        // Somebody who knows one password must not gain tries for others.
        if (known) this.failures.set(key, { ...known, count: Math.max(0, known.count - 1) });
        else this.failures.delete(key);
      }
    };
  }

  private find(key: string, { forgottenMs }: Allowance, now: number): Failures | undefined {
    const known = this.failures.get(key);
    return known && now - known.at < forgottenMs ? known : undefined;
  }

  private count(key: string, allowance: Allowance, now: number): void {
    const count = (this.find(key, allowance, now)?.count ?? 0) + 1;
    const over = count - allowance.free;
    const wait = over < 0 ? 0 : Math.min(LONGEST_WAIT_MS, allowance.firstWaitMs * 2 ** Math.min(over, 20));
    this.failures.set(key, { count, at: now, waitUntil: wait === 0 ? 0 : now + wait });
  }
}
