import type { ChangedPage } from '../preview/changed-pages.js';
import type { LineCounts } from './diff-lines.js';
import { markQuotes, type MarkedQuote } from './mark-quotes.js';
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

/** The blocks of a group, in one or as two sides. @param quotes words to mark in what is there now. */
export function GroupBody({
  group: { html, before, after },
  quotes = [],
}: {
  group: DrawnGroup;
  quotes?: readonly MarkedQuote[];
}) {
  if (html !== undefined) return <Blocks html={markQuotes(html, quotes)} />;
  return (
    <div class="review-sides">
      <Blocks side="Before" html={before ?? ''} />
      <Blocks side="After" html={markQuotes(after ?? '', quotes)} />
    </div>
  );
}

function Blocks({ html, side }: { html: string; side?: 'Before' | 'After' }) {
  return (
    <div
      class="content"
      role={side && 'group'}
      aria-label={side}
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
