import type { ContentRef, DocumentNode, JSONDocument } from './document.types.js';
import { BLOCK_FORMS } from './catalogue/catalogue.js';
import { type MemberRule, ref } from './catalogue/member-rules.js';
import { mapChildren } from './walk-nodes.js';
import { mapTableRefs } from './table-refs.js';
import { mapList } from './values.js';

/** A reference from a document, with its place. */
export interface DocumentReference {
  ref: ContentRef;
  /** Key of the innermost block that holds the reference. */
  key?: string;
  /** Type of the node with the reference: `link`, `image`, `file`, `table`, `embed`, … */
  source: string;
}

type Rules = readonly (readonly [string, MemberRule])[];

/** Rules of the members that hold references: those that nodes of any type may have, and those of each type of block. */
const ANY_TYPE: Rules = Object.entries({ ref, refDark: ref });
const OF_TYPES: ReadonlyMap<string, Rules> = new Map(
  [...BLOCK_FORMS].map(([type, { data }]) => [
    type,
    Object.entries({ ref, refDark: ref, ...data }).filter(([, rule]) => rule.mapRefs !== undefined),
  ]),
);

type Visit = (ref: ContentRef, source: string, key: string | undefined) => ContentRef;

/** Every reference in a document: links, images, files, cards, buttons, embeds, included content, … */
export function documentReferences(document: JSONDocument): DocumentReference[] {
  const found: DocumentReference[] = [];
  mapNodes(document.nodes, undefined, (ref, source, key) => {
    found.push({ ref, ...(key !== undefined && { key }), source });
    return ref;
  });
  return found;
}

/** Returns a document with every reference replaced by `fn(ref)`; the same object when nothing changed. */
export function mapReferences(document: JSONDocument, fn: (ref: ContentRef) => ContentRef): JSONDocument {
  const nodes = mapNodes(document.nodes, undefined, (ref) => fn(ref));
  return nodes === document.nodes ? document : { ...document, nodes };
}

function mapNodes<T extends DocumentNode>(nodes: T[], key: string | undefined, visit: Visit): T[] {
  return mapList(nodes, (node) => mapNode(node, key, visit) as T);
}

function mapNode(node: DocumentNode, outer: string | undefined, visit: Visit): DocumentNode {
  if (node.object === 'text') return node;
  const key = node.object === 'block' && node.key !== undefined ? node.key : outer;
  const data = mapData(node, key, visit);
  return mapChildren(data === node.data ? node : { ...node, data }, (nodes) => mapNodes(nodes, key, visit));
}

function mapData(
  node: Exclude<DocumentNode, { object: 'text' }>,
  key: string | undefined,
  visit: Visit,
): typeof node.data {
  let { data } = node;
  for (const [name, rule] of OF_TYPES.get(node.type) ?? ANY_TYPE) {
    const value = data[name];
    if (!rule.mapRefs || !rule.accepts(value)) continue;
    const mapped = rule.mapRefs(value, (one) => visit(one, node.type, key));
    if (mapped !== value) data = { ...data, [name]: mapped };
  }
  return node.type === 'table' ? mapTableRefs(data, (ref) => visit(ref, node.type, key)) : data;
}
