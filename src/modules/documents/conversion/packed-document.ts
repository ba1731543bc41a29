import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { isLongJson, isLongText, parseLong, stringifyLong } from '#platform/event-loop/long-json.js';
import type { DocumentBlock, DocumentData, JSONDocument } from '../document.types.js';

/** Its blocks are texts of JSON each: taking in one large message holds a thread up, and pieces let others have their turn. */
export interface PackedDocument {
  data: DocumentData;
  nodes: string[];
}

/** A document as it is handed over to a thread. */
export async function packDocument({ data, nodes }: JSONDocument): Promise<PackedDocument> {
  return { data, nodes: await packList(nodes) };
}

/** The texts of JSON of many values, one each. */
export async function packList(values: readonly unknown[]): Promise<string[]> {
  const eventLoop = new EventLoopYield();
  const packed: string[] = [];
  for (const value of values) {
    packed.push(isLongJson(value) ? await stringifyLong(value) : JSON.stringify(value));
    await eventLoop.yieldIfDue();
  }
  return packed;
}

/** What a thread handed back. */
export async function unpackDocument({ data, nodes }: PackedDocument): Promise<JSONDocument> {
  return { object: 'document', data, nodes: await unpackList<DocumentBlock>(nodes) };
}

/** The values that `packList` packed, or a thread likewise. */
export async function unpackList<T>(texts: readonly string[]): Promise<T[]> {
  const eventLoop = new EventLoopYield();
  const values: T[] = [];
  for (const text of texts) {
    values.push((isLongText(text) ? await parseLong(text) : JSON.parse(text)) as T);
    await eventLoop.yieldIfDue();
  }
  return values;
}

/** The same within a thread, where nobody else waits. */
export function packAtOnce({ data, nodes }: JSONDocument): PackedDocument {
  return { data, nodes: nodes.map((node) => JSON.stringify(node)) };
}

export function unpackAtOnce({ data, nodes }: PackedDocument): JSONDocument {
  return { object: 'document', data, nodes: nodes.map((node) => JSON.parse(node) as DocumentBlock) };
}
