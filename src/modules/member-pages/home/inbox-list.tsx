import type { InboxKind, InboxView } from '#modules/home/index.js';
import { PostForm } from '../forms.js';
import { Ago } from '../shell/ago.js';
import { Face } from '../shell/face.js';

const DID: Record<Exclude<InboxKind, 'sync-failing' | 'sync-conflicts'>, string> = {
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
  const [who, what, where] = wordsOf(view);
  const isRead = entry.readAt !== null;
  return (
    <li class={isRead ? undefined : 'inbox-unread'}>
      {actor ? <Face person={actor} size="medium" /> : <span class="face face-medium" />}
      <div class="app-list-main">
        <a href={`${here}/${encodeURIComponent(entry.id)}`}>
          {!isRead && <span class="visually-hidden">Unread: </span>}
          <bdi>{who}</bdi> {what} <bdi>{where}</bdi>
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
            aria-label={`${isRead ? 'Mark as unread' : 'Mark as read'}: ${who} ${what} ${where}`}
          >
            {isRead ? 'Mark as unread' : 'Mark as read'}
          </button>
        </PostForm>
      )}
    </li>
  );
}

/** The subject of the sentence, what it does, and to what. */
function wordsOf(view: InboxView): [who: string, what: string, where: string] {
  const { entry, actor, changeRequest } = view;
  const { kind, spaceTitle } = entry;
  if (kind === 'sync-failing') return ['Git:', 'the sync has stopped for', spaceTitle];
  if (kind === 'sync-conflicts') {
    const number = changeRequest?.changeRequest.number;
    return ['Git:', 'conflict, decide in', number === undefined ? spaceTitle : `#${number}`];
  }
  return [actor?.displayName ?? 'Somebody', DID[kind], placeOf(view)];
}

function placeOf({ changeRequest, comment, entry }: InboxView): string {
  const request = changeRequest?.changeRequest;
  if (request) return request.subject || `change request #${request.number}`;
  return comment?.page ? comment.page.title : entry.spaceTitle;
}
