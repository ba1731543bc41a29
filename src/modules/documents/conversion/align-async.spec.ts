import { expect, it } from 'vitest';
import { alignKeys } from '../align-keys.js';
import { parseMarkdown } from '../markdown/parse-markdown.js';
import { alignKeysAsync } from './align-async.js';

it('blocks of a long document keep the keys that they keep in a short one', async () => {
  const text = (word: string) =>
    Array.from({ length: 400 }, (_, at) => `Paragraph ${at} says ${at % 9 === 0 ? word : 'the same'} here.`);
  const previous = parseMarkdown(text('this').join('\n\n')).document;
  const next = parseMarkdown(['New.', ...text('that')].join('\n\n')).document;
  const aligned = await alignKeysAsync(previous, next);
  expect(aligned).toEqual(alignKeys(previous, next));
  expect(aligned.nodes[1]!.key).toBe(previous.nodes[0]!.key);
});
