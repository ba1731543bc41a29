import { formOf } from './catalogue/catalogue.js';
import type { DocumentNode, JSONDocument } from './document.types.js';
import { isRecord } from './values.js';

/**
 * Limits of one document: ten to fifty times the longest pages of large documentations. Documents that were stored
 * before the limits, or below other limits, stay readable.
 */
export const DOCUMENT_LIMITS = {
  /** Depth of nested nodes and fragments. */
  depth: 120,
  /** Paragraphs, headings, items, lines of code and so on, at any depth. */
  blocks: 30_000,
  /** Each heading is an entry of the outline, with a unique anchor. */
  headings: 5_000,
  /** Blocks, inlines, texts, leaves and fragments. */
  nodes: 200_000,
  /** Characters of all texts, including those in data. */
  characters: 5_000_000,
  /** Rows times columns, over all tables. */
  cells: 30_000,
  formulas: 2_000,
  /** Characters of one formula. */
  formulaCharacters: 10_000,
  /** Marks of one leaf of text. */
  marks: 20,
};

/** Longest Markdown that is read as one page, in characters: more takes many seconds and hundreds of megabytes. */
export const MAX_MARKDOWN_LENGTH = 1_000_000;

type Counted = 'blocks' | 'headings' | 'nodes' | 'characters' | 'cells' | 'formulas';

/** Counts the parts of a document. Each method returns the problem once a limit is exceeded. */
export class DocumentSize {
  private readonly counts: Record<Counted, number> = {
    ...{ blocks: 0, headings: 0, nodes: 0, characters: 0, cells: 0, formulas: 0 },
  };

  constructor(private readonly limits = DOCUMENT_LIMITS) {}

  /** Counts a node, leaf or fragment. */
  node(): string | undefined {
    return this.add('nodes', 1);
  }

  characters(count: number): string | undefined {
    return this.add('characters', count);
  }

  /** Counts a block or inline, besides its count as a node. */
  element(object: 'block' | 'inline', type: string, data: Record<string, unknown>): string | undefined {
    const problem = object === 'block' ? this.add('blocks', 1) : undefined;
    if (problem !== undefined) return problem;
    const form = formOf(type);
    if (form?.level) return this.add('headings', 1);
    if (type === 'table') return this.add('cells', sizeOf(data['records']) * sizeOf(data['definition']));
    if (!form?.data?.['formula']) return undefined;
    const { formula } = data;
    if (typeof formula === 'string' && formula.length > DOCUMENT_LIMITS.formulaCharacters)
      return `has a formula of more than ${DOCUMENT_LIMITS.formulaCharacters} characters; split it into several`;
    return this.add('formulas', 1);
  }

  marks(count: number): string | undefined {
    if (count <= DOCUMENT_LIMITS.marks) return undefined;
    return `has more than ${DOCUMENT_LIMITS.marks} marks; leave out those that say the same`;
  }

  private add(what: Counted, count: number): string | undefined {
    this.counts[what] += count;
    if (this.counts[what] <= this.limits[what]) return undefined;
    const name = what === 'cells' ? 'cells of tables' : what;
    return `makes the document larger than ${this.limits[what]} ${name}; split it into several pages`;
  }
}

/** The first limit that a parsed document exceeds; undefined for a document within the limits. */
export function sizeProblem(document: JSONDocument): string | undefined {
  const size = new DocumentSize();
  const ofNode = (node: DocumentNode): string | undefined => {
    let problem = size.node();
    if (node.object === 'text') {
      for (const { text } of node.leaves) problem ??= size.node() ?? size.characters(text.length);
      return problem;
    }
    problem ??= size.element(node.object, node.type, node.data);
    for (const child of node.nodes ?? []) problem ??= ofNode(child);
    for (const fragment of node.fragments ?? []) {
      problem ??= size.node();
      for (const child of fragment.nodes) problem ??= ofNode(child);
    }
    return problem;
  };
  let problem: string | undefined;
  for (const node of document.nodes) problem ??= ofNode(node);
  return problem;
}

function sizeOf(value: unknown): number {
  return isRecord(value) ? Object.keys(value).length : 0;
}
