import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isLongJson, stringifyLong } from './long-json.js';

it('stringifyLong writes the same as JSON.stringify', async () => {
  const padding = 'x'.repeat(60_000);
  const value = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<unknown>(null, undefined, 1, 'a"b', padding, new Date(0), () => 1, [], {}),
      fc.array(tie('any'), { maxLength: 4 }),
      fc.dictionary(fc.string({ maxLength: 3 }), tie('any'), { maxKeys: 4 }),
    ),
  })).any;
  await fc.assert(
    fc.asyncProperty(fc.array(value, { maxLength: 5 }), async (list) => {
      expect(await stringifyLong(list)).toBe(JSON.stringify(list));
    }),
    { numRuns: 200 },
  );
});

it('stringifyLong yields to other work', async () => {
  const long = { list: Array.from({ length: 200_000 }, (_, at) => ({ at, text: 'words of some length' })) };
  expect(isLongJson(long)).toBe(true);
  expect(isLongJson({ list: [1, 2, 3] })).toBe(false);
  let turns = 0;
  const other = setInterval(() => (turns += 1), 1);
  const text = await stringifyLong(long);
  clearInterval(other);
  expect(turns).toBeGreaterThan(0);
  expect(text).toBe(JSON.stringify(long));
});
