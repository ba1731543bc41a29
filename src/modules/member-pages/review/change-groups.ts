import {
  type DocumentBlock,
  type DocumentFragment,
  type DocumentNode,
  walkNodes,
} from '#modules/documents/index.js';

/** Neighbouring blocks of a marked document: a changed one, or several that are the same on both sides. */
export interface BlockGroup {
  isChanged: boolean;
  /** Key of the block, by which comments name it; absent for deleted blocks and for groups of several. */
  key?: string;
  /** Key of the earlier version of the block; absent for new blocks and for groups of several. */
  old?: string;
  nodes: DocumentBlock[];
}

/** Changed blocks of one page that are shown one by one; the rest follows together. */
const MOST_GROUPS = 300;

/**
 * Groups the blocks at the top of a document that `markDocument` made.
 * @param isShown true for an unchanged block that is shown all the same, such as one with comments.
 */
export function groupChanges(
  nodes: readonly DocumentBlock[],
  isShown: (block: DocumentBlock) => boolean,
): BlockGroup[] {
  const groups: BlockGroup[] = [];
  for (const node of nodes) {
    const last = groups.at(-1);
    const isChanged = hasChange(node);
    const isAlone = (isChanged || isShown(node)) && groups.length < MOST_GROUPS;
    if (isAlone) groups.push({ isChanged, nodes: [node], ...keyOf(node), ...(isChanged ? oldOf(node) : {}) });
    else if (last && last.key === undefined && last.isChanged === isChanged && !isGone(last.nodes[0]!))
      last.nodes.push(node);
    else groups.push({ isChanged, nodes: [node] });
  }
  return groups;
}

/** The keys of a block and of all blocks inside it. */
export function keysOf(block: DocumentBlock): string[] {
  return [...walkNodes([block])].flatMap((node) =>
    node.object === 'block' && node.key !== undefined ? [node.key] : [],
  );
}

/** The marked blocks as they were (`inserted` left out) or as they are (`deleted` left out). */
export function withoutChange(
  nodes: readonly DocumentBlock[],
  without: 'inserted' | 'deleted',
): DocumentBlock[] {
  return strip(nodes, without) as DocumentBlock[];
}

function strip(nodes: readonly DocumentNode[], without: string): DocumentNode[] {
  return nodes.flatMap((node): DocumentNode[] => {
    if (node.object === 'text') return [node];
    if (changeOf(node) === without) return [];
    const fragments = node.fragments?.map((one): DocumentFragment => ({
      ...one,
      nodes: strip(one.nodes, without) as DocumentBlock[],
    }));
    const inner = node.nodes && strip(node.nodes, without);
    return [
      {
        ...node,
        data: dataWithout(node.data, without),
        ...(inner ? { nodes: inner } : {}),
        ...(fragments ? { fragments } : {}),
      } as DocumentNode,
    ];
  });
}

/** Rows of tables are marked in the data of the table. */
function dataWithout(data: DocumentBlock['data'], without: string): DocumentBlock['data'] {
  const records = data?.['records'];
  if (typeof records !== 'object' || records === null) return data;
  const left = Object.entries(records).filter(
    ([, record]) => (record as { change?: unknown } | null)?.change !== without,
  );
  return { ...data, records: Object.fromEntries(left) };
}

function changeOf(node: DocumentNode): unknown {
  return node.object === 'text' ? undefined : node.data?.['change'];
}

function isGone(node: DocumentNode): boolean {
  return changeOf(node) === 'deleted';
}

/** A block of the type `change` stands around the block that differs. */
function keyOf(node: DocumentBlock): { key?: string } {
  const key = isGone(node) ? undefined : insideOf(node)?.key;
  return key === undefined ? {} : { key };
}

function oldOf(node: DocumentBlock): { old?: string } {
  if (changeOf(node) === 'inserted') return {};
  const was = node.type === 'change' ? node.data['was'] : undefined;
  const key = typeof was === 'string' ? was : insideOf(node)?.key;
  return key === undefined ? {} : { old: key };
}

function insideOf(node: DocumentBlock): DocumentBlock | undefined {
  let inside: DocumentBlock | undefined = node;
  while (inside?.type === 'change') inside = inside.nodes?.[0] as DocumentBlock | undefined;
  return inside;
}

function hasChange(block: DocumentBlock): boolean {
  for (const node of walkNodes([block])) {
    if (node.object === 'text') continue;
    if (node.type === 'change' || changeOf(node) !== undefined) return true;
    const records = node.data?.['records'];
    if (typeof records !== 'object' || records === null) continue;
    if (Object.values(records).some((record) => isMarkedRecord(record))) return true;
  }
  return false;
}

function isMarkedRecord(record: unknown): boolean {
  return typeof record === 'object' && record !== null && ('change' in record || 'before' in record);
}
