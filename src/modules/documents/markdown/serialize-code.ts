import type { DocumentBlock, DocumentNode } from '../document.types.js';
import type { ValidBlock } from '../catalogue/node-data.js';
import { childBlocks, codeText } from '../document-nodes.js';
import { longestRun } from './escape.js';
import { escapeHtml } from './html-tag.js';
import { isCodeClass, inlineHtml } from './serialize-html.js';
import { onlyKeys } from './inline-html.js';
import type { SerializeState } from './serialize-state.js';

export interface WrittenCode {
  source: string;
  /** Members of the data that the source does not contain. */
  left: Record<string, unknown>;
}

/** A code block without its tag: fenced, or as `<pre>` when lines are highlighted or contain more than text. */
export function codeMarkdown(code: ValidBlock<'code'>, state: SerializeState): WrittenCode | undefined {
  const lines = childBlocks(code.nodes);
  if (!lines.every((line) => line.type === 'code-line' && onlyKeys(line.data, ['highlighted'])))
    return undefined;
  const isPlain = lines.every(
    (line) => line.data['highlighted'] !== true && (line.nodes ?? []).every((node) => node.object === 'text'),
  );
  return isPlain ? fenced(code) : preformatted(code, lines, state);
}

function fenced(code: ValidBlock<'code'>): WrittenCode {
  const { syntax, meta, ...left } = code.data;
  const text = codeText(code);
  const char = '`';
  const fence = char.repeat(Math.max(3, longestRun(text, char) + 1));
  let info = '';
  if (isPlainInfo(syntax, /^[^\s`&\\]+$/)) {
    info = syntax;
    if (isPlainInfo(meta, /^[^\s`&\\]+(?: [^\s`&\\]+)*$/)) info += ` ${meta}`;
    else if (meta !== undefined) left['meta'] = meta;
  } else {
    if (syntax !== undefined) left['syntax'] = syntax;
    if (meta !== undefined) left['meta'] = meta;
  }
  return { source: `${fence}${info}\n${text}\n${fence}`, left };
}

function isPlainInfo(value: unknown, pattern: RegExp): value is string {
  return typeof value === 'string' && pattern.test(value);
}

function preformatted(
  code: ValidBlock<'code'>,
  lines: DocumentBlock[],
  state: SerializeState,
): WrittenCode | undefined {
  const { syntax, ...left } = code.data;
  const isClass = syntax !== undefined && isCodeClass(syntax);
  if (syntax !== undefined && !isClass) left['syntax'] = syntax;
  const open = isClass ? `<pre class="language-${syntax}"><code class="lang-${syntax}">` : '<pre><code>';
  let source = open;
  for (const line of lines) {
    const html = lineHtml(line.nodes ?? [], state);
    if (html === undefined) return undefined;
    source += line.data['highlighted'] === true ? `<strong>${html}\n</strong>` : `${html}\n`;
  }
  return { source: `${source}</code></pre>`, left };
}

function lineHtml(nodes: DocumentNode[], state: SerializeState): string | undefined {
  const isKnown = nodes.every(
    (node) =>
      node.object === 'text' ||
      (node.object === 'inline' &&
        (node.type === 'annotation' || node.type === 'expression') &&
        node.data['raw'] === undefined),
  );
  if (!isKnown) return undefined;
  return nodes
    .map((node) =>
      node.object === 'text'
        ? escapeHtml(node.leaves.map((leaf) => leaf.text).join(''))
        : inlineHtml([node], state),
    )
    .join('');
}
