import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JSON_LIMITS, parseJson } from './parse-json.js';

/** Cuts everywhere that it may. */
const SMALL = { ...JSON_LIMITS, pieceBytes: 8 };
const parse = (text: string) => parseJson(Buffer.from(text), SMALL);

it('parseJson gives for a long text the same as JSON.parse', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), fc.nat(3), async (value, indent) => {
      const text = JSON.stringify(value, null, indent);
      expect(await parse(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 500 },
  );
});

it('parseJson accepts the same texts as JSON.parse', async () => {
  const parts = fc.constantFrom(
    ...[
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      ' ',
      '"a"',
      '"long enough"',
      '"\\""',
      '"\\\\"',
      '1',
      '-',
      'null',
      'nul',
      '\\',
    ],
  );
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 24 }), async (list) => {
      const text = list.join('');
      const expected = await Promise.resolve()
        .then(() => JSON.parse(text) as unknown)
        .catch(() => 'refused');
      expect(await parse(text).catch(() => 'refused'), text).toEqual(expected);
    }),
    { numRuns: 5000 },
  );
});

it.each([
  '["long enough",,"long enough"]',
  '["long enough","long enough",]',
  '[["long enough"] ["long enough"]]',
  '[1 ["long enough, long enough"]]',
  '{"a":-["long enough"]}',
  '{"a":"b"["long enough"]}',
  '{["long enough"]}',
  '{"a":["long enough"]:1}',
  '{"long enough":"long enough","long enough"}',
  '["long enough"}',
  '["long enough"]]',
  '["long enough"],["long enough"]',
  '["long enough"] 1',
  '["long enough',
])('the text %s is not JSON', async (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
  await expect(parse(text)).rejects.toThrow('The body is not valid JSON');
});

it('parseJson leaves out members named __proto__, also escaped ones', async () => {
  const text =
    '{"a":{"__proto__":{"x":1},"b":1},"\\u005f_proto__":["long enough"],"__proto__":["long enough"],"c":[{"_\\u005Fproto__":1}]}';
  for (const limits of [SMALL, JSON_LIMITS]) {
    const value = (await parseJson(Buffer.from(text), limits)) as Record<string, object>;
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(JSON.stringify(value)).toBe('{"a":{"b":1},"c":[{}]}');
  }
});

it('parseJson refuses too many levels and values before it makes objects', async () => {
  const limits = { depth: 3, values: 10, pieceBytes: 8 };
  await expect(parseJson(Buffer.from('[[[1]]]'), limits)).resolves.toEqual([[[1]]]);
  await expect(parseJson(Buffer.from('[[[[1]]]]'), limits)).rejects.toThrow('nested deeper than 3 levels');
  await expect(parseJson(Buffer.from('[1,2,3,4,5,6,7,8,9]'), limits)).resolves.toHaveLength(9);
  await expect(parseJson(Buffer.from('[1,2,3,4,5,6,7,8,9,10]'), limits)).rejects.toThrow(
    'more than 10 values',
  );
});

it('parseJson reads characters of several bytes, and a byte order mark', async () => {
  const value = { schlüssel: ['日本語', '😀'.repeat(20)] };
  expect(await parse(`\ufeff${JSON.stringify(value)}`)).toEqual(value);
});
