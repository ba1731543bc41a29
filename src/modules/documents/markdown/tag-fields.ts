import { BLOCK_FORMS } from '../catalogue/catalogue.js';
import type { TagForm } from '../catalogue/node-form.js';

/** Tags whose attributes are members of their block's data, by name. */
export const TAGS: ReadonlyMap<string, TagForm & { block: string }> = new Map(
  [...BLOCK_FORMS].flatMap(([block, { tag }]) => (tag?.fields ? [[tag.name, { ...tag, block }]] : [])),
);

/** Reads `50%` or `300` as a width in the form of the model. Undefined for other texts. */
export function parseLength(text: string): number | { unit: string; value: number } | undefined {
  const match = /^(-?\d+(?:\.\d+)?)([a-z%]*)$/.exec(text);
  if (!match) return undefined;
  const value = Number(match[1]);
  if (String(value) !== match[1]) return undefined;
  return match[2] ? { unit: match[2], value } : value;
}

/** The text of a length; undefined for other values, and for a length whose text reads differently. */
export function formatLength(length: unknown): string | undefined {
  const text = lengthText(length);
  return text !== undefined && JSON.stringify(parseLength(text)) === JSON.stringify(length)
    ? text
    : undefined;
}

function lengthText(length: unknown): string | undefined {
  if (typeof length === 'number') return String(length);
  if (length === null || typeof length !== 'object') return undefined;
  const { unit, value } = length as { unit?: unknown; value?: unknown };
  return typeof unit === 'string' && typeof value === 'number' ? `${value}${unit}` : undefined;
}
