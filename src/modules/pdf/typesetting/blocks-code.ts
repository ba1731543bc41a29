import { type BlockOf, dataOf, type JSONDocument, walkNodes } from '#modules/documents/index.js';
import {
  asText,
  blocksOf,
  type CodeSample,
  codeText,
  colouredSegments,
  type HighlightLine,
  nodesOf,
} from '#modules/rendering/index.js';
import { body, breakable, call, type Content, quoted } from './code.js';
import { annotate } from './inlines.js';
import type { TypesettingState } from './typesetting-state.js';

/** Longer blocks are cut: nobody reads them on paper, and each line costs. */
const MAX_LINES = 5_000;
/** Shorter blocks are not divided between two pages; they must fit on one with their lines wrapped. */
const MAX_LINES_WHOLE = 12;
const MAX_SIGNS_WHOLE = 1_000;

export function code(block: BlockOf<'code'>, state: TypesettingState): Content {
  const data = dataOf(block);
  const lines = blocksOf(block, 'code-line').slice(0, MAX_LINES);
  const source = codeText(block, MAX_LINES);
  const tokens = state.highlight(source, data.syntax || undefined);
  const rows = lines.map((line, index) => body(lineContent(line, tokens[index], state)));
  const marked = lines.flatMap((line, index) => (dataOf(line).highlighted ? [index] : []));
  const isWhole = lines.length <= MAX_LINES_WHOLE && source.length <= MAX_SIGNS_WHOLE;
  return [call('listing', [data.title || null, data.lineNumbers ?? false, marked, isWhole, rows])];
}

/** A prompt to copy: what it is for, and its text. */
export function prompt(block: BlockOf<'prompt'>, state: TypesettingState): Content {
  const { description, icon: name } = dataOf(block);
  const title = description || state.words.prompt;
  const icon = state.icon(name || 'wand-magic-sparkles', '#6d28d9');
  const content = (): Content => state.blocks(nodesOf(block));
  return state.framed(() => [call('prompt', [icon, title, body(content())])], content);
}

/** All code of a document, also inside fragments, to be coloured before it is typeset. */
export function codeSamples(document: JSONDocument): CodeSample[] {
  return [...walkNodes(document.nodes ?? [])].flatMap((node) =>
    node.object === 'block' && node.type === 'code'
      ? [{ code: codeText(node, MAX_LINES), syntax: asText(dataOf(node).syntax) }]
      : [],
  );
}

function lineContent(
  line: BlockOf<'code-line'>,
  tokens: HighlightLine | undefined,
  state: TypesettingState,
): Content {
  return colouredSegments(line, tokens).flatMap((segment) => {
    const content = segment.tokens.map(({ text, className }) => {
      const words = quoted(breakable(text));
      return className ? call('tok', [className, words]) : words;
    });
    return segment.note ? annotate(segment.note, state, content) : content;
  });
}
