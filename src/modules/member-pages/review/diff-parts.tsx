import type { ChangedPage } from '../preview/changed-pages.js';
import type { LineCounts } from './diff-lines.js';
import type { DiffView, DrawnGroup } from './page-diffs.js';

/** The names of the ways to compare, in their order. */
export const VIEW_TITLES: Record<DiffView, string> = {
  inline: 'Inline',
  side: 'Side by side',
  markdown: 'Markdown',
};

/** Tells if a page is new, deleted or moved. */
export function Badges({ page: { isCreated, isDeleted, isMoved } }: { page: ChangedPage }) {
  const words = [
    ...(isCreated ? ['new'] : []),
    ...(isDeleted ? ['deleted'] : []),
    ...(isMoved ? ['moved'] : []),
  ];
  return (
    <>
      {words.map((word) => (
        <span class="member-badge">{word}</span>
      ))}
    </>
  );
}

/** Lines of Markdown that were added and removed: `+3 −1`. */
export function Counts({ counts }: { counts: LineCounts | undefined }) {
  if (!counts || counts.added + counts.removed === 0) return null;
  return (
    <span class="review-counts">
      <span class="review-added">
        <span class="visually-hidden">Lines added: </span>
        <span aria-hidden="true">+</span>
        {counts.added}
      </span>{' '}
      <span class="review-removed">
        <span class="visually-hidden">Lines removed: </span>
        <span aria-hidden="true">−</span>
        {counts.removed}
      </span>
    </span>
  );
}

/** The blocks of a group, in one or as two sides. */
export function GroupBody({ group: { html, before, after } }: { group: DrawnGroup }) {
  if (html !== undefined) return <div class="content" dangerouslySetInnerHTML={{ __html: html }} />;
  return (
    <div class="review-sides">
      <div
        class="content"
        role="group"
        aria-label="Before"
        dangerouslySetInnerHTML={{ __html: before ?? '' }}
      />
      <div
        class="content"
        role="group"
        aria-label="After"
        dangerouslySetInnerHTML={{ __html: after ?? '' }}
      />
    </div>
  );
}
