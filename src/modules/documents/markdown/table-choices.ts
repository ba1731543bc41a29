import type { DocumentData } from '../document.types.js';
import { type TableColumn } from '../table-model.js';
import { isRecord } from '../values.js';
import { escapeHtml, openTag, type HtmlAttributes } from './html-tag.js';
import { attributesOf, elementsOnly, isElement, type HtmlElement } from './html-tree.js';
import { onlyKeys } from './inline-html.js';
import { COLORS } from '../colors.js';

interface Choices {
  element: HtmlElement;
  multiple: boolean;
  options: DocumentData[];
}

/** Reads `<select><option value label color>` at the end of a header, which makes a column of choices. */
export function choicesOf(head: HtmlElement, type: string): Choices | undefined {
  const element = head.childNodes.at(-1);
  if ((type !== 'text' && type !== 'select') || !element || !isElement(element)) return undefined;
  const { multiple, ...rest } = attributesOf(element);
  const parts = element.tagName === 'select' ? elementsOnly(element.childNodes) : undefined;
  if (!parts || Object.keys(rest).length > 0) return undefined;
  const options = parts.map((part) => attributesOf(part));
  const isOption = ({ value, label, color = '', ...more }: HtmlAttributes): boolean =>
    value !== undefined && label !== undefined && COLORS.has(color) && Object.keys(more).length === 0;
  return parts.every((part) => part.tagName === 'option') && options.every(isOption)
    ? { element, multiple: multiple !== undefined, options }
    : undefined;
}

const known = new WeakMap<DocumentData[], { read: number; byValue: Map<unknown, DocumentData> }>();

/** The choices of a list by their value, the first of each. The list may only be appended to. */
export function choicesByValue(options: DocumentData[]): ReadonlyMap<unknown, DocumentData> {
  const index = known.get(options) ?? { read: 0, byValue: new Map<unknown, DocumentData>() };
  known.set(options, index);
  for (; index.read < options.length; index.read += 1) {
    const option: unknown = options[index.read];
    if (isRecord(option) && !index.byValue.has(option['value'])) index.byValue.set(option['value'], option);
  }
  return index.byValue;
}

/** The choices in `data-options`, for those that a list in the header cannot express. */
export function readOptions(text: string | undefined): unknown[] | undefined {
  if (text === undefined) return [];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The choices of a column as a `<select>`; undefined for other columns, and for choices that it cannot express. */
export function choicesTag({ definition }: TableColumn): string | undefined {
  if (definition.type !== 'select' || definition['attributes'] !== undefined) return undefined;
  const options = (definition['options'] ?? []) as DocumentData[];
  const isSimple = options.every(
    (option) =>
      onlyKeys(option, ['value', 'label', 'color']) &&
      typeof option['value'] === 'string' &&
      typeof option['label'] === 'string' &&
      COLORS.has(String(option['color'])),
  );
  if (!isSimple) return undefined;
  const tags = options.map(({ value, label, color }) =>
    openTag('option', { value: String(value), label: String(label), color: String(color) }),
  );
  return `${openTag('select', { multiple: definition['multiple'] === true ? true : undefined })}${tags.map((tag) => `${tag}</option>`).join('')}</select>`;
}

/** A choice in a cell; the comma between two choices stands inside the first one. */
export function choiceTag(value: string, column: TableColumn, isFollowed: boolean): string {
  const options = (column.definition['options'] ?? []) as DocumentData[];
  const label = choicesByValue(options).get(value)?.['label'];
  const text = typeof label === 'string' ? label : '';
  return `${openTag('span', { 'data-option': value })}${escapeHtml(isFollowed ? `${text}, ` : text)}</span>`;
}
