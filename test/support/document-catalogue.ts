import type { DocumentBlock, DocumentNode } from '#modules/documents/index.js';
import { block, codeBlock, fragment, heading, inline, paragraph, text } from './document-nodes.js';

/** Ids of existing objects, for the references of the catalogue. */
export interface CatalogueIds {
  page: string;
  file: string;
  space: string;
  user: string;
  collection: string;
}

export interface CatalogueEntry {
  name: string;
  blocks: DocumentBlock[];
  /** Words that the published page must show its reader. */
  words: string[];
}

const named = (name: string, ...nodes: DocumentBlock[]) => ({
  object: 'fragment' as const,
  fragment: name,
  nodes,
});
const color = (words: string, foreground: string, background: string) =>
  text(words, { object: 'mark', type: 'color', data: { text: foreground, background } });

/** Variables of the space that shows the catalogue. */
export const CATALOGUE_VARIABLES = { name: 'Ada Lovelace', code: 'code-of-ada' };

/** Every block, inline, mark and kind of column of the document model, with every member of its data. */
export function documentCatalogue(ids: CatalogueIds): CatalogueEntry[] {
  return [
    ...lines(ids),
    ...plainBlocks(),
    ...mediaBlocks(ids),
    ...containers(),
    ...apiBlocks(),
    ...tables(ids),
  ];
}

function entry(name: string, words: string[], ...blocks: DocumentBlock[]): CatalogueEntry {
  return { name, words, blocks };
}

function lines({ page, file, space, user, collection }: CatalogueIds): CatalogueEntry[] {
  const url = { kind: 'url', url: 'https://example.com/there' };
  const refs: [string, object][] = [
    ['url', url],
    ['page', { kind: 'page', page }],
    ['page elsewhere', { kind: 'page', page, space }],
    ['anchor', { kind: 'anchor', anchor: 'here' }],
    ['anchor elsewhere', { kind: 'anchor', anchor: 'there', page, space }],
    ['file', { kind: 'file', file }],
    ['space', { kind: 'space', space }],
    ['user', { kind: 'user', user }],
    ['collection', { kind: 'collection', collection }],
    ['tag', { kind: 'tag', tag: 'new' }],
    ['reusable content', { kind: 'reusable-content', reusableContent: 'shared' }],
    ['openapi', { kind: 'openapi', spec: 'pets' }],
  ];
  const button = (data: object) =>
    paragraph(inline('button', { label: 'Press me', kind: 'primary', ...data }));
  const body = fragment('annotation-body', paragraph('Body of the note'), codeBlock('in the note'));
  const { fragment: _name, ...annotationBody } = body;
  return [
    ...['bold', 'italic', 'code', 'strikethrough', 'keyboard', 'superscript', 'subscript'].map((mark) =>
      entry(`mark ${mark}`, ['marked words'], paragraph('before ', text('marked words', mark), ' after')),
    ),
    entry(
      'mark color',
      ['red words', 'on info'],
      paragraph(color('red words', 'red', 'default'), ' ', color('on info', 'default', '$info')),
    ),
    entry(
      'marks together',
      ['all of them'],
      paragraph(text('all of them', 'bold', 'italic', 'strikethrough')),
    ),
    entry('line break', ['first line'], paragraph('first line\nsecond line')),
    ...refs.flatMap(([kind, ref]) => [
      entry(`link to ${kind}`, ['linked words'], paragraph(inline('link', { ref }, [text('linked words')]))),
      entry(`mention of ${kind}`, [], paragraph('see ', inline('mention', { ref }))),
    ]),
    entry(
      'link around an image',
      [],
      paragraph(inline('link', { ref: url }, [text('x '), inline('inline-image', { ref: url })])),
    ),
    entry(
      'emoji',
      ['😀'],
      paragraph('a ', inline('emoji', { code: '1f600' }), ' b ', inline('emoji', { code: '2764-fe0f' })),
    ),
    entry(
      'icon',
      [],
      paragraph('an ', inline('icon', { icon: 'gear' }), inline('icon', { icon: 'star', color: '$primary' })),
    ),
    entry(
      'inline-math',
      ['area'],
      paragraph('area ', inline('inline-math', { formula: '\\pi r^2' }), ' here'),
    ),
    entry(
      'inline-image',
      [],
      paragraph(
        'see ',
        inline('inline-image', {
          ref: url,
          refDark: { kind: 'file', file },
          caption: 'c',
          alt: 'a',
          size: 'line',
        }),
        inline('inline-image', { ref: { kind: 'file', file }, size: 'original' }),
      ),
    ),
    entry(
      'annotation',
      ['noted words', 'Body of the note', 'in the note'],
      paragraph('the ', inline('annotation', {}, [text('noted words')], { fragments: [annotationBody] })),
    ),
    entry(
      'expression',
      ['Ada Lovelace'],
      paragraph('is ', inline('expression', { expression: 'space.vars.name' })),
    ),
    entry('button with a target', ['Press me'], button({ ref: url, size: 'large', icon: 'star' })),
    entry(
      'button to a page',
      ['Press me'],
      button({ ref: { kind: 'page', page }, kind: 'secondary', size: 'small' }),
    ),
    entry('button that searches', ['Press me'], button({ action: { action: 'search', query: 'words' } })),
    entry(
      'button that asks',
      ['Press me'],
      button({ action: { action: 'ask', query: 'why' }, size: 'medium' }),
    ),
    entry('button that asks for a question', ['Press me'], button({ action: { action: 'ask' } })),
    entry('button that selects', ['Press me'], button({ action: { action: 'select', slug: 'one' } })),
  ];
}

