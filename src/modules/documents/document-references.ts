import type { ContentRef, DocumentBlock, DocumentNode, JSONDocument } from './document.types.js';
import { idValue, valueRef } from './markdown/table-values.js';
import { isRecord } from './table-model.js';

/** One reference from a document, with the key of the innermost block it stands in and what holds it. */
export interface DocumentReference {
  ref: ContentRef;
  /** Key of the innermost block that holds the reference. */
  key?: string;
  /** The node type that holds it: `link`, `image`, `file`, `table`, `embed`, … */
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
  return node.type === 'table' && node.object === 'block' ? mapTable(node, data, key, visit) : data;
}

function mapTable(
  table: DocumentBlock,
  data: DocumentBlock['data'],
  key: string | undefined,
  visit: Visit,
): typeof data {
  const { records, definition } = data;
  if (!isRecord(records) || !isRecord(definition)) return data;
  let changed = false;
  const mapped = Object.entries(records).map(([id, record]): [string, unknown] => {
    if (!isRecord(record) || !isRecord(record['values'])) return [id, record];
    let { values } = record;
    for (const [column, value] of Object.entries(values)) {
      const stored = definition[column];
      const next = mapValue(isRecord(stored) ? stored['type'] : undefined, value, (ref) =>
        visit(ref, table.type, key),
      );
      if (next !== value) values = { ...values, [column]: next };
    }
    if (values === record['values']) return [id, record];
    changed = true;
    return [id, { ...record, values }];
  });
  return changed ? { ...data, records: Object.fromEntries(mapped) } : data;
}

function mapValue(type: unknown, value: unknown, visit: (ref: ContentRef) => ContentRef): unknown {
  if ((type === 'files' || type === 'users') && Array.isArray(value)) {
    return mapList(value as unknown[], (one) => {
      if (typeof one !== 'string') return one;
      const ref = valueRef(type, one);
      const mapped = visit(ref);
      return mapped === ref ? one : idValue(mapped);
    });
  }
  if (type !== 'content-ref' && type !== 'image') return value;
  if (isContentRef(value)) return visit(value);
  if (!isRecord(value) || !isContentRef(value['ref'])) return value;
  const mapped = visit(value['ref']);
  return mapped === value['ref'] ? value : { ...value, ref: mapped };
}

/** Like `map`, but gives back the list itself when nothing in it changed. */
function mapList<T>(list: T[], fn: (one: T) => T): T[] {
  let copy: T[] | undefined;
  list.forEach((one, at) => {
    const mapped = fn(one);
    if (mapped === one) return;
    copy ??= [...list];
    copy[at] = mapped;
  });
  return copy ?? list;
}

export function isContentRef(value: unknown): value is ContentRef {
  return isRecord(value) && typeof value['kind'] === 'string';
}
