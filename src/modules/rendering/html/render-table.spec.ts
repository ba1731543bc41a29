import { describe, expect, it } from 'vitest';
import type { DocumentBlock } from '#modules/documents/index.js';
import { block, documentOf, fragment, paragraph } from '../../../../test/support/document-nodes.js';
import { elements, parseHtml, textOf } from '../../../../test/support/html.js';
import { renderDocument } from './render-document.js';

const context = {
  resolveRef: () => ({ href: '/target', title: 'Target', kind: 'page' }),
  file: (id: string) => ({ url: `/f/${id}`, name: `${id}.png`, size: 1, contentType: 'image/png' }),
  user: (id: string) => ({ displayName: `User ${id}` }),
};

async function render(table: DocumentBlock) {
  const tree = parseHtml(await renderDocument(documentOf(table), context));
  return (tag?: string, name?: string) => elements(tree, tag, name);
}

const words = (title: string) => ({ title, type: 'text', textAlignment: 'left' });

describe('rendered grids', () => {
  it('order their records, keep the order of columns and leave out unknown columns', async () => {
    const all = await render(
      block(
        'table',
        {
          view: { type: 'grid', columns: ['b', 'gone', 'a'], hideHeader: false },
          definition: { a: words('A'), b: { title: 'B', type: 'number' } },
          records: {
            second: { orderIndex: 'b', values: { a: 'f2', b: 2 } },
            first: { orderIndex: 'a', values: { a: 'f1', b: 1 } },
          },
        },
        undefined,
        { fragments: [fragment('f1', paragraph('one')), fragment('f2', paragraph('two'))] },
      ),
    );
    expect(all('th').map((cell) => [textOf(cell), cell.properties.scope])).toEqual([
      ['B', 'col'],
      ['A', 'col'],
    ]);
    expect(all('td').map(textOf)).toEqual(['1', 'one', '2', 'two']);
  });

  it('have no header in a cell without words', async () => {
    const all = await render(
      block('table', {
        view: { type: 'grid', columns: ['a', 'b'], hideHeader: false },
        definition: { a: words('Limit'), b: words(' ') },
        records: {},
      }),
    );
    expect(all('th').map(textOf)).toEqual(['Limit']);
    expect(all('td')).toHaveLength(1);
  });

  it('show every kind of cell, and an empty cell for a value of another type', async () => {
    const options = [{ value: 'x', label: 'Chosen', color: 'green' }];
    const kinds = {
      check: { title: '', type: 'checkbox' },
      stars: { title: '', type: 'rating', max: 5 },
      pick: { title: '', type: 'select', multiple: true, options },
      who: { title: '', type: 'users', multiple: true },
      docs: { title: '', type: 'files' },
      link: { title: '', type: 'content-ref' },
      pic: { title: '', type: 'image' },
      bad: { title: '', type: 'number' },
    };
    const all = await render(
      block('table', {
        view: { type: 'grid', columns: Object.keys(kinds), hideHeader: true },
        definition: kinds,
        records: {
          r: {
            orderIndex: '1',
            values: {
              check: true,
              stars: 3,
              pick: ['x'],
              who: ['ada'],
              docs: ['scan'],
              link: { kind: 'page', page: 'p' },
              pic: { ref: { kind: 'file', file: 'pic' }, alt: 'Pic' },
              bad: { not: 'a number' },
            },
          },
        },
      }),
    );
    expect(all('td').map(textOf)).toEqual(['', '', 'Chosen', 'User ada', 'scan.png', 'Target', '', '']);
    expect(all('span', 'check-on')).toHaveLength(1);
    expect(all('span', 'rating')[0]?.properties.ariaLabel).toBe('3 / 5');
    expect(all('span', 'back-green')).toHaveLength(1);
    expect(all('img').map((img) => img.properties.src)).toEqual(['/f/scan', '/f/pic']);
    expect(all('thead')).toEqual([]);
  });

  it('keep a hidden header for screen readers, widths and alignment', async () => {
    const all = await render(
      block('table', {
        view: { type: 'grid', columns: ['a'], hideHeader: true, columnWidths: { a: 200 } },
        definition: { a: { title: 'A', type: 'text', textAlignment: 'right', verticalAlignment: 'middle' } },
        records: { r: { orderIndex: '1', values: {} } },
      }),
    );
    expect(all('thead', 'visually-hidden').map(textOf)).toEqual(['A']);
    expect(all('col')[0]?.properties.style).toContain('width:200px');
    expect(all('td')[0]?.properties.className).toEqual(['align-right', 'valign-middle']);
  });

  it('merge cells within the grid, and ignore merges that overlap', async () => {
    const all = await render(
      block('table', {
        view: { type: 'grid', columns: ['a', 'b'], hideHeader: false },
        definition: { a: { title: 'A', type: 'number' }, b: { title: 'B', type: 'number' } },
        records: {
          x: { orderIndex: '1', values: { a: 1, b: 2 } },
          y: { orderIndex: '2', values: { a: 3, b: 4 } },
        },
        cellMerges: [
          { anchor: { record: 'x', column: 'a' }, rowSpan: 50, colSpan: 1 },
          { anchor: { record: 'y', column: 'a' }, rowSpan: 1, colSpan: 2 },
        ],
      }),
    );
    expect(all('td').map((cell) => [textOf(cell), cell.properties.rowSpan])).toEqual(
      [
        ['1', 2],
        ['2', 1],
        ['4', 1],
      ].map(([word, span]) => [word, span === 1 ? undefined : span]),
    );
  });
});

describe('rendered cards', () => {
  it('show covers, fields and one named link for each card', async () => {
    const all = await render(
      block(
        'table',
        {
          view: {
            type: 'cards',
            cardSize: 'large',
            columns: ['a', 'n', 'to'],
            targetDefinition: 'to',
            coverDefinition: 'c',
            coverDefinitionDark: 'd',
          },
          definition: {
            a: words('A'),
            n: { title: 'Stock', type: 'number' },
            to: { title: 'To', type: 'content-ref' },
            c: { title: '', type: 'files' },
            d: { title: '', type: 'image' },
          },
          records: {
            r: {
              orderIndex: '1',
              values: {
                a: 'f',
                n: 5,
                to: { kind: 'page', page: 'p' },
                c: ['day'],
                d: { kind: 'file', file: 'night' },
              },
            },
          },
        },
        undefined,
        { fragments: [fragment('f', paragraph('Title of it'))] },
      ),
    );
    expect(all('ul', 'cards-large')).toHaveLength(1);
    expect(all('div', 'card-field').map(textOf)).toEqual(['Title of it', 'Stock5']);
    expect(all('a').map((a) => [a.properties.href, a.properties.ariaLabel])).toEqual([
      ['/target', 'Title of it'],
    ]);
    expect(all('img').map((img) => [img.properties.src, img.properties.className])).toEqual([
      ['/f/day', ['fit-cover', 'only-light']],
      ['/f/night', ['fit-cover', 'only-dark']],
    ]);
  });
});
