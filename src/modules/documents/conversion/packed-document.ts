import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { isLongJson, isLongText, parseLong, stringifyLong } from '#platform/event-loop/long-json.js';
import type { DocumentBlock, DocumentData, JSONDocument } from '../document.types.js';

/** A document with each block as a text of JSON: receiving one large message blocks a thread, while parts let it yield. */
export interface PackedDocument {
  data: DocumentData;
  nodes: string[];
}

/** Packs a document for a thread. */
export async function packDocument({ data, nodes }: JSONDocument): Promise<PackedDocument> {
  return { data, nodes: await packList(nodes) };
}

/** Writes many values as a text of JSON each. */
export async function packList(values: readonly unknown[]): Promise<string[]> {
  const eventLoop = new EventLoopYield();
  const packed: string[] = [];
  for (const value of values) {
    packed.push(isLongJson(value) ? await stringifyLong(value) : JSON.stringify(value));
    await eventLoop.yieldIfDue();
  }
  return packed;
}

/** Unpacks a document that a thread returned. */
export async function unpackDocument({ data, nodes }: PackedDocument): Promise<JSONDocument> {
  return { object: 'document', data, nodes: await unpackList<DocumentBlock>(nodes) };
}

/** Reads values that `packList` or a thread packed. */
export async function unpackList<T>(texts: readonly string[]): Promise<T[]> {
  const eventLoop = new EventLoopYield();
  const values: T[] = [];
  for (const text of texts) {
    values.push((isLongText(text) ? await parseLong(text) : JSON.parse(text)) as T);
    await eventLoop.yieldIfDue();
  }
  return values;
}

/** As `packDocument`, within a thread of the pool, where nothing has to yield. */
export function packInThread({ data, nodes }: JSONDocument): PackedDocument {
  return { data, nodes: nodes.map((node) => JSON.stringify(node)) };
}

export function unpackInThread({ data, nodes }: PackedDocument): JSONDocument {
  return { object: 'document', data, nodes: nodes.map((node) => JSON.parse(node) as DocumentBlock) };
}
