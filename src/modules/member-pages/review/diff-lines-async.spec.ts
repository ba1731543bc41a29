import { describe, expect, it } from 'vitest';
import { countLines, diffMarkdown } from './diff-lines.js';
import { countLinesAsync, diffMarkdownAsync } from './diff-lines-async.js';

const lines = (count: number, word: string) =>
  Array.from({ length: count }, (_, at) => (at % 10 === 0 ? `${word} ${at}` : `line ${at}`)).join('\n');

describe('lines of Markdown that differ', () => {
  it('are those that one side lacks', () => {
    const texts = { before: 'a\nb\nc\n', after: 'a\nB\nc\nd\n' };
    expect(diffMarkdown(texts)).toEqual([
      { kind: 'same', lines: ['a'] },
      { kind: 'deleted', lines: ['b'] },
      { kind: 'inserted', lines: ['B'] },
      { kind: 'same', lines: ['c'] },
      { kind: 'inserted', lines: ['d'] },
    ]);
    expect(countLines(texts)).toEqual({ added: 2, removed: 1 });
  });

  it('are the same when a thread compares them', async () => {
    const texts = { before: lines(1000, 'old'), after: lines(1000, 'new') };
    expect(await diffMarkdownAsync(texts)).toEqual(diffMarkdown(texts));
    expect(await countLinesAsync(texts)).toEqual({ added: 100, removed: 100 });
  });

  it('are all lines of texts that have little in common', () => {
    const texts = { before: 'x\n'.repeat(10) + lines(5000, 'old'), after: 'y\n'.repeat(3000) };
    expect(diffMarkdown(texts).map(({ kind, lines: { length } }) => [kind, length])).toEqual([
      ['deleted', 5010],
      ['inserted', 3000],
    ]);
  });
});
