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
  const { changeRequest, place, spaceTitle, context } = preview;
  const request = changeRequest?.found.changeRequest;
  const root = place.siteBasePath;
  const changed = changes?.pages ?? [];
  const current = changed.find(({ id }) => id === pageId);
  return (
    <>
      <span class="member-bar-title">{spaceTitle}</span>
      <span>
        {request ? `Change request #${request.number}: ${request.subject || 'Untitled'}` : whatOf(context)}
      </span>
      {request && <span class="member-badge">{request.status}</span>}
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
