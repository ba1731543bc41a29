import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DocumentBlock, JSONDocument } from '../document.types.js';
import { paragraph } from '../document-nodes.js';
import { parseMarkdown } from '../markdown/parse-markdown.js';
import { serializeMarkdown } from '../markdown/serialize-markdown.js';
import { readTable, type TableModel, type TableRow, writeTable } from '../table-model.js';
import { rewriteText } from './rewrite-text.js';
import { thoroughly } from '../../../../test/support/thoroughly.js';

const lines = (...all: string[]): string => all.join('\n');

function written(source: string, document: JSONDocument): string {
  return rewriteText({ kind: 'markdown', source, meta: {}, document }, {});
}

/** Changes the first table of a text. */
function withTable(source: string, change: (model: TableModel) => void): string {
  const { document } = parseMarkdown(source);
  const nodes = document.nodes.map((block): DocumentBlock => {
    const model = block.type === 'table' ? readTable(block) : undefined;
    if (!model) return block;
    change(model);
    const { columns, rows } = model;
    return writeTable({
      ...model,
      columns: columns.map((one) => ({ ...one, id: '' })),
      rows: rows.map((one) => ({ ...one, id: '' })),
    });
  });
  return written(source, { ...document, nodes });
}

const row = (...texts: string[]): TableRow => ({
  id: '',
  cells: texts.map((text) => ({ blocks: [paragraph(text)] })),
});

const table = lines(
  'Before.',
  '',
  '<table>',
  '  <thead>',
  '    <tr>',
  '      <th style="text-align:left">&#x6307;&#x6807;</th>',
  '      <th style="text-align:left">B</th>',
  '    </tr>',
  '  </thead>',
  '  <tbody>',
  '    <tr>',
  '      <td style="text-align:left">',
  '        <p>&#x9996;&#x6B21;&#xFF0C;&#x6253;</p>',
  '        <p>(One)</p>',
  '      </td>',
  '      <td style="text-align:left"><code>a</code>',
  '      </td>',
  '    </tr>',
  '    <tr>',
  '      <td style="text-align:left">c &amp; d</td>',
  '      <td style="text-align:left">e</td>',
  '    </tr>',
  '  </tbody>',
  '</table>',
  '',
  'After.',
  '',
);

describe('an HTML table in the text of an author', () => {
  it.each<[string, (model: TableModel) => void, (source: string) => string]>([
    [
      'a word that is written by references',
      (model) => {
        model.rows[0]!.cells[0]!.blocks = [paragraph('首次，打开'), paragraph('(One)')];
      },
      (source) => source.replace('&#x6253;', '打开'),
    ],
    [
      'a cell of one word',
      (model) => {
        model.rows[1]!.cells[1] = { blocks: [paragraph('f < g')] };
      },
      (source) => source.replace('>e<', '>f &#x3C; g<'),
    ],
    [
      'a title',
      (model) => {
        model.columns[1]!.definition.title = 'New';
        delete model.columns[1]!.header;
      },
      (source) => source.replace('>B<', '>New<'),
    ],
    [
      'a row that is new at the end',
      (model) => model.rows.push(row('x', 'y')),
      (source) =>
        source.replace(
          '  </tbody>',
          lines(
            '    <tr>',
            '      <td style="text-align:left">x</td>',
            '      <td style="text-align:left">y</td>',
            '    </tr>',
            '  </tbody>',
          ),
        ),
    ],
    [
      'a row that is new at the start',
      (model) => model.rows.unshift(row('x', 'y')),
      (source) =>
        source.replace(
          '  <tbody>\n',
          lines(
            '  <tbody>',
            '    <tr>',
            '      <td style="text-align:left">',
            '        x',
            '      </td>',
            '      <td style="text-align:left">y',
            '      </td>',
            '    </tr>',
            '',
          ),
        ),
    ],
    [
      'a row that is gone',
      (model) => model.rows.splice(0, 1),
      (source) => source.replace(/ {4}<tr>\n {6}<td style="text-align:left">\n[^]*?<\/tr>\n/, ''),
    ],
    [
      'an attribute of the table',
      (model) => {
        model.data['fullWidth'] = true;
      },
      (source) => source.replace('<table>', '<table data-full-width="true">'),
    ],
  ])('keeps its other lines: %s', (_name, change, wanted) => {
    expect(withTable(table, change)).toBe(wanted(table));
    const windows = table.replaceAll('\n', '\r\n');
    expect(withTable(windows, change)).toBe(wanted(table).replaceAll('\n', '\r\n'));
  });

  it('keeps the order of its columns, also where hidden ones are among them', () => {
    const source = lines(
      '<table data-view="cards"><thead>',
      '<tr><th data-hidden data-card-target data-type="content-ref"></th><th>A</th><th>B</th></tr>',
      '</thead><tbody>',
      '<tr><td><a href="a.md">a.md</a></td><td>one</td><td>two</td></tr>',
      '<tr><td><a href="b.md">b.md</a></td><td colspan="2">three</td></tr>',
      '</tbody></table>',
      '',
    );
    const edited = (at: number, column: number): string =>
      withTable(source, (model) => {
        model.rows[at]!.cells[column]!.blocks = [paragraph('new')];
      });
    expect(edited(0, 1)).toBe(source.replace('two', 'new'));
    expect(edited(1, 0)).toBe(source.replace('three', 'new'));
  });

  it('changes the edited cell alone, and says what is wanted', () => {
    fc.assert(
      fc.property(authored, fc.nat(), fc.nat(), (one, down, across) => {
        const { source, cells } = one;
        const at = down % cells.length;
        const column = across % cells[0]!.length;
        const { document } = parseMarkdown(source);
        const { word } = cells[at]![column]!;
        const next = JSON.parse(JSON.stringify(document).replace(word, `${word}edited`)) as JSONDocument;
        const text = written(source, next);
        expect(text).toBe(source.replace(word, `${word}edited`));
        expect(serializeMarkdown(parseMarkdown(text).document)).toBe(serializeMarkdown(next));
      }),
      { numRuns: thoroughly(300) },
    );
  });

  it('says what is wanted whatever becomes of its rows, and keeps the other rows', () => {
    fc.assert(
      fc.property(authored, fc.nat(), fc.nat(3), fc.nat(2), ({ source, cells }, first, gone, added) => {
        const at = first % (cells.length + 1);
        const width = cells[0]!.length;
        const fresh = Array.from({ length: added }, (_, index) =>
          row(...Array.from({ length: width }, (__, column) => `fresh ${index} ${column}`)),
        );
        let wanted: TableModel | undefined;
        const text = withTable(source, (model) => {
          model.rows.splice(at, gone, ...fresh);
          wanted = model;
        });
        const back = readTable(parseMarkdown(text).document.nodes.find(({ type }) => type === 'table')!)!;
        const words = ({ rows }: TableModel): string => JSON.stringify(rows.map((one) => textsOf(one)));
        expect(words(back)).toBe(words(wanted!));
        const kept = cells.filter((_, index) => index < at || index >= at + gone);
        for (const one of kept.flat()) expect(text).toContain(one.html);
      }),
      { numRuns: thoroughly(300) },
    );
  });
});

