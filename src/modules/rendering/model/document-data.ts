import {
  type BlockOf,
  type BlockType,
  type ContentRef,
  dataOf,
  type DocumentBlock,
  type DocumentFragment,
  type DocumentNode,
  isKnownType,
} from '#modules/documents/index.js';

/*
 * Documents come from any client, so no member of `data` can be trusted to have the type that the model promises. These
 * readers answer undefined instead of throwing, because readers must get the page despite a malformed block.
 */

/** `value` when it is a string that is not empty. */
export function asText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `value` when it is a finite number. */
export function asNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** `value` when it is a plain object, else an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** The strings among `value`; a single string counts as a list of one. */
export function asTexts(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

/** `value` when it looks like a content reference. */
export function asRef(value: unknown): ContentRef | undefined {
  return typeof asRecord(value).kind === 'string' ? (value as ContentRef) : undefined;
}

/** The value of an image column: a reference, or a reference with its fit and alternative text. */
export function imageData(value: unknown): Record<string, unknown> | undefined {
  if (asRef(value)) return { ref: value };
  const record = asRecord(value);
  return asRef(record.ref) ? record : undefined;
}

/** `value` when it is one of `allowed`. */
export function oneOf<T extends string>(value: unknown, allowed: readonly T[]): T | undefined {
  return allowed.find((item) => item === value);
}

/** Child nodes, or none. */
export function nodesOf(node: { nodes?: DocumentNode[] }): DocumentNode[] {
  return Array.isArray(node.nodes) ? node.nodes : [];
}

/** Child blocks of one type, in order. */
export function blocksOf<T extends BlockType>(node: { nodes?: DocumentNode[] }, type: T): BlockOf<T>[] {
  return nodesOf(node).filter(
    (child): child is BlockOf<T> => child.object === 'block' && child.type === type,
  );
}

/** Blocks of the fragment called `name`, by its role or by its name. */
export function fragmentOf(node: Pick<DocumentBlock, 'fragments'>, name: string): DocumentBlock[] {
  const fragments = Array.isArray(node.fragments) ? node.fragments : [];
  if (fragments.length < MANY) return fragments.find((item) => isCalled(item, name))?.nodes ?? [];
  let byName = named.get(fragments);
  if (!byName) named.set(fragments, (byName = namesOf(fragments)));
  return byName.get(name)?.nodes ?? [];
}

/** Content of a part without its parent, such as an item of a list; nothing for a block of an unknown type. */
export function loneContent(block: DocumentBlock): DocumentNode[] {
  if (!isKnownType(block.type)) return [];
  const fragments = Array.isArray(block.fragments) ? block.fragments : [];
  return [...nodesOf(block), ...fragments.flatMap(({ nodes }) => nodes ?? [])];
}

/** Fragments from which a map is faster than a search: a table has one fragment for each cell. */
const MANY = 8;
const named = new WeakMap<DocumentFragment[], Map<string, DocumentFragment>>();

function isCalled({ type, fragment }: DocumentFragment, name: string): boolean {
  return type === name || fragment === name;
}

function namesOf(fragments: DocumentFragment[]): Map<string, DocumentFragment> {
  const byName = new Map<string, DocumentFragment>();
  for (const item of fragments) {
    for (const name of [item.type, item.fragment])
      if (name !== undefined && !byName.has(name)) byName.set(name, item);
  }
  return byName;
}

/** Class names, with `full-width` for blocks that take the whole width of the page. */
export function withWidth(block: DocumentBlock, ...names: string[]): string {
  return [...names, ...(dataOf(block).fullWidth === true ? ['full-width'] : [])].join(' ');
}
