import { isIPv6 } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { TooManySignIns } from '../users.errors.js';

const WINDOW_MS = 15 * 60_000;
/** Enough for somebody who mistypes; and as long as the links are good, nobody can keep another from having one. */
const PER_EMAIL = 5;
/** A whole office may be behind one network address. */
const PER_NETWORK = 50;

/**
 * Counts wishes for links in windows of a quarter of an hour, whether or not anybody has the address. Counted per process: replicas
 * each allow the whole limit.
 */
@Injectable()
export class SignInLimits {
  private window = 0;
  private counts = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  /**
   * Takes one from the allowance of the mail address and of the network address.
   * @throws TooManySignIns when one of them is used up.
   */
  take(email: string, address: string): void {
    const now = this.clock.now().getTime();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const retryAfter = Math.ceil(((window + 1) * WINDOW_MS - now) / 1000);
    // The network first: one that is over its limit uses up nobody's allowance, and fills no memory with addresses.
    for (const [key, limit] of [
      [`network ${networkOf(address)}`, PER_NETWORK],
      [`email ${email}`, PER_EMAIL],
    ] as const) {
      const used = (this.counts.get(key) ?? 0) + 1;
      if (used > limit) throw new TooManySignIns(retryAfter);
      this.counts.set(key, used);
    }
  }
}

/** A customer has at least a whole /64 of IPv6, so that single addresses of it mean nothing. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length;
  return [...groups, ...Array<string>(missing).fill('0'), ...(tail?.split(':') ?? [])].slice(0, 4).join(':');
}
