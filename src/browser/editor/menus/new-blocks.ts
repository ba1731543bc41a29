import type { Node } from 'prosemirror-model';
import { blockToEditor, schema } from '../document/index.js';

/** A kind of block that a person can insert. */
export interface NewBlock {
  title: string;
  detail: string;
  /** Further words by which it is found. */
  words?: string;
  /** The first holds the cursor afterwards; null for what is chosen in a dialog first. */
  make: () => Node[];
}

const node = (name: string, attrs: object = {}, content?: Node | Node[]) =>
  schema.nodes[name]!.create(attrs, content);
const paragraph = () => node('paragraph');
const data = (values: object) => ({ data: values });

/** All blocks of the slash menu, the most used first. */
export const NEW_BLOCKS: readonly NewBlock[] = [
  { title: 'Text', detail: 'A paragraph', words: 'paragraph plain', make: () => [paragraph()] },
  { title: 'Heading 1', detail: 'A large heading', words: 'h1 title', make: () => [node('heading_1')] },
  { title: 'Heading 2', detail: 'A medium heading', words: 'h2', make: () => [node('heading_2')] },
  { title: 'Heading 3', detail: 'A small heading', words: 'h3', make: () => [node('heading_3')] },
  {
    title: 'Bulleted list',
    detail: 'A list with bullets',
    words: 'ul unordered',
    make: () => [list('list_unordered')],
  },
  {
    title: 'Numbered list',
    detail: 'A list with numbers',
    words: 'ol ordered',
    make: () => [list('list_ordered')],
  },
  {
    title: 'Task list',
    detail: 'A list with boxes to tick',
    words: 'todo check',
    make: () => [list('list_tasks', { checked: false })],
  },
  {
    title: 'Hint',
    detail: 'A note that stands out',
    words: 'callout info warning',
    make: () => [node('hint', data({ style: 'info' }), paragraph())],
  },
  {
    title: 'Quote',
    detail: 'Words of somebody',
    words: 'blockquote',
    make: () => [node('blockquote', {}, paragraph())],
  },
  { title: 'Code', detail: 'Code with colours', words: 'pre snippet', make: () => [node('code_block')] },
  {
    title: 'Table',
    detail: 'Rows and columns',
    words: 'grid',
    make: () => [blockToEditor(emptyTable('grid'))],
  },
  {
    title: 'Cards',
    detail: 'Rows shown as cards',
    words: 'grid tiles',
    make: () => [blockToEditor(emptyTable('cards'))],
  },
  {
    title: 'Tabs',
    detail: 'One of several at a time',
    words: 'switch',
    make: () => [
      node(
        'tabs',
        {},
        ['First tab', 'Second tab'].map((title) => node('tabs_item', data({ title }), paragraph())),
      ),
    ],
  },
  {
    title: 'Expandable',
    detail: 'Unfolds on a click',
    words: 'details toggle accordion',
    make: () => [
      node('expandable', {}, [
        node('expandable_title', {}, paragraph()),
        node('expandable_body', {}, paragraph()),
      ]),
    ],
  },
  {
    title: 'Stepper',
    detail: 'Steps with numbers',
    words: 'steps guide',
    make: () => [
      node(
        'stepper',
        {},
        [1, 2].map(() => node('stepper_step', {}, [node('heading_3'), paragraph()])),
      ),
    ],
  },
  {
    title: 'Columns',
    detail: 'Side by side',
    words: 'layout',
    make: () => [
      node(
        'columns',
        {},
        [1, 2].map(() => node('column', {}, paragraph())),
      ),
    ],
  },
  { title: 'Divider', detail: 'A line across', words: 'hr rule', make: () => [node('divider')] },
  {
    title: 'Formula',
    detail: 'Mathematics in TeX',
    words: 'math tex latex equation',
    make: () => [node('math', data({ formula: '' }))],
  },
  {
    title: 'Embed',
    detail: 'A video or another page',
    words: 'youtube video link',
    make: () => [node('embed', { ...data({ url: '' }), hasFragments: false })],
  },
  {
    title: 'Condition',
    detail: 'Shown to some readers',
    words: 'if visitor',
    make: () => [node('if', data({ expression: '' }), paragraph())],
  },
  {
    title: 'Updates',
    detail: 'A changelog',
    words: 'changelog release',
    make: () => [
      node('updates', data({ format: 'full' }), node('update', data({ date: today() }), paragraph())),
    ],
  },
  {
    title: 'Prompt',
    detail: 'A text to copy into an assistant',
    words: 'ai',
    make: () => [node('prompt', data({ description: '' }), node('code_block'))],
  },
];

/** The kinds whose titles or words begin like each word of a query, or contain it. */
export function findBlocks(query: string): NewBlock[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const isMatch = ({ title, words: more = '' }: NewBlock) =>
    words.every((word) => `${title} ${more}`.toLowerCase().includes(word));
  const starts = ({ title }: NewBlock) => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return NEW_BLOCKS.filter(isMatch).sort((one, other) => starts(one) - starts(other));
}

function list(type: string, item: object = {}): Node {
  return node(type, {}, node('list_item', data(item), paragraph()));
}

function today(): string {
  return `${new Date().toISOString().slice(0, 10)}T00:00:00.000Z`;
}

function emptyTable(type: 'grid' | 'cards') {
  const columns = type === 'grid' ? ['c001', 'c002', 'c003'] : ['c001', 'c002'];
  const rows = ['r00001', 'r00002'];
  const names = rows.flatMap((row) => columns.map((column) => `${row}-${column}`));
  return {
    object: 'block' as const,
    type: 'table',
    isVoid: true,
    data: {
      view: { type, columns, ...(type === 'cards' ? { cardSize: 'medium', hideHeader: true } : {}) },
      definition: Object.fromEntries(columns.map((id) => [id, { id, type: 'text', title: '' }])),
      records: Object.fromEntries(
        rows.map((row, index) => [
          row,
          {
            orderIndex: String(index + 1).padStart(6, '0'),
            values: Object.fromEntries(columns.map((column) => [column, `${row}-${column}`])),
          },
        ]),
      ),
    },
    fragments: names.map((fragment) => ({
      object: 'fragment' as const,
      fragment,
      nodes: [
        {
          object: 'block' as const,
          type: 'paragraph',
          isVoid: false,
          data: {},
          nodes: [{ object: 'text' as const, leaves: [{ object: 'leaf' as const, text: '', marks: [] }] }],
        },
      ],
    })),
  };
}
