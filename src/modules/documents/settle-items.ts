import type { DocumentBlock, DocumentNode } from './document.types.js';
import { BLOCK_FORMS, CONTAINERS, isVoidType } from './catalogue/catalogue.js';
import { block, childBlocks, paragraph } from './document-nodes.js';
import { rawSourceOf } from './raw-source.js';

/**
 * Puts stray items into a container and foreign content of such a container into items, because readers expect both
 * together.
 * @param owner type of the block that contains the blocks.
 */
export function settleItems(blocks: DocumentBlock[], owner: string | undefined): DocumentBlock[] {
  const housed = groupRuns(
    blocks,
    (one) => {
      const homes = CONTAINERS.get(one.type) ?? [];
      return owner !== undefined && homes.includes(owner) ? undefined : homes[0];
    },
    (home, run) => block(home, {}, run),
  );
  const { item, refusesOthers } = BLOCK_FORMS.get(owner ?? '') ?? {};
  if (item === undefined) return housed;
  const attached = attachHidden(housed, item);
  if (refusesOthers) return attached;
  const filled = groupRuns(
    attached,
    (one) => (one.type === item ? undefined : item),
    (type, run) => block(type, {}, run),
  );
  return filled.length > 0 ? filled : [block(item, {}, [paragraph()])];
}

/** Puts lines of code that stand in place of blocks into code blocks. */
export function gatherLines(nodes: DocumentNode[]): DocumentNode[] {
  const isLine = (one: DocumentNode): boolean => one.object === 'block' && one.type === 'code-line';
  if (!nodes.some(isLine)) return nodes;
  return groupRuns(
    nodes,
    (one) => (isLine(one) ? 'code' : undefined),
    (type, run) => block(type, {}, run),
  );
}

/** Splits a container whose foreign content fits into none of its items into several blocks in the same order. */
export function splitForeign(container: DocumentBlock): DocumentBlock[] {
  const { item, refusesOthers } = BLOCK_FORMS.get(container.type) ?? {};
  const children = childBlocks(container.nodes);
  if (!refusesOthers || children.every((one) => one.type === item)) return [container];
  let isFirst = true;
  return groupRuns(
    children,
    (one) => (one.type === item ? container.type : undefined),
    (_type, run) => {
      // Only one part can keep the key.
      const { key, ...rest } = container;
      const own = isFirst && key !== undefined ? { key } : {};
      isFirst = false;
      return { ...rest, ...own, nodes: run };
    },
  );
}

function groupRuns<T extends DocumentNode>(
  blocks: T[],
  wrapper: (one: T) => string | undefined,
  wrap: (type: string, run: T[]) => T | DocumentBlock,
): (T | DocumentBlock)[] {
  const grouped: (T | DocumentBlock)[] = [];
  let open: { type: string; run: T[] } | undefined;
  for (const one of blocks) {
    const type = wrapper(one);
    if (type === undefined) {
      open = undefined;
      grouped.push(one);
    } else if (open?.type === type) open.run.push(one);
    else {
      open = { type, run: [one] };
      grouped.push(wrap(type, open.run));
    }
  }
  return grouped;
}

/** A comment between two tabs is moved to the end of the tab before it. */
function attachHidden(blocks: DocumentBlock[], item: string): DocumentBlock[] {
  const kept: DocumentBlock[] = [];
  /** Content of the last block, after a comment was moved there. */
  let inside: DocumentBlock[] | undefined;
  for (const one of blocks) {
    const before = kept.at(-1);
    const isHidden = one.type === 'paragraph' && rawSourceOf(one) !== undefined;
    if (isHidden && before?.type === item && !isVoidType(item)) {
      if (!inside) kept[kept.length - 1] = { ...before, nodes: (inside = childBlocks(before.nodes)) };
      inside.push(one);
    } else {
      inside = undefined;
      kept.push(one);
    }
  }
  return kept;
}
