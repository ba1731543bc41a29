/* Converts long texts, in a thread of its own; see convert-async.ts. */
import { parentPort } from 'node:worker_threads';
import type { ContentRef, DocumentBlock, JSONDocument } from '../document.types.js';
import { parseMarkdown, parsePage } from '../markdown/parse-markdown.js';
import { serializeMarkdown, serializePage } from '../markdown/serialize-markdown.js';
import {
  type AddressKind,
  type ConversionAnswer,
  type ConversionTask,
  type ParseAnswer,
  type ParseTask,
  refKey,
  type WriteAnswer,
  type WriteTask,
} from './conversion.types.js';

parentPort?.on('message', (task: ConversionTask) => parentPort?.postMessage(carriedOut(task)));

function carriedOut(task: ConversionTask): ConversionAnswer {
  try {
    return { result: 'markdown' in task ? parse(task) : write(task) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function parse({ type, markdown, file, known }: ParseTask): ParseAnswer {
  const asked: [AddressKind, string][] = [];
  const look = (kind: AddressKind, address: string): ContentRef | undefined => {
    if (!known[kind].has(address)) {
      asked.push([kind, address]);
      known[kind].set(address, undefined);
    }
    return known[kind].get(address);
  };
  const context = {
    ...(file !== undefined && { file }),
    resolveLink: (address: string) => look('link', address),
    resolveFile: (address: string) => look('file', address),
    resolveInclude: (address: string) => look('include', address),
  };
  const parsed =
    type === 'parse-page' ? parsePage(markdown, context) : { meta: {}, ...parseMarkdown(markdown, context) };
  const { meta, document, warnings } = parsed;
  const nodes = document.nodes.map((node) => JSON.stringify(node));
  return { meta, document: { data: document.data, nodes }, warnings, asked };
}

function write({ type, meta, document: { data, nodes }, known }: WriteTask): WriteAnswer {
  const asked: ContentRef[] = [];
  const formatRef = (ref: ContentRef): string | undefined => {
    const key = refKey(ref);
    if (!known.has(key)) {
      asked.push(ref);
      known.set(key, undefined);
    }
    return known.get(key);
  };
  const blocks = nodes.map((node) => JSON.parse(node) as DocumentBlock);
  const document: JSONDocument = { object: 'document', data, nodes: blocks };
  const markdown =
    type === 'serialize-page'
      ? serializePage(meta, document, { formatRef })
      : serializeMarkdown(document, { formatRef });
  return { markdown, asked };
}
