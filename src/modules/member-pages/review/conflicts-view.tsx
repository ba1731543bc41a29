import type { ConflictRow } from '#modules/change-requests/index.js';
import { PostForm } from '../forms.js';
import { MemberTime } from '../member-time.js';
import { type Problem, typedIn } from './notices.js';
import type { ReviewRights } from './review-place.js';

/** A conflict with its three values as HTML. */
export interface ShownConflict {
  row: ConflictRow;
  /** The place in words: a page, a file, a variable. */
  place: string;
  base: string;
  main: string;
  mine: string;
  /** Markdown of the block of the change request, which may be edited; null for values that are no text. */
  markdown: string | null;
}

const CHOICES: Record<string, string> = {
  main: 'Take the main content',
  mine: 'Take the change request',
  both: 'Take both',
};
const CHOSEN: Record<string, string> = {
  main: 'the main content was taken',
  mine: 'the change request was taken',
  both: 'both were taken',
};

/** The state of the conflicts, and what the member may do with them. */
export interface ConflictsView {
  conflicts: readonly ShownConflict[];
  /** Number of conflicts that are not shown. */
  hidden: number;
  /** Number of open conflicts that a merge would meet at this moment. */
  openNow: number;
  rights: ReviewRights;
  problem?: Problem;
}

/** The conflicts of the last merge or update, one below the other. */
export function ConflictsPage({ view }: { view: ConflictsView }) {
  const { conflicts, rights, problem } = view;
  if (conflicts.length === 0) return <NoConflicts view={view} />;
  return (
    <>
      <AllConflicts view={view} />
      {conflicts.map((conflict, at) => (
        <ConflictBox conflict={conflict} at={at + 1} rights={rights} problem={problem} />
      ))}
    </>
  );
}

function NoConflicts({ view: { openNow, rights } }: { view: ConflictsView }) {
  const found = openNow === 1 ? '1 place was' : `${openNow} places were`;
  return (
    <section class="review-box" aria-label="State">
      <p>
        {openNow === 0 ? 'There are no conflicts with the main content.' : `${found} changed on both sides.`}
      </p>
      {openNow > 0 && rights.edit && (
        <PostForm>
          <button name="do" value="update" class="button button-primary button-medium">
            Show the conflicts
          </button>
        </PostForm>
      )}
    </section>
  );
}

function AllConflicts({ view: { conflicts, hidden, rights } }: { view: ConflictsView }) {
  const open = conflicts.filter(({ row }) => row.resolution === null).length;
  const update = open === 0 ? 'button button-primary button-medium' : 'button button-secondary';
  return (
    <section class="review-box" aria-label="All conflicts">
      <p>
        {open === 0
          ? 'Every conflict has a choice. It counts once you update or merge.'
          : `${open} of ${conflicts.length + hidden} conflicts are open.`}
      </p>
      <PostForm class="member-actions">
        {rights.edit && (
          <button name="do" value="update" class={update}>
            Update from main
          </button>
        )}
        {open > 1 &&
          rights.resolve &&
          (['main', 'mine'] as const).map((choice) => (
            <button name="all" value={choice} class="button button-secondary">
              {CHOICES[choice]} everywhere
            </button>
          ))}
      </PostForm>
      {hidden > 0 && <p class="member-hint">{hidden} more appear once some of these have a choice.</p>}
    </section>
  );
}

function ConflictBox({
  conflict,
  at,
  rights,
  problem,
}: {
  conflict: ShownConflict;
  at: number;
  rights: ReviewRights;
  problem?: Problem;
}) {
  const { row, place } = conflict;
  const id = `conflict-${at}`;
  return (
    <section class="review-conflict" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} dir="auto">
        {`${at}. ${place}`}
      </h2>
      {row.resolution !== null && (
        <p class="review-notice">
          ✓ {row.resolver?.displayName ?? 'Somebody'} decided: {CHOSEN[row.resolution]}
          {row.resolvedAt && ', '}
          {row.resolvedAt && <MemberTime at={row.resolvedAt} />}
        </p>
      )}
      <div class="review-values">
        <Value title="Before both" html={conflict.base} />
        <Value title="Main content" html={conflict.main} />
        <Value title="Change request" html={conflict.mine} />
      </div>
      {rights.resolve && <ChoiceForm conflict={conflict} />}
      {rights.resolve && conflict.markdown !== null && (
        <TextForm id={id} row={row} markdown={conflict.markdown} problem={problem} />
      )}
    </section>
  );
}

function ChoiceForm({ conflict: { row, place } }: { conflict: ShownConflict }) {
  return (
    <PostForm class="member-actions">
      <input type="hidden" name="conflict" value={row.id} />
      <input type="hidden" name="fingerprint" value={row.fingerprint} />
      {row.choices.map((choice) => (
        <button
          name="choice"
          value={choice}
          class="button button-secondary"
          aria-pressed={row.resolution === choice}
          aria-label={`${CHOICES[choice]}: ${place}`}
        >
          {CHOICES[choice]}
        </button>
      ))}
    </PostForm>
  );
}

function TextForm({
  id,
  row,
  markdown,
  problem,
}: {
  id: string;
  row: ConflictRow;
  markdown: string;
  problem?: Problem;
}) {
  const form = { do: 'edit-conflict', conflict: row.id };
  return (
    <details open={typedIn(problem, form, 'text') !== ''}>
      <summary>Write another text</summary>
      <PostForm class="review-form">
        <input type="hidden" name="conflict" value={row.id} />
        <label for={`${id}-text`}>Text in place of both, as Markdown</label>
        <textarea id={`${id}-text`} name="text" rows={6} required>
          {typedIn(problem, form, 'text', markdown)}
        </textarea>
        <button name="do" value="edit-conflict" class="button button-primary button-small">
          Take this text
        </button>
      </PostForm>
    </details>
  );
}

function Value({ title, html }: { title: string; html: string }) {
  return (
    <div class="review-value">
      <h3>{title}</h3>
      {html === '' ? (
        <p class="member-hint">Nothing: it is deleted, or was never there.</p>
      ) : (
        <div class="content" dangerouslySetInnerHTML={{ __html: html }} />
      )}
    </div>
  );
}
