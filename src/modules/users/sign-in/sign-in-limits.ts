import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { networkOf } from '#platform/http/client-address.js';
import { TooManySignIns, TooManySingleSignOns } from '../users.errors.js';

const WINDOW_MS = 15 * 60_000;
/** Enough for somebody who mistypes; and as long as the links are good, nobody can keep another from having one. */
const PER_EMAIL = 5;
/** A whole office may be behind one network address. */
const PER_NETWORK = 50;
/** Members of one organization sign in together in the morning, from one network. */
const SINGLE_SIGN_ONS_PER_NETWORK = 500;

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
    // The network first: one that is over its limit uses up nobody's allowance, and fills no memory with addresses.
    this.count(`network ${networkOf(address)}`, PER_NETWORK, TooManySignIns);
    this.count(`email ${email}`, PER_EMAIL, TooManySignIns);
  }

  /**
   * Takes one single sign-on from the allowance of the network address: each is kept for as long as its window.
   * @throws TooManySingleSignOns when it is used up.
   */
  takeSingleSignOn(address: string): void {
    this.count(`sso ${networkOf(address)}`, SINGLE_SIGN_ONS_PER_NETWORK, TooManySingleSignOns);
  }

  private count(key: string, limit: number, Refusal: new (retryAfterSeconds: number) => Error): void {
    const now = this.clock.now().getTime();
    const window = Math.floor(now / WINDOW_MS);
    if (window !== this.window) {
      this.window = window;
      this.counts = new Map();
    }
    const used = (this.counts.get(key) ?? 0) + 1;
    if (used > limit) throw new Refusal(Math.ceil(((window + 1) * WINDOW_MS - now) / 1000));
    this.counts.set(key, used);
  }
}
