import type { MailTopic } from '#modules/notifications/index.js';
import type { NoticeKind } from './notice.js';

export const SEND_NOTICE = 'comments.send-notice';

/** Seconds after a first mail during which further posts of the same author in the same discussion are gathered. */
export const GATHERED_SECONDS = 300;

/** One mail to one person, by ids: what it says is looked up when it is sent. */
export interface NoticeJob {
  kind: NoticeKind;
  topic: MailTopic;
  key: string;
  organizationId: string;
  spaceId: string;
  changeRequestId: string | null;
  commentId: string | null;
  actorId: string;
  recipientId: string;
  /** Of news that is gathered: which thread it is from, and the earliest that may go with it. */
  gathered?: { threadId: string; since: string };
}

/** True when the notice waits for more of its kind; mentions and requests are sent at once. */
export function isGathered({ kind, topic }: Pick<NoticeJob, 'kind' | 'topic'>): boolean {
  return topic === 'discussions' && (kind === 'comment' || kind === 'reply');
}

/** Names the news that somebody wrote a comment or reply, for one recipient. */
export function keyOfComment(id: string, recipientId: string): string {
  return `comment:${id}:${recipientId}`;
}
