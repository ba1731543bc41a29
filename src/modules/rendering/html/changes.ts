import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { dataOf, type DocumentBlock, type DocumentInline } from '#modules/documents/index.js';
import { asTexts, nodesOf, oneOf } from '../model/document-data.js';
import type { RenderState } from './render-state.js';

/** Changes are shown to members only, whose pages are in English. */
const LABELS = { inserted: 'Added', deleted: 'Deleted', edited: 'Changed', moved: 'Moved' };
const TAGS = { inserted: 'ins', deleted: 'del', edited: 'div', moved: 'div' };
const KINDS = ['inserted', 'deleted', 'edited', 'moved'] as const;

/** Blocks that differ between two documents, with a word for the kind of change for readers who do not see it. */
export function changedBlock(block: DocumentBlock, state: RenderState): ElementContent[] {
  const change = oneOf(dataOf(block).change, KINDS);
  const content = state.blocks(nodesOf(block));
  if (!change) return content;
  const settings = asTexts(dataOf(block).settings);
  return [
    h(TAGS[change], { class: `diff diff-${change}` }, [
      change === 'moved' ? h('p', { class: 'diff-note' }, LABELS.moved) : hidden(LABELS[change]),
      ...settings.map((setting) => h('p', { class: 'diff-note' }, [h('code', setting)])),
      ...content,
    ]),
  ];
}

/** Words that differ. */
export function changedInline(node: DocumentInline, state: RenderState): ElementContent[] {
  return [changed(dataOf(node).change, state.inlines(nodesOf(node)))].flat();
}

/** The content marked as inserted or deleted; unmarked when `change` says neither. */
export function changed(change: unknown, content: ElementContent[]): ElementContent[] {
  const kind = oneOf(change, ['inserted', 'deleted']);
  return kind ? [h(TAGS[kind], { class: 'diff-words' }, [hidden(LABELS[kind]), ...content])] : content;
}

function hidden(label: string): Element {
  return h('span', { class: 'visually-hidden' }, `${label}: `);
}
