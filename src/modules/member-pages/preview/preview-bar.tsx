import type { ChangedPage } from './changed-pages.js';
import type { PreviewPlace } from './preview-places.js';

/** Says what is being looked at, and leads to what a change request changes. */
export function PreviewBar({
  preview,
  changed,
  pageId,
  showsChanges,
}: {
  preview: PreviewPlace;
  changed: ChangedPage[];
  pageId?: string;
  showsChanges: boolean;
}) {
  const { changeRequest, place, spaceTitle, context } = preview;
  const request = changeRequest?.found.changeRequest;
  const root = place.siteBasePath;
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
              <li>
                <a href={`${root}${encodePath(page.path)}?view=changes`}>{page.title}</a>
                {page.isCreated && <span class="member-badge">new</span>}
                {page.isDeleted && <span class="member-badge">deleted</span>}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function whatOf({ isCurrent, revisionId }: PreviewPlace['context']): string {
  return isCurrent ? 'Current content' : `Revision ${revisionId}`;
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
