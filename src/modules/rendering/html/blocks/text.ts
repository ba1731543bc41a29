import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type BlockOf, dataOf, type DocumentBlock, formOf } from '#modules/documents/index.js';
import { blocksOf, nodesOf } from '../../model/document-data.js';
import { renderIcon } from '../icons.js';
import type { RenderState } from '../render-state.js';

const HINTS = {
  info: 'circle-info',
  success: 'circle-check',
  warning: 'triangle-exclamation',
  danger: 'circle-exclamation',
} as const;

export function paragraph(block: BlockOf<'paragraph'>, state: RenderState): ElementContent[] {
  const children = state.inlines(nodesOf(block));
  if (children.length === 0) return [];
  return [h('p', { class: alignment(block) }, children)];
}

/** A heading one level below the page's title, followed by a link to itself that is not part of the heading's name. */
export function heading(block: BlockOf<`heading-${1 | 2 | 3}`>, state: RenderState): ElementContent[] {
  const tag = `h${(formOf(block.type)?.level ?? 3) + 1}`;
  const id = state.anchor(block);
  const alias = id === undefined ? undefined : state.context.anchorAliases?.get(id);
  const words = state.inlines(nodesOf(block));
  const title = h(tag, { id, class: alignment(block) }, alias ? [h('span', { id: alias }), ...words] : words);
  if (id === undefined) return [title];
  return [
    h('div', { class: `heading heading-${tag}` }, [
      title,
      h('a', { class: 'anchor', href: `#${id}`, ariaLabel: state.text.copyLink, ariaDescribedBy: id }, [
        renderIcon('link'),
      ]),
    ]),
  ];
}

export function orderedList(block: BlockOf<'list-ordered'>, state: RenderState): ElementContent[] {
  const { start } = dataOf(block);
  return [h('ol', { start: start === 1 ? undefined : start }, listItems(block, state))];
}

export function unorderedList(block: DocumentBlock, state: RenderState): ElementContent[] {
  return [h('ul', listItems(block, state))];
}

export function taskList(block: DocumentBlock, state: RenderState): ElementContent[] {
  const items = nodesOf(block).map((item) => {
    const isDone = item.object === 'block' && dataOf(item).checked === true;
    return h('li', { class: 'task' }, [
      checkbox(isDone, state),
      h(
        'div',
        { class: 'task-body' },
        item.object === 'block' ? listItemBody(item, state) : state.inlines([item]),
      ),
    ]);
  });
  return [h('ul', { class: 'tasks' }, items)];
}

/** A box that shows a state and cannot be changed: an image with a name, without a control. */
export function checkbox(isChecked: boolean, state: RenderState): Element {
  const label = isChecked ? state.text.checked : state.text.unchecked;
  return h('span', { class: isChecked ? 'check check-on' : 'check', role: 'img', ariaLabel: label }, [
    ...(isChecked ? [renderIcon('check')] : []),
  ]);
}

export function blockquote(block: DocumentBlock, state: RenderState): ElementContent[] {
  return [h('blockquote', state.blocks(nodesOf(block)))];
}

export function hint(block: BlockOf<'hint'>, state: RenderState): ElementContent[] {
  const { style = 'info', icon } = dataOf(block);
  return [
    h('aside', { class: `hint hint-${style}`, role: 'note', ariaLabel: state.text[style] }, [
      renderIcon(icon || HINTS[style], { className: 'hint-icon' }),
      h('div', { class: 'hint-body' }, state.blocks(nodesOf(block))),
    ]),
  ];
}

export function divider(): ElementContent[] {
  return [h('hr')];
}

export function math(block: BlockOf<'math'>, state: RenderState): ElementContent[] {
  return [h('div', { class: 'math', tabIndex: 0 }, state.math(dataOf(block).formula ?? '', true))];
}

function listItems(block: DocumentBlock, state: RenderState): Element[] {
  return blocksOf(block, 'list-item').map((item) => h('li', listItemBody(item, state)));
}

/** The first paragraph of an item has no element when only lists follow, so that tight lists stay tight. */
function listItemBody(item: DocumentBlock, state: RenderState): ElementContent[] {
  const nodes = nodesOf(item);
  const [first, ...rest] = nodes;
  const isTight = rest.every((node) => node.object === 'block' && node.type.startsWith('list-'));
  if (first?.object !== 'block' || first.type !== 'paragraph' || !isTight) return state.blocks(nodes);
  return [...state.inlines(nodesOf(first)), ...state.blocks(rest)];
}

function alignment(block: BlockOf<'paragraph' | `heading-${1 | 2 | 3}`>): string | undefined {
  const { align = 'start' } = dataOf(block);
  return align === 'start' ? undefined : `align-${align}`;
}
