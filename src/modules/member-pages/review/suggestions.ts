import {
  type DocumentBlock,
  type DocumentNode,
  type JSONDocument,
  mapChildren,
  plainText,
} from '#modules/documents/index.js';

/** Language of the block of code that holds suggested wording, as in comments of Git services. */
const LANGUAGE = 'suggestion';

/** Markdown of the first wording in the body of a comment that it suggests for the block it is about; null without one. */
export function suggestionIn(body: JSONDocument): string | null {
  const block = body.nodes.find(isSuggestion);
  return block ? (block.nodes ?? []).map((line) => plainText([line])).join('\n') : null;
}

/** The body of a comment without its suggestion, which is shown apart. */
export function withoutSuggestion(body: JSONDocument): JSONDocument {
  return { ...body, nodes: body.nodes.filter((block) => !isSuggestion(block)) };
}

/** Markdown of a comment that says `words` and suggests `wording` in place of its block. */
export function commentWithSuggestion(words: string, wording: string): string {
  const longest = Math.max(2, ...[...wording.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${words}\n\n${fence}${LANGUAGE}\n${wording}\n${fence}`.trim();
}

/**
 * The document with other blocks in place of the one with a key, which the first of them keeps, so that comments stay with
 * it. Null when the document has no such block.
 */
export function replaceBlock(
  document: JSONDocument,
  key: string,
  blocks: readonly DocumentBlock[],
): JSONDocument | null {
  let isFound = false;
  const replace = <Node extends DocumentNode>(nodes: Node[]): Node[] =>
    nodes.flatMap((node): Node[] => {
      if (node.object !== 'block' || node.key !== key) return [mapChildren(node, replace)];
      isFound = true;
      return blocks.map((block, at) => (at === 0 ? { ...block, key } : block)) as DocumentNode[] as Node[];
    });
  const nodes = replace(document.nodes);
  return isFound ? { ...document, nodes } : null;
}

function isSuggestion(block: DocumentBlock): boolean {
  return block.type === 'code' && block.data?.['syntax'] === LANGUAGE;
}
