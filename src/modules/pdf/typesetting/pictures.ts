import { type BlockOf, dataOf, type DocumentBlock, type DocumentData } from '#modules/documents/index.js';
import { asNumber, asRecord, asRef, asText, blocksOf, fragmentOf } from '#modules/rendering/index.js';
import { decodePercent } from '#platform/http/decode-percent.js';
import { body, call, Code, type Content, points } from './code.js';
import { printable } from './references.js';
import type { TypesettingState } from './typesetting-state.js';

/** Formats the typesetter reads. */
const EXTENSIONS: Record<string, string> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/jpg': '.jpg',
  'image/gif': '.gif',
  'image/svg+xml': '.svg',
  'image/webp': '.webp',
};
const MAX_INLINE_BYTES = 4_000_000;
/** Of an address with its picture in it: what comes before the picture. */
const MAX_HEAD_LENGTH = 200;
/** Pictures are drawn at the size browsers show them: 96 of their dots to an inch. */
const POINTS_PER_PIXEL = 0.75;

/** A picture in the typesetter's folder, with its width in pixels where that is known. */
export interface FoundPicture {
  path: string;
  width?: number;
}

/**
 * The picture of `data.ref`, or else its dark form. Null for pictures of other sites: nothing is fetched from there
 * while a file is made.
 */
export function findPicture(data: DocumentData, state: TypesettingState): FoundPicture | null {
  return pictureOf(data.ref, state) ?? pictureOf(data.refDark, state);
}

function pictureOf(value: unknown, state: TypesettingState): FoundPicture | null {
  const ref = asRef(value);
  if (ref?.kind === 'file') {
    const file = state.references.file(ref.file);
    const extension = EXTENSIONS[mediaType(file?.contentType)];
    if (!file || extension === undefined) return null;
    return { path: state.picture({ blob: file.blob }, extension), width: file.dimensions?.width };
  }
  if (ref?.kind !== 'url' || typeof ref.url !== 'string') return null;
  if (ref.url.startsWith('data:')) return inlinePicture(ref.url, state);
  const file = state.references.fileAt(ref.url);
  const extension = EXTENSIONS[mediaType(file?.contentType)];
  return file && extension !== undefined ? { path: state.picture({ blob: file.blob }, extension) } : null;
}

function inlinePicture(address: string, state: TypesettingState): FoundPicture | null {
  const comma = address.slice(0, MAX_HEAD_LENGTH).indexOf(',');
  if (comma === -1 || address.length > MAX_INLINE_BYTES) return null;
  const [, type, encoded] = /^data:(image\/[a-z+.-]+)[^,]*?(;base64)?$/i.exec(address.slice(0, comma)) ?? [];
  const extension = EXTENSIONS[mediaType(type)];
  if (extension === undefined) return null;
  const data = address.slice(comma + 1);
  const bytes = Buffer.from(encoded ? data : decodePercent(data), encoded ? 'base64' : 'utf8');
  return { path: state.picture({ bytes }, extension) };
}

/** One or more pictures that belong together. */
export function pictures(block: BlockOf<'images'>, state: TypesettingState): Content {
  const { align = 'center', withFrame = false } = dataOf(block);
  const all = blocksOf(block, 'image').map((image) => body(figure(image, state)));
  if (all.length === 0) return [];
  return [call('figures', [new Code(align), withFrame, all])];
}

/** A single picture with its caption. */
export function figure(block: BlockOf<'image' | 'drawing'>, state: TypesettingState): Content {
  return [picture(dataOf(block), state), ...caption(block, state)];
}

/** The caption of a figure, file, embed or drawing; nothing when it is empty. */
export function caption(block: DocumentBlock, state: TypesettingState): Content {
  const content = state.compact(fragmentOf(block, 'caption'));
  return content.length === 0 ? [] : [call('caption', [body(content)])];
}

/** The picture of `data`, or a box that says what should be there and where it is. */
export function picture(data: DocumentData, state: TypesettingState): Code {
  const found = findPicture(data, state);
  const { ref } = data;
  const address = asRef(ref)?.kind === 'url' ? printable(asText((ref as { url?: unknown }).url) ?? '') : null;
  const words = asText(data.alt) ?? (address === null ? state.words.notFound : address);
  return call('picture', [found?.path ?? '', words, address], sizeOf(data, found));
}

function sizeOf(data: DocumentData, found: FoundPicture | null): Record<string, Code | undefined> {
  const wanted = asRecord(data.width);
  const amount = asNumber(data.width) ?? asNumber(wanted.value);
  if (amount !== undefined && amount > 0) {
    if (wanted.unit === '%') return { share: new Code(`${Math.min(100, amount) / 100}`) };
    if (wanted.unit === undefined || wanted.unit === 'px')
      return { width: points(amount * POINTS_PER_PIXEL) };
  }
  const height = asNumber(data.height);
  if (height !== undefined && height > 0) return { height: points(height * POINTS_PER_PIXEL) };
  return { width: found?.width ? points(found.width * POINTS_PER_PIXEL) : undefined };
}

function mediaType(contentType: string | undefined): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}
