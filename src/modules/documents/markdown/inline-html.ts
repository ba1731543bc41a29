import { charactersOfCode } from '#platform/typography/emoji-code.js';
import type { ValidInline, DataOf } from '../catalogue/node-data.js';
import type { DocumentData, DocumentInline, DocumentMark, DocumentNode } from '../document.types.js';
import { isRawInline } from '../raw-source.js';
import { canonicalJson } from '#platform/canonical-json.js';
import { isRecord } from '../values.js';
import { defaultLabel, isWritableRef } from './content-ref-text.js';
import { escapeAttribute, escapeHtml, openTag } from './html-tag.js';
import { NOTE } from './phrase.js';
import { COLORS } from '../colors.js';
import type { SerializeState } from './serialize-state.js';

/** HTML tags around text that carries a mark. */
export function markTags(mark: DocumentMark): { open: string; close: string } {
  const name =
    mark.data === undefined && Object.hasOwn(MARK_NAMES, mark.type) ? MARK_NAMES[mark.type] : undefined;
  if (name !== undefined) return { open: `<${name}>`, close: `</${name}>` };
  const style = mark.type === 'color' ? colorStyle(mark.data ?? {}) : undefined;
  if (style !== undefined) return { open: openTag('mark', { style }), close: '</mark>' };
  const { type, data } = mark;
  return {
    open: openTag('span', { 'data-mark': canonicalJson({ type, ...(data && { data }) }) }),
    close: '</span>',
  };
}

const MARK_NAMES: Record<string, string> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
  code: 'code',
};

function colorStyle(data: DocumentData): string | undefined {
  const { text, background, ...rest } = data;
  const isKnown =
    typeof text === 'string' && typeof background === 'string' && COLORS.has(text) && COLORS.has(background);
  if (!isKnown || Object.keys(rest).length > 0) return undefined;
  return `${text === 'default' ? '' : `color:${text};`}${background === 'default' ? '' : `background-color:${background};`}`;
}

/** The forms of inlines without a Markdown syntax, which are the same in Markdown and in HTML. */
export function inlineTag(node: ValidInline, state: SerializeState): string | undefined {
  const { data } = node;
  switch (node.type) {
    case 'icon':
      return iconTag(node.data);
    case 'inline-math':
      if (!onlyKeys(data, ['formula'])) return undefined;
      return `${openTag('span', { class: 'math', 'data-formula': node.data.formula })}</span>`;
    case 'emoji':
      return emojiTag(node.data);
    case 'inline-image':
      return imageTag(node.data, state);
    default:
      return undefined;
  }
}

/** Writes any inline as JSON in an attribute. */
export function jsonInline(node: DocumentInline): string {
  return `${openTag('span', { 'data-inline': canonicalJson(withoutKeys(node)) })}</span>`;
}

/** Copies a value without keys, which are not content. */
export function withoutKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutKeys);
  if (!isRecord(value)) return value;
  const isNode = typeof value['object'] === 'string';
  const entries = Object.entries(value).filter(([name]) => !(isNode && (name === 'key' || name === 'meta')));
  return Object.fromEntries(
    entries.map(([name, one]) => [name, isNode && name === 'data' ? one : withoutKeys(one)]),
  );
}

export function onlyKeys(data: DocumentData, names: string[]): boolean {
  return Object.keys(data).every((name) => names.includes(name));
}

function iconTag(data: DataOf<'icon'>): string | undefined {
  const { icon = '', color } = data;
  if (!/^[\w-]+$/.test(icon) || !onlyKeys(data, ['icon', 'color'])) return undefined;
  if (color !== undefined && !COLORS.has(color)) return undefined;
  const style = color === undefined ? undefined : `color:${color};`;
  return `${openTag('i', { class: `fa-${icon}`, style })}</i>`;
}

function emojiTag(data: DataOf<'emoji'>): string | undefined {
  const { code = '' } = data;
  const text = charactersOfCode(code);
  if (text === undefined || !onlyKeys(data, ['code'])) return undefined;
  return `<span data-gb-custom-inline data-tag="emoji" data-code="${escapeAttribute(code)}">${escapeHtml(text)}</span>`;
}

function imageTag(data: DataOf<'inline-image'>, state: SerializeState): string | undefined {
  const { ref, refDark, alt, caption, size, attributes } = data;
  if (!isWritableRef(ref) || !onlyKeys(data, ['ref', 'refDark', 'alt', 'caption', 'size', 'attributes']))
    return undefined;
  const image = openTag('img', {
    src: state.address(ref),
    alt: alt ?? '',
    title: caption,
    'data-size': size,
    ...stringAttributes(attributes),
  });
  if (refDark === undefined) return image;
  return isWritableRef(refDark) ? picture(image, state.address(refDark)) : undefined;
}

