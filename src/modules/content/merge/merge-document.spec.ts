import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '#modules/documents/index.js';
import { documentOf, paragraph, paragraphs } from '../content.fixture.js';
import { MergeConflicts } from './conflicts.js';
import { mergeDocuments } from './merge-document.js';
import type { ConflictChoice, ContentConflict } from './merge.types.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const merge = (base: JSONDocument, main: JSONDocument, mine: JSONDocument, choice?: ConflictChoice) => {
  const first = new MergeConflicts();
  const document = mergeDocuments(base, main, mine, { page: 'p' }, first);
  if (!choice) return { document, conflicts: first.open };
  const chosen = first.open.map(({ id, fingerprint }) => [id, { fingerprint, choice }] as const);
  const second = new MergeConflicts(new Map(chosen));
  return { document: mergeDocuments(base, main, mine, { page: 'p' }, second), conflicts: second.open };
};

const texts = (document: JSONDocument): string[] =>
  [...JSON.stringify(document).matchAll(/"text":"([^"]*)"/g)].map((match) => match[1] as string);
const keys = (document: JSONDocument): string[] =>
  [...JSON.stringify(document).matchAll(/"key":"([^"]*)"/g)].map((match) => match[1] as string);

const container = (type: string, key: string, nodes: DocumentBlock[], data = {}): DocumentBlock => ({
  object: 'block',
  type,
  key,
  isVoid: false,
  data,
  nodes,
});