function plainBlocks(): CatalogueEntry[] {
  const item = (words: string, data = {}, ...more: DocumentBlock[]) =>
    block('list-item', data, [paragraph(words), ...more]);
  return [
    ...['start', 'center', 'end'].map((align) =>
      entry(`paragraph ${align}`, ['aligned words'], block('paragraph', { align }, [text('aligned words')])),
    ),
    entry('empty paragraph', [], paragraph('a'), paragraph(), paragraph('b')),
    ...([1, 2, 3] as const).flatMap((level) => [
      entry(`heading-${level}`, ['Plain heading'], heading(level, 'Plain heading')),
      entry(
        `heading-${level} with an anchor`,
        ['Own anchor'],
        block(`heading-${level}`, { id: 'own.anchor_1', align: 'center' }, [text('Own anchor')]),
      ),
    ]),
    entry(
      'list-ordered',
      ['fifth', 'sixth'],
      block('list-ordered', { start: 5 }, [item('fifth'), item('sixth')]),
    ),
    entry(
      'list-unordered',
      ['bullet', 'below'],
      block('list-unordered', {}, [item('bullet', {}, block('list-unordered', {}, [item('below')]))]),
    ),
    entry(
      'list-tasks',
      ['done', 'open'],
      block('list-tasks', {}, [item('done', { checked: true }), item('open', { checked: false })]),
    ),
    entry(
      'list-item with blocks',
      ['code in item', 'hint in item', 'quote in item'],
      block('list-ordered', {}, [
        item(
          'lead',
          {},
          codeBlock('code in item'),
          block('hint', { style: 'info' }, [paragraph('hint in item')]),
          block('blockquote', {}, [paragraph('quote in item')]),
          block('math', { formula: 'x' }),
        ),
      ]),
    ),
    entry('divider', [], paragraph('above'), block('divider'), paragraph('below')),
    entry(
      'blockquote',
      ['quoted', 'inner quote'],
      block('blockquote', {}, [paragraph('quoted'), block('blockquote', {}, [paragraph('inner quote')])]),
    ),
    ...['info', 'warning', 'danger', 'success'].map((style) =>
      entry(
        `hint ${style}`,
        ['Mind this'],
        block('hint', { style }, [heading(3, 'Title of it'), paragraph('Mind this')]),
      ),
    ),
    entry(
      'hint with an icon',
      ['Mind this'],
      block('hint', { style: 'info', icon: 'rocket' }, [paragraph('Mind this')]),
    ),
    entry(
      'code',
      ['first line of code', 'main.js'],
      codeBlock('first line of code\n\n  third', {
        syntax: 'js',
        title: 'main.js',
        overflow: 'wrap',
        lineNumbers: true,
        fullWidth: true,
        expandable: true,
        collapsedLineCount: 2,
      }),
    ),
    entry(
      'code that scrolls',
      ['plain code'],
      codeBlock('plain code', { overflow: 'scroll', lineNumbers: false }),
    ),
    entry(
      'code-line',
      ['marked line', 'noted', 'note in code', 'code-of-ada'],
      block('code', { syntax: 'bash' }, [
        block('code-line', { highlighted: true }, [text('marked line')]),
        block('code-line', {}, [
          text('some '),
          inline('annotation', {}, [text('noted')], {
            fragments: [{ object: 'fragment', type: 'annotation-body', nodes: [paragraph('note in code')] }],
          }),
          text(' '),
          inline('expression', { expression: 'space.vars.code' }),
        ]),
      ]),
    ),
    entry('math', [], block('math', { formula: '\\sum_{i=0}^n i' })),
  ];
}

