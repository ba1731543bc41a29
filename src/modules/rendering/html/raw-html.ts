import type { Element, ElementContent, Nodes, Root } from 'hast';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { h } from 'hastscript';
import { visit } from 'unist-util-visit';

import { parseHtmlFragment, TangledHtml } from '#platform/html/parse-html.js';

import { hostOf, isExternal, isRelative, safeImage, safeLink } from '../model/urls.js';

/** Elements of raw HTML that begin a line, as writers use them in Markdown. */
export const BLOCK_ELEMENTS: ReadonlySet<string> = new Set(
  (
    'address article aside audio blockquote caption center dd details div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6 ' +
    'header hr li nav ol p picture pre section summary table tbody tfoot thead tr ul video'
  ).split(' '),
);
const OTHER_ELEMENTS = (
  'a abbr b bdi bdo br cite code col colgroup del dfn em font i img ins kbd mark q rp rt ruby s samp small source span ' +
  'strike strong sub sup td th time tt u var wbr'
).split(' ');

/**
 * The allowed elements and attributes of raw HTML: those that writers use in Markdown, without scripts, styles, frames,
 * forms and SVG. Everything not named here is removed; unknown elements leave their text.
 */
const SCHEMA: Schema = {
  strip: 'script style template noscript object embed svg math textarea title head'.split(' '),
  clobberPrefix: '',
  clobber: [],
  allowComments: false,
  allowDoctypes: false,
  tagNames: [...BLOCK_ELEMENTS, ...OTHER_ELEMENTS],
  ancestors: Object.fromEntries(
    ['tbody', 'thead', 'tfoot', 'tr', 'td', 'th', 'caption', 'colgroup', 'col'].map((tag) => [
      tag,
      ['table'],
    ]),
  ),
  attributes: {
    '*': [
      'id',
      'title',
      'lang',
      ['dir', 'ltr', 'rtl', 'auto'],
      ['align', 'left', 'center', 'right', 'justify'],
    ],
    a: ['href', 'name'],
    img: ['src', 'alt', 'width', 'height'],
    source: ['src', 'media', 'type'],
    video: ['src', 'width', 'height', 'poster', ['controls', true]],
    audio: ['src', ['controls', true]],
    td: ['colSpan', 'rowSpan'],
    th: ['colSpan', 'rowSpan', ['scope', 'row', 'col']],
    col: ['span'],
    ol: ['start', ['reversed', true]],
    li: ['value'],
    details: [['open', true]],
    time: ['dateTime'],
  },
  protocols: {},
};

/** `html` without anything that could run code, load or restyle; its source if it cannot be parsed. */
export function sanitizeHtml(html: string): ElementContent[] {
  const tree = parsed(html);
  visit(tree, 'element', linkFrame);
  const clean = sanitize(tree, SCHEMA);
  const root: Root = clean.type === 'root' ? clean : { type: 'root', children: [clean as Element] };
  visit(root as Nodes, 'element', finish);
  return root.children as ElementContent[];
}

function parsed(html: string): Root {
  try {
    return parseHtmlFragment(html);
  } catch (error) {
    if (error instanceof TangledHtml) return { type: 'root', children: [{ type: 'text', value: html }] };
    throw error;
  }
}

/**
 * Adds the raw HTML of one inline to `out`. A line keeps `<u>`, its words and `</u>` as three nodes, so an opening tag
 * is remembered in `open` and its closing tag wraps the content between; a tag that is left open leaves its words
 * unwrapped.
 */
export function joinRawTags(
  html: string,
  out: ElementContent[],
  open: { tag: string; from: number }[],
): void {
  const closing = /^<\/([a-z][a-z0-9]*)\s*>$/i.exec(html.trim())?.[1]?.toLowerCase();
  if (closing !== undefined) {
    const at = open.findLastIndex((entry) => htmlTag(entry.tag) === closing);
    if (at < 0) return;
    const entry = open.splice(at)[0];
    if (!entry) return;
    const wrapper = sanitizeHtml(`${entry.tag}</${closing}>`)[0];
    const inner = out.splice(entry.from);
    out.push(...(wrapper?.type === 'element' ? [{ ...wrapper, children: inner }] : inner));
    return;
  }
  const opening = htmlTag(html);
  if (opening !== undefined && !VOID.has(opening)) {
    if (open.length < MAX_DEPTH) open.push({ tag: html.trim(), from: out.length });
  } else out.push(...sanitizeHtml(html));
}

/** Depth of nested elements. Deeper elements leave their words, because no reader can see a difference any more. */
const MAX_DEPTH = 50;
const VOID = new Set(['br', 'img', 'hr', 'wbr', 'source', 'col', 'input']);

/** Name of the tag if `html` is a single opening tag. */
function htmlTag(html: string): string | undefined {
  return /^<([a-z][a-z0-9]*)(\s[^<>]*)?>$/i.exec(html.trim())?.[1]?.toLowerCase();
}

/** A frame of another site becomes a link to it, as frames do not load here. */
function linkFrame(element: Element): void {
  const source = element.properties.src;
  if (element.tagName !== 'iframe' || typeof source !== 'string') return;
  const title = element.properties.title;
  element.tagName = 'a';
  element.properties = { href: source };
  element.children = [{ type: 'text', value: typeof title === 'string' && title ? title : hostOf(source) }];
}

/** Links and images follow the same rules as elsewhere; headings move one level down, below the page title. */
function finish(element: Element): void {
  const properties = element.properties;
  const href = properties.href;
  if (typeof href === 'string') {
    const safe = safeLink(href);
    properties.href = safe ?? undefined;
    if (safe !== null && isExternal(safe)) properties.rel = ['noopener'];
  }
  for (const name of ['src', 'poster']) {
    const source = properties[name];
    if (typeof source === 'string')
      properties[name] = isRelative(source) ? undefined : (safeImage(source) ?? undefined);
  }
  if (element.tagName === 'img' && properties.src) properties.loading = 'lazy';
  else if (element.tagName === 'img') sayMissing(element);
  if (element.tagName === 'h1') element.tagName = 'h2';
}

/** Alternative text in place of a missing image, or nothing if it had none. */
function sayMissing(element: Element): void {
  const { alt } = element.properties;
  element.tagName = 'span';
  element.properties = typeof alt === 'string' && alt !== '' ? { className: ['missing'] } : {};
  element.children = typeof alt === 'string' ? [{ type: 'text', value: alt }] : [];
}

/** Text in a box that keeps its line breaks: the source of content that has no drawing. */
export function sourceBlock(text: string, label?: string): Element {
  return h('div', { class: 'source-block' }, [
    ...(label ? [h('p', { class: 'source-label' }, label)] : []),
    h('pre', { tabIndex: 0 }, [h('code', text)]),
  ]);
}
