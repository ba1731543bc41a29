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
  const { text } = writeNotice(notice({ quote: 'Old\nwords' }));
  expect(text).toBe(
    `Ann commented on "Home" in Docs.\n\n> Old\n> words\n\nIs this right?\n\nhttps://docs.test/v1/spaces/s/comments/c\n\n-- \nYou get this mail because you take part in this, were mentioned or were asked to review.`,
  );
});

it('escapes everything that people wrote', () => {
  const payload = '<img src=x onerror="alert(1)">&';
  const { html } = writeNotice(
    notice({
      actor: payload,
      space: payload,
      page: payload,
      quote: payload,
      body: `${payload}\n${payload}`,
      changeRequest: { number: 1, subject: payload },
    }),
  );
  expect(html).not.toContain('<img');
  expect(html.match(/<[a-z]+/g)).toEqual([
    '<div',
    '<p',
    '<blockquote',
    '<p',
    '<br',
    '<p',
    '<a',
    '<p',
    '<small',
  ]);
});

it('does not carry whole books', () => {
  expect(writeNotice(notice({ body: '😀'.repeat(9000) })).text.length).toBeLessThan(9000);
});
