import type { GitRun } from '#modules/git/index.js';
import { folderProgress, GIT_STATES, type RunState } from '#modules/member-pages/index.js';

/** A run of a sync in words. */
export interface SyncRunView {
  state: RunState;
  progress: string;
  /** Share that is done, of 1; null where nobody knows. */
  share: number | null;
  at: Date;
  /** Path of the run in the API, below `/v1`. */
  api: string;
}

/** The progress of a run, or its outcome. */
export function viewSyncRun(run: GitRun): SyncRunView {
  const state = GIT_STATES[run.state];
  const { words, share } = folderProgress(run);
  return {
    state,
    progress: state === 'done' ? outcomeOf(run) : state === 'failed' ? 'Failed' : words,
    share,
    at: run.createdAt,
    api: `/spaces/${run.spaceId}/content/imports/${run.id}`,
  };
}

/** The beginning of a commit's id, as people write it. */
export function shortCommit(oid: string): string {
  return oid.slice(0, 10);
}

function outcomeOf({ report }: GitRun): string {
  const { imported, exported, changeRequest } = report?.sync ?? {};
  const parts = [
    ...(imported === undefined ? [] : [`Commit ${shortCommit(imported)} came in`]),
    ...(exported === undefined ? [] : [`commit ${shortCommit(exported)} was written`]),
    ...(changeRequest === undefined ? [] : ['conflicts wait for a decision']),
  ];
  const text = parts.join(', ');
  return text === '' ? 'No news on either side' : text[0]!.toUpperCase() + text.slice(1);
}
