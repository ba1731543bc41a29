import { BLOCKS } from './blocks.js';
import { INLINES } from './inlines.js';
import type { DocumentData } from '../document.types.js';
import type { NodeForm } from './node-form.js';

export type BlockType = keyof typeof BLOCKS;
export type InlineType = keyof typeof INLINES;

/** The forms of all blocks by their types. */
export const BLOCK_FORMS: ReadonlyMap<string, NodeForm> = new Map(Object.entries(BLOCKS));
const INLINE_FORMS: ReadonlyMap<string, NodeForm> = new Map(Object.entries(INLINES));

/** Containers by the type of their items, which need one around them. A stray item is put into the first. */
export const CONTAINERS: ReadonlyMap<string, readonly string[]> = containers();

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

function containers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [container, { item }] of BLOCK_FORMS)
    if (item !== undefined) found.set(item, [...(found.get(item) ?? []), container]);
  return found;
}

/** True for blocks without a meaning outside of their parent: items, and lines of code. */
export function isPartType(type: string): boolean {
  return CONTAINERS.has(type) || type === 'code-line';
}

/** Members of the data of a node with text that readers see, and search for. */
export function textsOf({ type, data }: { type: string; data: DocumentData }): string[] {
  const form = formOf(type);
  return (form?.texts ?? form?.words ?? []).flatMap((name) => {
    const text = data[name];
    return typeof text === 'string' ? [text] : [];
  });
}
