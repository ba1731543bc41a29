import type { Root } from 'hast';
import { toMdast } from 'hast-util-to-mdast';
import { gfmToMarkdown } from 'mdast-util-gfm';
import { toMarkdown } from 'mdast-util-to-markdown';
import { visit } from 'unist-util-visit';
import { parseHtmlFragment } from '#platform/html/parse-html.js';
import { maskPersonalData } from './mask-personal-data.js';

/** Mail programs and help desks send these; a message that only speaks of a tag has it in code or alone. */
const HTML =
  /<(?:!doctype|html|body|head|div|p|br|span|table|ul|ol|blockquote|a|b|i|strong|em|font|img|h[1-6]|pre|style)\b[^<>]*>/i;
const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]*`/g;
/** What mail programs put around the message that is answered. */
const QUOTE = /(?:^|\s)(?:gmail_quote|yahoo_quoted|moz-cite-prefix|protonmail_quote|zmail_extra)(?:\s|$)/;

/**
 * The message as Markdown without personal data; HTML becomes Markdown, so nothing of it is ever shown as HTML.
 * @throws TangledHtml for HTML that is nested or repeated beyond measure.
 */
export function readableBody(body: string): string {
  if (!HTML.test(body.replace(CODE, ''))) return maskPersonalData(body).trim();
  const tree = parseHtmlFragment(body);
  prepare(tree);
  const markdown = toMarkdown(toMdast(tree, { document: false }), { extensions: [gfmToMarkdown()] });
  return maskPersonalData(markdown).trim();
}

/** Masks before the Markdown is made, whose escapes would hide what is looked for. Quoted mail becomes a quotation. */
function prepare(tree: Root): void {
  visit(tree, (node) => {
    if (node.type === 'text') node.value = maskPersonalData(node.value);
    if (node.type !== 'element') return;
    const { className, href } = node.properties;
    if (Array.isArray(className) && QUOTE.test(className.join(' '))) node.tagName = 'blockquote';
    if (typeof href === 'string' && /^(?:mailto|tel):/i.test(href)) delete node.properties['href'];
    // Pictures in messages are signatures and screenshots; asking for them would tell their senders.
    if (node.tagName === 'img') node.properties['src'] = '';
  });
}
