import type { ContentRef } from '../document.types.js';
import type { ParseContext } from '../markdown/markdown.types.js';
import { draftMarkdown, draftPage } from '../markdown/parse-markdown.js';
import { Places } from '../source/places.js';
import { TextTree } from '../markdown/text-tree.js';
import { rewriteText } from '../source/rewrite-text.js';
import {
  type AddressKind,
  type AskAddresses,
  type NamedAddress,
  refKey,
  type RewriteTask,
} from './conversion.types.js';
import { unpackInThread } from './packed-document.js';

/**
 * As `rewriteText`, with addresses that the caller resolves: those of the source are asked for first.
 * Runs in a thread, or in place for short texts.
 */
export async function rewriteAsking(task: RewriteTask, ask: AskAddresses): Promise<string> {
  const { document, formats, known: given, ...request } = task;
  const known = new Map<string, ContentRef | undefined>(
    given.map(([address, ref]) => [addressKey(address), ref]),
  );
  let asked: NamedAddress[] = [];
  const look = (kind: AddressKind, address: string): ContentRef | undefined => {
    const key = addressKey([kind, address]);
    if (!known.has(key)) {
      asked.push([kind, address]);
      known.set(key, undefined);
    }
    return known.get(key);
  };
  const context: ParseContext = {
    resolveLink: (address) => look('link', address),
    resolveFile: (address) => look('file', address),
    resolveInclude: (address) => look('include', address),
  };
  const read = request.kind === 'page' ? draftPage : draftMarkdown;
  const earlier = { tree: new TextTree(), places: new Places() };
  for (let isNew = true; isNew;) {
    asked = [];
    read(request.source, { ...context, title: request.titleBefore }, earlier.tree, earlier.places);
    const refs = asked.length > 0 ? await ask(asked) : [];
    asked.forEach((address, at) => known.set(addressKey(address), refs[at]));
    isNew = refs.some((ref) => ref !== undefined);
  }
  const formatRef = (ref: ContentRef): string | undefined => formats.get(refKey(ref));
  return rewriteText({ ...request, document: unpackInThread(document) }, { ...context, formatRef }, earlier);
}

function addressKey([kind, address]: NamedAddress): string {
  return `${kind} ${address}`;
}
