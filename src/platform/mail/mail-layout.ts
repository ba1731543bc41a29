import type { ElementContent } from 'hast';
import { h } from 'hastscript';
import { toHtml } from 'hast-util-to-html';
import { MAIL_STYLES, STYLE } from './mail-styles.js';

/** Words that lead somewhere. */
export interface MailLink {
  label: string;
  url: string;
}

/** The content of a mail. All of it is text, never markup. Lines break at the line breaks of the text. */
export interface MailContent {
  /** The heading. */
  title: string;
  /** In this order; a quotation is what somebody else said. */
  paragraphs: readonly (string | { quote: string })[];
  /** The one thing to do next, as a button. */
  action?: MailLink;
  /** Small print: why this mail came, and how to get no more. */
  footer: readonly (string | MailLink)[];
  /** Whom the mail is from, as the reader knows them; Bindery when absent. */
  sender?: { name: string; logoUrl?: string | null };
}

/** The mail as plain text, for programs and people who prefer it. */
export function mailText({ title, paragraphs, action, footer }: MailContent): string {
  const parts = [
    title.replace(/\s+/g, ' '),
    ...paragraphs.map((part) => (typeof part === 'string' ? part : quoted(part.quote))),
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    // Mail programs fold away what follows two hyphens and a space.
    ['-- ', ...footer.map((line) => (typeof line === 'string' ? line : `${line.label}: ${line.url}`))].join(
      '\n',
    ),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** The mail as a page that stands alone: no scripts, nothing loaded but the logo, readable where styles are dropped. */
export function mailHtml(content: MailContent): string {
  const { title, paragraphs, action, footer, sender } = content;
  const page = h('html', { lang: 'en' }, [
    h('head', [
      h('meta', { charSet: 'utf-8' }),
      h('meta', { name: 'viewport', content: 'width=device-width, initial-scale=1' }),
      h('meta', { name: 'color-scheme', content: 'light dark' }),
      h('meta', { name: 'supported-color-schemes', content: 'light dark' }),
      h('title', title),
      h('style', MAIL_STYLES),
    ]),
    h('body', { style: STYLE.body }, [
      // A table, because Outlook gives nothing else a width.
      h('table', { role: 'presentation', width: '100%', style: STYLE.frame }, [
        h('tr', [
          h('td', { align: 'center', style: STYLE.margin }, [
            h('table', { role: 'presentation', className: 'card', style: STYLE.card }, [
              row('sender', STYLE.sender, senderLine(sender)),
              row('words', STYLE.words, [
                h('h1', { style: STYLE.title, dir: 'auto' }, title),
                ...paragraphs.filter((part) => part !== '').map(paragraph),
                ...(action ? [button(action)] : []),
              ]),
              row('footer', STYLE.footer, footer.map(footerLine)),
            ]),
          ]),
        ]),
      ]),
    ]),
  ]);
  return `<!doctype html>${toHtml(page)}`;
}

function row(className: string, style: string, children: ElementContent[]): ElementContent {
  return h('tr', [h('td', { className, style, align: 'left' }, children)]);
}

function senderLine(sender: MailContent['sender']): ElementContent[] {
  const name = sender?.name ?? 'Bindery';
  // The name stands beside the logo: most programs load pictures only when asked.
  if (!sender?.logoUrl) return [h('span', { dir: 'auto' }, name)];
  return [
    h('img', { src: sender.logoUrl, alt: '', height: '24', style: STYLE.logo }),
    h('span', { dir: 'auto' }, name),
  ];
}

function paragraph(part: string | { quote: string }): ElementContent {
  if (typeof part === 'string') return h('p', { style: STYLE.paragraph, dir: 'auto' }, lines(part));
  return h('blockquote', { className: 'quote', style: STYLE.quote, dir: 'auto' }, lines(part.quote));
}

function button({ label, url }: MailLink): ElementContent {
  return h(
    'p',
    { style: STYLE.paragraph },
    h('a', { href: url, className: 'action', style: STYLE.action }, label),
  );
}

function footerLine(line: string | MailLink): ElementContent {
  const words =
    typeof line === 'string'
      ? line
      : h('a', { href: line.url, className: 'quiet', style: STYLE.quiet }, line.label);
  return h('p', { style: STYLE.small, dir: 'auto' }, words);
}

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');

/** Lines with breaks between. */
const lines = (text: string): (string | ElementContent)[] =>
  text.split('\n').flatMap((line, at) => (at === 0 ? [line] : [h('br'), line]));
