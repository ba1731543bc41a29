import { describe, expect, it } from 'vitest';
import type { DocumentBlock, DocumentNode, JSONDocument } from './document.types.js';
import { alignKeys, documentsEqual, parseMarkdown, serializeMarkdown, validateDocument } from './index.js';
import { plainText } from './document-nodes.js';

function parse(markdown: string): JSONDocument {
  return parseMarkdown(markdown).document;
}

/** A document whose keys say nothing about its content, as an editor would make them. */
function keyed(markdown: string): JSONDocument {
  let count = 0;
  const walk = (nodes: DocumentNode[]): DocumentNode[] =>
    nodes.map((node) =>
      node.object === 'text'
        ? node
        : ({
            ...node,
            ...(node.object === 'block' && { key: `k${(count += 1)}` }),
            ...(node.nodes && { nodes: walk(node.nodes) }),
            ...(node.fragments && {
              fragments: node.fragments.map((one) => ({ ...one, nodes: walk(one.nodes) })),
            }),
          } as DocumentNode),
    );
  return { ...parse(markdown), nodes: walk(parse(markdown).nodes) as DocumentBlock[] };
}

function keys(document: JSONDocument): Map<string, string> {
  const found = new Map<string, string>();
  const walk = (nodes: DocumentNode[]): void => {
    for (const node of nodes) {
      if (node.object === 'text') continue;
      if (node.object === 'block') found.set(plainText(node.nodes) || node.type, node.key ?? '');
      walk(node.nodes ?? []);
      for (const one of node.fragments ?? []) walk(one.nodes);
    }
  };
  walk(document.nodes);
  return found;
}

function allKeys(document: JSONDocument): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const walk = (nodes: DocumentNode[]): void => {
    for (const node of nodes) {
      if (node.object === 'text') continue;
      if (node.object === 'block') found.push(node.key);
      walk(node.nodes ?? []);
      for (const one of node.fragments ?? []) walk(one.nodes);
    }
  };
  walk(document.nodes);
  return found;
}

describe('alignKeys', () => {
  it('returns the previous document when nothing changed', () => {
    const before = keyed('# A\n\nb\n\n| c |\n| - |\n| d |');
    expect(alignKeys(before, parse(serializeMarkdown(before)))).toBe(before);
  });

  it('keeps keys through insertions, edits and deletions', () => {
    const before = keyed('alpha one\n\nbeta two three four\n\ngamma\n\ndelta');
    const after = alignKeys(before, parse('new start\n\nalpha one\n\nbeta two three five\n\ndelta\n\nend'));
    const [old, now] = [keys(before), keys(after)];
    expect(now.get('alpha one')).toBe(old.get('alpha one'));
    expect(now.get('beta two three five')).toBe(old.get('beta two three four'));
    expect(now.get('delta')).toBe(old.get('delta'));
    expect([...old.values()]).not.toContain(now.get('new start'));
    expect([...old.values()]).not.toContain(now.get('end'));
  });

  it('aligns blocks in containers, fragments and tables', () => {
    const text =
      '{% hint style="info" %}\nfirst\n\nsecond\n{% endhint %}\n\n<details>\n\n<summary>Title</summary>\n\nbody\n\n</details>\n\n| H |\n| - |\n| cell |\n| more |\n';
    const before = keyed(text);
    const after = alignKeys(
      before,
      parse(
        text.replace('second', 'second, edited').replace('body', 'body, edited').replace('cell', 'cell!'),
      ),
    );
    const [old, now] = [keys(before), keys(after)];
    for (const [was, is] of [
      ['hint', 'hint'],
      ['first', 'first'],
      ['second', 'second, edited'],
      ['body', 'body, edited'],
      ['cell', 'cell!'],
      ['more', 'more'],
      ['table', 'table'],
    ] as const) {
      expect(now.get(is), is).toBe(old.get(was));
    }
    const table = after.nodes.find((node) => node.type === 'table');
    expect(Object.keys(table?.data['definition'] as object)).toEqual(
      Object.keys(before.nodes.find((node) => node.type === 'table')?.data['definition'] as object),
    );
  });

  it('never gives one key to two blocks', () => {
    const before = keyed('a\n\na\n\nb');
    const after = alignKeys(before, parse('a\n\na\n\na\n\na\n\nb\n\nb'));
    expect(new Set(allKeys(after)).size).toBe(allKeys(after).length);
    expect(documentsEqual(after, parse('a\n\na\n\na\n\na\n\nb\n\nb'))).toBe(true);
  });

  it('takes time in proportion to the documents', () => {
    const many = (from: number): string =>
      Array.from({ length: 5000 }, (_, at) => `paragraph number ${at + from}`).join('\n\n');
    const after = alignKeys(keyed(many(0)), parse(many(2500)));
    expect(new Set(allKeys(after)).size).toBe(5000);
  });
});

describe('the keys of blocks', () => {
  it('follow from content and position', () => {
    const text = 'a\n\n* b\n* b\n\n```\nc\n```';
    expect(parse(text)).toEqual(parse(text));
    const found = allKeys(parse(text));
    expect(new Set(found).size).toBe(found.length);
    expect(found.every((key) => key)).toBe(true);
    expect(parse('z\n\na').nodes[1]?.key).toBe(parse('a').nodes[0]?.key);
  });

  it('are kept from a client, and filled in where they are missing or double', () => {
    const text = (words: string): unknown => ({
      object: 'text',
      leaves: [{ object: 'leaf', text: words, marks: [] }],
    });
    const document = validateDocument({
      nodes: [
        { type: 'paragraph', key: 'mine', nodes: [text('a')] },
        { type: 'paragraph', key: 'mine', nodes: [text('b')] },
        { type: 'paragraph', nodes: [text('c')] },
      ],
    });
    const found = allKeys(document);
    expect(found[0]).toBe('mine');
    expect(new Set(found).size).toBe(3);
  });
});
