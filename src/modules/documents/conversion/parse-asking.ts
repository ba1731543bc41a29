import type { ContentRef } from '../document.types.js';
import type { ParseContext, ParsedPage } from '../markdown/markdown.types.js';
import { draftMarkdown, draftPage, finishText } from '../markdown/parse-markdown.js';
import { TextTree } from '../markdown/text-tree.js';
import type { AddressKind, AskAddresses, NamedAddress, ParseTask } from './conversion.types.js';

/**
 * Parses a text whose addresses the caller resolves. The text is read again as long as new addresses were resolved: at
 * most twice, unless resolved addresses lead to further ones. Its syntax tree is made once.
 * @param ask is told each address once, in the order of the text.
 */
export async function parseAsking(
  { type, markdown, ...given }: ParseTask,
  ask: AskAddresses,
): Promise<ParsedPage> {
  const read = type === 'parse-page' ? draftPage : draftMarkdown;
  const tree = new TextTree();
  const known: Record<AddressKind, Map<string, ContentRef | undefined>> = {
    link: new Map(),
    file: new Map(),
    include: new Map(),
  };
  let asked: NamedAddress[] = [];
  const look = (kind: AddressKind, address: string): ContentRef | undefined => {
    if (!known[kind].has(address)) {
      asked.push([kind, address]);
      known[kind].set(address, undefined);
    }
    return known[kind].get(address);
  };
  const context: ParseContext = {
    ...given,
    resolveLink: (address) => look('link', address),
    resolveFile: (address) => look('file', address),
    resolveInclude: (address) => look('include', address),
  };
  for (;;) {
    asked = [];
    const draft = read(markdown, context, tree);
    const refs = asked.length > 0 ? await ask(asked) : [];
    asked.forEach(([kind, address], at) => known[kind].set(address, refs[at]));
    if (refs.every((ref) => ref === undefined)) return finishText(draft);
  }
}
