import { expect, it } from 'vitest';
import { TooManySignIns, TooManySingleSignOns } from '../users.errors.js';
import { SignInLimits } from './sign-in-limits.js';

const START = 15 * 60_000 * 100;
let now = START;
const limits = () => new SignInLimits({ now: () => new Date(now) });

/** Number of granted requests among so many, each for a different address. */
function granted(limited: SignInLimits, count: number, network: (wish: number) => string): number {
  let sum = 0;
  for (let wish = 0; wish < count; wish++) {
    try {
      limited.take(`${wish}@example.com`, network(wish));
      sum++;
    } catch (error) {
      if (!(error instanceof TooManySignIns)) throw error;
    }
  }
  return sum;
}

it('the limit of sign-ins counts a network, which is a whole /64 of IPv6', () => {
  expect(granted(limits(), 60, () => '192.0.2.1')).toBe(50);
  expect(granted(limits(), 60, (wish) => `2001:db8:1:2::${wish.toString(16)}`)).toBe(50);
  expect(granted(limits(), 60, (wish) => `2001:db8::2:0:0:${wish.toString(16)}:1`)).toBe(50);
  expect(granted(limits(), 60, (wish) => `2001:db8:1:${wish.toString(16)}::1`)).toBe(60);
  expect(granted(limits(), 60, (wish) => `::ffff:192.0.2.${wish}`)).toBe(60);
});

it('the limit of sign-ins counts a mail address over all networks for a quarter of an hour', () => {
  now = START + 60_000;
  const limited = limits();
  for (let wish = 0; wish < 5; wish++) limited.take('ann@example.com', `192.0.2.${wish}`);
  expect(() => limited.take('ann@example.com', '192.0.2.9')).toThrow('try again in 14 minutes');
  limited.take('bob@example.com', '192.0.2.9');
  now = START + 15 * 60_000;
  limited.take('ann@example.com', '192.0.2.9');
});

it('the limit of sign-ins counts single sign-ons of a network apart', () => {
  const limited = limits();
  for (let wish = 0; wish < 500; wish++) limited.takeSingleSignOn(`2001:db8:1:2::${wish.toString(16)}`);
  expect(() => limited.takeSingleSignOn('2001:db8:1:2::1')).toThrow(TooManySingleSignOns);
  limited.takeSingleSignOn('2001:db8:1:3::1');
  limited.take('ann@example.com', '2001:db8:1:2::1');
});
