import { expect, it } from 'vitest';
import { type Notice, writeNotice } from './notice.js';

const notice = (more: Partial<Notice> = {}): Notice => ({
  kind: 'comment',
  actor: 'Ann',
  space: 'Docs',
  page: 'Home',
  changeRequest: null,
  quote: '',
  body: 'Is this right?',
  link: 'https://docs.test/v1/spaces/s/comments/c',
  ...more,
});
const changeRequest = { number: 3, subject: 'Fix typos' };

it.each<[Partial<Notice>, string]>([
  [{}, 'Ann commented on "Home" in Docs'],
  [{ page: null }, 'Ann commented on Docs'],
  [
    { kind: 'reply', changeRequest },
    'Ann replied to a comment on "Home" in change request #3 "Fix typos" in Docs',
  ],
  [
    { kind: 'resolved', page: null, changeRequest },
    'Ann resolved a comment on change request #3 "Fix typos" in Docs',
  ],
  [
    { kind: 'review-requested', page: null, changeRequest: { number: 3, subject: '' } },
    'Ann asks you to review change request #3 in Docs',
  ],
  [{ kind: 'approved', page: null, changeRequest }, 'Ann approved change request #3 "Fix typos" in Docs'],
])('%j is told as %s', (more, subject) => expect(writeNotice(notice(more)).subject).toBe(subject));

it('has what was written, what it is about and where', () => {
  const { content } = writeNotice(notice({ quote: 'Old\nwords' }));
  expect(content).toMatchObject({
    title: 'Ann commented on "Home" in Docs',
    paragraphs: [{ quote: 'Old\nwords' }, 'Is this right?'],
    action: { label: 'See the comment', url: 'https://docs.test/v1/spaces/s/comments/c' },
  });
});

it('does not carry whole books', () => {
  const { content } = writeNotice(notice({ body: '😀'.repeat(9000) }));
  expect(JSON.stringify(content).length).toBeLessThan(9000);
});
