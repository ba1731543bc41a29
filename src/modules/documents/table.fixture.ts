import fc from 'fast-check';
import type { DocumentBlock } from './document.types.js';
import { fragment, voidBlock } from './document-nodes.js';
import { fileRef, flag, name, optional, ref, text } from './inline.fixture.js';

export const length = fc.oneof(
  fc.nat(2000),
  fc.record({ unit: fc.constantFrom('%', 'px'), value: fc.nat(100) }),
  fc.constant(213.6796875),
);

export function grid(
  rows: DocumentBlock[][][],
  hideHeader: boolean,
  titles: string[],
  width: number | undefined,
): DocumentBlock {
  const ids = titles.map((_, at) => `col-${9 - at}`);
  return voidBlock(
    'table',
    {
      view: {
        type: 'grid',
        columns: ids,
        hideHeader,
        ...(width !== undefined && { columnWidths: { [ids[0] as string]: width } }),
      },
      definition: Object.fromEntries(
        ids.map((one, at) => [
          one,
          { id: one, type: 'text', title: titles[at], textAlignment: at % 2 ? 'center' : 'left' },
        ]),
      ),
      records: Object.fromEntries(
        rows.map((row, at) => [
          `rec${at}`,
          {
            orderIndex: `a${at}`,
            values: Object.fromEntries(row.map((_, index) => [ids[index], `f${at}-${index}`])),
          },
        ]),
      ),
    },
    rows.flatMap((row, at) => row.map((nodes, index) => fragment({ fragment: `f${at}-${index}` }, nodes))),
  );
}

export function cards(): fc.Arbitrary<DocumentBlock> {
  const values = optional<unknown>({
    n: fc.integer(),
    b: flag,
    f: fc.array(name, { maxLength: 2 }),
    u: fc.array(name, { maxLength: 2 }),
    r: ref,
    i: fc.oneof(fileRef, fc.record({ ref: fileRef, objectFit: fc.constant('cover'), alt: text })),
    s: fc.constantFrom(['o1'], ['o1', 'o2']),
    x: fc.nat(5),
  });
  return fc
    .tuple(fc.array(values, { maxLength: 3 }), fc.constantFrom('medium', 'large'), text)
    .map(([rows, cardSize, label]) => {
      const definition = {
        n: { id: 'n', type: 'number', title: 'N' },
        b: { id: 'b', type: 'checkbox', title: '' },
        f: { id: 'f', type: 'files', title: 'Files' },
        u: { id: 'u', type: 'users', title: 'Users', multiple: true },
        r: { id: 'r', type: 'content-ref', title: 'Target' },
        i: { id: 'i', type: 'image', title: 'Cover' },
        s: {
          id: 's',
          type: 'select',
          title: 'S',
          multiple: true,
          options: [
            { value: 'o1', label, color: 'red' },
            { value: 'o2', label: 'Two', color: 'blue' },
          ],
        },
        x: { id: 'x', type: 'rating', title: 'X', max: 5 },
      };
      const records = Object.fromEntries(
        rows.map((row, at) => [`r${at}`, { orderIndex: `a${at}`, values: row }]),
      );
      const view = {
        type: 'cards',
        cardSize,
        columns: ['s', 'n', 'b', 'f', 'u', 'x'],
        targetDefinition: 'r',
        coverDefinition: 'i',
        wrap: false,
      };
      return voidBlock('table', { view, definition, records, fullWidth: true }, []);
    });
}
