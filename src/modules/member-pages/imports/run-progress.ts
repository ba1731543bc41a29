/** Progress of an import that runs, for the page of the import and for its script. */
export interface RunProgress {
  words: string;
  /** Share that is done, of 1; null where nobody knows. */
  share: number | null;
}

const STAGES = {
  repo_fetch: 'Fetching the files',
  config_check: 'Reading the structure',
  content_process: 'Reading pages',
  finalize: 'Saving',
};

/** The progress of a folder or a repository. @param run the stage, and the pages of that stage. */
export function folderProgress(run: {
  stage: keyof typeof STAGES;
  done: number;
  total: number;
}): RunProgress {
  const { stage, done, total } = run;
  if (total <= 1) return { words: STAGES[stage], share: null };
  return { words: `${STAGES[stage]}: ${done} of ${total}`, share: done / total };
}

/** The progress of documents or a website. @param items each file or address with its status. */
export function filesProgress(items: readonly { status: string }[] = []): RunProgress {
  if (items.length === 0) return { words: 'Waiting or reading', share: null };
  const ended = items.filter(({ status }) => status !== 'pending').length;
  return { words: `Reading: ${ended} of ${items.length}`, share: ended / items.length };
}
