import { unpackList } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import type { ComputeTask } from '#platform/compute/compute-task.js';
import { OverBudget } from '#platform/compute/over-budget.js';
import { Conflict } from '#platform/http/errors.js';
import { ObjectBatch } from '../objects/object-batch.js';
import type { NewObject, ObjectReader, ReadMeter } from '../objects/object.types.js';
import type { ContentConflict, MergeInput, MergeResult } from './merge.types.js';
import { mergeSnapshots } from './merge-snapshots.js';
import { mergeInThread, type MergedInThread } from './merge-task.js';

/** Separate from the other tasks of content, because those are among the functions that a merge calls. */
export const MERGE_SNAPSHOTS: ComputeTask<
  MergeInput,
  MergedInThread,
  readonly string[],
  ReadonlyMap<string, string>
> = {
  name: 'content/merge-snapshots',
  module: new URL('./merge-task.js', import.meta.url),
  run: mergeInThread,
};

/** Two of the longest documents, both changed everywhere, take about ten seconds. */
const BUDGET_MS = 30_000;
/**
 * Characters of JSON that are merged in about twenty milliseconds; each object counts for `OBJECT` characters more
 * than its text.
 */
const MAX_CHARACTERS = 300_000;
const OBJECT = 500;
/** The number of times that other writers may commit first. */
const MAX_ROUNDS = 5;

/** A merge that was computed before it is written. */
export interface PreparedMerge {
  input: MergeInput;
  result: MergeResult;
  /** All objects of the result that its three snapshots do not have. */
  objects: readonly NewObject[];
}

/** The merge takes too long for the event loop and for a lock: prepare it before the lock is taken. */
export class LongMerge extends Error {
  constructor(readonly input: MergeInput) {
    super('This merge has to be prepared.');
  }
}

/** Computes a short merge here, into `batch`. @throws LongMerge */
export async function mergeShort(batch: ObjectBatch, input: MergeInput): Promise<MergeResult> {
  let left = MAX_CHARACTERS;
  const meter: ReadMeter = {
    add: (length) => {
      left -= length + OBJECT;
      if (left < 0) throw new LongMerge(input);
    },
  };
  const own = new ObjectBatch(batch, meter);
  const result = await mergeSnapshots(own, input);
  // Objects of a merge with open conflicts are not kept.
  if (result.conflicts.length === 0) batch.absorb(own);
  return result;
}

/**
 * Merges in a thread; never call it within a transaction.
 * @throws Conflict when it takes too much time or memory; Busy.
 */
export async function prepareMerge(reader: ObjectReader, input: MergeInput): Promise<PreparedMerge> {
  const answer = (hashes: readonly string[]) => reader.readTexts(hashes);
  try {
    const made = await compute.run(MERGE_SNAPSHOTS, input, { budgetMs: BUDGET_MS, answer });
    const met = await unpackList<ContentConflict>(made.met);
    const open = new Set(made.open);
    const conflicts = met.filter(({ id }) => open.has(id));
    return { input, result: { snapshot: made.snapshot, conflicts, met }, objects: made.objects };
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error;
    throw new Conflict(
      'Bringing both sides together takes too much time or memory; split the largest pages, or bring in fewer changes at a time.',
    );
  }
}

/** True if a prepared merge is the wanted one. */
export function isOf(prepared: PreparedMerge | undefined, input: MergeInput): prepared is PreparedMerge {
  if (!prepared) return false;
  const { base, main, mine, resolutions } = prepared.input;
  const isSameContent = base === input.base && main === input.main && mine === input.mine;
  return isSameContent && textOf(resolutions) === textOf(input.resolutions);
}

function textOf(resolutions: MergeInput['resolutions']): string {
  return JSON.stringify(resolutions instanceof Map ? [...resolutions] : (resolutions ?? []));
}

/**
 * Carries out a transaction that contains a merge. A long merge is prepared outside, and the transaction begins
 * again; this repeats while other writers move one of the sides meanwhile.
 * @param work throws LongMerge unless it is handed the merge that it needs.
 * @throws Conflict when other writers are faster again and again; the errors of both functions.
 */
export async function withPreparedMerge<Result>(
  work: (prepared: PreparedMerge | undefined) => Promise<Result>,
  prepare: (input: MergeInput) => Promise<PreparedMerge>,
): Promise<Result> {
  let prepared: PreparedMerge | undefined;
  for (let round = 0; ; round += 1) {
    try {
      return await work(prepared);
    } catch (error) {
      if (!(error instanceof LongMerge)) throw error;
      if (round === MAX_ROUNDS)
        throw new Conflict('Others change the same content faster than it can be merged; try again later.');
      prepared = await prepare(error.input);
    }
  }
}
