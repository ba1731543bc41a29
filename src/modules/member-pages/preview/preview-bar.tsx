import { PostForm } from '../forms.js';
import type { ChangedPage, Changes } from './changed-pages.js';
import { OtherDetails } from './page-details.js';
import type { PreviewPlace } from './preview-places.js';

/** Says what is being looked at, and leads to what a change request changes. */
export function PreviewBar({
  preview,
  changes,
  pageId,
  showsChanges,
}: {
  preview: PreviewPlace;
  changes: Changes | null;
  pageId?: string;
  showsChanges: boolean;
}) {
  const { changeRequest, place, space, context } = preview;
  const request = changeRequest?.found.changeRequest;
  const root = place.siteBasePath;
  const changed = changes?.pages ?? [];
  const current = changed.find(({ id }) => id === pageId);
  return (
    <>
      <a class="member-bar-title" href={root} dir="auto">
        {space.title}
      </a>
      <span>
        {request ? `Change request #${request.number}: ${request.subject || 'Untitled'}` : whatOf(context)}
      </span>
      {request && <span class="member-badge">{request.status}</span>}
      {request && <a href={`${root}~/review`}>Review</a>}
      {current && !current.isDeleted && (
        <a href={showsChanges ? '?' : '?view=changes'}>
          {showsChanges ? 'Show the result' : 'Show the changes'}
        </a>
      )}
      {request && (
        <details class="member-changes">
          <summary>{changed.length === 1 ? '1 changed page' : `${changed.length} changed pages`}</summary>
          <ul>
            {changed.map((page) => (
              <ChangedPageLink page={page} root={root} isCurrent={page.id === pageId} />
            ))}
            {changes && (
              <li>
                <OtherDetails diff={changes.diff} />
              </li>
            )}
          </ul>
        </details>
      )}
    </>
  );
}

/** Links to write the page that is shown, and to the site that shows the space to readers. */
export function PreviewActions({
  base,
  preview: { place, space, isEditable, context },
  pageId,
}: {
  base: string;
  preview: PreviewPlace;
  pageId?: string;
}) {
  const { publishedUrl } = space;
  // Addresses at our own origin are stored without it.
  const site = publishedUrl?.startsWith('/') ? base + publishedUrl : publishedUrl;
  return (
    <>
      {site !== null && (
        <a class="button button-secondary button-small" href={site}>
          Site
        </a>
      )}
      {pageId !== undefined && context.isCurrent && (
        <a
          class="button button-secondary button-small"
          href={`${base}/app/s/${encodeURIComponent(space.id)}/~/history/pages/${encodeURIComponent(pageId)}`}
        >
          Page history
        </a>
      )}
      {isEditable && pageId !== undefined && (
        <a
          class="button button-primary button-small"
          href={`${place.siteBasePath}~/edit/${encodeURIComponent(pageId)}`}
        >
          Edit
        </a>
      )}
      {isEditable && (
        <PostForm action={`${place.siteBasePath}~/new-page`} class="member-bar-form">
          <button type="submit" class="button button-secondary button-small" data-command="">
            New page
          </button>
        </PostForm>
      )}
    </>
  );
}

function ChangedPageLink({ page, root, isCurrent }: { page: ChangedPage; root: string; isCurrent: boolean }) {
  return (
    <li>
      <a href={`${root}${encodePath(page.path)}?view=changes`} aria-current={isCurrent ? 'page' : undefined}>
        {page.title}
      </a>
      {badgesOf(page).map((badge) => (
        <span class="member-badge">{badge}</span>
      ))}
    </li>
  );
}

function badgesOf({ isCreated, isDeleted, isMoved }: ChangedPage): string[] {
  return [...(isCreated ? ['new'] : []), ...(isDeleted ? ['deleted'] : []), ...(isMoved ? ['moved'] : [])];
}

function whatOf({ isCurrent, revisionId }: PreviewPlace['context']): string {
  return isCurrent ? 'Current content' : `Revision ${revisionId}`;
}

/** Encodes the segments of a path. */
export function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