function mediaBlocks({ page, file }: CatalogueIds): CatalogueEntry[] {
  const ref = { kind: 'file', file };
  const url = { kind: 'url', url: 'https://example.com/dark.png' };
  const captioned = { fragments: [named('caption', paragraph('Caption ', text('words', 'bold')))] };
  const image = (data: object, more = { fragments: [] as object[] }): DocumentBlock =>
    block('image', { ref, ...data }, undefined, more as never);
  return [
    ...['center', 'left', 'right'].map((align) =>
      entry(`images ${align}`, [], block('images', { align, fullWidth: true, withFrame: true }, [image({})])),
    ),
    entry(
      'image',
      ['Caption words'],
      block('images', { withFrame: false }, [
        image({ refDark: url, width: 300, height: { unit: '%', value: 50 }, alt: 'Alternative' }, captioned),
        image({ width: { unit: 'px', value: 40 } }),
      ]),
    ),
    entry('file', ['dot.png'], block('file', { ref })),
    entry('file with a caption', ['Caption words'], block('file', { ref }, undefined, captioned)),
    entry('drawing', ['Caption words'], block('drawing', { ref }, undefined, captioned)),
    entry('drawing without a file', [], paragraph('above'), block('drawing')),
    entry(
      'embed',
      ['Caption words', 'example.com'],
      block('embed', { url: 'https://example.com/video?v=1', fullWidth: true }, undefined, captioned),
    ),
    entry('content-ref', ['The target'], block('content-ref', { ref: { kind: 'page', page } })),
    entry(
      'integration',
      ['mermaid', 'graph TD'],
      block('integration', {
        integration: 'mermaid',
        block: 'diagram',
        props: { content: 'graph TD', depth: 2, deep: { a: [1] } },
        action: { action: 'x' },
        fullWidth: true,
      }),
    ),
    entry(
      'integration with an address',
      ['figma'],
      block('integration', {
        integration: 'figma',
        block: 'embed',
        props: {},
        url: 'https://figma.com/file/1',
      }),
    ),
    entry(
      'reusable-content',
      [],
      paragraph('above'),
      block('reusable-content', { ref: { kind: 'reusable-content', reusableContent: 'shared' } }),
    ),
  ];
}

