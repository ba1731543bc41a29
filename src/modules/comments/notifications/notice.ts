import type { MailContent } from '#platform/mail/mail-layout.js';

export type NoticeKind =
  'comment' | 'reply' | 'resolved' | 'review-requested' | 'approved' | 'changes-requested';

/** What a mail tells somebody. All of it is text that people wrote; nothing is markup. */
export interface Notice {
  kind: NoticeKind;
  /** Name of who did it. */
  actor: string;
  space: string;
  page: string | null;
  changeRequest: { number: number; subject: string } | null;
  /** What the commented block said. */
  quote: string;
  /** What was written; empty where nothing was. */
  body: string;
  link: string;
}

const DID: Record<NoticeKind, string> = {
  comment: 'commented on',
  reply: 'replied to a comment on',
  resolved: 'resolved a comment on',
  'review-requested': 'asks you to review',
  approved: 'approved',
  'changes-requested': 'asks for changes in',
};

const ACTION: Record<NoticeKind, string> = {
  comment: 'See the comment',
  reply: 'See the reply',
  resolved: 'See the discussion',
  'review-requested': 'Start the review',
  approved: 'See the change request',
  'changes-requested': 'See the change request',
};

const FOOTER = 'You get this mail because you take part in this, were mentioned or were asked to review.';
const LONGEST_BODY = 4000;

/** The words of the mail. */
export function writeNotice(notice: Notice): { subject: string; content: MailContent } {
  const quote = cut(notice.quote);
  const subject = `${notice.actor} ${DID[notice.kind]} ${placeOf(notice)}`;
  return {
    subject,
    content: {
      title: subject,
      paragraphs: [...(quote ? [{ quote }] : []), cut(notice.body)],
      action: { label: ACTION[notice.kind], url: notice.link },
      footer: [FOOTER],
    },
  };
}

function placeOf({ space, page, changeRequest }: Notice): string {
  const request = changeRequest && `change request #${changeRequest.number}${named(changeRequest.subject)}`;
  const things = [page === null ? null : `"${page}"`, request, space].filter((thing) => thing !== null);
  return things.join(' in ');
}

const named = (subject: string): string => (subject === '' ? '' : ` "${subject}"`);

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= LONGEST_BODY ? text : `${characters.slice(0, LONGEST_BODY).join('')}…`;
}
