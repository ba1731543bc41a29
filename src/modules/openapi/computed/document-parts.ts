import { LRUCache } from 'lru-cache';
import {
  alignKeys,
  type DocumentBlock,
  type JSONDocument,
  normalizeDocument,
  parseMarkdown,
} from '#modules/documents/index.js';

/** Characters of one description that are shown at most. */
const MAX_TEXT_LENGTH = 50_000;

/** Descriptions repeat, such as that of a shared schema in every operation that uses it. */
const parsed = new LRUCache<string, DocumentBlock[]>({
  maxSize: 2_000_000,
  sizeCalculation: (_nodes, text) => text.length + 200,
});

export function documentOf(blocks: DocumentBlock[]): JSONDocument | null {
  if (blocks.length === 0) return null;
  return alignKeys(undefined, normalizeDocument({ object: 'document', data: {}, nodes: blocks }));
}

/** A heading of the first level below the title of the page. */
export function heading(text: string): DocumentBlock {
  return { ...paragraph(text.replace(/\s+/g, ' ').trim()), type: 'heading-1' };
}

export function paragraph(text: string): DocumentBlock {
  const leaf = { object: 'leaf' as const, text, marks: [] };
  return {
    object: 'block',
    type: 'paragraph',
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [leaf] }],
  };
}

export function voidBlock(type: string, data: Record<string, unknown>): DocumentBlock {
  return { object: 'block', type, isVoid: true, data };
}

/** Returns the blocks of a description in Markdown; constructs that it leaves open end with it. */
export function markdown(text: string | undefined): DocumentBlock[] {
  if (text === undefined) return [];
  if (isPlain(text)) return [paragraph(text.trim())];
  const known = parsed.get(text);
  if (known) return known;
  const { nodes } = parseMarkdown(text.slice(0, MAX_TEXT_LENGTH)).document;
  parsed.set(text, nodes);
  return nodes;
}

/** True for a line without any syntax, as most descriptions are: parsing takes most of the time of describing. */
function isPlain(text: string): boolean {
  return !/[*_`[\]<>#|~$\\{}&!\n@]|https?:|www\.|:\w|--|^\s*(?:[-+=]|\d+[.)])|\s{2}/.test(text);
}

/** A part of a line, with at most one mark. */
export interface Run {
  text: string;
  mark?: string;
}

/** A paragraph of several runs. */
export function runs(line: readonly Run[]): DocumentBlock {
  const leaves = line.map(({ text, mark }) => ({
    object: 'leaf' as const,
    text: text.replace(/\s+/g, ' '),
    marks: mark === undefined ? [] : [{ object: 'mark' as const, type: mark }],
  }));
  return { ...paragraph(''), nodes: [{ object: 'text', leaves }] };
}

export function list(items: readonly DocumentBlock[][]): DocumentBlock {
  const nodes = items.map((item) => block('list-item', item));
  return block('list-unordered', nodes);
}

export function hint(style: 'info' | 'warning', text: string): DocumentBlock {
  return { ...block('hint', [paragraph(text)]), data: { style } };
}

export function codeBlock(code: string, syntax: string | undefined, title: string): DocumentBlock {
  const lines = code.split('\n').map((line) => ({ ...block('code-line', []), nodes: paragraph(line).nodes }));
  return { ...block('code', lines), data: { title, ...(syntax === undefined ? {} : { syntax }) } };
}

/** An expandable that shows its details when a reader opens it. */
export function expandable(title: string, body: DocumentBlock[]): DocumentBlock {
  return {
    ...voidBlock('expandable', {}),
    fragments: [
      {
        object: 'fragment',
        type: 'expandable-title',
        fragment: 'expandable-title',
        nodes: [paragraph(title)],
      },
      { object: 'fragment', type: 'expandable-body', fragment: 'expandable-body', nodes: body },
    ],
  };
}

/** A JSON value as code in a line of text. */
export function codeText(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

function block(type: string, nodes: DocumentBlock[]): DocumentBlock {
  return { object: 'block', type, isVoid: false, data: {}, nodes };
}
