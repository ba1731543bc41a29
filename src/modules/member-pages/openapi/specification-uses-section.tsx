import { counted } from '../counted.js';
import type { SpecUses } from './specification-page.types.js';

/** The pages that show a specification. */
export function Uses({ base, uses }: { base: string; uses: SpecUses }) {
  const { pages, hidden, hasMore } = uses;
  return (
    <section>
      <h2>Pages that show it</h2>
      {pages.length === 0 && hidden === 0 && (
        <p>
          No page shows it yet. Insert a computed page into a space for a whole reference, or the block “API
          operation” into a text.
        </p>
      )}
      {pages.length > 0 && (
        <ul class="member-links">
          {pages.map(({ spaceId, spaceTitle, pageId, title, isComputed }) => (
            <li>
              <a
                href={`${base}/app/s/${encodeURIComponent(spaceId)}/~/pages/${encodeURIComponent(pageId)}`}
                dir="auto"
              >
                {title}
              </a>
              <p class="member-hint">
                <bdi>{spaceTitle}</bdi>, {isComputed ? 'the whole page' : 'in its text'}
              </p>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p>{counted(hidden, 'page')} in spaces that you do not see.</p>}
      {hasMore && <p>There are more pages.</p>}
    </section>
  );
}

/** The effect of a deletion on pages. */
export function DeletionEffect({ uses: { pages, hidden, hasMore } }: { uses: SpecUses }) {
  const count = pages.length + hidden;
  return (
    <>
      <p>
        The source and all versions but the last are deleted. This cannot be taken back; a specification that
        you register with the same name takes its place.
      </p>
      <p>
        {count === 0
          ? 'No page shows it.'
          : `${hasMore ? 'More than ' : ''}${counted(count, 'page')} ${count === 1 ? 'shows' : 'show'} it. They stay as they are now, with a note that the specification is gone.`}
      </p>
    </>
  );
}
