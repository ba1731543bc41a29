import type { DocumentBlock, DocumentData } from '../document.types.js';
import { block, fragment, voidBlock } from '../document-nodes.js';
import { rawSourceOf } from '../raw-source.js';
import type { BlockReader } from './block-reader.js';
import {
  attributesOf,
  elementsOnly,
  htmlPhrases,
  isElement,
  type HtmlElement,
  type HtmlNode,
} from './html-tree.js';
import type { HtmlAttributes } from './html-tag.js';
import { readPicture, type ElementPhrase } from './phrase-elements.js';
import { parseLength } from './tag-fields.js';

/** `<figure><img><figcaption>…</figcaption></figure>`: an image with its caption. */
export function figureImage(
  figure: HtmlElement,
  source: string,
  reader: BlockReader,
  caption: (nodes: HtmlNode[]) => DocumentBlock[] | undefined,
): DocumentBlock | undefined {
  const parts = figure.attrs.length === 0 ? elementsOnly(figure.childNodes) : undefined;
  const [picture, words, ...more] = parts ?? [];
  if (!picture || more.length > 0 || (words && (words.tagName !== 'figcaption' || words.attrs.length > 0)))
    return undefined;
  const blocks = words ? caption(words.childNodes) : [];
  if (!blocks || blocks.some((one) => rawSourceOf(one) !== undefined)) return undefined;
  return imageBlock(picture, source, reader, blocks);
}

/** Reads `<img>` or `<picture>` outside a line as an image block. */
export function imageBlock(
  element: HtmlElement,
  source: string,
  reader: BlockReader,
  caption: DocumentBlock[] = [],
): DocumentBlock | undefined {
  const captions = caption.length > 0 ? [fragment({ fragment: 'caption' }, caption)] : [];
  if (element.tagName === 'img') return imageFrom(attributesOf(element), undefined, reader, captions);
  if (element.tagName !== 'picture') return undefined;
  const picture = readPicture(htmlPhrases([element], source)[0] as ElementPhrase);
  return picture?.dark === undefined ? undefined : imageFrom(picture.image, picture.dark, reader, captions);
}

function imageFrom(
  attributes: HtmlAttributes,
  dark: string | undefined,
  reader: BlockReader,
  captions: NonNullable<DocumentBlock['fragments']>,
): DocumentBlock | undefined {
  const { src, alt, width, height, class: style, ...rest } = attributes;
  if (style === 'gitbook-drawing' && dark === undefined && width === undefined && height === undefined) {
    if (alt || Object.keys(rest).length > 0) return undefined;
    const data = src === undefined ? {} : { ref: reader.state.file(src) };
    return voidBlock('drawing', data, captions.length > 0 ? captions : undefined);
  }
  if (src === undefined) return undefined;
  const data: DocumentData = { ref: reader.state.file(src) };
  if (dark !== undefined) data['refDark'] = reader.state.file(dark);
  if (alt) data['alt'] = alt;
  const extra: HtmlAttributes = { ...(style !== undefined && { class: style }), ...rest };
  for (const [name, value] of Object.entries({ width, height })) {
    if (value === undefined) continue;
    const length = parseLength(value);
    if (length === undefined) extra[name] = value;
    else data[name] = length;
  }
  if (Object.keys(extra).length > 0) data['attributes'] = extra;
  return voidBlock('image', data, captions);
}

/** Reads a `<div>` around figures: several images in one block, or one with its alignment or width. */
export function imageGroup(
  group: HtmlElement,
  source: string,
  reader: BlockReader,
  caption: (nodes: HtmlNode[]) => DocumentBlock[] | undefined,
): DocumentBlock | undefined {
  const { align, 'data-full-width': full, 'data-with-frame': frame, ...rest } = attributesOf(group);
  const parts = Object.keys(rest).length === 0 ? elementsOnly(group.childNodes) : undefined;
  if (!parts || parts.length === 0 || (align !== undefined && !/^(?:left|center|right)$/.test(align)))
    return undefined;
  if (![full, frame].every((flag) => flag === undefined || flag === 'true' || flag === 'false'))
    return undefined;
  const images: DocumentBlock[] = [];
  for (const part of parts.filter(isElement)) {
    const image =
      part.tagName === 'figure'
        ? figureImage(part, source, reader, caption)
        : imageBlock(part, source, reader);
    if (image?.type !== 'image') return undefined;
    images.push(image);
  }
  const data: DocumentData = {};
  if (align !== undefined) data['align'] = align;
  if (full !== undefined) data['fullWidth'] = full === 'true';
  if (frame !== undefined) data['withFrame'] = frame === 'true';
  return block('images', data, images);
}
