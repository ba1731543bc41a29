import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type BlockOf, dataOf, type DocumentBlock, type DocumentData } from '#modules/documents/index.js';
import { asNumber, asRecord, asText, blocksOf, fragmentOf, oneOf } from '../../model/document-data.js';
import { resolveImage } from '../../model/references.js';
import type { RenderState } from '../render-state.js';

/**
 * The image of `data.ref`, with its dark form when there is one. There are two `<img>` rather than a `<picture>`:
 * readers may choose a theme other than the system's, which a media query cannot see, and a hidden lazy image is not
 * loaded.
 */
export function imageElements(
  data: DocumentData,
  state: RenderState,
  options: { className?: string; style?: string } = {},
): ElementContent[] {
  const light = resolveImage(data.ref, state);
  const dark = data.refDark === undefined ? null : resolveImage(data.refDark, state);
  const alt = asText(data.alt) ?? asText(data.caption) ?? '';
  const shown = light ?? dark;
  // The caption, if there is one, follows in either case.
  if (!shown) return [h('span', { class: 'missing', role: 'note' }, asText(data.alt) || state.text.notFound)];
  const image = (source: typeof shown, theme?: string): Element =>
    h('img', {
      src: source.url,
      alt,
      loading: 'lazy',
      decoding: 'async',
      width: source.file?.dimensions?.width,
      height: source.file?.dimensions?.height,
      class: [options.className, theme].filter(Boolean).join(' ') || undefined,
      style: options.style,
    });
  if (!light || !dark) return [image(shown)];
  return [image(light, 'only-light'), image(dark, 'only-dark')];
}

/** A block of one or more images. */
export function imagesBlock(block: BlockOf<'images'>, state: RenderState): ElementContent[] {
  const data = dataOf(block);
  const images = blocksOf(block, 'image');
  const classes = [
    'images',
    `images-${data.align ?? 'center'}`,
    ...(data.withFrame ? ['images-framed'] : []),
    ...(data.fullWidth ? ['full-width'] : []),
    ...(images.length > 1 ? ['images-row'] : []),
  ];
  return [
    h(
      'div',
      { class: classes.join(' ') },
      images.map((image) => figure(image, state)),
    ),
  ];
}

/** A single image with its caption. */
export function figure(block: BlockOf<'image'>, state: RenderState): Element {
  const data = dataOf(block);
  const style = [length('width', data.width), length('height', data.height)].filter(Boolean).join(';');
  return h('figure', { class: 'image' }, [
    ...imageElements(data, state, { style: style || undefined }),
    ...caption(block, state),
  ]);
}

/** The caption of a figure, file, embed or drawing; nothing when it is empty. */
export function caption(block: DocumentBlock, state: RenderState): Element[] {
  const content = state.compact(fragmentOf(block, 'caption'));
  return content.length === 0 ? [] : [h('figcaption', content)];
}

const UNITS = ['px', '%', 'em', 'rem', 'vw', 'vh'] as const;

/** A CSS declaration from a length of the model; only numbers and known units are accepted. */
export function length(property: 'width' | 'height', value: unknown): string | undefined {
  const record = asRecord(value);
  const amount = asNumber(value) ?? asNumber(record.value);
  const unit = record.unit === undefined ? 'px' : oneOf(record.unit, UNITS);
  if (amount === undefined || amount <= 0 || unit === undefined) return undefined;
  return `${property}:${amount}${unit}`;
}
