import {
  type ContentRef,
  type DocumentBlock,
  type DocumentNode,
  documentReferences,
  type JSONDocument,
  mapReferences,
  normalizeDocument,
  walkNodes,
} from '#modules/documents/index.js';

/** The maximal depth of inclusions, and the maximal number of nodes that inclusions may add to a document. */
const MAX_LEVELS = 10;
const MAX_NODES = 50_000;

export type IncludedRef = Extract<ContentRef, { kind: 'reusable-content' }>;

/** The document of a reusable content, ready to replace `ref`; null when it cannot be read. */
export type LoadIncluded = (ref: IncludedRef) => Promise<JSONDocument | null>;

/**
 * A document in which the blocks of reusable contents replace their inclusions, also inside each other. A content
 * that includes itself or would grow too deep or too large is replaced by a note; an inclusion that cannot be read
 * keeps its block.
 * @returns the same object when nothing was included.
 */
export async function includeContents(document: JSONDocument, load: LoadIncluded): Promise<JSONDocument> {
  if (!documentReferences(document).some(({ ref }) => ref.kind === 'reusable-content')) return document;
  const nodes = await new Inclusion(load).nodes(document.nodes, []);
  return nodes === document.nodes ? document : normalizeDocument({ ...document, nodes });
}

/** The references of a document, rewritten for another space. */
export function inOtherSpace(document: JSONDocument, space: string): JSONDocument {
  return mapReferences(document, (ref) => {
    const isLocal =
      ref.kind === 'page' || ref.kind === 'file' || ref.kind === 'reusable-content' || ref.kind === 'tag';
    const isLocalAnchor = ref.kind === 'anchor' && ref.page !== undefined;
    return (isLocal || isLocalAnchor) && ref.space === undefined ? { ...ref, space } : ref;
  });
}

class Inclusion {
  private readonly loaded = new Map<string, Promise<JSONDocument | null>>();
  private count = 0;

  constructor(private readonly load: LoadIncluded) {}

  /** @param open the inclusions around these nodes, the outermost first. */
  async nodes<T extends DocumentNode>(nodes: T[], open: readonly string[]): Promise<T[]> {
    const after: DocumentNode[] = [];
    for (const node of nodes) after.push(...(await this.node(node, open)));
    const isSame = after.length === nodes.length && after.every((node, index) => node === nodes[index]);
    return isSame ? nodes : (after as T[]);
  }

  private async node(node: DocumentNode, open: readonly string[]): Promise<DocumentNode[]> {
    if (node.object === 'text') return [node];
    const ref = node.object === 'block' ? includedRef(node) : undefined;
    if (ref) return this.include(node as DocumentBlock, ref, open);
    const nodes = node.nodes && (await this.nodes(node.nodes, open));
    const fragments = [];
    for (const one of node.fragments ?? []) {
      const inner = await this.nodes(one.nodes, open);
      fragments.push(inner === one.nodes ? one : { ...one, nodes: inner });
    }
    const isSame = fragments.every((one, index) => one === node.fragments?.[index]);
    if (nodes === node.nodes && isSame) return [node];
    return [{ ...node, ...(nodes && { nodes }), ...(node.fragments && { fragments }) } as DocumentNode];
  }

  private async include(
    block: DocumentBlock,
    ref: IncludedRef,
    open: readonly string[],
  ): Promise<DocumentNode[]> {
    const id = `${ref.space ?? ''} ${ref.reusableContent}`;
    if (open.includes(id)) return [note(block, 'This content includes itself and is not repeated here.')];
    if (open.length >= MAX_LEVELS)
      return [note(block, 'More content is included here, too deep to be shown.')];
    const known = this.loaded.get(id) ?? this.load(ref);
    this.loaded.set(id, known);
    const document = await known;
    if (!document) return [block];
    for (const _ of walkNodes(document.nodes)) this.count += 1;
    if (this.count > MAX_NODES) return [note(block, 'More content is included here, too much to be shown.')];
    const inner = await this.nodes(document.nodes, [...open, id]);
    return block.key === undefined ? inner : inner.map((node) => withKeysBelow(node, block.key!));
  }
}

function includedRef(block: DocumentBlock): IncludedRef | undefined {
  const ref = block.data['ref'] as ContentRef | undefined;
  return block.type === 'reusable-content' && ref?.kind === 'reusable-content' ? ref : undefined;
}

/**
 * A document may include the same content twice: the keys of both differ by the keys of the blocks that include them.
 */
function withKeysBelow(node: DocumentNode, outer: string): DocumentNode {
  const key = node.key === undefined ? {} : { key: `${outer}-${node.key}` };
  if (node.object === 'text') return { ...node, ...key };
  const fragments = node.fragments?.map((one) => ({
    ...one,
    ...(one.key === undefined ? {} : { key: `${outer}-${one.key}` }),
    nodes: one.nodes.map((child) => withKeysBelow(child, outer) as DocumentBlock),
  }));
  const nodes = node.nodes?.map((child) => withKeysBelow(child, outer));
  return { ...node, ...key, ...(nodes && { nodes }), ...(fragments && { fragments }) } as DocumentNode;
}

function note({ key }: DocumentBlock, text: string): DocumentBlock {
  const leaf = { object: 'leaf' as const, text, marks: [] };
  const line: DocumentBlock = {
    object: 'block',
    type: 'paragraph',
    ...(key === undefined ? {} : { key: `${key}-note` }),
    isVoid: false,
    data: {},
    nodes: [{ object: 'text', leaves: [leaf] }],
  };
  return { object: 'block', type: 'hint', ...(key === undefined ? {} : { key }), isVoid: false, data: { style: 'warning' }, nodes: [line] }; // prettier-ignore
}
