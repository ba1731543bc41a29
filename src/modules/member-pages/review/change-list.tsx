import type { ComponentChildren } from 'preact';
import type { ChangeRequestRow } from '#modules/change-requests/index.js';
import { PostForm } from '../forms.js';
import { Face } from '../shell/face.js';
import { FormOutcome, type Problem, typedIn } from './notices.js';
import { Ago } from '../shell/ago.js';
import { reviewUrls } from './review-urls.js';

/** The lists of change requests by their status, as people look for them. */
export const LISTS = [
  { name: 'work', title: 'In work', statuses: ['open', 'draft'] },
  { name: 'open', title: 'Open', statuses: ['open'] },
  { name: 'draft', title: 'Drafts', statuses: ['draft'] },
  { name: 'merged', title: 'Merged', statuses: ['merged'] },
  { name: 'archived', title: 'Archived', statuses: ['archived'] },
] as const;
export type ListName = (typeof LISTS)[number]['name'];

export interface ChangeListView {
  base: string;
  spaceId: string;
  current: ListName;
  counts: ReadonlyMap<ListName, number>;
  rows: readonly ChangeRequestRow[];
  /** Cursor of further ones. */
  more: string | null;
  mayCreate: boolean;
  query: URLSearchParams;
  problem?: Problem;
}

/** The change requests of a space, and below them whatever else proposes changes. */
export function ChangeList({ view, children }: { view: ChangeListView; children?: ComponentChildren }) {
  const { base, spaceId, current, rows, more, query, problem } = view;
  const { list } = reviewUrls(base, spaceId, 0);
  return (
    <>
      <FormOutcome query={query} problem={problem} />
      {view.mayCreate && <NewForm problem={problem} />}
      <nav class="review-filters" aria-label="Status">
        <ul>
          {LISTS.map(({ name, title }) => (
            <li>
              <a href={`${list}?status=${name}`} aria-current={name === current ? 'page' : undefined}>
                {title} <span class="app-count">{view.counts.get(name) ?? 0}</span>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {rows.length === 0 && <p>There are no change requests here.</p>}
      <ul class="review-list">
        {rows.map((row) => (
          <ChangeRow row={row} base={base} />
        ))}
      </ul>
      {more !== null && (
        <p>
          <a href={`${list}?${new URLSearchParams({ status: current, page: more }).toString()}`}>
            More change requests
          </a>
        </p>
      )}
      {children}
    </>
  );
}

function ChangeRow({ row, base }: { row: ChangeRequestRow; base: string }) {
  const { changeRequest, creator } = row;
  const { spaceId, number, subject, status, updatedAt, commentsOpen } = changeRequest;
  return (
    <li class="review-row">
      <Face person={creator} size="medium" />
      <div>
        <a class="review-row-title" href={reviewUrls(base, spaceId, number).overview} dir="auto">
          {subject || 'Untitled'}
        </a>
        <p class="member-hint">
          #{number} by {creator.displayName}, changed <Ago at={updatedAt} />
          {commentsOpen > 0 &&
            ` · ${commentsOpen === 1 ? '1 open comment' : `${commentsOpen} open comments`}`}
        </p>
      </div>
      <StatusBadge status={status} />
    </li>
  );
}

/** The status of a change request, in words and in a colour. */
export function StatusBadge({ status }: { status: string }) {
  return <span class={`review-status review-status-${status}`}>{status}</span>;
}

function NewForm({ problem }: { problem?: Problem }) {
  return (
    <PostForm class="review-new">
      <label for="subject">New change request</label>
      <input
        id="subject"
        name="subject"
        maxLength={100}
        placeholder="Subject in one line"
        value={typedIn(problem, { do: 'create' }, 'subject')}
      />
      <button name="do" value="create" class="button button-primary button-medium">
        Open it
      </button>
    </PostForm>
  );
}
