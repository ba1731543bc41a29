import { counted } from '../counted.js';
import type { SpaceView } from '#modules/spaces/index.js';
import { Ago } from '../shell/ago.js';
import { SpaceMark } from '../shell/sidebar.js';

/** Spaces with what is going on in them. @param beginHref the page on which whoever may make spaces begins; absent for others. */
export function SpaceList({
  base,
  spaces,
  beginHref,
}: {
  base: string;
  spaces: readonly SpaceView[];
  beginHref?: string;
}) {
  if (spaces.length === 0)
    return (
      <p class="app-empty">
        There are no spaces yet.{' '}
        {beginHref && <a href={beginHref}>Begin with an import, a repository, a template or an empty page</a>}
      </p>
    );
  return (
    <ul class="app-list">
      {spaces.map(({ space }) => (
        <li>
          <SpaceMark space={space} />
          <div class="app-list-main">
            <a href={`${base}/app/s/${encodeURIComponent(space.id)}`} dir="auto">
              {space.title}
            </a>
            <p class="app-list-facts">
              {[
                someOf(space.changeRequestsOpen, 'open change request'),
                someOf(space.changeRequestsDraft, 'draft'),
                someOf(space.commentsOpen, 'open comment'),
              ]
                .filter((words) => words !== '')
                .map((words) => `${words} · `)}
              changed <Ago at={space.updatedAt} />
              {space.publishedVisibility !== null && ' · published'}
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

/** A number with its noun, or an empty text for zero. */
function someOf(count: number, what: string): string {
  return count === 0 ? '' : counted(count, what);
}
