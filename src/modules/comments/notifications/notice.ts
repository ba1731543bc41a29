import { h } from 'hastscript';
import { toHtml } from 'hast-util-to-html';

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

const FOOTER = 'You get this mail because you take part in this, were mentioned or were asked to review.';
const LONGEST_BODY = 4000;

/** The words of the mail, as plain text and as markup that escapes whatever came from people. */
export function writeNotice(notice: Notice): { subject: string; text: string; html: string } {
  const { link } = notice;
  const quote = cut(notice.quote);
  const body = cut(notice.body);
  const subject = `${notice.actor} ${DID[notice.kind]} ${placeOf(notice)}`;
  const parts = [`${subject}.`, quote && quoted(quote), body, link, `-- \n${FOOTER}`];
  return {
    subject,
    text: parts.filter((part) => part !== '').join('\n\n'),
    html: toHtml(
      h('div', [
        h('p', `${subject}.`),
        ...(quote ? [h('blockquote', lines(quote))] : []),
        ...(body ? [h('p', lines(body))] : []),
        h('p', h('a', { href: link }, link)),
        h('p', h('small', FOOTER)),
      ]),
    ),
  };
}

function placeOf({ space, page, changeRequest }: Notice): string {
  const request = changeRequest && `change request #${changeRequest.number}${named(changeRequest.subject)}`;
  const things = [page === null ? null : `"${page}"`, request, space].filter((thing) => thing !== null);
  return things.join(' in ');
}

const named = (subject: string): string => (subject === '' ? '' : ` "${subject}"`);

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** Lines with breaks between. */
const lines = (text: string) => text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br'), line]));

function cut(text: string): string {
  const characters = Array.from(text);
  return characters.length <= LONGEST_BODY ? text : `${characters.slice(0, LONGEST_BODY).join('')}…`;
}
