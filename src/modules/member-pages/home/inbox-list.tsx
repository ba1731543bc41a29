import type { InboxKind, InboxView } from '#modules/home/index.js';
import { PostForm } from '../forms.js';
import { Ago } from '../shell/ago.js';
import { Face } from '../shell/face.js';

const DID: Record<InboxKind, string> = {
  'review-requested': 'asks you to review',
  approved: 'approved',
  'changes-requested': 'asks for changes in',
  merged: 'merged',
  mention: 'mentioned you in',
  comment: 'commented on',
  reply: 'replied in',
  resolved: 'resolved a comment in',
};

/**
 * News of a member.
 * @param here address of the inbox.
 * @param hasButtons true shows a button with each entry that marks it.
 */
export function InboxList({
  here,
  entries,
  hasButtons = false,
}: {
  here: string;
  entries: readonly InboxView[];
  hasButtons?: boolean;
}) {
  return (
    <ul class="app-list inbox">
      {entries.map((view) => (
        <Entry here={here} view={view} hasButtons={hasButtons} />
      ))}
    </ul>
  );
}

function Entry({ here, view, hasButtons }: { here: string; view: InboxView; hasButtons: boolean }) {
  const { entry, actor, comment } = view;
  const isRead = entry.readAt !== null;
  return (
    <li class={isRead ? undefined : 'inbox-unread'}>
      {actor ? <Face person={actor} size="medium" /> : <span class="face face-medium" />}
      <div class="app-list-main">
        <a href={`${here}/${encodeURIComponent(entry.id)}`}>
          {!isRead && <span class="visually-hidden">Unread: </span>}
          <bdi>{actor?.displayName ?? 'Somebody'}</bdi> {DID[entry.kind]} <bdi>{placeOf(view)}</bdi>
        </a>
        {comment && comment.text !== '' && (
          <p class="inbox-text" dir="auto">
            {comment.text}
          </p>
        )}
        <p class="app-list-facts">
          <bdi>{entry.spaceTitle}</bdi> · <Ago at={entry.createdAt} />
        </p>
      </div>
      {hasButtons && (
        <PostForm action={here}>
          <button
            type="submit"
            name={isRead ? 'unread' : 'read'}
            value={entry.id}
            class="button button-secondary button-small"
            aria-label={`${isRead ? 'Mark as unread' : 'Mark as read'}: ${actor?.displayName ?? 'Somebody'} ${DID[entry.kind]} ${placeOf(view)}`}
          >
            {isRead ? 'Mark as unread' : 'Mark as read'}
          </button>
        </PostForm>
      )}
    </li>
  );
}

function placeOf({ changeRequest, comment, entry }: InboxView): string {
  const request = changeRequest?.changeRequest;
  if (request) return request.subject || `change request #${request.number}`;
  return comment?.page ? comment.page.title : entry.spaceTitle;
}
