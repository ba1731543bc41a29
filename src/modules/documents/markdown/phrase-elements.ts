import { COLORS } from '../colors.js';
import { charactersOfCode } from '#platform/typography/emoji-code.js';
import type { DocumentData, DocumentMark, DocumentNode } from '../document.types.js';
import { inline, leaf, textNode, voidInline } from '../document-nodes.js';
import { addMark, tidyInlines } from '../inline-text.js';
import { rawInline } from '../raw-source.js';
import { isRecord } from '../values.js';
import { readInline } from '../validate-document.js';
import { isKnownHtmlName } from './html-names.js';
import { readStyle, type HtmlAttributes } from './html-tag.js';
import { annotation, isPlain, mention, NOTE, phraseText, type Phrase, type PhraseScope } from './phrase.js';

export type ElementPhrase = Phrase & { type: 'element' };

const MARKS: Record<string, string> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  del: 'strikethrough',
  s: 'strikethrough',
  strike: 'strikethrough',
  kbd: 'keyboard',
  sup: 'superscript',
  sub: 'subscript',
  code: 'code',
};

type Reader = (
  element: ElementPhrase,
  marks: DocumentMark[],
  scope: PhraseScope,
) => DocumentNode[] | undefined;

const READERS: Record<string, Reader> = {
  br: (element, marks) => (bare(element) ? [textNode(leaf('\n', marks))] : undefined),
  mark: (element, marks, scope) => {
    const mark = colorMark(element.attributes);
    return mark && scope.convert(element.children, addMark(marks, mark), scope);
  },
  i: (element) => iconNode(element),
  code: (element) =>
    element.attributes['class'] === 'expression' &&
    only(element.attributes, ['class']) &&
    isPlain(element.children)
      ? [voidInline('expression', { expression: phraseText(element.children) })]
      : undefined,
  span: (element, marks, scope) => spanNodes(element, marks, scope),
  img: (element, _marks, scope) => imageNode(element.attributes, scope),
  picture: (element, _marks, scope) => pictureNode(element, scope),
  button: (element, _marks, scope) => buttonNode(element, scope),
  a: (element, marks, scope) => anchorNodes(element, marks, scope),
};

/** The nodes of an HTML element in a line. Of an unknown element the tags are kept as source and the content is read. */
export function elementNodes(
  element: ElementPhrase,
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] {
  const read = Object.hasOwn(READERS, element.name)
    ? READERS[element.name]?.(element, marks, scope)
    : undefined;
  if (read) return read;
  const mark = Object.hasOwn(MARKS, element.name) ? MARKS[element.name] : undefined;
  if (mark !== undefined && bare(element)) {
    return scope.convert(element.children, addMark(marks, { object: 'mark', type: mark }), scope);
  }
  const keep = (source: string): DocumentNode[] => {
    if (source === '') return [];
    return isKnownHtmlName(element.name) ? [rawInline(source)] : [textNode(leaf(source, marks))];
  };
  return [...keep(element.open), ...scope.convert(element.children, marks, scope), ...keep(element.close)];
}

function bare(element: ElementPhrase): boolean {
  return Object.keys(element.attributes).length === 0;
}

function only(attributes: HtmlAttributes, names: string[]): boolean {
  return Object.keys(attributes).every((name) => names.includes(name));
}

function colorMark(attributes: HtmlAttributes): DocumentMark | undefined {
  const style = readStyle(attributes['style']);
  const text = style['color'] ?? 'default';
  const background = style['background-color'] ?? 'default';
  const known = only(style, ['color', 'background-color']) && COLORS.has(text) && COLORS.has(background);
  if (!known || !only(attributes, ['style']) || Object.keys(style).length === 0) return undefined;
  return { object: 'mark', type: 'color', data: { text, background } };
}

function iconNode({ attributes, children }: ElementPhrase): DocumentNode[] | undefined {
  const icon = /^fa-([\w-]+)$/.exec(attributes['class'] ?? '')?.[1];
  const text = phraseText(children).trim();
  if (icon === undefined || !only(attributes, ['class', 'style']) || (text !== '' && text !== `:${icon}:`))
    return undefined;
  const style = readStyle(attributes['style']);
  if (attributes['style'] === undefined) return [voidInline('icon', { icon })];
  const color = style['color'];
  return color !== undefined && COLORS.has(color) && only(style, ['color'])
    ? [voidInline('icon', { icon, color })]
    : undefined;
}

function spanNodes(
  element: ElementPhrase,
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] | undefined {
  const { attributes, children } = element;
  if (
    children.length === 0 &&
    (bare(element) || (only(attributes, ['hidden']) && attributes['hidden'] === ''))
  )
    return [];
  const code = attributes['data-code'];
  if (attributes['data-tag'] === 'emoji' && code !== undefined && charactersOfCode(code) !== undefined) {
    return only(attributes, ['data-gb-custom-inline', 'data-tag', 'data-code'])
      ? [voidInline('emoji', { code })]
      : undefined;
  }
  const formula = attributes['data-formula'];
  if (attributes['class'] === 'math' && only(attributes, ['class', 'data-formula'])) {
    if (formula !== undefined && children.length === 0) return [voidInline('inline-math', { formula })];
    if (formula === undefined && isPlain(children))
      return [voidInline('inline-math', { formula: phraseText(children) })];
  }
  return jsonNodes(attributes, children, marks, scope);
}

