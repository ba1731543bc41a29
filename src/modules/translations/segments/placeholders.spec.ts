import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countWords } from './count-words.js';
import {
  escapeText,
  mapSegmentText,
  placeholdersMatch,
  readSegment,
  segmentText,
  type SegmentNode,
  unescapeText,
} from './placeholders.js';

describe('placeholdersMatch', () => {
  it.each([
    ['no placeholders', 'Save', 'Speichern', true],
    ['the same', 'a <1>b</1> <2/>', 'x <1>y</1> <2/>', true],
    ['another order', 'a <1>b</1> <2/>', '<2/> x <1>y</1>', true],
    ['spaces inside', 'a <1/>', 'x <1 />', true],
    ['a sign that is no placeholder', 'a < b', 'x < y <br>', true],
    ['one lost', 'a <1/> <2/>', 'x <1/>', false],
    ['one made up', 'a <1/>', 'x <1/> <2/>', false],
    ['one twice', 'a <1/>', 'x <1/> <1/>', false],
    ['a pair twice', '<1>a</1> b', '<1>x</1> <1>y</1>', false],
    ['a pair that is no pair', '<1>a</1> b', '<1/> x', false],
    ['a single one that is a pair', 'a <1/>', 'x <1>y</1>', false],
    ['not closed', '<1>a</1> b', '<1>x', false],
    ['closed only', '<1>a</1> b', 'x</1>', false],
    ['overlapping pairs', '<1>a</1> <2>b</2>', '<1>x <2>y</1> z</2>', false],
    ['in a pair that it was not in', '<1>a</1> <2/>', '<1>x <2/></1>', false],
    ['out of its pair', '<1>a <2/></1> b', '<1>x</1> <2/>', false],
    ['words taken out of a pair', '<1>a</1> b', 'x <1> </1>', false],
  ])('compares a translation: %s', (_, segment, translation, expected) => {
    expect(placeholdersMatch(segment, translation)).toBe(expected);
  });

  const nodes = fc.letrec<{ list: SegmentNode[]; node: SegmentNode }>((tie) => ({
    list: fc.array(tie('node'), { maxLength: 4, depthIdentifier: 'segment' }),
    node: fc.oneof(
      { depthIdentifier: 'segment', maxDepth: 3 },
      fc.constantFrom('one', ' two ', 'a < b & c', '&lt;1>'),
      fc.constant({ id: 0 }),
      tie('list').map((children) => ({ id: 0, children: ['words ', ...children] })),
    ),
  })).list;

  it('accepts the placeholders of a level in any order, and none on another level', () => {
    fc.assert(
      fc.property(nodes, fc.infiniteStream(fc.nat()), (list, dice) => {
        const numbered = number(list);
        const segment = write(numbered);
        expect(placeholdersMatch(segment, write(shuffle(numbered, dice)))).toBe(true);
        expect(segmentText(readSegment(segment) ?? [])).toBe(segmentText(numbered));
        const ids = [...segment.matchAll(/<\d+\/?>/g)];
        const lost = ids[(dice.next().value as number) % Math.max(1, ids.length)];
        const damaged = lost ? segment.replace(lost[0], '') : `${segment}<1/>`;
        expect(placeholdersMatch(segment, damaged)).toBe(false);
      }),
    );
  });

  it('accepts any text that was read and written', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('<1>', '</1>', '<2/>', '<2>', '</2>', '<', '&', 'x', '>')),
        (parts) => {
          const text = parts.join('');
          const read = readSegment(text);
          expect(read === undefined || placeholdersMatch(write(read), text)).toBe(true);
          expect(unescapeText(escapeText(text))).toBe(text);
        },
      ),
    );
  });
});

describe('mapSegmentText', () => {
  it('replaces the words that readers see', () => {
    const mapped = mapSegmentText('R&amp;D <1>is &lt;here></1> <2/>', (text) => text.toUpperCase());
    expect(mapped).toBe('R&amp;D <1>IS &lt;HERE></1> <2/>');
  });
});

describe('countWords', () => {
  it.each([
    ['en', 'Save the <1>file</1> with <2/>, please.', 5],
    ['en', 'un<1>believ</1>able R&amp;D', 3],
    ['de', 'Größe ändern', 2],
    ['ar', 'مرحبا بالعالم', 2],
    ['pt-br', 'olá mundo', 2],
    ['xx-none', 'two words', 2],
    ['en', '<1/> — …', 0],
  ])('counts in %s: %s', (language, text, expected) => {
    expect(countWords(text, language)).toBe(expected);
  });

  it.each([
    ['zh', '敏捷的棕色狐狸'],
    ['ja', '保存してください'],
    ['th', 'สวัสดีชาวโลก'],
  ])('counts in %s without blanks', (language, text) => {
    expect(countWords(text, language)).toBeGreaterThan(1);
    expect(countWords(text, language)).toBeLessThan(text.length);
  });
});

function number(nodes: SegmentNode[], next = { id: 1 }): SegmentNode[] {
  return nodes.map((node) => {
    if (typeof node === 'string') return node;
    const id = next.id++;
    return node.children ? { id, children: number(node.children, next) } : { id };
  });
}

function write(nodes: SegmentNode[]): string {
  return nodes
    .map((node) => {
      if (typeof node === 'string') return escapeText(node);
      return node.children ? `<${node.id}>${write(node.children)}</${node.id}>` : `<${node.id}/>`;
    })
    .join('');
}

function shuffle(nodes: SegmentNode[], dice: IterableIterator<number>): SegmentNode[] {
  return nodes
    .map((node) => {
      if (typeof node === 'string' || !node.children) return node;
      return { id: node.id, children: shuffle(node.children, dice) };
    })
    .map((node) => [dice.next().value as number, node] as const)
    .sort(([a], [b]) => a - b)
    .map(([, node]) => node);
}
