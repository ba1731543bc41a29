import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type BlockOf, type ContentRef, dataOf, type DocumentBlock } from '#modules/documents/index.js';
import { dateOfUpdate, shownTitle } from '../../model/formats.js';
import { blocksOf, fragmentOf, nodesOf, withWidth } from '../../model/document-data.js';
import { renderIcon } from '../icons.js';
import { length } from './images.js';
import { anchorElement } from '../anchor-element.js';
import { refLabel, resolveLink } from '../../model/references.js';
import type { RenderState } from '../render-state.js';
import { tabGroup } from './tab-group.js';
import { fill } from '#modules/words/index.js';

/** Tabs with several views of the same subject. */
export function tabs(block: DocumentBlock, state: RenderState): ElementContent[] {
  const items = blocksOf(block, 'tabs-item').map((item, index) => {
    const id = state.anchor(item) ?? state.freshId('tab');
    const { icon, title: written } = dataOf(item);
    const title = shownTitle(written) || String(index + 1);
    const label: ElementContent[] = [...(icon ? [renderIcon(icon)] : []), h('span', title)];
    return { item, id, title, label };
  });
  if (items.length === 0) return [];
  const tabs = items.map(({ item, ...tab }) => ({ ...tab, content: state.blocks(nodesOf(item)) }));
  return [tabGroup(tabs, withWidth(block, 'tabs'))];
}

export function expandable(block: BlockOf<'expandable'>, state: RenderState): ElementContent[] {
  const title = state.compact(fragmentOf(block, 'expandable-title'));
  const isOpen = dataOf(block).defaultExpanded;
  return [
    h('details', { class: 'expandable', id: state.anchor(block), open: isOpen }, [
      h('summary', [
        renderIcon('chevron-right', { className: 'chevron' }),
        h('span', title.length > 0 ? title : state.text.showMore),
      ]),
      h('div', { class: 'expandable-body' }, state.blocks(fragmentOf(block, 'expandable-body'))),
    ]),
  ];
}

export function stepper(block: DocumentBlock, state: RenderState): ElementContent[] {
  const steps = blocksOf(block, 'stepper-step').map((step, index) => {
    const { icon } = dataOf(step);
    return h('li', { class: 'step' }, [
      h('span', { class: 'step-mark' }, [
        h('span', { class: 'visually-hidden' }, fill(state.text.step, { count: index + 1 })),
        icon ? renderIcon(icon) : h('span', { ariaHidden: 'true' }, String(index + 1)),
      ]),
      h('div', { class: 'step-body' }, state.blocks(nodesOf(step))),
    ]);
  });
  return [h('ol', { class: 'stepper' }, steps)];
}

export function columns(block: DocumentBlock, state: RenderState): ElementContent[] {
  const items = blocksOf(block, 'column').map((column) => {
    const data = dataOf(column);
    const { verticalAlignment: vertical = 'top' } = data;
    const width = length(
      'width',
      typeof data.width === 'number' ? { unit: '%', value: data.width } : data.width,
    );
    return h(
      'div',
      {
        class: [
          'column',
          ...(vertical === 'top' ? [] : [`column-${vertical}`]),
          ...(width ? ['column-sized'] : []),
        ].join(' '),
        style: width?.replace('width:', '--width:'),
      },
      state.blocks(nodesOf(column)),
    );
  });
  return [h('div', { class: withWidth(block, 'columns') }, items)];
}

export function updates(block: BlockOf<'updates'>, state: RenderState): ElementContent[] {
  const entries = blocksOf(block, 'update').map((update) => {
    const { date, shown } = dateOfUpdate(update, dataOf(block).format, state.context.language);
    const label = date ? h('time', { dateTime: date.toISOString() }, shown) : h('span', shown);
    return h('article', { class: 'update' }, [
      h('div', { class: 'update-meta' }, [
        ...(shown === '' ? [] : [label]),
        ...tags(dataOf(update).tags, state),
      ]),
      h('div', { class: 'update-body' }, state.blocks(nodesOf(update))),
    ]);
  });
  return [h('div', { class: 'updates' }, entries)];
}

/** Conditions are decided before rendering, so a condition that is left is shown. */
export function condition(block: DocumentBlock, state: RenderState): ElementContent[] {
  return state.blocks(nodesOf(block));
}

/** Reusable content is included before rendering, so a reference that is left could not be read. */
export function reusableContent(_block: DocumentBlock, state: RenderState): ElementContent[] {
  return [missing(state)];
}

/** A line that says that content is missing, with its title where that is known. */
export function missing(state: RenderState, title?: string): Element {
  return h(
    'p',
    { class: 'missing', role: 'note' },
    title ? `${title}: ${state.text.notFound}` : state.text.notFound,
  );
}

function tags(refs: readonly ContentRef[] = [], state: RenderState): ElementContent[] {
  const items = refs.map((tag) => {
    const target = resolveLink(tag, state);
    const label: ElementContent[] = [{ type: 'text', value: refLabel(tag, target) }];
    return h('li', [
      target ? anchorElement(target.href, { class: 'tag' }, label) : h('span', { class: 'tag' }, label),
    ]);
  });
  return items.length > 0 ? [h('ul', { class: 'tags' }, items)] : [];
}