/** Reads `<span data-inline="{json}">` and `<span data-mark="{json}">`: nodes of types without other syntax. */
function jsonNodes(
  attributes: HtmlAttributes,
  children: Phrase[],
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] | undefined {
  const node = children.length === 0 ? readInline(readJson(attributes['data-inline'])) : undefined;
  if (node) return [node];
  const mark = readJson(attributes['data-mark']);
  const data = mark?.['data'] ?? {};
  if (mark && typeof mark['type'] === 'string' && isRecord(data) && only(attributes, ['data-mark'])) {
    const own = Object.keys(data).length > 0 ? { data } : {};
    return scope.convert(children, addMark(marks, { object: 'mark', type: mark['type'], ...own }), scope);
  }
  return undefined;
}

function readJson(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function imageNode(
  attributes: HtmlAttributes,
  scope: PhraseScope,
  dark?: string,
): DocumentNode[] | undefined {
  const { src, alt, title, 'data-size': size, ...rest } = attributes;
  if (src === undefined) return undefined;
  const data: DocumentData = { ref: scope.state.file(src) };
  if (dark !== undefined) data['refDark'] = scope.state.file(dark);
  if (alt) data['alt'] = alt;
  if (title) data['caption'] = title;
  if (size === 'line' || size === 'original') data['size'] = size;
  else if (size !== undefined) rest['data-size'] = size;
  if (Object.keys(rest).length > 0) data['attributes'] = rest;
  return [voidInline('inline-image', data)];
}

/** Reads a picture with a second source for dark mode; undefined for other pictures. */
export function readPicture(element: ElementPhrase): { dark?: string; image: HtmlAttributes } | undefined {
  if (!bare(element)) return undefined;
  const parts = element.children.filter((child) => !(child.type === 'text' && child.value.trim() === ''));
  const image = parts.at(-1);
  const source = parts.length === 2 ? parts[0] : undefined;
  if (image?.type !== 'element' || image.name !== 'img' || parts.length > 2 || parts.length === 0)
    return undefined;
  if (!source) return { image: image.attributes };
  if (source.type !== 'element' || source.name !== 'source' || !only(source.attributes, ['srcset', 'media']))
    return undefined;
  const { srcset, media } = source.attributes;
  if (srcset === undefined || !/prefers-color-scheme:\s*dark/.test(media ?? '')) return undefined;
  return { dark: srcset, image: image.attributes };
}

function pictureNode(element: ElementPhrase, scope: PhraseScope): DocumentNode[] | undefined {
  const picture = readPicture(element);
  return picture?.dark === undefined ? undefined : imageNode(picture.image, scope, picture.dark);
}

const BUTTON = /^button (primary|secondary)$/;

function buttonNode({ attributes, children }: ElementPhrase, scope: PhraseScope): DocumentNode[] | undefined {
  const {
    class: style,
    'data-icon': icon,
    'data-size': size,
    'data-action': action,
    href,
    ...rest
  } = attributes;
  const kind = BUTTON.exec(style ?? '')?.[1];
  if (
    kind === undefined ||
    !isPlain(children) ||
    (size !== undefined && !/^(?:small|medium|large)$/.test(size))
  )
    return undefined;
  const data: DocumentData = { label: phraseText(children), kind };
  if (icon !== undefined) data['icon'] = icon;
  if (size !== undefined) data['size'] = size;
  const { type, 'data-query': query, 'data-slug': slug, ...others } = rest;
  if (Object.keys(others).length > 0 || (type !== undefined && type !== 'button')) return undefined;
  if (href !== undefined) {
    if (action !== undefined || query !== undefined || slug !== undefined || type !== undefined)
      return undefined;
    return [voidInline('button', { ...data, ref: scope.state.link(href) })];
  }
  if (action === undefined) return undefined;
  const target = { action, ...(query !== undefined && { query }), ...(slug !== undefined && { slug }) };
  return [voidInline('button', { ...data, action: target })];
}

function anchorNodes(
  element: ElementPhrase,
  marks: DocumentMark[],
  scope: PhraseScope,
): DocumentNode[] | undefined {
  const { attributes, children } = element;
  const { href, title, ...rest } = attributes;
  if (href === undefined) return undefined;
  if ('data-footnote-ref' in rest && href.startsWith(NOTE)) {
    const body = scope.footnoteBody(href.slice(NOTE.length).toLowerCase());
    return body && [annotation(tidyInlines(scope.convert(children, marks, scope)), body)];
  }
  const button = buttonNode(element, scope);
  if (button) return button;
  // An empty anchor marks a place and leads nowhere, so it does not become a link.
  if (children.length === 0 && ('id' in rest || 'name' in rest)) return undefined;
  const ref = scope.state.link(href);
  if (title === 'mention' && Object.keys(rest).length === 0)
    return [mention(ref, href, phraseText(children))];
  const data: DocumentData = { ref, ...(title !== undefined && { title }) };
  if (Object.keys(rest).length > 0) data['attributes'] = rest;
  return [inline('link', data, tidyInlines(scope.convert(children, marks, { ...scope, inLink: true })))];
}
