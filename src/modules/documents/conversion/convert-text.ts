import type { ContentRef } from '../document.types.js';
import { parseMarkdown, parsePage } from '../markdown/parse-markdown.js';
import { serializeMarkdown, serializePage } from '../markdown/serialize-markdown.js';
import {
  type AddressKind,
  type ParseAnswer,
  type ParseTask,
  refKey,
  type WriteAnswer,
  type WriteTask,
} from './conversion.types.js';
import { packAtOnce, unpackAtOnce } from './packed-document.js';

/** Reads a text as far as that can be done with the addresses that are known, and says which others it names. */
export function parseText({ type, markdown, file, known }: ParseTask): ParseAnswer {
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
  return { meta, document: packAtOnce(document), warnings, asked };
}

/** Writes a document, otherwise like `parseText`. */
export function writeText({ type, meta, document: packed, known }: WriteTask): WriteAnswer {
  const asked: ContentRef[] = [];
  const formatRef = (ref: ContentRef): string | undefined => {
    const key = refKey(ref);
    if (!known.has(key)) {
      asked.push(ref);
      known.set(key, undefined);
    }
    return known.get(key);
  };
  const document = unpackAtOnce(packed);
  const markdown =
    type === 'serialize-page'
      ? serializePage(meta, document, { formatRef })
      : serializeMarkdown(document, { formatRef });
  return { markdown, asked };
}
