import type { AutosaveRun, Revision } from '../content.types.js';

/** A pause as long as this ends a run of autosaves. */
export const MAX_PAUSE_MS = 30 * 60_000;
/** The longest run: the history of a day has revisions to go back to. */
export const MAX_RUN_MS = 4 * 3_600_000;

/**
 * The run that a new autosave belongs to: that of the revision before it, or a new one.
 * @param before the revision before it, null if it is not known to be an autosave.
 * @param parent id of the revision before it.
 */
export function runOf(
  { author, createdAt, changeRequestId }: Pick<Revision, 'author' | 'createdAt' | 'changeRequestId'>,
  before: Revision | null,
  parent: string,
): AutosaveRun {
  const isSameWriter = before?.author === author && before.changeRequestId === changeRequestId;
  const age = (time: Date): number => createdAt.getTime() - time.getTime();
  if (!before?.run || !isSameWriter || age(before.createdAt) > MAX_PAUSE_MS) {
    return { base: parent, startedAt: createdAt };
  }
  return age(before.run.startedAt) > MAX_RUN_MS ? { base: parent, startedAt: createdAt } : before.run;
}
