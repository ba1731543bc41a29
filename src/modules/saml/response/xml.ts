import type { Element } from 'xast';
import { fromXml } from 'xast-util-from-xml';

/** Deeper than any message of an identity provider. */
const MAX_DEPTH = 40;

/** An element with its names resolved; what is not an element or text is not in it. */
export interface XmlElement {
  namespace: string;
  /** Without prefix. */
  name: string;
  /** By name as written. */
  attributes: ReadonlyMap<string, string>;
  children: readonly XmlElement[];
  /** The text directly in it. */
  text: string;
}

/**
 * Reads a document strictly (XML 1.0 with namespaces): what is not well-formed is refused, and no entity but the
 * predefined ones is known.
 * @throws Error saying what is wrong with it.
 */
export function parseXml(xml: string): XmlElement {
  const { children } = fromXml(xml);
  const roots = children.filter((node) => node.type === 'element');
  const [root] = roots;
  if (!root || roots.length > 1) throw new Error('a document has one root element');
  return resolve(root, new Map([['xml', 'http://www.w3.org/XML/1998/namespace']]), 1);
}

/** The element and everything below it, in the order of the document. */
export function descendants(element: XmlElement): XmlElement[] {
  return [element, ...element.children.flatMap(descendants)];
}

/** Children of the name. */
export function childrenOf(parent: XmlElement | undefined, namespace: string, name: string): XmlElement[] {
  return parent?.children.filter((child) => child.name === name && child.namespace === namespace) ?? [];
}

function resolve(element: Element, outer: ReadonlyMap<string, string>, depth: number): XmlElement {
  if (depth > MAX_DEPTH) throw new Error('elements are nested too deep');
  const attributes = new Map(Object.entries(element.attributes).map(([name, value]) => [name, value ?? '']));
  const scope = new Map(outer);
  for (const [name, value] of attributes) {
    if (name === 'xmlns') scope.set('', value);
    else if (name.startsWith('xmlns:')) scope.set(name.slice('xmlns:'.length), value);
  }
  const [, prefix = '', name = ''] = /^(?:([^:]+):)?([^:]+)$/.exec(element.name) ?? [];
  const namespace = scope.get(prefix);
  if (name === '' || (namespace === undefined && prefix !== ''))
    throw new Error('a name has an unknown prefix');
  return {
    namespace: namespace ?? '',
    name,
    attributes,
    children: element.children
      .filter((child) => child.type === 'element')
      .map((child) => resolve(child, scope, depth + 1)),
    text: element.children.map((child) => (child.type === 'text' ? child.value : '')).join(''),
  };
}
