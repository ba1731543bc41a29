import { dataOf, type DocumentBlock, type DocumentInline, plainText } from '#modules/documents/index.js';
import { asText, nodesOf, oneOf } from './document-data.js';

/**
 * Source without a node in the model: reading Markdown keeps it in code blocks marked with `data.raw`, so that readers of
 * the published model still show it. Undefined for all other blocks.
 */
export function rawBlock(block: DocumentBlock): { kind: 'html' | 'markdown'; source: string } | undefined {
  const kind = block.type === 'code' ? oneOf(dataOf(block).raw, ['html', 'markdown']) : undefined;
  return (
    kind && {
      kind,
      source: nodesOf(block)
        .map((line) => plainText([line]))
        .join('\n'),
    }
  );
}

/** Raw HTML in a line, which is kept in expressions. */
export function rawInline(node: DocumentInline): string | undefined {
  return node.type === 'expression' ? asText(dataOf(node).raw) : undefined;
}

/** The source text of a node of an unknown type, under any of its names. */
export function rawSource(node: DocumentBlock | DocumentInline): string | undefined {
  const data = dataOf(node);
  return [data.html, data.source, data.raw, data.markdown, data.value, data.content]
    .map(asText)
    .find(Boolean);
}
