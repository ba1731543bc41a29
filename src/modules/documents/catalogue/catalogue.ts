import { BLOCKS } from './blocks.js';
import { INLINES } from './inlines.js';
import type { NodeForm } from './node-form.js';

export type BlockType = keyof typeof BLOCKS;
export type InlineType = keyof typeof INLINES;

/** The forms of all blocks by their types. */
export const BLOCK_FORMS: ReadonlyMap<string, NodeForm> = new Map(Object.entries(BLOCKS));
const INLINE_FORMS: ReadonlyMap<string, NodeForm> = new Map(Object.entries(INLINES));

/** The form of a block or an inline; undefined for unknown types. */
export function formOf(type: string): NodeForm | undefined {
  return BLOCK_FORMS.get(type) ?? INLINE_FORMS.get(type);
}

/** True when a node of this type is an inline; undefined for unknown types. */
export function isInlineType(type: string): boolean | undefined {
  if (INLINE_FORMS.has(type)) return true;
  return BLOCK_FORMS.has(type) ? false : undefined;
}

/** Tells whether the document model has blocks or inlines of this type. */
export function isKnownType(type: string): boolean {
  return formOf(type) !== undefined;
}

/** True when a node of this type has no children; undefined for unknown types. */
export function isVoidType(type: string): boolean | undefined {
  const form = formOf(type);
  return form && form.holds === undefined;
}
