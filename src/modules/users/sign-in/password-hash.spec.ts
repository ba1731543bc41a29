import { expect, it } from 'vitest';
import { hashPassword, hasHash, requireHashTurn } from './password-hash.js';

it('compares two at once, known people first, and refuses strangers beyond fifty that wait', async () => {
  const hashed = await hashPassword('violet kettle');
  const done: string[] = [];
  const compare = async (line: 'known' | 'strangers') => {
    expect(await hasHash('violet kettle', hashed, line)).toBe(true);
    done.push(line);
  };
  const strangers = Array.from({ length: 52 }, () => compare('strangers'));
  expect(() => requireHashTurn('strangers')).toThrow('Too many people sign in');
  await expect(compare('strangers')).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  requireHashTurn('known');
  await compare('known');
  // The two that had begun already, and one whose turn came in the same moment.
  expect(done.indexOf('known')).toBeLessThan(4);
  await Promise.all(strangers);
  expect(done).toHaveLength(53);
});
