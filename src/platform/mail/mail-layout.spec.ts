import { selectAll } from 'hast-util-select';
import { expect, it } from 'vitest';
import { parseHtmlDocument } from '../html/parse-html.js';
import { type MailContent, mailHtml, mailText } from './mail-layout.js';

const content = (more: Partial<MailContent> = {}): MailContent => ({
  title: 'Ann commented',
  paragraphs: [{ quote: 'Old\nwords' }, 'New\nwords', ''],
  action: { label: 'See it', url: 'https://docs.test/app' },
  footer: ['Why this came.', { label: 'No more', url: 'https://docs.test/stop' }],
  ...more,
});

it('a mail as plain text contains the same words', () =>
  expect(mailText(content())).toBe(
    `Ann commented\n\n> Old\n> words\n\nNew\nwords\n\nSee it:\nhttps://docs.test/app\n\n-- \nWhy this came.\nNo more: https://docs.test/stop`,
  ));

it('a mail escapes all its parts', () => {
  const payload = '"><img src=x onerror="alert(1)">&</style><script>';
  const link = { label: payload, url: payload };
  const hostile = mailHtml({
    title: payload,
    paragraphs: [payload, { quote: payload }],
    action: link,
    footer: [payload, link],
    sender: { name: payload },
  });
  const page = parseHtmlDocument(hostile);
  expect(selectAll('img, script', page)).toEqual([]);
  expect(selectAll('a', page).map(({ properties }) => properties['href'])).toEqual([payload, payload]);
});

it('a mail shows the logo beside the name', () => {
  const html = mailHtml(content({ sender: { name: 'Acme', logoUrl: 'https://docs.test/logo.png' } }));
  expect(html).toMatch(/<img src="https:\/\/docs.test\/logo.png"[^>]*>.*Acme/);
  expect(mailHtml(content())).not.toContain('<img');
});
