import type { DocumentData } from '../document.types.js';
import type { TableCell } from '../table-model.js';
import type { HtmlPlace } from './block-reader.js';
import { defaultLabel } from './content-ref-text.js';
import { attributesOf, elementsOnly, isElement, type HtmlElement } from './html-tree.js';
import type { ParseState } from './parse-state.js';
import { choicesByValue } from './table-choices.js';
import { idValue } from './table-values.js';

/** The value of a cell in a column without text; undefined when the cell does not fit the column. */
export function readValueCell(
  cell: HtmlElement,
  type: string,
  place: HtmlPlace,
  options: DocumentData[],
): TableCell | undefined {
  const text = plainCell(cell);
  if (text === '') return {};
  const { state } = place.reader;
  switch (type) {
    case 'number':
    case 'rating':
      if (text === undefined) return undefined;
      return { value: String(Number(text)) === text ? Number(text) : text };
    case 'checkbox':
      return text === 'true' || text === 'false' ? { value: text === 'true' } : undefined;
    case 'select':
      return selectCell(cell, text, options);
    case 'files':
    case 'users':
      return listCell(cell, type, state);
    case 'content-ref':
      return referenceCell(cell, state);
    case 'image':
      return imageCell(cell, state);
    default:
      return undefined;
  }
}

/** Text of a cell without elements; undefined when it has elements. */
function plainCell(cell: HtmlElement): string | undefined {
  if (cell.childNodes.some((node) => node.nodeName !== '#text')) return undefined;
  return cell.childNodes
    .map((node) => ('value' in node ? node.value : ''))
    .join('')
    .trim();
}

function selectCell(
  cell: HtmlElement,
  text: string | undefined,
  options: DocumentData[],
): TableCell | undefined {
  const remember = (value: string, label: string): void => {
    if (!choicesByValue(options).has(value)) options.push({ value, label, color: 'default' });
  };
  if (text !== undefined) {
    remember(text, text);
    return { value: [text] };
  }
  const values: string[] = [];
  const last = cell.childNodes.findLast((node) => isElement(node));
  for (const node of cell.childNodes) {
    if (!isElement(node)) {
      if (node.nodeName !== '#text' || !('value' in node) || node.value.replaceAll(',', '').trim() !== '')
        return undefined;
      continue;
    }
    const { 'data-option': value, ...rest } = attributesOf(node);
    const words = plainCell(node);
    // The comma between two choices stands inside the first one.
    const label = node === last ? words : words?.replace(/,$/, '');
    if (node.tagName !== 'span' || value === undefined || Object.keys(rest).length > 0 || label === undefined)
      return undefined;
    remember(value, label);
    const known = choicesByValue(options).get(value);
    if (label !== '' && String(known?.['label']).trim() !== label) return undefined;
    values.push(value);
  }
  return { value: values };
}

interface Anchor {
  href: string;
  label: string;
  rest: Record<string, string>;
}

/** The links of a cell that consists of links; undefined for other cells. */
function anchors(cell: HtmlElement): Anchor[] | undefined {
  const parts: HtmlElement[] = [];
  for (const node of cell.childNodes) {
    if (isElement(node)) parts.push(node);
    else if (!('value' in node) || node.value.replaceAll(',', '').trim() !== '') return undefined;
  }
  const found: Anchor[] = [];
  for (const part of parts) {
    const { href, ...rest } = attributesOf(part);
    const label = plainCell(part);
    if (part.tagName !== 'a' || href === undefined || label === undefined) return undefined;
    found.push({ href, label, rest });
  }
  return found;
}

function labelled(found: Anchor[]): { labels?: string[] } {
  const isUsual = found.every(
    ({ href, label }) => label === '' || label === defaultLabel(href).trim() || label === decoded(href),
  );
  return isUsual ? {} : { labels: found.map(({ label }) => label) };
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(defaultLabel(href));
  } catch {
    return href;
  }
}

function listCell(cell: HtmlElement, type: 'files' | 'users', state: ParseState): TableCell | undefined {
  const image = imageSource(cell);
  if (type === 'files' && image?.rest === undefined && image)
    return { value: [idValue(state.file(image.src))] };
  const found = anchors(cell);
  if (!found || found.some(({ rest }) => Object.keys(rest).length > 0)) return undefined;
  const values = found.map(({ href }) => idValue(type === 'files' ? state.file(href) : state.link(href)));
  return { value: values, ...labelled(found) };
}

function referenceCell(cell: HtmlElement, state: ParseState): TableCell | undefined {
  const found = anchors(cell);
  const only = found?.length === 1 ? found[0] : undefined;
  if (!only || Object.keys(only.rest).length > 0) return undefined;
  return { value: state.link(only.href), ...labelled([only]) };
}

function imageCell(cell: HtmlElement, state: ParseState): TableCell | undefined {
  const image = imageSource(cell);
  if (image?.rest === undefined && image) {
    const ref = state.file(image.src);
    return { value: image.alt ? { ref, alt: image.alt } : ref };
  }
  const found = anchors(cell);
  const only = found?.length === 1 ? found[0] : undefined;
  if (!only) return undefined;
  const { 'data-object-fit': own, 'data-alt': alt, ...rest } = only.rest;
  if (Object.keys(rest).length > 0 || (own !== undefined && !isFit(own))) return undefined;
  const ofCell = attributesOf(cell)['data-object-fit'];
  const objectFit = own ?? (isFit(ofCell) ? ofCell : undefined);
  const ref = state.file(only.href);
  const isPlain = objectFit === undefined && alt === undefined;
  const value = isPlain
    ? ref
    : { ref, ...(objectFit !== undefined && { objectFit }), ...(alt !== undefined && { alt }) };
  return { value, ...labelled([only]) };
}

function isFit(value: string | undefined): boolean {
  return value !== undefined && /^(?:contain|fill|cover)$/.test(value);
}

/** The image of a cell that is one `<img>`; `rest` is set when it has attributes that a cell cannot keep. */
function imageSource(cell: HtmlElement): { src: string; alt?: string; rest?: true } | undefined {
  const parts = elementsOnly(cell.childNodes);
  const only = parts?.length === 1 ? parts[0] : undefined;
  if (only?.tagName !== 'img') return undefined;
  const { src, alt, ...rest } = attributesOf(only);
  if (src === undefined) return undefined;
  return { src, ...(alt && { alt }), ...(Object.keys(rest).length > 0 && { rest: true as const }) };
}

/** The number of columns or rows that a cell covers; NaN for a number that a table cannot have. */
export function spanOf(name: 'colSpan' | 'rowSpan', text: string | undefined): Record<string, number> {
  if (text === undefined || text === '1') return {};
  return { [name]: /^(?:[2-9]|[1-4]\d|50)$/.test(text) ? Number(text) : Number.NaN };
}

/** The alignment of a cell that is one paragraph belongs to the paragraph. */
export function alignCell(cell: TableCell, align: string): boolean {
  const only = cell.blocks?.length === 1 ? cell.blocks[0] : undefined;
  const name = { left: 'start', center: 'center', right: 'end' }[align];
  if (only?.type !== 'paragraph' || name === undefined || only.data['align'] !== undefined) return false;
  only.data['align'] = name;
  return true;
}
