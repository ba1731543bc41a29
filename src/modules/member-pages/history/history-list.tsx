import type { Revision } from '#modules/content/index.js';
import { PostForm } from '../forms.js';
import { MoreLink } from '../more-link.js';
import { TimelineEntry } from '../review/timeline-entry.js';
import { Ago } from '../shell/ago.js';
import type { Person } from '../shell/face.js';

/** A revision, and what it changed in words. */
export interface HistoryRow {
  revision: Revision;
  author: Person | null;
  /** Such as `edited Travel` and `deleted Hotels`. */
  changes: readonly string[];
}

/** A page that the newest content lacks. */
export interface DeletedRow {
  id: string;
  title: string;
  subpages: number;
  /** The last revision that has it. */
  lastRevision: string;
  at: Date;
}

export interface HistoryView {
  /** Path of the history. */
  here: string;
  /** Path of the space. */
  root: string;
  rows: readonly HistoryRow[];
  /** True if the first row is the newest revision. */
  isStart: boolean;
  /** Cursor of earlier ones. */
  more: string | null;
  deleted: readonly DeletedRow[];
  mayRestore: boolean;
  /** True where restoring opens a change request. */
  isLocked: boolean;
}

/** The form whose fields are beside the revisions. */
const COMPARE = 'compare';

const MADE: Record<string, string> = {
  merge: 'merged a change request',
  rollback: 'restored earlier content',
  computed: 'computed pages anew',
  import: 'imported content',
};

/** The revisions of a space, newest first, and its deleted pages. */
export function HistoryList({ view }: { view: HistoryView }) {
  return (
    <>
      {view.rows.length === 0 && <p>Nothing has changed yet.</p>}
      {view.rows.length > 1 && (
        <form id={COMPARE} action={view.here} class="member-actions">
          <button class="button button-secondary button-small">Compare the picked revisions</button>
        </form>
      )}
      <ol class="review-timeline">
        {view.rows.map((row, index) => (
          <Row row={row} view={view} index={index} />
        ))}
      </ol>
      <MoreLink here={view.here} cursor={view.more} what="Earlier revisions" />
      {view.deleted.length > 0 && <DeletedPages view={view} />}
    </>
  );
}

function Row({ row, view, index }: { row: HistoryRow; view: HistoryView; index: number }) {
  const { revision, author, changes } = row;
  const { id, createdAt, message } = revision;
  return (
    <TimelineEntry
      person={author}
      words={
        <>
          {whatOf(revision, changes)} <Ago at={createdAt} />
          {' · '}
          <a href={`${view.here}/${encodeURIComponent(id)}`}>Changes</a>
          {' · '}
          <a href={`${view.root}/~/revisions/${encodeURIComponent(id)}`}>Look at it</a>
        </>
      }
    >
      {message && (
        <p class="member-hint" dir="auto">
          {message}
        </p>
      )}
      {view.rows.length > 1 && <Pick id={id} index={index} />}
      {view.mayRestore && !(view.isStart && index === 0) && <Restore id={id} isLocked={view.isLocked} />}
    </TimelineEntry>
  );
}

/** Picks a revision as one side of the comparison; the newest two are picked at first. */
function Pick({ id, index }: { id: string; index: number }) {
  return (
    <p class="member-hint">
      Compare:{' '}
      <label>
        <input type="radio" form={COMPARE} name="before" value={id} checked={index === 1} /> before
      </label>{' '}
      <label>
        <input type="radio" form={COMPARE} name="after" value={id} checked={index === 0} /> after
      </label>
    </p>
  );
}

function whatOf({ type, parents }: Revision, changes: readonly string[]): string {
  if (parents.length === 0 && changes.length === 0) return 'made the space';
  return [MADE[type], ...changes].filter(Boolean).join(', ') || 'changed settings';
}

function Restore({ id, isLocked }: { id: string; isLocked: boolean }) {
  return (
    <details>
      <summary>Restore this content</summary>
      <p>
        {isLocked
          ? 'The space is locked: a change request opens that proposes this content for all pages.'
          : 'All pages get the content of this revision again, as a new revision; what is there now stays in the history.'}
      </p>
      <PostForm>
        <input type="hidden" name="revision" value={id} />
        <button class="button button-secondary button-small" name="do" value="restore">
          Restore
        </button>
      </PostForm>
    </details>
  );
}

function DeletedPages({ view }: { view: HistoryView }) {
  return (
    <section aria-labelledby="deleted-pages">
      <h2 id="deleted-pages">Deleted pages</h2>
      <ul class="app-list">
        {view.deleted.map(({ id, title, subpages, lastRevision, at }) => (
          <li>
            <span dir="auto">{title}</span>{' '}
            <span class="member-hint">
              {subpages > 0 && `with ${subpages} below it, `}deleted <Ago at={at} />
            </span>
            {view.mayRestore && (
              <PostForm>
                <input type="hidden" name="page" value={id} />
                <input type="hidden" name="revision" value={lastRevision} />
                <button class="button button-secondary button-small" name="do" value="bring-back">
                  Bring it back
                </button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
