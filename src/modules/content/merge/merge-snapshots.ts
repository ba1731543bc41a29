import { type ObjectBatch, readObjects } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { writeSnapshot } from '../tree/snapshot.js';
import { WorkingTree } from '../tree/working-tree.js';
import { keepTags } from '../edits/keep-tags.js';
import { MergeConflicts } from './conflicts.js';
import { mergeFiles, mergeReusableContents, mergeSettings } from './merge-entries.js';
import type { MergeInput, MergeResult } from './merge.types.js';
import { mergeTrees } from './merge-tree.js';
import { settleComputed } from './settle-computed.js';

/**
 * Merges two snapshots that both come from a third. Pure: the result depends on the three hashes and the resolutions
 * alone, new objects are only collected in `batch`. The cost follows the changes of both sides.
 */
export async function mergeSnapshots(batch: ObjectBatch, input: MergeInput): Promise<MergeResult> {
  if (input.base === input.mine || input.main === input.mine) return settled(input.main);
  if (input.base === input.main) return settled(input.mine);
  const [base, main, mine] = (await readObjects<SnapshotBody>(batch, [
    input.base,
    input.main,
    input.mine,
  ])) as [SnapshotBody, SnapshotBody, SnapshotBody];
  const conflicts = new MergeConflicts(input.resolutions);
  const { three, deltas } = await settleComputed(batch, { base, main, mine });
  const merged: SnapshotBody = {
    ...(await mergeTrees(batch, three.main, deltas, conflicts)),
    files: await mergeFiles(batch, three, conflicts),
    reusableContents: await mergeReusableContents(batch, three, conflicts),
    ...mergeSettings(three, conflicts),
  };
  const tags = new Set(merged.tags.map(({ slug }) => slug));
  if ([...base.tags, ...main.tags, ...mine.tags].some(({ slug }) => !tags.has(slug)))
    Object.assign(merged, await pagesWithin(batch, merged, tags));
  return { snapshot: writeSnapshot(batch, merged), conflicts: conflicts.open, met: conflicts.met };
}

/** The pages without tags that the merge deleted: one side may have put them on pages. */
async function pagesWithin(
  batch: ObjectBatch,
  merged: SnapshotBody,
  tags: ReadonlySet<string>,
): Promise<Pick<SnapshotBody, 'pages' | 'index'>> {
  const tree = new WorkingTree(batch, merged);
  await tree.loadAll();
  keepTags(tree, tags);
  return tree.write();
}

function settled(snapshot: string): MergeResult {
  return { snapshot, conflicts: [], met: [] };
}
