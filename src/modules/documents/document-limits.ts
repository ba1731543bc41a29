import type { DocumentNode, JSONDocument } from './document.types.js';
import { isRecord } from './table-model.js';

/**
 * Limits of one document: ten to fifty times what the longest pages of large documentations have. What was stored before
 * there were limits, or below others, stays readable.
 */
export const DOCUMENT_LIMITS = {
  /** Levels of nodes and fragments in each other. */
  depth: 120,
  /** Paragraphs, headings, items, lines of code and so on, wherever they are. */
  blocks: 30_000,
  /** Each is a line of the outline, and has an anchor that no other has. */
  headings: 5_000,
  /** Blocks, inlines, texts, leaves and fragments. */
  nodes: 200_000,
  /** Of all texts, also those in data. */
  characters: 5_000_000,
  /** Of all tables: rows times columns. */
  cells: 30_000,
  formulas: 2_000,
  /** Of one formula. */
  formulaCharacters: 10_000,
  /** Of one piece of text. */
  marks: 20,
};

/** Longest Markdown that is read as one page: a million characters take seconds and hundreds of megabytes. */
export const LONGEST_MARKDOWN = 1_000_000;

type Counted = 'blocks' | 'headings' | 'nodes' | 'characters' | 'cells' | 'formulas';

/** Counts what a document has, part by part. Each method answers what is wrong once there is too much of something. */
export class DocumentSize {
  private readonly counts: Record<Counted, number> = {
    ...{ blocks: 0, headings: 0, nodes: 0, characters: 0, cells: 0, formulas: 0 },
  };

  constructor(private readonly limits = DOCUMENT_LIMITS) {}

  /** One node, leaf or fragment more. */
  node(): string | undefined {
    return this.add('nodes', 1);
  }

  characters(count: number): string | undefined {
    return this.add('characters', count);
  }

  /** What a block or inline counts for beside being a node. */
  element(object: 'block' | 'inline', type: string, data: Record<string, unknown>): string | undefined {
    const problem = object === 'block' ? this.add('blocks', 1) : undefined;
    if (problem !== undefined) return problem;
    if (type.startsWith('heading-')) return this.add('headings', 1);
    if (type === 'table') return this.add('cells', sizeOf(data['records']) * sizeOf(data['definition']));
    if (type !== 'math' && type !== 'inline-math') return undefined;
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

/** What a document that was made of a text has too much of; undefined for one within the limits. */
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
