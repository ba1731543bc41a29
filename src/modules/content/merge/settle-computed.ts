import { adoptGenerated } from '../edits/computed-pages.js';
import type { ObjectBatch } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { type TreeDelta, treeDelta } from '../tree/tree-delta.js';
import { WorkingTree } from '../tree/working-tree.js';
import type { ThreeSnapshots } from './merge-entries.js';
import type { SideName } from './merge-fates.js';

export interface SettledSides {
  three: ThreeSnapshots;
  deltas: Record<SideName, TreeDelta>;
}

/**
 * If both sides computed the same page again from different states of its source, the later state counts: the
 * other side gets it too, before the two are merged. So computed content never is in conflict.
 */
export async function settleComputed(batch: ObjectBatch, three: ThreeSnapshots): Promise<SettledSides> {
  const { base } = three;
  const deltas = {
    main: await treeDelta(batch, base, three.main),
    mine: await treeDelta(batch, base, three.mine),
  };
  const older = olderSides(deltas);
  const settled: SettledSides = { three: { ...three }, deltas };
  for (const side of ['main', 'mine'] as const) {
    if (older[side].length === 0) continue;
    const other = side === 'main' ? 'mine' : 'main';
    settled.three[side] = await adopt(batch, three[side], three[other], older[side]);
    settled.deltas[side] = await treeDelta(batch, base, settled.three[side]);
  }
  return settled;
}

/** Computed pages that both sides computed, by the side that has the earlier state. */
function olderSides(deltas: Record<SideName, TreeDelta>): Record<SideName, string[]> {
  const older: Record<SideName, string[]> = { main: [], mine: [] };
  for (const id of [...deltas.mine.edited.keys(), ...deltas.mine.created.keys()]) {
    const [main, mine] = [deltas.main.after.get(id)?.page, deltas.mine.after.get(id)?.page];
    if (main?.computed === undefined || mine?.computed === undefined) continue;
    const [left = '', right = ''] = [main.computedSeed, mine.computedSeed];
    const isComputedByBoth = [deltas.main, deltas.mine].every((delta) => hasOtherSeed(delta, id));
    if (isComputedByBoth && left !== right) older[left < right ? 'main' : 'mine'].push(id);
  }
  return older;
}

function hasOtherSeed(delta: TreeDelta, id: string): boolean {
  return (
    delta.created.has(id) ||
    delta.before.get(id)?.page.computedSeed !== delta.after.get(id)?.page.computedSeed
  );
}

async function adopt(
  batch: ObjectBatch,
  snapshot: SnapshotBody,
  from: SnapshotBody,
  ids: readonly string[],
): Promise<SnapshotBody> {
  const tree = new WorkingTree(batch, snapshot);
  const source = new WorkingTree(batch, from);
  await tree.load(ids);
  await source.load(ids);
  for (const id of ids) {
    const [root, newer] = [tree.get(id), source.get(id)];
    if (!root?.page || !newer?.page) continue;
    const { document, computedSeed } = newer.page;
    await adoptGenerated(tree, root, (await source.subtree(newer)).slice(1));
    tree.setPage(root, { ...root.page, document, computedSeed });
  }
  return { ...snapshot, ...(await tree.write()) };
}
