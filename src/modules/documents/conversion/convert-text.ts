import type { ContentRef } from '../document.types.js';
import { serializeMarkdown, serializePage } from '../markdown/serialize-markdown.js';
import {
  type AskAddresses,
  type ParseAnswer,
  type ParseTask,
  refKey,
  type WriteAnswer,
  type WriteTask,
} from './conversion.types.js';
import { packInThread, unpackInThread } from './packed-document.js';
import { parseAsking } from './parse-asking.js';

/** Reads a text within a thread. */
export async function parseText(task: ParseTask, ask: AskAddresses): Promise<ParseAnswer> {
  const { meta, document, warnings } = await parseAsking(task, ask);
  return { meta, document: packInThread(document), warnings };
}

/** Writes a document within a thread. */
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
  const document = unpackInThread(packed);
  const markdown =
    type === 'serialize-page'
      ? serializePage(meta, document, { formatRef })
      : serializeMarkdown(document, { formatRef });
  return { markdown, asked };
}
