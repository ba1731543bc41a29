import type { Element, ElementContent, Nodes, Root } from 'hast';

/** Anything that has children. */
export type Parent = Root | Element;

/** Deeper markup is cut off: nobody writes it, and every walk of the tree is a recursion. */
const MAX_DEPTH = 150;

export function isElement(node: Nodes | undefined, ...names: string[]): node is Element {
  return node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));
}

/** True for an element with one of the names; unlike `isElement` it does not narrow the type. */
export function isNamed({ tagName }: Element, ...names: string[]): boolean {
  return names.includes(tagName);
}

/** The classes of an element in one string, for patterns. */
export function classesOf({ properties }: Element): string {
  const { className } = properties;
  return Array.isArray(className) ? className.join(' ') : String(className ?? '');
}

/** An attribute as text; undefined when it is absent or empty. */
export function textProperty({ properties }: Element, name: string): string | undefined {
  const value = properties[name];
  const text = Array.isArray(value) ? value.join(' ') : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
}

/** All text below a node, as it is in the source. */
export function rawText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map((child) => rawText(child)).join('') : '';
}

/** The words below a node, on one line. */
export function words(node: Nodes): string {
  return rawText(node).replace(/\s+/g, ' ').trim();
}

/** All elements below a node, in reading order. */
export function* elementsOf(node: Parent): Generator<Element> {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    yield child;
    yield* elementsOf(child);
  }
}

export function findElement(node: Parent, test: (element: Element) => boolean): Element | undefined {
  for (const element of elementsOf(node)) if (test(element)) return element;
  return undefined;
}

/**
 * Rebuilds a tree from the top down. `change` answers what takes the place of an element, or undefined to keep it;
 * what it answers is not looked at again, the children of what is kept are.
 */
export function rebuild<T extends Parent>(
  parent: T,
  change: (element: Element, ancestors: readonly Element[]) => ElementContent[] | undefined,
  ancestors: readonly Element[] = [],
): T {
  const inside: readonly Element[] =
    parent.type === 'element' ? [...ancestors, parent as Element] : ancestors;
  if (inside.length > MAX_DEPTH) return { ...parent, children: [] };
  const children = parent.children.flatMap((child) => {
    if (child.type === 'comment' || child.type === 'doctype') return [];
    if (child.type !== 'element') return [child];
    return change(child, inside) ?? [rebuild(child, change, inside)];
  });
  return { ...parent, children } as T;
}
