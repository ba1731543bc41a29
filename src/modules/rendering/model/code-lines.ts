import {
  type BlockOf,
  dataOf,
  type DocumentBlock,
  type DocumentInline,
  type DocumentNode,
  plainText,
} from '#modules/documents/index.js';
import type { HighlightLine, HighlightToken } from '../code/highlight-lines.js';
import { asText, blocksOf, nodesOf } from './document-data.js';

/** A part of a code line, with the annotation that is attached to it, if any. */
interface Segment {
  text: string;
  note?: DocumentInline;
}

/** The text of the first lines of a code block, for copying and for colouring. */
export function codeText(block: DocumentBlock, most = Infinity): string {
  const lines = blocksOf(block, 'code-line').slice(0, most);
  return lines.map((line) => segmentsOf(line).reduce((all, { text }) => all + text, '')).join('\n');
}

/** Lays the tokens of a line over its segments: a token that crosses the edge of an annotation is cut there. */
export function colouredSegments(
  line: BlockOf<'code-line'>,
  tokens: HighlightLine = [],
): { tokens: HighlightToken[]; note?: Segment['note'] }[] {
  const rest = [...tokens];
  return segmentsOf(line).map(({ text, note }) => {
    const taken: HighlightToken[] = [];
    let missing = text.length;
    while (missing > 0) {
      const token = rest.shift() ?? { text: text.slice(-missing) };
      if (token.text.length > missing) rest.unshift({ ...token, text: token.text.slice(missing) });
      taken.push({ ...token, text: token.text.slice(0, missing) });
      missing -= Math.min(missing, token.text.length);
    }
    return { tokens: taken, note };
  });
}

function segmentsOf(line: DocumentBlock): Segment[] {
  return nodesOf(line).map((node): Segment => {
    if (node.object !== 'inline') return { text: oneLine(node) };
    if (node.type === 'expression') return { text: `{{ ${asText(dataOf(node).expression) ?? ''} }}` };
    return node.type === 'annotation' ? { text: oneLine(node), note: node } : { text: oneLine(node) };
  });
}

function oneLine(node: DocumentNode): string {
  return plainText([node]).replaceAll('\n', ' ');
}