function textsOf(one: TableRow): string[] {
  return one.cells.map(
    ({ blocks }) =>
      JSON.stringify(blocks)
        .match(/"text":"[^"]*"/g)
        ?.join() ?? '',
  );
}

interface AuthoredCell {
  word: string;
  html: string;
}

/** Tables as people and tools write them: in lines or not, with alignments, references, lists and marks. */
const authored: fc.Arbitrary<{ source: string; cells: AuthoredCell[][] }> = fc
  .record({
    rows: fc.integer({ min: 1, max: 5 }),
    kinds: fc.array(fc.constantFrom(...'plain mark references lines list link'.split(' ')), {
      minLength: 1,
      maxLength: 4,
    }),
    isInLines: fc.boolean(),
    style: fc.constantFrom('', ' style="text-align:left"', ' align="left"', ' valign="top"'),
    around: fc.constantFrom('', 'hint'),
  })
  .map(({ rows, kinds, isInLines, style, around }) => {
    const cells = Array.from({ length: rows }, (_, at) =>
      kinds.map((kind, column): AuthoredCell => {
        const word = `Word${String.fromCharCode(65 + at)}${String.fromCharCode(65 + column)}x`;
        return { word, html: cellHtml(kind, word) };
      }),
    );
    const gap = (depth: number): string => (isInLines ? `\n${'  '.repeat(depth)}` : '');
    const head = kinds.map((_, at) => `${gap(3)}<th>Title ${at}</th>`).join('');
    const body = cells.map((one) => {
      const parts = one.map(({ html }) => `${gap(3)}<td${style}>${html}</td>`);
      return `${gap(2)}<tr>${parts.join('')}${gap(2)}</tr>`;
    });
    const html = `<table>${gap(1)}<thead>${gap(2)}<tr>${head}${gap(2)}</tr>${gap(1)}</thead>${gap(1)}<tbody>${body.join('')}${gap(1)}</tbody>${gap(0)}</table>`;
    const source =
      around === ''
        ? `First.\n\n${html}\n\nLast.\n`
        : `First.\n\n{% hint style="info" %}\n${html}\n{% endhint %}\n\n${html.replaceAll('Word', 'Other')}\n`;
    return { source, cells };
  });

function cellHtml(kind: string, word: string): string {
  switch (kind) {
    case 'mark':
      return `a <b>${word}</b> <i>c</i>`;
    case 'references':
      return `&#x6307;&#x6807;&#xFF0C;&lt;${word}&gt; &amp; "more"`;
    case 'lines':
      return `\n        <p>a</p>\n        <p>${word} b</p>\n      `;
    case 'list':
      return `<ul>\n          <li>${word}</li>\n          <li>b</li>\n        </ul>`;
    case 'link':
      return `<a href="https://example.com/?a=1&b=2">${word}</a>`;
    default:
      return `${word} here`;
  }
}
