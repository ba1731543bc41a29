import type { Element } from 'hast';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import type { DocumentNode, JSONDocument } from '#modules/documents/index.js';
import { renderBlocks } from './blocks.js';
import { asRef, asText, dataOf, nodesOf } from './document-data.js';
import { highlightCode, prepareGrammars } from './highlight.js';
import { renderIcon } from './icons.js';
import { renderInlines } from './inlines.js';
import type { RenderContext } from './render-context.js';
import { RenderState } from './render-state.js';

/**
 * Renders a document as the HTML of a page's body. `document` should carry its anchors (`withAnchors`), or headings
 * have no ids. Asynchronous only because grammars for code are loaded when a page first needs them. Never throws on
 * malformed content: what cannot be drawn is shown plainly.
 */
export async function renderDocument(document: JSONDocument, context: RenderContext): Promise<string> {
  await prepareGrammars(codeSyntaxes(document, context));
  const state = new RenderState(context, highlightCode, { blocks: renderBlocks, inlines: renderInlines });
  const body = state.blocks(Array.isArray(document.nodes) ? document.nodes : []);
  return toHtml([...body, ...notes(state)]);
}

/** Bodies of all annotations, each with a way back to its place in the text. */
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

/** Languages of all code below the document, also inside fragments and reusable contents. */
function codeSyntaxes(document: JSONDocument, context: RenderContext): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const pending: DocumentNode[] = [...(document.nodes ?? [])];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (node.object === 'text') continue;
    const data = dataOf(node);
    if (node.type === 'code') {
      const syntax = asText(data.syntax);
      if (syntax && data.raw === undefined) found.add(syntax);
      continue;
    }
    const ref = node.type === 'reusable-content' ? asRef(data.ref) : undefined;
    if (ref?.kind === 'reusable-content' && !seen.has(ref.reusableContent)) {
      seen.add(ref.reusableContent);
      pending.push(...(context.reusableContent(ref.reusableContent)?.nodes ?? []));
    }
    pending.push(...nodesOf(node), ...(node.fragments ?? []).flatMap((fragment) => fragment.nodes ?? []));
  }
  return found;
}
