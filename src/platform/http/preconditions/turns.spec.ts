import { expect, it } from 'vitest';
import { Busy } from '../errors.js';
import { Turns } from './turns.js';

it('some work at once, fifty wait, and the next one is told to come again', async () => {
  const turns = new Turns(3);
  const ends: (() => void)[] = [];
  const all = Array.from({ length: 53 }, () => turns.take(() => new Promise<void>((end) => ends.push(end))));
  expect(ends).toHaveLength(3);
  await expect(turns.take(async () => undefined)).rejects.toThrow(Busy);
  for (let done = 0; done < 53; done++) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(await turns.take(async () => 'done')).toBe('done');
});
