import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thoroughly } from '../../../test/support/thoroughly.js';
import { arbitraryDocument } from './document.fixture.js';
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

  it('keeps the key of a block that was moved, whatever stands in its place now', () => {
    const before = keyed('alpha one\n\nbeta two\n\ngamma three\n\ndelta four');
    const after = alignKeys(
      before,
      parse('gamma three\n\nfresh words\n\nbeta two\n\ndelta four\n\nalpha one'),
    );
    const [old, now] = [keys(before), keys(after)];
    for (const text of old.keys()) expect(now.get(text), text).toBe(old.get(text));
    expect([...old.values()]).not.toContain(now.get('fresh words'));
  });

  it('keeps the key of a block that was moved into a container, or out of one, with what is in it', () => {
    const hint = '{% hint style="info" %}\ninside\n{% endhint %}';
    const before = keyed(`outside\n\n${hint}\n\n* item\n  * below\n\nend`);
    const within = '{% hint style="info" %}\noutside\n\n* item\n  * below\n{% endhint %}';
    const after = alignKeys(before, parse(`${within}\n\nend\n\ninside`));
    const [old, now] = [keys(before), keys(after)];
    for (const text of ['outside', 'item', 'below', 'inside', 'hint', 'end'])
      expect(now.get(text), text).toBe(old.get(text));
  });

  it('keeps the key that a moved block has in the editor, also when it was edited or is not the only one', () => {
    const before = keyed('same\n\nalpha\n\nsame\n\nbeta\n\n***\n\ngamma');
    const [one, alpha, two, beta, line, gamma] = before.nodes as Required<DocumentBlock>[];
    const edited = { ...beta!, nodes: parse('other words').nodes[0]!.nodes! };
    const nodes = [edited, gamma!, line!, two!, one!, alpha!];
    const after = alignKeys(before, { ...before, nodes });
    const kept = after.nodes.map(({ key }) => key);
    expect(new Set(kept)).toEqual(new Set(before.nodes.map(({ key }) => key)));
    expect(kept.slice(1, 3)).toEqual([gamma!.key, line!.key]);
    expect(kept.at(-1)).toBe(alpha!.key);
  });

  it('keeps all keys in any order of blocks that differ', () => {
    const texts = Array.from(
      { length: 12 },
      (_, at) => `* item ${at} of a list\n\n  with words ${at}\n\n## part ${at}`,
    );
    const before = keyed(texts.join('\n\n'));
    const orders = fc.shuffledSubarray(before.nodes, { minLength: 1 });
    fc.assert(
      fc.property(orders, fc.boolean(), (nodes, hasKeys) => {
        const bare = hasKeys ? nodes : parse(serializeMarkdown({ ...before, nodes })).nodes;
        const after = alignKeys(before, { ...before, nodes: bare });
        expect(after.nodes.map(({ key }) => key)).toEqual(nodes.map(({ key }) => key));
      }),
      { numRuns: thoroughly(60) },
    );
  });

  it('says what the later of any two documents says, with each key once', () => {
    fc.assert(
      fc.property(arbitraryDocument, arbitraryDocument, fc.nat(), (one, other, cut) => {
        const before = alignKeys({ ...one, nodes: [] }, one);
        const at = cut % (one.nodes.length + 1);
        const mixed = [...one.nodes.slice(at), ...other.nodes, ...one.nodes.slice(0, at)];
        const next = { ...one, nodes: mixed };
        const after = alignKeys(before, next);
        expect(documentsEqual(after, next)).toBe(true);
        expect(new Set(allKeys(after)).size).toBe(allKeys(after).length);
      }),
      { numRuns: thoroughly(100) },
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
    const before = keyed(many(0));
    const after = alignKeys(before, parse(many(2500)));
    expect(new Set(allKeys(after)).size).toBe(5000);
    const turned = alignKeys(before, { ...before, nodes: before.nodes.toReversed() });
    expect(turned.nodes.map(({ key }) => key)).toEqual(before.nodes.map(({ key }) => key).toReversed());
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
