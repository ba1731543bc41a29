import { describe, expect, it } from 'vitest';
import {
  alignKeys,
  type DocumentNode,
  documentText,
  type JSONDocument,
  parseMarkdown,
} from '#modules/documents/index.js';
import { markDocument } from './mark-document.js';

/** Two versions in their stored form: the later document has the keys of the earlier one. */
function marked(before: string, after: string): string {
  const old = parseMarkdown(before).document;
  return textOf(markDocument(old, alignKeys(old, parseMarkdown(after).document)).nodes);
}

/** The texts, with insertions in `+{}`, deletions in `-{}`, edited and moved blocks in `edited{}` and `moved{}`. */
function textOf(nodes: readonly DocumentNode[]): string {
  return nodes
    .map((node): string => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
      const { records } = node.data as { records?: Record<string, Record<string, unknown>> };
      const own = Object.values(records ?? {}).flatMap((record) =>
        record['before'] ? `before ${JSON.stringify(Object.values(record['before']))}` : [],
      );
      const inside = [
        textOf(node.nodes ?? []),
        ...(node.fragments ?? []).map((one) => textOf(one.nodes)),
        ...own,
      ].join('|');
      const { change, settings } = node.data as { change?: string; settings?: string[] };
      const signs: Record<string, string> = { inserted: '+', deleted: '-' };
      const text = (settings ? `(${settings.join()}) ` : '') + inside.replace(/^\||\|$/g, '');
      if (change === undefined) return node.object === 'block' ? `[${text}]` : text;
      return `${signs[change] ?? change}{${text}}`;
    })
    .join('');
}

describe('a document with its changes marked', () => {
  it.each([
    ['words', 'One old word here.', 'One new word here.', '[One -{old}+{new} word here.]'],
    ['words in a row', 'One a b c end now.', 'One x y z end now.', '[One -{a b c}+{x y z} end now.]'],
    ['words that got a mark', 'One bold word.', 'One **bold** word.', '[One -{bold}+{bold} word.]'],
    ['words without spaces', '今天天气很好。', '今天天气不好。', '[今天天气-{很好}+{不好}。]'],
    [
      'all of it',
      'Nothing stays as is.',
      'Something else altogether!',
      '[-{Nothing stays as is.}+{Something else altogether!}]',
    ],
    ['a paragraph more', 'A.\n\nB.', 'A.\n\nNew.\n\nB.', '[A.]+{[New.]}[B.]'],
    ['a paragraph less', 'A.\n\nGone.\n\nB.', 'A.\n\nB.', '[A.]-{[Gone.]}[B.]'],
    ['another place', 'A a.\n\nB b.\n\nC c.', 'B b.\n\nC c.\n\nA a.', '[B b.][C c.]moved{[A a.]}'],
    ['items of a list', '* one\n* two', '* one\n* three and\n* two', '[[[one]][+{[three and]}][[two]]]'],
    [
      'a style',
      '{% hint style="info" %}\nMind.\n{% endhint %}',
      '{% hint style="danger" %}\nMind it.\n{% endhint %}',
      'edited{(style: info → danger) [[Mind+{ it}.]]}',
    ],
    ['lines of code', '```js\none\ntwo\n```', '```js\none\nthree\n```', '[[one]-{two}+{three}]'],
    [
      'one cell',
      '| A | B |\n| - | - |\n| one | two |\n| three | four |',
      '| A | B |\n| - | - |\n| one | too |\n| three | four |',
      '[[one]|[-{two}+{too}]|[three]|[four]]',
    ],
    ['a row', '| A |\n| - |\n| one |', '| A |\n| - |\n| one |\n| more |', '[[one]|[+{more}]]'],
    ['nothing', '# A\n\nB', '# A\n\nB', '[A][B]'],
  ])('shows %s', (_, before, after, expected) => expect(marked(before, after)).toBe(expected));

  it('contains the whole of both documents', () => {
    const before = parseMarkdown('# T\n\nOne two three.\n\n* a\n* b\n\n> quote').document;
    const after = alignKeys(before, parseMarkdown('# U\n\nOne 2 three.\n\n* a\n* c\n* d\n\nEnd').document);
    const kept = (kind: string): JSONDocument => ({
      ...after,
      nodes: without(markDocument(before, after).nodes, kind) as JSONDocument['nodes'],
    });
    const words = (document: JSONDocument): string => documentText(document).replace(/\s+/g, ' ').trim();
    expect(words(kept('deleted'))).toBe(words(after));
    expect(words(kept('inserted'))).toBe(words(before));
  });

  it('is made for two very long texts within the budget', () => {
    const long = (word: string): string =>
      Array.from({ length: 20_000 }, (_, i) => `${word}${i % 7}`).join(' ');
    expect(marked(long('a'), long('b'))).toMatch(/^\[-\{a0.*\}\+\{b0.*\}\]$/);
  });
});

/** The nodes without those of one kind, and what holds the others. */
function without(nodes: readonly DocumentNode[], kind: string): DocumentNode[] {
  return nodes.flatMap((node): DocumentNode[] => {
    if (node.object === 'text') return [node];
    if (node.data['change'] === kind) return [];
    const inner = node.nodes && without(node.nodes, kind);
    if (node.type === 'change') return inner ?? [];
    return [{ ...node, ...(inner ? { nodes: inner } : {}) } as DocumentNode];
  });
}
