import type { PullView } from '#modules/git/index.js';
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
  const { changeRequest, pullRequest, place, space, context } = preview;
  const request = changeRequest?.found.changeRequest;
  const root = place.siteBasePath;
  const current = changes?.pages.find(({ id }) => id === pageId);
  return (
    <>
      <a class="member-bar-title" href={root} dir="auto">
        {space.title}
      </a>
      {pullRequest ? (
        <PullRequestNote pull={pullRequest.pull} />
      ) : (
        <span>
          {request ? `Change request #${request.number}: ${request.subject || 'Untitled'}` : whatOf(context)}
        </span>
      )}
      {request && <span class="member-badge">{request.status}</span>}
      {request && <a href={`${root}~/review`}>Review</a>}
      {current && !current.isDeleted && (
        <a href={showsChanges ? '?' : '?view=changes'}>
          {showsChanges ? 'Show the result' : 'Show the changes'}
        </a>
      )}
      {changes && <ChangedPages changes={changes} root={root} pageId={pageId} />}
    </>
  );
}

function ChangedPages({ changes, root, pageId }: { changes: Changes; root: string; pageId?: string }) {
  const { pages, diff } = changes;
  return (
    <details class="member-changes">
      <summary>{pages.length === 1 ? '1 changed page' : `${pages.length} changed pages`}</summary>
      <ul>
        {pages.map((page) => (
          <ChangedPageLink page={page} root={root} isCurrent={page.id === pageId} />
        ))}
        <li>
          <OtherDetails diff={diff} />
        </li>
      </ul>
    </details>
  );
}

/** Says which pull request is looked at, and what of it is not shown. */
function PullRequestNote({ pull }: { pull: PullView['pull'] }) {
  const { number, title, url, state, isFork, head, problem } = pull;
  const name = `Pull request #${number}: ${title}`;
  return (
    <>
      {/^https?:/i.test(url) ? (
        <a href={url} rel="noopener noreferrer nofollow" dir="auto">
          {name}
        </a>
      ) : (
        <span dir="auto">{name}</span>
      )}
      <span class="member-badge">{state}</span>
      {head !== null && problem === null && <span>Commit {head.slice(0, 10)}</span>}
      {isFork && (
        <span>From a fork: embedded pages, API references and blocks of integrations are not shown.</span>
      )}
      {problem !== null && <span role="status">There is no preview of the newest commit: {problem}</span>}
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
