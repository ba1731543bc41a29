import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from './document.types.js';
import {
  block,
  fragment,
  inline,
  leaf,
  paragraph,
  plainText,
  textNode,
  voidBlock,
  voidInline,
} from './document-nodes.js';
import {
  alignKeys,
  anchorAliases,
  documentAnchors,
  documentOutline,
  normalizeDocument,
  parsePage,
  withAnchors,
} from './index.js';
import { readTable, writeTable } from './table-model.js';

/* Sizes at which quadratic work does not end within the time of a test. */

const documentOf = (nodes: DocumentBlock[]): JSONDocument => ({ object: 'document', data: {}, nodes });
const many = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));
const heading = (title: string, id?: string) =>
  block('heading-1', id === undefined ? {} : { id }, [textNode(leaf(title))]);

describe('the anchors of a large document', () => {
  it('are found for any number of equal headings', () => {
    const document = documentOf(many(100_000, () => heading('1. Vue.js')));
    expect(documentOutline(document)).toHaveLength(100_000);
    const anchors = documentAnchors(document);
    expect(new Set(anchors).size).toBe(200_000);
    expect(anchors.at(-1)).toBe('id-1.-vue.js-99999');
  });

  /** A simple implementation, which tries the names one after the other for each heading. */
  const plainAliases = (document: JSONDocument): Map<string, string> => {
    const headings = withAnchors(document).nodes.map((node) => ({
      id: node.meta?.id ?? '',
      isNamed: node.data['id'] === node.meta?.id,
      title: plainText(node.nodes),
    }));
    const taken = new Set(headings.map(({ id }) => id));
    const aliases = new Map<string, string>();
    for (const { id, title } of headings.filter(({ isNamed }) => !isNamed)) {
      const slug = title.replace(/[^a-z0-9.+_]+/g, '-').replace(/^-|-$/g, '');
      const name = /^[0-9]/.test(slug) ? `id-${slug}` : slug;
      let alias = name;
      for (let suffix = 1; taken.has(alias) && alias !== id; suffix += 1) alias = `${name}-${suffix}`;
      if (alias === '' || alias === id) continue;
      taken.add(alias);
      aliases.set(id, alias);
    }
    return aliases;
  };

  it('have the same aliases as a search through all of them', () => {
    const titles = fc.constantFrom(
      'a',
      'a b',
      'a/b',
      'a-b',
      'a b 1',
      'a/b-1',
      'a-1',
      'a 1',
      '!',
      '!-1',
      '-1',
      '',
    );
    const ids = fc.option(fc.constantFrom('a', 'a-b', 'a-b-1', 'a-1', 'a-b-2', '-1'), { nil: undefined });
    const headings = fc.array(fc.tuple(titles, ids), { maxLength: 30 });
    fc.assert(
      fc.property(headings, (list) => {
        const document = documentOf(list.map(([title, id]) => heading(title, id)));
        expect([...anchorAliases(document)]).toEqual([...plainAliases(document)]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('normalizing a large document', () => {
  it('accepts a text of any number of leaves', () => {
    const leaves = many(180_000, (at) => leaf('a', at % 2 ? [{ object: 'mark', type: 'bold' }] : []));
    const { nodes } = normalizeDocument(documentOf([block('paragraph', {}, [{ object: 'text', leaves }])]));
    expect(nodes[0]?.nodes).toEqual([{ object: 'text', leaves }]);
  });

  it('accepts any number of images with text between them', () => {
    const image = (at: number) => voidBlock('image', { ref: { kind: 'file', file: String(at) } }, []);
    const mixed = many(150_000, (at) => (at % 2 ? paragraph('x') : image(at)));
    expect(normalizeDocument(documentOf([block('images', {}, mixed)])).nodes).toHaveLength(150_000);
  });

  it('accepts any number of comments behind a tab', () => {
    const comment = () =>
      block('paragraph', {}, [voidInline('expression', { expression: "''", raw: '<!-- -->', flow: true })]);
    const tab = block('tabs-item', { title: 'T' }, [paragraph('x')]);
    const document = documentOf([block('tabs', {}, [tab, ...many(150_000, comment)])]);
    const [tabs] = normalizeDocument(document).nodes;
    expect(tabs?.nodes).toHaveLength(1);
    const [first] = tabs?.nodes ?? [];
    expect(first?.object === 'block' ? first.nodes : []).toHaveLength(150_001);
  });

  it('accepts titles nested in titles', () => {
    let inner: DocumentBlock = paragraph('x');
    for (let depth = 0; depth < 40; depth += 1) {
      const note = inline('annotation', {}, [textNode(leaf('n'))]);
      note.fragments = [fragment({ type: 'annotation-body' }, [inner])];
      const title = fragment({ type: 'expandable-title' }, [paragraph('a'), block('paragraph', {}, [note])]);
      inner = voidBlock('expandable', {}, [title, fragment({ type: 'expandable-body' }, [paragraph('b')])]);
    }
    expect(JSON.stringify(normalizeDocument(documentOf([inner])))).toContain('"x"');
  });
});

describe('large tables', () => {
  it('are read with any number of columns and of merged cells', () => {
    const text = { type: 'text', title: 'C' };
    const columns = many(150_000, () => ({ id: '', visible: true, definition: text }));
    const wide = writeTable({ view: {}, data: {}, columns, rows: [] });
    expect(readTable(wide)?.columns).toHaveLength(150_000);
    const tall = many(150_000, (at) => ({ id: '', cells: [at % 2 ? {} : { rowSpan: 2 }] }));
    const model = readTable(writeTable({ view: {}, data: {}, columns: columns.slice(0, 1), rows: tall }));
    expect(model?.rows.filter((row) => row.cells[0]?.rowSpan === 2)).toHaveLength(75_000);
  });

  it('keep the ids of any number of equal rows', () => {
    const columns = [{ id: 'n', visible: true, definition: { type: 'number', title: 'N' } }];
    const table = (prefix: string, count: number) =>
      writeTable({
        ...{ view: {}, data: {}, columns },
        rows: many(count, (at) => ({ id: `${prefix}${at}`, cells: [{ value: 1 }] })),
      });
    const aligned = alignKeys(documentOf([table('old', 60_000)]), documentOf([table('new', 60_001)]));
    const records = Object.keys(aligned.nodes[0]?.data['records'] as object);
    expect(records.filter((id) => id.startsWith('old'))).toHaveLength(60_000);
  });
});

describe('reading large Markdown', () => {
  it('takes any number of closing tags of containers out of a list', () => {
    const { document } = parsePage(
      `{% hint %}\n- a\n${'  {% endtab %}\n'.repeat(20_000)}  {% endhint %}\n\nb`,
    );
    expect(document.nodes.map((one) => one.type)).toContain('hint');
  });

  it('takes any number of parts out of an element that is never closed', () => {
    const { document } = parsePage(`a <u>${'b\\\n'.repeat(70_000)}c`);
    expect(document.nodes).toHaveLength(1);
  });

  it('refuses front matter that names a key twice', () => {
    for (const front of ['a: 1\nb: 2\na: 3', 'a:\n  b: 1\n  b: 2', 'a: [{ b: 1, b: 2 }]']) {
      expect(parsePage(`---\n${front}\n---\n`).warnings).toMatchObject([{ kind: 'front-matter' }]);
    }
    const names = many(15_000, (at) => `n${at}: ${at}`)
      .join('\n')
      .slice(0, 99_000);
    expect(parsePage(`---\n${names}\n---\n`).warnings).toEqual([]);
  });
});
