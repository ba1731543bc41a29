import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { mapAtOnce } from './at-once.js';

it('mapAtOnce works on a limited number of items, and returns results in their order', async () => {
  let working = 0;
  let most = 0;
  const doubled = await mapAtOnce([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, ++working);
    for (let left = item; left > 0; left--) await turn();
    working -= 1;
    return item * 2;
  });
  expect(doubled).toEqual([10, 2, 8, 4, 6]);
  expect(most).toBe(2);
  expect(await mapAtOnce([], 2, turn)).toEqual([]);
});

it('mapAtOnce begins no item after a failure', async () => {
  const begun: number[] = [];
  const mapped = mapAtOnce([1, 2, 3, 4, 5, 6], 2, async (item) => {
    begun.push(item);
    await turn();
    if (item === 2) throw new Error('It failed.');
    await turn();
  });
  await expect(mapped).rejects.toThrow('It failed.');
  for (let left = 5; left > 0; left--) await turn();
  expect(begun).toEqual([1, 2]);
});
