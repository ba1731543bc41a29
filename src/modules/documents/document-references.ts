import type { ContentRef, DocumentNode, JSONDocument } from './document.types.js';
import { isContentRef } from './content-ref.js';
import { mapList, mapTableRefs } from './table-refs.js';

/** A reference from a document, with its place. */
export interface DocumentReference {
  ref: ContentRef;
  /** Key of the innermost block that holds the reference. */
  key?: string;
  /** Type of the node with the reference: `link`, `image`, `file`, `table`, `embed`, … */
  source: string;
}

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
  const nodes = node.nodes && mapNodes(node.nodes, key, visit);
  const fragments =
    node.fragments &&
    mapList(node.fragments, (one) => {
      const inner = mapNodes(one.nodes, key, visit);
      return inner === one.nodes ? one : { ...one, nodes: inner };
    });
  if (data === node.data && nodes === node.nodes && fragments === node.fragments) return node;
  return { ...node, data, ...(nodes && { nodes }), ...(fragments && { fragments }) } as DocumentNode;
}

function mapData(
  node: Exclude<DocumentNode, { object: 'text' }>,
  key: string | undefined,
  visit: Visit,
): typeof node.data {
  let { data } = node;
  for (const name of ['ref', 'refDark']) {
    const ref = data[name];
    if (!isContentRef(ref)) continue;
    const mapped = visit(ref, node.type, key);
    if (mapped !== ref) data = { ...data, [name]: mapped };
  }
  if (node.type === 'embed' && typeof data['url'] === 'string') {
    const mapped = visit({ kind: 'url', url: data['url'] }, node.type, key);
    if (mapped.kind === 'url' && mapped.url !== data['url']) data = { ...data, url: mapped.url };
  }
  if (node.type === 'update' && Array.isArray(data['tags'])) {
    const tags = mapList(data['tags'] as unknown[], (tag) =>
      isContentRef(tag) ? visit(tag, node.type, key) : tag,
    );
    if (tags !== data['tags']) data = { ...data, tags };
  }
  return node.type === 'table' ? mapTableRefs(data, (ref) => visit(ref, node.type, key)) : data;
}
