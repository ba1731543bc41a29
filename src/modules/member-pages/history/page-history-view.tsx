import type { PageRevision } from '#modules/space-content/index.js';
import { PostForm } from '../forms.js';
import { MoreLink } from '../more-link.js';
import { Counts } from '../review/diff-parts.js';
import type { LineCounts } from '../review/diff-lines.js';
import { TimelineEntry } from '../review/timeline-entry.js';
import { Ago } from '../shell/ago.js';
import type { Person } from '../shell/face.js';
import { NOW } from './history-urls.js';

/** A revision that changed the page. */
export interface PageHistoryRow extends Pick<PageRevision, 'revision' | 'change'> {
  author: Person | null;
  counts: LineCounts;
}

export interface PageHistoryView {
  /** Path of this history. */
  here: string;
  /** Path of the space. */
  root: string;
  pageId: string;
  rows: readonly PageHistoryRow[];
  /** True if the first row is the newest revision of the page. */
  isStart: boolean;
  /** Cursor of earlier ones. */
  more: string | null;
  mayRestore: boolean;
  /** True where restoring opens a change request. */
  isLocked: boolean;
}

const CHANGED: Record<PageRevision['change'], string> = {
  created: 'added the page',
  edited: 'edited the page',
  deleted: 'deleted the page',
};

/** The revisions that changed one page, newest first. */
export function PageHistoryList({ view }: { view: PageHistoryView }) {
  return (
    <>
      {view.rows.length === 0 && view.more === null && <p>No change of this page is known.</p>}
      <ol class="review-timeline">
        {view.rows.map((row, index) => (
          <Row row={row} view={view} isNewest={view.isStart && index === 0} />
        ))}
      </ol>
      <MoreLink here={view.here} cursor={view.more} what="Earlier changes" />
    </>
  );
}

interface RowProps {
  row: PageHistoryRow;
  view: PageHistoryView;
  isNewest: boolean;
}

function Row({ row: { revision, change, author, counts }, view, isNewest }: RowProps) {
  const { id, createdAt, message } = revision;
  const linkTo = (to: string, query: object) =>
    `${view.root}/~/history/${encodeURIComponent(to)}?${new URLSearchParams({ ...query, page: view.pageId }).toString()}`;
  return (
    <TimelineEntry
      person={author}
      words={
        <>
          {CHANGED[change]} <Ago at={createdAt} />
          <Counts counts={counts} />
          {' · '}
          <a href={linkTo(id, {})}>Changes</a>
          {!isNewest && change !== 'deleted' && (
            <>
              {' · '}
              <a href={linkTo(NOW, { against: id })}>Compare with now</a>
            </>
          )}
        </>
      }
    >
      {message && (
        <p class="member-hint" dir="auto">
          {message}
        </p>
      )}
      {view.mayRestore && !isNewest && change !== 'deleted' && (
        <Restore revision={id} isLocked={view.isLocked} />
      )}
    </TimelineEntry>
  );
}

function Restore({ revision, isLocked }: { revision: string; isLocked: boolean }) {
  return (
    <details>
      <summary>Restore this version</summary>
      <p>
        {isLocked
          ? 'The space is locked: a change request opens that proposes this version of the page.'
          : 'The page gets this content again, as a new revision; what is there now stays in the history.'}
      </p>
      <PostForm>
        <input type="hidden" name="revision" value={revision} />
        <button class="button button-secondary button-small" name="do" value="restore">
          Restore
        </button>
      </PostForm>
    </details>
  );
}