function containers(): CatalogueEntry[] {
  const tab = (data: object, words: string) => block('tabs-item', { ...data }, [paragraph(words)]);
  const expandable = (data: object): DocumentBlock =>
    block('expandable', { ...data }, undefined, {
      fragments: [
        fragment('expandable-title', paragraph('More of it ', text('here', 'code'))),
        fragment('expandable-body', paragraph('Unfolded words'), codeBlock('unfolded code')),
      ],
    });
  const column = (data: object, ...nodes: DocumentBlock[]) => block('column', { ...data }, nodes);
  return [
    entry(
      'tabs',
      ['First tab', 'words of one', 'words of two'],
      block('tabs', { fullWidth: true }, [
        tab({ title: 'First tab', icon: 'gear' }, 'words of one'),
        tab({}, 'words of two'),
      ]),
    ),
    entry('expandable', ['More of it', 'Unfolded words', 'unfolded code'], expandable({})),
    entry('expandable that is open', ['Unfolded words'], expandable({ defaultExpanded: true })),
    entry(
      'stepper',
      ['Step title', 'step words', 'second step'],
      block('stepper', {}, [
        block('stepper-step', { icon: 'flag' }, [
          heading(2, 'Step title'),
          paragraph('step words'),
          expandable({}),
        ]),
        block('stepper-step', {}, [paragraph('second step')]),
      ]),
    ),
    entry(
      'columns',
      ['left words', 'right words', 'third words'],
      block('columns', { fullWidth: true }, [
        column({ width: { unit: '%', value: 33.3 }, verticalAlignment: 'middle' }, paragraph('left words')),
        column({ width: 30, verticalAlignment: 'bottom' }, paragraph('right words')),
        column(
          { verticalAlignment: 'top' },
          paragraph('third words'),
          block('stepper', {}, [block('stepper-step', {}, [paragraph('inside')])]),
        ),
      ]),
    ),
    entry(
      'if',
      ['only for Ada'],
      block('if', { expression: 'space.vars.name == "Ada Lovelace"' }, [paragraph('only for Ada')]),
    ),
    ...['numeric', 'full', 'short'].map((format) =>
      entry(
        `updates ${format}`,
        ['What is new', 'new'],
        block('updates', { format }, [
          block(
            'update',
            {
              date: '2026-03-04T00:00:00.000Z',
              tags: [
                { kind: 'tag', tag: 'new' },
                { kind: 'tag', tag: 'api, v2' },
              ],
            },
            [heading(1, 'What is new'), paragraph('words')],
          ),
          block('update', { date: '2026-03-03T10:20:30.000Z' }, [paragraph('older')]),
        ]),
      ),
    ),
    ...['hidden', 'partial', 'full'].map((defaultExpanded) =>
      entry(
        `prompt ${defaultExpanded}`,
        ['For what', 'say it'],
        block(
          'prompt',
          { description: 'For what', icon: 'rocket', openInAIProviders: true, defaultExpanded },
          [codeBlock('say it\nand that')],
        ),
      ),
    ),
  ];
}

function apiBlocks(): CatalogueEntry[] {
  const ref = { kind: 'openapi', spec: 'pets' };
  return [
    entry(
      'swagger',
      ['/pets', 'GET'],
      block('swagger', {
        ref: { kind: 'url', url: 'https://example.com/pets.yaml' },
        path: '/pets',
        method: 'get',
        expanded: true,
        fullWidth: true,
      }),
    ),
    entry(
      'openapi-operation',
      ['/pets/{id}', 'POST'],
      block('openapi-operation', { ref, path: '/pets/{id}', method: 'post', headless: true }),
    ),
    entry(
      'openapi-schemas',
      ['Models'],
      block('openapi-schemas', { ref, schemas: ['Pet', 'Owner'], grouped: false, title: 'Models' }),
    ),
    entry(
      'openapi-webhook',
      ['pet.born'],
      block('openapi-webhook', { ref, name: 'pet.born', method: 'post', headless: false }),
    ),
  ];
}

type Cell = DocumentNode[] | string | number | boolean | object | null;

function table(
  view: object,
  definition: Record<string, object>,
  rows: Record<string, Cell>[],
  more: object = {},
): DocumentBlock {
  const ids = Object.keys(definition);
  const fragments: object[] = [];
  const records: Record<string, object> = {};
  rows.forEach((row, at) => {
    const values: Record<string, unknown> = {};
    for (const [id, cell] of Object.entries(row)) {
      const isText = (definition[id] as { type: string }).type === 'text';
      values[id] = isText ? `cell-${at}-${id}` : cell;
      if (isText)
        fragments.push(
          named(
            `cell-${at}-${id}`,
            ...(Array.isArray(cell) ? (cell as DocumentBlock[]) : [paragraph(cell as string)]),
          ),
        );
    }
    records[`row${at}`] = { orderIndex: `a${at}`, values };
  });
  const described = Object.fromEntries(ids.map((id) => [id, { id, ...definition[id] }]));
  return block(
    'table',
    { view: { columns: ids, ...view }, definition: described, records, ...more },
    undefined,
    { fragments } as never,
  );
}