/** An image with another source for dark mode. */
export function picture(image: string, dark: string): string {
  return `<picture>${openTag('source', { srcset: dark, media: '(prefers-color-scheme: dark)' })}${image}</picture>`;
}

export function stringAttributes(attributes: unknown): Record<string, string> {
  if (!isRecord(attributes)) return {};
  const entries = Object.entries(attributes).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, value]) => [name, String(value)]));
}

/** The opening and closing tag of a button, around its label. */
export function buttonTags(
  data: DataOf<'button'>,
  state: SerializeState,
): { open: string; close: string } | undefined {
  const { label, kind, icon, size, ref, action } = data;
  if (label === undefined || kind === undefined) return undefined;
  if (!onlyKeys(data, ['label', 'kind', 'icon', 'size', 'ref', 'action'])) return undefined;
  const look = { class: `button ${kind}`, 'data-icon': icon, 'data-size': size };
  if (isWritableRef(ref) && action === undefined)
    return { open: openTag('a', { href: state.address(ref), ...look }), close: '</a>' };
  if (action === undefined || ref !== undefined || !onlyKeys(action, ['action', 'query', 'slug']))
    return undefined;
  if (!Object.values(action).every((value) => typeof value === 'string')) return undefined;
  const { action: name, query, slug } = action as Record<string, string>;
  const does = { 'data-action': name, 'data-query': query, 'data-slug': slug };
  return { open: openTag('button', { type: 'button', ...look, ...does }), close: '</button>' };
}

/** Address, words and opening tag of a link or mention; undefined when its data has more members than these can hold. */
export function linkParts(
  node: ValidInline<'link'>,
  state: SerializeState,
): { url: string; title?: string; attributes?: Record<string, string>; open: string } | undefined {
  const { ref, title, attributes } = node.data;
  if (!isWritableRef(ref) || !onlyKeys(node.data, ['ref', 'title', 'attributes'])) return undefined;
  if (title === 'mention') return undefined;
  const url = state.address(ref);
  const extra = stringAttributes(attributes);
  if ('data-footnote-ref' in extra) return undefined;
  // A link with the class of a button and only words in it would be read as a button.
  if (/^button (?:primary|secondary)$/.test(extra['class'] ?? '') && isWords(node.nodes ?? []))
    return undefined;
  const isAnchor = 'id' in extra || 'name' in extra;
  if (
    isAnchor &&
    (node.nodes ?? []).every((one) => one.object === 'text' && one.leaves.every((leaf) => leaf.text === ''))
  )
    return undefined;
  return {
    url,
    ...(title !== undefined && { title }),
    ...(attributes !== undefined && { attributes: extra }),
    open: openTag('a', { href: url, title: title, ...extra }),
  };
}

function isWords(nodes: DocumentNode[]): boolean {
  return nodes.every((one) => one.object === 'text' && one.leaves.every((leaf) => leaf.marks.length === 0));
}

export function mentionParts(
  node: ValidInline<'mention'>,
  state: SerializeState,
): { url: string; text: string } | undefined {
  const { ref, text } = node.data;
  if (
    !isWritableRef(ref) ||
    !onlyKeys(node.data, ['ref', 'text']) ||
    (text !== undefined && typeof text !== 'string')
  )
    return undefined;
  const url = state.address(ref);
  return { url, text: text ?? defaultLabel(url) };
}

/** The label of an annotation that is written as a plain footnote reference. */
export function footnoteLabel(node: DocumentInline): string | undefined {
  const only = node.nodes?.length === 1 ? node.nodes[0] : undefined;
  const leaf = only?.object === 'text' && only.leaves.length === 1 ? only.leaves[0] : undefined;
  const isSign = leaf?.marks.length === 1 && leaf.marks[0]?.type === 'superscript';
  return leaf && isSign && /^[A-Za-z0-9_-]{1,60}$/.test(leaf.text) ? leaf.text : undefined;
}

export function footnoteTag(label: string): string {
  return openTag('a', { 'data-footnote-ref': true, href: footnoteAddress(label) });
}

/** The address of the footnote to which its annotated words link. */
export function footnoteAddress(label: string): string {
  return NOTE + label.toLowerCase();
}

/** The source of an inline that is kept unchanged; undefined when it is not one tag or comment. */
export function rawText(node: DocumentInline): string | undefined {
  if (!isRawInline(node) || !onlyKeys(node.data, ['expression', 'raw'])) return undefined;
  const raw = String(node.data['raw']);
  return /^<[^\n]*>$/.test(raw) ? raw : undefined;
}
