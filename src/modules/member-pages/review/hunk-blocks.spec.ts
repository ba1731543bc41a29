import { parseMarkdown, serializeMarkdown } from '#modules/documents/index.js';
import { expect, it } from 'vitest';
import { diffMarkdown } from './diff-lines.js';
import { hunksOf, linesOfBlocks } from './hunk-blocks.js';

const read = (markdown: string, letter: string) => {
  const nodes = parseMarkdown(markdown).document.nodes.map((node, at) => ({
    ...node,
    key: `${letter}${at}`,
  }));
  const text = serializeMarkdown({ object: 'document', data: {}, nodes });
  return { text, lines: linesOfBlocks(nodes, text) };
};

it('blocks have the lines of their Markdown, also where two are the same', () => {
  const { text, lines } = read('# A\n\nSame\n\nSame\n\n```\nx\n\ny\n```\n\n* a\n* b\n', 'k');
  const all = text.split('\n');
  expect(lines.map(({ key, from, to }) => [key, all.slice(from, to).join('|')])).toEqual([
    ['k0', '# A'],
    ['k1', 'Same'],
    ['k2', 'Same'],
    ['k3', '```|x||y|```'],
    ['k4', '* a|* b'],
  ]);
});

it('a hunk names the blocks before and now that it touches', () => {
  const before = read('One\n\nTwo\n\n* a\n* b\n', 'o');
  const after = read('One\n\n2\n\nNew\n\n* a\n* x\n* b\n', 'n');
  const changes = diffMarkdown({ before: before.text, after: after.text });
  const hunks = hunksOf(changes, before.lines, after.lines);
  expect(hunks.map(({ old, keys }) => ({ old, keys }))).toEqual([
    { old: ['o1'], keys: ['n1'] },
    { old: [], keys: ['n2'] },
    // The line is new, the block around it is not.
    { old: ['o2'], keys: ['n3'] },
  ]);
  expect(changes[hunks[0]!.last]!.kind).not.toBe('same');
});
