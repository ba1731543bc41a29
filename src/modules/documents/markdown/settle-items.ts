import type { DocumentBlock } from '../document.types.js';
import { block, childBlocks } from '../document-nodes.js';
import { rawSourceOf } from '../raw-source.js';

/** Blocks that only make sense below one other type. */
const OWNER: Record<string, string> = {
  'tabs-item': 'tabs',
  'stepper-step': 'stepper',
  column: 'columns',
  update: 'updates',
};

/** Containers that hold nothing but their items. */
const ITEM: Record<string, string> = { tabs: 'tabs-item', stepper: 'stepper-step', columns: 'column' };

/**
 * Puts items under the container they belong to and other content of such a container into items, so that no reader
 * of the document meets one without the other. `owner` is the type that will hold the blocks.
 */
export function settleItems(blocks: DocumentBlock[], owner: string | undefined): DocumentBlock[] {
  const housed = groupRuns(
    blocks,
    (one) => {
      const home = Object.hasOwn(OWNER, one.type) ? OWNER[one.type] : undefined;
      return home === owner ? undefined : home;
    },
    (home, run) => block(home, {}, run),
  );
  const item = owner !== undefined && Object.hasOwn(ITEM, owner) ? ITEM[owner] : undefined;
  if (item === undefined) return housed;
  const filled = groupRuns(
    attachHidden(housed, item),
    (one) => (one.type === item ? undefined : item),
    (type, run) => block(type, {}, run),
  );
  return filled;
}

function groupRuns(
  blocks: DocumentBlock[],
  wrapper: (one: DocumentBlock) => string | undefined,
  wrap: (type: string, run: DocumentBlock[]) => DocumentBlock,
): DocumentBlock[] {
  const grouped: DocumentBlock[] = [];
  let open: { type: string; run: DocumentBlock[] } | undefined;
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

/** A comment between two tabs is no tab: it goes to the end of the one before it. */
function attachHidden(blocks: DocumentBlock[], item: string): DocumentBlock[] {
  const kept: DocumentBlock[] = [];
  for (const one of blocks) {
    const before = kept.at(-1);
    const isHidden = one.type === 'paragraph' && rawSourceOf(one) !== undefined;
    if (isHidden && before?.type === item)
      kept[kept.length - 1] = { ...before, nodes: [...childBlocks(before.nodes), one] };
    else kept.push(one);
  }
  return kept;
}
