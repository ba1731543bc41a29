import { expect, it } from 'vitest';
import { type Notice, writeNotice } from './notice.js';

const comment = { page: 'Home' as string | null, quote: '', body: 'Is this right?' };
const notice = (more: Partial<Notice> = {}): Notice => ({
  kind: 'comment',
  topic: 'discussions',
  actor: 'Ann',
  space: 'Docs',
  changeRequest: null,
  comments: [comment],
  link: 'https://docs.test/app/s/s',
  sender: { name: 'Acme' },
  ...more,
});
const changeRequest = { number: 3, subject: 'Fix typos' };
const ofSpace = [{ ...comment, page: null }];

it.each<[Partial<Notice>, string]>([
  [{}, 'Ann commented on "Home" in Docs'],
  [{ comments: ofSpace }, 'Ann commented on Docs'],
  [{ topic: 'mentions' }, 'Ann mentioned you in a comment on "Home" in Docs'],
  [
    { kind: 'reply', changeRequest },
    'Ann replied to a comment on "Home" in change request #3 "Fix typos" in Docs',
  ],
  [
    { kind: 'resolved', comments: ofSpace, changeRequest },
    'Ann resolved a comment on change request #3 "Fix typos" in Docs',
  ],
  [
    { kind: 'review-requested', comments: [], changeRequest: { number: 3, subject: '' } },
    'Ann asks you to review change request #3 in Docs',
  ],
  [
    { kind: 'approved', topic: 'mentions', comments: [], changeRequest },
    'Ann approved change request #3 "Fix typos" in Docs',
  ],
  [{ comments: [comment, comment] }, 'Ann wrote 2 comments on "Home" in Docs'],
  [
    { comments: [comment, ...ofSpace], changeRequest },
    'Ann wrote 2 comments on change request #3 "Fix typos" in Docs',
  ],
])('the subject of %j is "%s"', (more, subject) => expect(writeNotice(notice(more)).subject).toBe(subject));

it('a notice has the quote, the comment, its place and the reason', () => {
  const { content } = writeNotice(notice({ comments: [{ ...comment, quote: 'Old\nwords' }] }));
  expect(content).toEqual({
    title: 'Ann commented on "Home" in Docs',
    paragraphs: [{ quote: 'Old\nwords' }, 'Is this right?'],
    action: { label: 'See the comment', url: 'https://docs.test/app/s/s' },
    footer: ['You get this mail because you take part in this discussion.'],
    sender: { name: 'Acme' },
  });
});

it('a notice of several comments names the page of each', () => {
  const { content } = writeNotice(
    notice({ comments: [comment, { page: 'Away', quote: '', body: 'And this?' }] }),
  );
  expect(content.paragraphs).toEqual(['On "Home":', 'Is this right?', 'On "Away":', 'And this?']);
});

it('a notice names the page once when all comments are on it', () => {
  const { content } = writeNotice(notice({ comments: [comment, { ...comment, body: 'And this?' }] }));
  expect(content.paragraphs).toEqual(['Is this right?', 'And this?']);
});

it('a notice cuts a long comment', () => {
  const { content } = writeNotice(notice({ comments: [{ ...comment, body: '😀'.repeat(9000) }] }));
  expect(JSON.stringify(content).length).toBeLessThan(9000);
});
