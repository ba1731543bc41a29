import type { GitRun } from '#modules/git/index.js';
import type { ImportView } from '#modules/imports/index.js';
import { groupMessages, type MessageGroup } from '#platform/text/group-messages.js';
import { filesProgress, folderProgress } from './run-progress.js';

export type RunState = 'running' | 'done' | 'failed' | 'cancelled';

/** An import, whatever it brings in. */
export interface RunView {
  /** Address of its page. */
  href: string;
  /** The source in words. */
  source: string;
  state: RunState;
  /** Its stage, or its outcome, in words. */
  progress: string;
  at: Date;
}

/** An import with its report. */
export interface RunReport extends RunView {
  error: string | null;
  /** Share that is done, of 1; null where nobody knows. */
  share: number | null;
  /** Path of the run in the API, below `/v1`. */
  api: string;
  groups: MessageGroup[];
  pages: { title: string; id: string }[];
  /** Id of the change request that has the content; null where it is in the space. */
  changeRequest: string | null;
  mayCancel: boolean;
}

/** Parts of the report by the kind of a warning, or the status of a file. */
export const KIND_TITLES: Record<string, string> = {
  'broken-link': 'Links that lead nowhere',
  'missing-file': 'Missing files',
  'missing-page': 'Missing pages',
  'duplicate-page': 'Pages that are listed twice',
  config: 'Settings that cannot be read',
  markdown: 'Markdown that was not understood',
  encoding: 'Encodings that were guessed',
  'too-large': 'Files that are too large',
  unreadable: 'Texts that cannot be read',
  unlisted: 'Files that no page leads to',
  'empty-api-block': 'API operations that stay empty',
  conflict: 'Changed here and there: the space kept its own',
  history: 'History that was rewritten',
  failed: 'Left out',
  skipped: 'Skipped',
  completed: 'Imported, with something lost',
};

/** States of a run of a folder or repository, as imports have them. */
export const GIT_STATES = { running: 'running', success: 'done', failure: 'failed' } as const;
const IMPORT_STATES = {
  pending: 'running',
  'in-progress': 'running',
  completed: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

/** The import or export of a folder or repository. @param imports address of the page of imports. */
export function viewGitRun(imports: string, run: GitRun): RunView {
  const { kind, source, report, createdAt } = run;
  const state = GIT_STATES[run.state];
  const files = report ? `${count(report.pages, 'page')}, ${count(report.files, 'file')}` : '';
  const name = kind === 'upload' ? 'A folder' : source;
  return {
    href: `${imports}/folders/${encodeURIComponent(run.id)}`,
    source: kind === 'git-export' ? `To ${name}` : name,
    state,
    progress: state === 'running' ? folderProgress(run).words : state === 'done' ? files : 'Failed',
    at: createdAt,
  };
}

/** The same with its report. */
export function reportGitRun(imports: string, spaceId: string, run: GitRun): RunReport {
  return {
    ...viewGitRun(imports, run),
    error: run.error,
    share: folderProgress(run).share,
    api: `/spaces/${spaceId}/content/imports/${run.id}`,
    groups: groupWarnings(run),
    pages: [],
    changeRequest: null,
    mayCancel: false,
  };
}

/** The warnings of a run: each is said once, with its places. */
export function groupWarnings({ report }: Pick<GitRun, 'report'>): MessageGroup[] {
  return groupMessages(
    (report?.warnings ?? []).map(({ kind, message, file, line }) => ({
      kind,
      message,
      place: file === '' ? '' : `${file}:${line}`,
    })),
  );
}

/** The import of files or a website. @param imports address of the page of imports. */
export function viewImport(imports: string, run: ImportView['run'], items?: ImportView['items']): RunView {
  const { source, createdAt } = run;
  const state = IMPORT_STATES[run.status];
  const pages = items?.filter(({ pageId }) => pageId !== null).length;
  const words = {
    running: filesProgress(items).words,
    done: pages === undefined ? 'Done' : count(pages, 'page'),
  };
  return {
    href: `${imports}/files/${encodeURIComponent(run.id)}`,
    source: source.type === 'website' ? source.url : count(source.files.length, 'file'),
    state,
    progress: state === 'failed' ? 'Failed' : state === 'cancelled' ? 'Cancelled' : words[state],
    at: createdAt,
  };
}

/** The same with its report. */
export function reportImport(imports: string, { run, items }: ImportView, mayEdit: boolean): RunReport {
  const view = viewImport(imports, run, items);
  const told = items.filter(({ reason, status }) => reason !== null && status !== 'pending');
  return {
    ...view,
    error: run.error,
    share: filesProgress(items).share,
    api: `/org/${run.organizationId}/imports/${run.id}`,
    groups: groupMessages(
      told.flatMap(({ status, reason, source }) =>
        sentencesOf(reason ?? '').map((message) => ({ kind: status, message, place: source })),
      ),
    ),
    pages:
      view.state === 'done'
        ? items.flatMap(({ pageId, title }) =>
            pageId === null ? [] : [{ id: pageId, title: title ?? pageId }],
          )
        : [],
    changeRequest: run.landedChangeRequestId,
    mayCancel: mayEdit && view.state === 'running',
  };
}

/** The report of a file joins its sentences; said one by one, those of several files are said once. */
function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?])\s+(?=["“A-Z])/).filter((sentence) => sentence !== '');
}

function count(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}