describe('the merge of documents', () => {
  const base = paragraphs({ a: 'one', b: 'two', c: 'three' });

  it('keeps edits of different blocks, additions, deletions and moves of both sides', () => {
    const main = paragraphs({ x: 'new in main', a: 'one', b: 'two, by main', c: 'three' });
    const mine = paragraphs({ c: 'three, by mine', a: 'one', y: 'new in mine', b: 'two' });
    const { document, conflicts } = merge(base, main, mine);
    expect(conflicts).toEqual([]);
    expect(texts(document)).toEqual(['new in main', 'three, by mine', 'one', 'new in mine', 'two, by main']);
    expect(
      texts(merge(base, paragraphs({ b: 'two', c: 'three' }), paragraphs({ a: 'one', b: 'two' })).document),
    ).toEqual(['two']);
  });

  it('takes an equal change of both sides once', () => {
    const both = paragraphs({ a: 'changed', n: 'added', b: 'two', c: 'three' });
    expect(merge(base, both, structuredClone(both)).conflicts).toEqual([]);
    const alsoMine = paragraphs({ a: 'changed', n: 'added', b: 'two', c: 'three!' });
    expect(texts(merge(base, both, alsoMine).document)).toEqual(['changed', 'added', 'two', 'three!']);
  });

  it('reports a block that both sides changed differently, with its three values', () => {
    const [main, mine] = [
      paragraphs({ a: 'A', b: 'two', c: 'three' }),
      paragraphs({ a: 'Ä', b: 'two', c: 'drei' }),
    ];
    const { document, conflicts } = merge(base, main, mine);
    expect(texts(document)).toEqual(['Ä', 'two', 'drei']);
    expect(conflicts).toMatchObject([
      { kind: 'block', page: 'p', block: 'a', base: base.nodes[0], main: main.nodes[0], mine: mine.nodes[0] },
    ]);
    expect(texts(merge(base, main, mine, 'main').document)).toEqual(['A', 'two', 'drei']);
    expect(merge(base, main, mine, 'main').conflicts).toEqual([]);
    const both = merge(base, main, mine, 'both').document;
    expect(texts(both)).toEqual(['A', 'Ä', 'two', 'drei']);
    expect(new Set(keys(both)).size).toBe(4);
    expect(merge(base, main, mine, 'both').document).toEqual(both);
  });

  it('forgets the choice of a conflict whose values have changed', () => {
    const main = paragraphs({ a: 'A', b: 'two', c: 'three' });
    const [conflict] = merge(base, main, paragraphs({ a: 'B', b: 'two', c: 'three' })).conflicts as [
      ContentConflict,
    ];
    const resolutions = new Map([
      [conflict.id, { fingerprint: conflict.fingerprint, choice: 'main' as const }],
    ]);
    const again = new MergeConflicts(resolutions);
    mergeDocuments(base, main, paragraphs({ a: 'C', b: 'two', c: 'three' }), { page: 'p' }, again);
    expect(again.open.map((open) => open.id)).toEqual([conflict.id]);
    expect(again.open[0]?.fingerprint).not.toBe(conflict.fingerprint);
  });

  it('reports a block deleted on one side and edited on the other', () => {
    const deleted = paragraphs({ b: 'two', c: 'three' });
    const edited = paragraphs({ a: 'one!', b: 'two', c: 'three' });
    const byMain = merge(base, deleted, edited);
    expect(byMain.conflicts).toMatchObject([{ kind: 'block', block: 'a', main: null }]);
    expect(texts(byMain.document)).toEqual(['one!', 'two', 'three']);
    expect(texts(merge(base, deleted, edited, 'main').document)).toEqual(['two', 'three']);
    expect(texts(merge(base, deleted, edited, 'both').document)).toEqual(['one!', 'two', 'three']);
    const byMine = merge(base, edited, deleted);
    expect(byMine.conflicts).toMatchObject([{ kind: 'block', block: 'a', mine: null }]);
    expect(texts(byMine.document)).toEqual(['two', 'three']);
    expect(texts(merge(base, edited, deleted, 'main').document)).toEqual(['one!', 'two', 'three']);
  });

  it('merges the blocks of containers, and their attributes apart', () => {
    const hint = (style: string, first: string, second: string) =>
      documentOf(container('hint', 'h', [paragraph('p1', first), paragraph('p2', second)], { style }));
    const { document, conflicts } = merge(
      hint('info', 'one', 'two'),
      hint('warning', 'one!', 'two'),
      hint('info', 'one', 'two!'),
    );
    expect(conflicts).toEqual([]);
    expect(document).toEqual(hint('warning', 'one!', 'two!'));
    const clash = merge(
      hint('info', 'one', 'two'),
      hint('warning', 'x', 'two'),
      hint('danger', 'one', 'two'),
    );
    expect(clash.conflicts).toMatchObject([{ block: 'h' }]);
    const inner = merge(hint('info', 'one', 'two'), hint('info', 'x', 'two'), hint('info', 'y', 'two!'));
    expect(inner.conflicts).toMatchObject([{ block: 'p1' }]);
    expect(texts(inner.document)).toEqual(['y', 'two!']);
  });

  it('reports a container that both sides together would empty', () => {
    const hint = (...nodes: DocumentBlock[]) => documentOf(container('hint', 'h', nodes, { style: 'info' }));
    const [one, two] = [paragraph('p1', 'one'), paragraph('p2', 'two')];
    const { document, conflicts } = merge(hint(one, two), hint(one), hint(two));
    expect(conflicts).toMatchObject([{ block: 'h' }]);
    expect(document).toEqual(hint(two));
  });

  it('treats a code block as one block', () => {
    const code = (...lines: string[]) =>
      documentOf(
        container(
          'code',
          'c',
          lines.map((line) => ({ ...paragraph('', line), type: 'code-line', key: undefined })),
        ),
      );
    const { conflicts } = merge(code('a', 'b'), code('A', 'b'), code('a', 'B'));
    expect(conflicts).toMatchObject([{ block: 'c' }]);
  });

  it('merges rows and cells of a table', () => {
    const table = (rows: Record<string, string>) =>
      documentOf({
        object: 'block',
        type: 'table',
        key: 't',
        isVoid: true,
        data: {
          records: Object.fromEntries(
            Object.keys(rows).map((id) => [id, { orderIndex: id, values: { c: `f-${id}` } }]),
          ),
        },
        fragments: Object.entries(rows).map(([id, text]) => ({
          object: 'fragment',
          fragment: `f-${id}`,
          nodes: [paragraph(`p-${id}`, text)],
        })),
      });
    const merged = merge(
      table({ r1: 'one', r2: 'two' }),
      table({ r1: 'one!', r2: 'two', r3: 'main' }),
      table({ r1: 'one', r2: 'two!', r4: 'mine' }),
    );
    expect(merged.conflicts).toEqual([]);
    expect(merged.document).toEqual(table({ r1: 'one!', r2: 'two!', r3: 'main', r4: 'mine' }));
    const cell = merge(table({ r1: 'one' }), table({ r1: 'x' }), table({ r1: 'y' }));
    expect(cell.conflicts).toMatchObject([{ block: 'p-r1' }]);
  });

  it('keeps one paragraph in a title, for each choice', () => {
    const expandable = (key: string, text: string) =>
      documentOf({
        object: 'block',
        type: 'expandable',
        key: 'e',
        isVoid: true,
        data: {},
        fragments: [{ object: 'fragment', type: 'expandable-title', nodes: [paragraph(key, text)] }],
      });
    const same = merge(expandable('k', 'a'), expandable('k', 'b'), expandable('k', 'c'));
    expect(same.conflicts).toMatchObject([{ block: 'k', choices: ['main', 'mine'] }]);
    const replaced = merge(expandable('k', 'a'), expandable('l', 'b'), expandable('m', 'c'));
    expect(replaced.conflicts).toMatchObject([{ block: 'e' }]);
  });

  it('matches blocks without keys by content and place', () => {
    const bare = (...items: string[]) =>
      documentOf(...items.map((text) => ({ ...paragraph('', text), key: undefined })));
    expect(texts(merge(bare('a', 'b', 'c'), bare('A', 'b', 'c'), bare('a', 'b', 'C')).document)).toEqual([
      'A',
      'b',
      'C',
    ]);
    const clash = merge(bare('a', 'b'), bare('A', 'b'), bare('Ä', 'b'));
    expect(clash.conflicts).toMatchObject([{ kind: 'block', block: '~0' }]);
    expect(texts(clash.document)).toEqual(['Ä', 'b']);
  });

  const sides = fc.record({
    base: fc.uniqueArray(fc.constantFrom(...'abcdefgh'.split('')), { minLength: 1 }),
    main: fc.array(fc.tuple(fc.nat(9), fc.constantFrom('edit', 'delete', 'insert', 'move'), fc.nat(9)), {
      maxLength: 4,
    }),
    mine: fc.array(fc.tuple(fc.nat(9), fc.constantFrom('edit', 'delete', 'insert', 'move'), fc.nat(9)), {
      maxLength: 4,
    }),
  });
  const change = (start: string[], steps: [number, string, number][], side: string): JSONDocument => {
    const blocks = start.map((key) => paragraph(key, key));
    steps.forEach(([at, action, to], i) => {
      const index = at % Math.max(blocks.length, 1);
      if (action === 'insert') blocks.splice(index, 0, paragraph(`${side}${i}`, `${side}${i}`));
      else if (blocks.length === 0) return;
      else if (action === 'edit') blocks[index] = paragraph(blocks[index]?.key ?? '', `${side} edit ${i}`);
      else if (action === 'delete') blocks.splice(index, 1);
      else blocks.splice(to % blocks.length, 0, ...blocks.splice(index, 1));
    });
    return documentOf(...blocks);
  };

  it('loses no block of either side without a deletion or a conflict, and keeps keys unique', () => {
    fc.assert(
      fc.property(sides, ({ base: start, main: a, mine: b }) => {
        const [from, main, mine] = [change(start, [], ''), change(start, a, 'M'), change(start, b, 'N')];
        const { document, conflicts } = merge(from, main, mine);
        const named = new Set(conflicts.map((conflict) => conflict.block));
        const [inBase, inMain, inMine] = [from, main, mine].map(
          (doc) => new Map(doc.nodes.map((block) => [block.key as string, texts(documentOf(block))[0]])),
        ) as [Map<string, string>, Map<string, string>, Map<string, string>];
        const result = new Map(
          document.nodes.map((block) => [block.key as string, texts(documentOf(block))[0]]),
        );
        expect(result.size).toBe(document.nodes.length);
        for (const [key, text] of [...inMain, ...inMine]) {
          if (named.has(key)) continue;
          const isDeleted = inBase.has(key) && (!inMain.has(key) || !inMine.has(key));
          expect(result.has(key)).toBe(!isDeleted);
          const isChanged = !isDeleted && text !== inBase.get(key);
          expect(isChanged ? result.get(key) : text).toBe(text);
        }
      }),
      { numRuns: thoroughly(300) },
    );
  });

  it('gives the changed side when the other is unchanged, and either when both are equal', () => {
    fc.assert(
      fc.property(sides, ({ base: start, main: a, mine: b }) => {
        const [from, main, mine] = [change(start, [], ''), change(start, a, 'M'), change(start, b, 'N')];
        expect(merge(from, main, from).document).toEqual(main);
        expect(merge(from, from, mine).document).toEqual(mine);
        expect(merge(from, main, main)).toEqual({ document: main, conflicts: [] });
      }),
      { numRuns: thoroughly(100) },
    );
  });
});