function tables({ page, file, user }: CatalogueIds): CatalogueEntry[] {
  const words = (title: string, more = {}) => ({ type: 'text', title, textAlignment: 'left', ...more });
  const grid = { type: 'grid', hideHeader: false };
  const fileRef = { kind: 'file', file };
  const options = [
    { value: 'a', label: 'Option A', color: 'red' },
    { value: 'b', label: 'Option B', color: 'default' },
  ];
  const column = (name: string, shown: string[], definition: object, ...values: Cell[]) =>
    entry(
      `column ${name}`,
      ['Column title', ...shown],
      table(
        grid,
        { w: words('Words'), c: { title: 'Column title', ...definition } },
        values.map((value) => ({ w: 'row', c: value })),
      ),
    );
  return [
    entry(
      'grid',
      ['Name', 'Ada', 'Bob'],
      table(grid, { n: words('Name'), a: words('Age') }, [
        { n: 'Ada', a: 'x' },
        { n: 'Bob', a: 'y' },
      ]),
    ),
    entry(
      'grid with every option',
      ['Ada'],
      table(
        {
          type: 'grid',
          hideHeader: true,
          columnWidths: { n: 240 },
          useNewSizing: true,
          stickyHeader: true,
          stickyFirstColumn: true,
        },
        {
          n: words('Name', { textAlignment: 'center', verticalAlignment: 'middle' }),
          a: words('Age', { textAlignment: 'right', verticalAlignment: 'bottom' }),
          t: words('Top', { verticalAlignment: 'top' }),
        },
        [{ n: 'Ada', a: '36', t: 'x' }],
        { fullWidth: true, search: false },
      ),
    ),
    entry(
      'grid with a hidden column',
      ['shown'],
      table({ ...grid, columns: ['n'] }, { n: words('Name'), h: words('Hidden') }, [
        { n: 'shown', h: 'not shown' },
      ]),
    ),
    entry(
      'blocks in cells',
      ['in a list', 'in code'],
      table(grid, { n: words('Name') }, [
        { n: [block('list-unordered', {}, [block('list-item', {}, [paragraph('in a list')])])] },
        { n: [paragraph('two'), codeBlock('in code')] },
      ] as never),
    ),
    entry(
      'merged cells',
      ['across', 'down'],
      table(
        grid,
        { a: words('A'), b: words('B'), c: words('C') },
        [
          { a: 'across', b: '', c: 'x' },
          { a: 'y', b: 'down', c: 'z' },
          { a: 'q', b: '', c: 'w' },
        ],
        {
          cellMerges: [
            { anchor: { record: 'row0', column: 'a' }, rowSpan: 1, colSpan: 2 },
            { anchor: { record: 'row1', column: 'b' }, rowSpan: 2, colSpan: 1 },
          ],
        },
      ),
    ),
    column('number', ['42'], { type: 'number' }, 42, -1.5, 0),
    column('checkbox', [], { type: 'checkbox' }, true, false),
    column('rating', [], { type: 'rating', max: 3 }, 2, 3),
    column('select', ['Option A'], { type: 'select', multiple: false, options }, ['a'], ['b']),
    column(
      'select of several',
      ['Option A', 'Option B'],
      { type: 'select', multiple: true, options },
      ['a', 'b'],
      [],
    ),
    column('files', ['dot.png'], { type: 'files' }, [file], []),
    column('users', [], { type: 'users', multiple: true }, [user]),
    column(
      'content-ref',
      ['The target'],
      { type: 'content-ref' },
      { kind: 'page', page },
      { kind: 'url', url: 'https://example.com' },
    ),
    column('image', [], { type: 'image' }, fileRef, { ref: fileRef, objectFit: 'contain', alt: 'Alt' }),
    entry(
      'cards',
      ['Card words', '4.5'],
      table(
        {
          type: 'cards',
          cardSize: 'large',
          targetDefinition: 'r',
          coverDefinition: 'f',
          coverDefinitionDark: 'i',
          hideColumnTitle: true,
          wrap: false,
        },
        {
          n: words('Name'),
          r: { type: 'content-ref', title: 'Target' },
          f: { type: 'files', title: 'Cover' },
          i: { type: 'image', title: 'Dark' },
          x: { type: 'number', title: 'X' },
        },
        [
          {
            n: 'Card words',
            r: { kind: 'page', page },
            f: [file],
            i: { ref: fileRef, objectFit: 'fill' },
            x: 4.5,
          },
        ],
      ),
    ),
    entry(
      'cards of medium size',
      ['Only words'],
      table({ type: 'cards', cardSize: 'medium', wrap: true }, { n: words('Name') }, [{ n: 'Only words' }]),
    ),
  ];
}
