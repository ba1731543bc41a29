import { toMarkdown } from 'mdast-util-to-markdown';
import { gitFormat } from '../html/markdown-nodes.js';

/** Plain text as Markdown that reads the same: paragraphs stay, line ends stay, and no sign gets a meaning. */
export function textToMarkdown(text: string): string {
  const paragraphs = text
    .replace(/^\ufeff/, '')
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/^\n+/, '').trimEnd())
    .filter((paragraph) => paragraph !== '');
  const children = paragraphs.map((paragraph) => ({
    type: 'paragraph' as const,
    children: paragraph
      .split('\n')
      .flatMap((line, at) => [
        ...(at > 0 ? [{ type: 'break' as const }] : []),
        { type: 'text' as const, value: line.trim() },
      ]),
  }));
  return toMarkdown({ type: 'root', children }, gitFormat);
}

const FENCE = /^\s*(```|~~~)/;

/** MDX as Markdown: the lines that are programs go, the rest is text and HTML. */
export function mdxToMarkdown(text: string): string {
  const kept: string[] = [];
  let isCode = false;
  let isProgram = false;
  for (const line of text.split('\n')) {
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && /^(import|export)\s[^.]*(from\s|['"{=(]|\s)/.test(line)) isProgram = true;
    if (!isProgram) kept.push(isCode ? line : withoutComments(line));
    // A program ends with its paragraph.
    if (line.trim() === '') isProgram = false;
  }
  return kept.join('\n');
}

/** Removes `{/* … *\/}`. A regular expression would take quadratic time for comments without an end. */
function withoutComments(line: string): string {
  let text = '';
  let at = 0;
  for (let start = line.indexOf('{/*'); start !== -1; start = line.indexOf('{/*', at)) {
    const end = line.indexOf('*/}', start + 3);
    if (end === -1) break;
    text += line.slice(at, start);
    at = end + 3;
  }
  return text + line.slice(at);
}
