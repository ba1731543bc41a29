import type { FileRecord } from '#modules/content/index.js';
import {
  type ContentRef,
  type DocumentBlock,
  type DocumentNode,
  formOf,
  isContentRef,
} from '#modules/documents/index.js';

export type FileRef = Extract<ContentRef, { kind: 'file' }>;

/** The organization and the files that the blocks of a document may name. */
export interface ReferencePlace {
  organizationId: string;
  /** Finds the file that a block names; null when it does not exist or the reader of the document may not see it. */
  file: (ref: FileRef) => Promise<FileRecord | null>;
}

/** The source of a block: a specification of the organization, or a file of a space. */
export type BlockSource = { key: string } & ({ slug: string } | { file: FileRef });

/** Undefined for blocks that name neither, such as blocks with the external address of a file. */
export function sourceOf({ type, data }: DocumentBlock): BlockSource | undefined {
  const { ref } = data ?? {};
  if (!formOf(type)?.isSpecified || !isContentRef(ref)) return undefined;
  if (ref.kind === 'openapi') return { key: `openapi ${ref.spec}`, slug: ref.spec };
  return ref.kind === 'file' ? { key: `file ${ref.space ?? ''} ${ref.file}`, file: ref } : undefined;
}

/** The blocks of a document that show a part of a specification, at any depth. */
export function* referenceBlocks(nodes: readonly DocumentNode[]): Generator<DocumentBlock> {
  for (const node of nodes) {
    if (node.object !== 'block') continue;
    if (formOf(node.type)?.isSpecified) yield node;
    yield* referenceBlocks(node.nodes ?? []);
    for (const fragment of node.fragments ?? []) yield* referenceBlocks(fragment.nodes);
  }
}

/** The nodes with their reference blocks replaced, at any depth. */
export function mapReferenceBlocks<Node extends DocumentNode>(
  nodes: readonly Node[],
  replace: (block: DocumentBlock) => DocumentBlock,
): Node[] {
  return nodes.map((node) => {
    if (node.object !== 'block') return node;
    if (formOf(node.type)?.isSpecified) return replace(node) as Node;
    const fragments = node.fragments?.map((one) => ({
      ...one,
      nodes: mapReferenceBlocks(one.nodes, replace),
    }));
    return {
      ...node,
      ...(node.nodes ? { nodes: mapReferenceBlocks(node.nodes, replace) } : {}),
      ...(fragments ? { fragments } : {}),
    };
  });
}
