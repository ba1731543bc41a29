import type { MailTopic } from '#modules/notifications/index.js';
import type { MailContent } from '#platform/mail/mail-layout.js';

export type NoticeKind =
  'comment' | 'reply' | 'resolved' | 'review-requested' | 'approved' | 'changes-requested';

/** A comment or reply in a mail. All of it is text that people wrote; nothing is markup. */
export interface NoticedComment {
  page: string | null;
  /** The commented words, or the text of the commented block. */
  quote: string;
  /** Text of the comment; empty for notices about other events. */
  body: string;
}

/** Content of a mail to one recipient. */
export interface Notice {
  kind: NoticeKind;
  topic: MailTopic;
  /** Name of who did it. */
  actor: string;
  space: string;
  changeRequest: { number: number; subject: string } | null;
  /** Its comments, oldest first; several only when one person wrote them shortly after each other. */
  comments: NoticedComment[];
  link: string;
  sender: MailContent['sender'];
}

const DID: Record<NoticeKind, string> = {
  comment: 'commented on',
  reply: 'replied to a comment on',
  resolved: 'resolved a comment on',
  'review-requested': 'asks you to review',
  approved: 'approved',
  'changes-requested': 'asks for changes in',
};

const MENTIONED: Partial<Record<NoticeKind, string>> = {
  comment: 'mentioned you in a comment on',
  reply: 'mentioned you in a reply on',
};

const ACTION: Record<NoticeKind, string> = {
  comment: 'See the comment',
  reply: 'See the reply',
  resolved: 'See the discussion',
  'review-requested': 'Start the review',
  approved: 'See the change request',
  'changes-requested': 'See the change request',
};

/** Why the mail comes. */
const REASON: Record<MailTopic, string> = {
  invitations: 'You get this mail because you were invited.',
  reviews: 'You get this mail because you were asked to review, or take part in this change request.',
  mentions: 'You get this mail because you were mentioned.',
  discussions: 'You get this mail because you take part in this discussion.',
  repositories: 'You get this mail because you connected the repository.',
};

const MAX_BODY_LENGTH = 4000;
const MAX_OF_MANY_LENGTH = 1000;

/** The words of the mail. */
export function writeNotice(notice: Notice): { subject: string; content: MailContent } {
  const { kind, topic, comments, link, sender } = notice;
  const isMany = comments.length > 1;
  const pages = new Set(comments.map(({ page }) => page));
  const subject = `${notice.actor} ${didWhat(notice)} ${placeOf(notice)}`;
  return {
    subject,
    content: {
      title: subject,
      paragraphs: comments.flatMap((comment) => [
        // One page for all stands in the heading.
        ...(pages.size > 1 && comment.page !== null ? [`On "${comment.page}":`] : []),
        ...wordsOf(comment, isMany ? MAX_OF_MANY_LENGTH : MAX_BODY_LENGTH),
      ]),
      action: { label: isMany ? 'See the comments' : ACTION[kind], url: link },
      footer: [REASON[topic]],
      sender,
    },
  };
}

function didWhat({ kind, topic, comments }: Notice): string {
  if (comments.length > 1) return `wrote ${comments.length} comments on`;
  return (topic === 'mentions' ? MENTIONED[kind] : undefined) ?? DID[kind];
}

function wordsOf({ quote, body }: NoticedComment, longest: number): MailContent['paragraphs'] {
  return [...(quote ? [{ quote: cut(quote, longest) }] : []), cut(body, longest)];
}

function placeOf({ space, comments, changeRequest }: Notice): string {
  const [page, ...others] = new Set(comments.map((comment) => comment.page));
  const request = changeRequest && `change request #${changeRequest.number}${named(changeRequest.subject)}`;
  const things = [page && others.length === 0 ? `"${page}"` : null, request, space];
  return things.filter((thing) => thing !== null).join(' in ');
}

const named = (subject: string): string => (subject === '' ? '' : ` "${subject}"`);

function cut(text: string, longest: number): string {
  const characters = Array.from(text);
  return characters.length <= longest ? text : `${characters.slice(0, longest).join('')}…`;
}
