import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type BlockOf, dataOf } from '#modules/documents/index.js';
import { changed } from '../changes.js';
import { blocksOf, nodesOf } from '../../model/document-data.js';
import type { HighlightLine, HighlightToken } from '../../code/highlight-lines.js';
import { codeText, colouredSegments } from '../../model/code-lines.js';
import { renderIcon } from '../icons.js';
import { annotate } from '../inlines.js';
import type { RenderState } from '../render-state.js';
import { fill } from '#modules/words/index.js';

/** A code block with its title bar, colours, numbers, marked lines and copy button. */
export function code(block: BlockOf<'code'>, state: RenderState): ElementContent[] {
  const data = dataOf(block);
  const lines = blocksOf(block, 'code-line');
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
      changed(dataOf(line).change, lineContent(line, tokens[index], state)),
    ),
  ]);
  // Focusable so that code wider than the page can be scrolled with the keyboard.
  return h('pre', { tabIndex: 0 }, [h('code', { dataSyntax: syntax }, children)]);
}

function lineContent(
  line: BlockOf<'code-line'>,
  tokens: HighlightLine | undefined,
  state: RenderState,
): ElementContent[] {
  return colouredSegments(line, tokens).flatMap((segment) => {
    const content = segment.tokens.map(tokenElement);
    return segment.note ? annotate(segment.note, state, content) : content;
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
