import type { ChangeRequestRow } from '#modules/change-requests/index.js';
import { Ago } from '../shell/ago.js';
import { Face } from '../shell/face.js';

const WORDS: Record<string, string> = {
  draft: 'Draft',
  open: 'Open',
  merged: 'Merged',
  archived: 'Archived',
};

/** The status of a change request. */
export function RequestStatus({ status }: { status: string }) {
  return <span class={`status status-${status}`}>{WORDS[status] ?? status}</span>;
}

/** Change requests with their status, author and time. */
export function RequestList({
  requests,
  hrefOf,
  titleOf,
  empty,
}: {
  requests: readonly ChangeRequestRow[];
  hrefOf: (changeRequest: ChangeRequestRow['changeRequest']) => string;
  /** Title of the space of a change request, where the list is of several. */
  titleOf?: (spaceId: string) => string | undefined;
  empty: string;
}) {
  if (requests.length === 0) return <p class="app-empty">{empty}</p>;
  return (
    <ul class="app-list">
      {requests.map(({ changeRequest, creator }) => {
        const { number, subject, status, updatedAt, commentsOpen, spaceId } = changeRequest;
        const space = titleOf?.(spaceId);
        return (
          <li>
            <RequestStatus status={status} />
            <div class="app-list-main">
              <a href={hrefOf(changeRequest)} dir="auto">
                {subject || 'Untitled'}
              </a>
              <p class="app-list-facts">
                #{number}
                {space !== undefined && <bdi> in {space}</bdi>} · {creator.displayName} ·{' '}
                <Ago at={updatedAt} />
                {commentsOpen > 0 &&
                  ` · ${commentsOpen === 1 ? '1 open comment' : `${commentsOpen} open comments`}`}
              </p>
            </div>
            <Face person={creator} />
          </li>
        );
      })}
    </ul>
  );
}
