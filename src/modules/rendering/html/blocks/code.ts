import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type BlockOf, dataOf, type DocumentBlock, type DocumentInline } from '#modules/documents/index.js';
import { changed } from '../changes.js';
import { asText, blocksOf, nodesOf, plainText } from '../../model/document-data.js';
import type { HighlightLine, HighlightToken } from '../../code/highlight-lines.js';
import { renderIcon } from '../icons.js';
import { annotate } from '../inlines.js';
import type { RenderState } from '../render-state.js';
import { fill } from '#modules/words/index.js';

/** A part of a code line, with the annotation that is attached to it, if any. */
interface Segment {
  text: string;
  note?: DocumentInline;
}

/** All the text of a code block, one line a line, for copying and for colouring. */
export function codeText(block: DocumentBlock): string {
  return codeLines(block)
    .map(lineSegments)
    .map((segments) => segments.map((segment) => segment.text).join(''))
    .join('\n');
}

/** A code block with its title bar, colours, numbers, marked lines and copy button. */
export function code(block: BlockOf<'code'>, state: RenderState): ElementContent[] {
  const data = dataOf(block);
  const lines = codeLines(block);
  const collapsed = data.expandable ? Math.max(1, data.collapsedLineCount ?? 10) : Infinity;
  const isLong = lines.length > collapsed;
  const classes = [
    'code',
    ...(data.overflow === 'wrap' ? ['code-wrap'] : []),
    ...(data.lineNumbers ? ['code-numbers'] : []),
    ...(data.fullWidth ? ['full-width'] : []),
    ...(isLong ? ['code-long'] : []),
  ];
  const figure = h(
    'figure',
    { class: classes.join(' '), style: isLong ? `--lines:${collapsed}` : undefined },
    [
      ...(data.title ? [h('figcaption', { class: 'code-title' }, data.title)] : []),
      copyButton(state),
      codeElement(block, lines, state),
      ...(isLong ? [expandButton(lines.length, state)] : []),
    ],
  );
  return [data.syntax?.toLowerCase() === 'mermaid' ? diagram(figure, lines.length, state) : figure];
}

/** A diagram is drawn by a script; its source stands in its place until then, and where no script runs. */
function diagram(source: Element, lines: number, state: RenderState): Element {
  state.needs.diagrams = true;
  const height = Math.min(40, Math.max(12, 6 + 2.25 * lines));
  return h('div', { class: 'diagram', dataDiagram: '', style: `--diagram:${height}rem` }, [source]);
}

/** A prompt to copy: its purpose and its text, folded unless its data say otherwise. */
export function prompt(block: BlockOf<'prompt'>, state: RenderState): ElementContent[] {
  const { description, icon, defaultExpanded: shown = 'hidden' } = dataOf(block);
  return [
    h(
      'details',
      { class: shown === 'partial' ? 'prompt prompt-partial' : 'prompt', open: shown !== 'hidden' },
      [
        h('summary', [
          renderIcon(icon || 'wand-magic-sparkles'),
          h('span', description || state.text.prompt),
        ]),
        h('div', { class: 'prompt-body' }, state.blocks(nodesOf(block))),
      ],
    ),
  ];
}

function codeElement(block: BlockOf<'code'>, lines: BlockOf<'code-line'>[], state: RenderState): Element {
  const syntax = dataOf(block).syntax || undefined;
  const tokens = state.highlight(codeText(block), syntax);
  const children = lines.flatMap((line, index): ElementContent[] => [
    ...(index > 0 ? [{ type: 'text' as const, value: '\n' }] : []),
    h(
      'span',
      { class: dataOf(line).highlighted ? 'line line-marked' : 'line' },
      changed(dataOf(line).change, lineContent(lineSegments(line), tokens[index] ?? [], state)),
    ),
  ]);
  // Focusable so that code wider than the page can be scrolled with the keyboard.
  return h('pre', { tabIndex: 0 }, [h('code', { dataSyntax: syntax }, children)]);
}

function codeLines(block: DocumentBlock): BlockOf<'code-line'>[] {
  return blocksOf(block, 'code-line');
}

function lineSegments(line: DocumentBlock): Segment[] {
  return nodesOf(line).map((node): Segment => {
    if (node.object === 'inline' && node.type === 'expression') {
      const source = asText(dataOf(node).expression) ?? '';
      return { text: `{{ ${source} }}` };
    }
    const text = plainText([node]).replaceAll('\n', ' ');
    return node.object === 'inline' && node.type === 'annotation' ? { text, note: node } : { text };
  });
}

/** Lays the tokens of a line over its segments: a token that crosses the edge of an annotation is cut there. */
function lineContent(segments: Segment[], tokens: HighlightLine, state: RenderState): ElementContent[] {
  const rest = [...tokens];
  return segments.flatMap((segment) => {
    const taken: ElementContent[] = [];
    let missing = segment.text.length;
    while (missing > 0) {
      const token = rest.shift();
      if (!token) {
        taken.push({ type: 'text', value: segment.text.slice(-missing) });
        break;
      }
      if (token.text.length > missing) rest.unshift({ ...token, text: token.text.slice(missing) });
      taken.push(tokenElement({ ...token, text: token.text.slice(0, missing) }));
      missing -= Math.min(missing, token.text.length);
    }
    return segment.note ? annotate(segment.note, state, taken) : taken;
  });
}

function tokenElement(token: HighlightToken): ElementContent {
  return token.className
    ? h('span', { class: token.className }, token.text)
    : { type: 'text', value: token.text };
}

function copyButton(state: RenderState): Element {
  return h('button', { type: 'button', class: 'copy', dataCopy: '', ariaLabel: state.text.copyCode }, [
    renderIcon('copy', { className: 'copy-idle' }),
    renderIcon('check', { className: 'copy-done' }),
  ]);
}

function expandButton(count: number, state: RenderState): Element {
  const more = fill(state.text.showLines, { count });
  return h(
    'button',
    {
      type: 'button',
      class: 'code-more',
      dataExpand: '',
      dataLess: state.text.showLess,
      ariaExpanded: 'false',
    },
    more,
  );
}
