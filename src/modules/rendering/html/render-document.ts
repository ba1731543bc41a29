import type { Element, Root } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { visit } from 'unist-util-visit';
import { h } from 'hastscript';
import {
  dataOf,
  type DocumentBlock,
  type DocumentNode,
  type JSONDocument,
  walkNodes,
} from '#modules/documents/index.js';
import { OperationReference } from '#modules/openapi/threads.js';
import { DrawnBlock } from '../contentkit/drawn-block.js';
import { codeText } from '../model/code-lines.js';
import { renderBlocks } from './blocks/blocks.js';
import { asText } from '../model/document-data.js';
import { highlightAll } from '../code/highlight.js';
import { renderIcon, shareIcons } from './icons.js';
import { renderInlines } from './inlines.js';
import type { RenderContext } from '../model/render-context.js';
import { RenderState } from './render-state.js';
import { isExternal } from '../model/urls.js';

/**
 * Renders a document as the HTML of a page's body. `document` should carry its anchors (`withAnchors`), or headings
 * have no ids. The function is asynchronous only because code is coloured in a thread, with grammars that are loaded on
 * first use. It never throws on malformed content: nodes that cannot be drawn are shown plainly.
 */
export async function renderDocument(document: JSONDocument, context: RenderContext): Promise<string> {
  return (await renderBody(document, context)).html;
}

/** Allowances that the blocks of a page need, which other pages do not have. */
export interface RenderedNeeds {
  /** Frames of other sites, which load when the reader asks for them. */
  frames?: boolean;
  /** Diagrams, which bring their own style sheets. */
  diagrams?: boolean;
  /** Servers that the reader may send requests to: origins of documented APIs. */
  servers?: readonly string[];
  /** Origins of frames that load with the page. */
  origins?: readonly string[];
}

export interface RenderedBody {
  html: string;
  needs?: RenderedNeeds;
  /** True if code is plain that may have its colours the next time. */
  isUnfinished?: boolean;
}

/** As `renderDocument`, with the allowances that the page needs in its content security policy. */
export async function renderBody(document: JSONDocument, context: RenderContext): Promise<RenderedBody> {
  const state = new RenderState(context, { blocks: renderBlocks, inlines: renderInlines });
  const blocks = codeBlocks(document.nodes);
  const { lookup, isUnfinished } = await highlightAll(
    blocks.map((block) => ({ code: codeText(block), syntax: asText(dataOf(block).syntax) })),
  );
  state.highlight = lookup;
  const body = state.blocks(Array.isArray(document.nodes) ? document.nodes : []);
  const content = { type: 'root' as const, children: [...body, ...notes(state)] };
  if (context.opensTabs) openTabs(content);
  shareIcons(content);
  // Only formulas are raw; `math.ts` says what they consist of and makes all of them.
  const html = toHtml(content, { allowDangerousHtml: true });
  const { servers, origins, ...needs } = state.needs;
  const hasNeeds = servers.size > 0 || origins.size > 0 || needs.frames === true || needs.diagrams === true;
  const rest = isUnfinished ? { isUnfinished } : {};
  if (!hasNeeds) return { html, ...rest };
  return { html, ...rest, needs: { ...needs, servers: [...servers].sort(), origins: [...origins].sort() } };
}

/** Makes links that leave the site open in a new tab. */
function openTabs(content: Root): void {
  visit(content, 'element', ({ tagName, properties }) => {
    const { href } = properties;
    if (tagName === 'a' && typeof href === 'string' && isExternal(href)) properties.target = '_blank';
  });
}

/** Bodies of all annotations, each with a link back to its place in the text. */
function notes(state: RenderState): Element[] {
  if (state.notes.length === 0) return [];
  const items = state.notes.map((note) =>
    h('li', { id: note.id, class: 'note' }, [
      h('div', { class: 'note-body' }, note.body),
      h(
        'a',
        {
          class: 'note-back',
          href: `#${note.id}-ref`,
          role: 'doc-backlink',
          ariaLabel: state.text.backToText,
        },
        [renderIcon('arrow-turn-up')],
      ),
    ]),
  );
  return [
    h('section', { class: 'notes', role: 'doc-endnotes', ariaLabel: state.text.notes }, [h('ol', items)]),
  ];
}

/** All code blocks below the nodes, also inside fragments and in what integrations drew. */
function codeBlocks(nodes: readonly DocumentNode[]): DocumentBlock[] {
  const found: DocumentBlock[] = [];
  for (const node of walkNodes(nodes)) {
    if (node.object === 'text') continue;
    const data = dataOf(node);
    if (node.object === 'block' && node.type === 'code' && data.raw === undefined) found.push(node);
    if (data.drawn instanceof DrawnBlock) found.push(...codeBlocks(data.drawn.blocks));
    if (data.reference instanceof OperationReference) found.push(...data.reference.codeBlocks);
  }
  return found;
}
