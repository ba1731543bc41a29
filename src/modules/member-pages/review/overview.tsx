import type { MergeStatus } from '#modules/change-requests/index.js';
import { sentence } from '#modules/change-requests/index.js';
import type { ChangedPage } from '../preview/changed-pages.js';
import { PostForm } from '../forms.js';
import { Counts } from './diff-parts.js';
import { type Problem, typedIn } from './notices.js';
import type { LineCounts } from './diff-lines.js';
import type { ReviewUrls } from './review-urls.js';

const MOST_PAGES = 10;

/** Subject and description, and the form that changes both. */
export function Description({
  subject,
  html,
  markdown,
  mayDescribe,
  problem,
}: {
  subject: string;
  /** The description, drawn; empty without one. */
  html: string;
  markdown: string;
  mayDescribe: boolean;
  problem?: Problem;
}) {
  const isTyped = problem?.typed.get('do') === 'describe';
  return (
    <section aria-label="Description" class="review-box">
      {html === '' ? (
        <p class="member-hint">It has no description.</p>
      ) : (
        <div class="content" dangerouslySetInnerHTML={{ __html: html }} />
      )}
      {mayDescribe && (
        <details open={isTyped}>
          <summary>Change subject and description</summary>
          <PostForm class="review-form">
            <label for="subject">Subject</label>
            <input
              id="subject"
              name="subject"
              maxLength={100}
              value={typedIn(problem, { do: 'describe' }, 'subject', subject)}
            />
            <label for="description">Description, as Markdown</label>
            <textarea id="description" name="description" rows={6}>
              {typedIn(problem, { do: 'describe' }, 'description', markdown)}
            </textarea>
            <button name="do" value="describe" class="button button-primary button-small">
              Save
            </button>
          </PostForm>
        </details>
      )}
    </section>
  );
}

/** Each rule with ✓ or ✗ in words, and what else stands in the way of the merge. */
export function Checks({ status, isDone, urls }: { status: MergeStatus; isDone: boolean; urls: ReviewUrls }) {
  if (isDone) return null;
  const { rules, isBypassed, outdated, conflicts, obstacles } = status;
  // Rules and conflicts have a line each.
  const shown = new Set(rules.map(({ reason }) => reason && sentence(reason)));
  const others = obstacles.slice(0, conflicts > 0 ? -1 : undefined).filter((text) => !shown.has(text));
  return (
    <section class="review-box" aria-labelledby="checks">
      <h2 id="checks">{obstacles.length === 0 ? 'It can be merged' : 'It cannot be merged yet'}</h2>
      <ul class="review-checks">
        {rules.map(({ requirement, reason }) => (
          <Check isMet={reason === null} text={reason === null ? requirement : sentence(reason)} />
        ))}
        <Check
          isMet={conflicts === 0}
          text={conflicts === 0 ? 'There are no conflicts with the main content.' : bothSides(conflicts)}
          href={conflicts === 0 ? undefined : urls.conflicts}
        />
        <Check
          isMet={!outdated}
          isHint
          text={
            outdated
              ? 'The main content has changed since; update to see both together.'
              : 'It is up to date with the main content.'
          }
        />
      </ul>
      {isBypassed && rules.some(({ reason }) => reason !== null) && (
        <p class="member-hint">You may merge although rules are not met.</p>
      )}
      {others.map((obstacle) => (
        <p class="member-hint">{obstacle}</p>
      ))}
    </section>
  );
}

function bothSides(conflicts: number): string {
  return `${conflicts === 1 ? '1 place was' : `${conflicts} places were`} changed on both sides.`;
}

function Check({
  isMet,
  isHint = false,
  text,
  href,
}: {
  isMet: boolean;
  /** True if the merge does not depend on it. */
  isHint?: boolean;
  text: string;
  href?: string;
}) {
  const mark = isMet ? '✓' : isHint ? '!' : '✗';
  return (
    <li class={`review-check review-check-${isMet ? 'met' : isHint ? 'hint' : 'unmet'}`}>
      <span aria-hidden="true">{mark}</span>
      <span>
        <span class="visually-hidden">{isMet ? 'Met: ' : isHint ? 'Note: ' : 'Not met: '}</span>
        {text}
        {href !== undefined && (
          <>
            {' '}
            <a href={href}>Solve the conflicts</a>
          </>
        )}
      </span>
    </li>
  );
}

/** The changed pages in short, which lead to their changes. */
export function ChangedList({
  pages,
  counts,
  viewed,
  href,
}: {
  pages: readonly ChangedPage[];
  counts: ReadonlyMap<string, LineCounts>;
  viewed: ReadonlySet<string>;
  /** Address of the page of changes. */
  href: string;
}) {
  return (
    <section aria-labelledby="pages" class="review-box">
      <h2 id="pages">Changed pages</h2>
      {pages.length === 0 && <p class="member-hint">No page is changed yet.</p>}
      <ul class="review-changed">
        {pages.slice(0, MOST_PAGES).map((page) => (
          <li>
            <a href={`${href}#p-${page.id}`} dir="auto">
              {page.title}
            </a>
            <Counts counts={counts.get(page.id)} />
            {viewed.has(page.id) && <span class="review-viewed">✓ viewed</span>}
          </li>
        ))}
      </ul>
      {pages.length > MOST_PAGES && <a href={href}>All {pages.length} changed pages</a>}
    </section>
  );
}
