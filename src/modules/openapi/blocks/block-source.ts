import type { FileRecord } from '#modules/content/index.js';
import {
  type ContentRef,
  type DocumentBlock,
  type DocumentNode,
  formOf,
  isContentRef,
  replaceBlocks,
  walkNodes,
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
  for (const node of walkNodes(nodes))
    if (node.object === 'block' && formOf(node.type)?.isSpecified) yield node;
}

/** The nodes with their reference blocks replaced, at any depth. */
export function mapReferenceBlocks(
  nodes: DocumentBlock[],
  replace: (block: DocumentBlock) => DocumentBlock,
): DocumentBlock[] {
  return replaceBlocks(nodes, (block) => (formOf(block.type)?.isSpecified ? replace(block) : undefined));
}
