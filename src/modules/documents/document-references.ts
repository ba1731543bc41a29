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

/** Rules of the members that hold references: for all types of nodes, and in addition by the type of a block. */
const COMMON_RULES: Rules = Object.entries({ ref, refDark: ref });
const RULES_BY_TYPE: ReadonlyMap<string, Rules> = new Map(
  [...BLOCK_FORMS].map(([type, { data }]) => [
    type,
    Object.entries({ ref, refDark: ref, ...data }).filter(([, rule]) => rule.mapRefs !== undefined),
  ]),
);

type ReplaceRef = (ref: ContentRef, source: string, key: string | undefined) => ContentRef;

/** Every reference in a document: links, images, files, cards, buttons, embeds, included content, … */
export function documentReferences(document: JSONDocument): DocumentReference[] {
  const found: DocumentReference[] = [];
  mapNodes(document.nodes, undefined, (ref, source, key) => {
    found.push({ ref, ...(key !== undefined && { key }), source });
    return ref;
  });
  return found;
}

/** Returns a document with every reference replaced by `replace(ref)`; the same object when nothing changed. */
export function mapReferences(
  document: JSONDocument,
  replace: (ref: ContentRef) => ContentRef,
): JSONDocument {
  const nodes = mapNodes(document.nodes, undefined, (ref) => replace(ref));
  return nodes === document.nodes ? document : { ...document, nodes };
}

function mapNodes<T extends DocumentNode>(nodes: T[], key: string | undefined, visit: ReplaceRef): T[] {
  return mapList(nodes, (node) => mapNode(node, key, visit) as T);
}

function mapNode(node: DocumentNode, outerKey: string | undefined, visit: ReplaceRef): DocumentNode {
  if (node.object === 'text') return node;
  const key = node.object === 'block' && node.key !== undefined ? node.key : outerKey;
  const data = mapData(node, key, visit);
  return mapChildren(data === node.data ? node : { ...node, data }, (nodes) => mapNodes(nodes, key, visit));
}

function mapData(
  node: Exclude<DocumentNode, { object: 'text' }>,
  key: string | undefined,
  visit: ReplaceRef,
): typeof node.data {
  let { data } = node;
  for (const [name, rule] of RULES_BY_TYPE.get(node.type) ?? COMMON_RULES) {
    const value = data[name];
    if (!rule.mapRefs || !rule.accepts(value)) continue;
    const mapped = rule.mapRefs(value, (ref) => visit(ref, node.type, key));
    if (mapped !== value) data = { ...data, [name]: mapped };
  }
  return node.type === 'table' ? mapTableRefs(data, (ref) => visit(ref, node.type, key)) : data;
}
