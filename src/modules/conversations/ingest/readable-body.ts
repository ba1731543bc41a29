import type { Root } from 'hast';
import { visit } from 'unist-util-visit';
import { parseHtmlFragment } from '#platform/html/parse-html.js';
import { markdownOf } from './html-markdown.js';
import { maskPersonalData } from './mask-personal-data.js';

/** Mail programs and help desks send these; a message that only speaks of a tag has it in code or alone. */
const HTML =
  /<(?:!doctype|html|body|head|div|p|br|span|table|ul|ol|blockquote|a|b|i|strong|em|font|img|h[1-6]|pre|style)\b[^<>]*>/i;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
/** Class names of the element around a quoted message, by mail program. */
const QUOTE = /(?:^|\s)(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra)(?:\s|$)/;
/** Letters that nobody sees, between others. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g;

/**
 * The message as Markdown without personal data; HTML becomes Markdown, so nothing of it is ever shown as HTML.
 * @throws TangledHtml for HTML that is nested or repeated beyond measure.
 */
export function readableBody(body: string): string {
  const text = body.replace(UNSEEN, '').replace(/\r\n?/g, '\n');
  if (!HTML.test(text.replace(CODE, ''))) return maskMarkdown(text).trim();
  const tree = parseHtmlFragment(text);
  prepare(tree);
  return maskMarkdown(markdownOf(tree)).trim();
}

/** Masks before the Markdown is made, whose escapes would hide what is looked for. Quoted mail becomes a quotation. */
function prepare(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'text') node.value = maskPersonalData(node.value);
    if (node.type !== 'element') return;
    const { className } = node.properties;
    if (Array.isArray(className) && QUOTE.test(className.join(' '))) node.tagName = 'blockquote';
  });
}

/** Markup in the middle of an address hides it from masking, so masked text loses its markup. */
function maskMarkdown(markdown: string): string {
  const masked = maskPersonalData(markdown);
  const bare = masked.replace(/[*`~\\]+/g, '');
  const again = maskPersonalData(bare);
  return again === bare ? masked : again;
}
