import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { DocumentBlock } from '#modules/documents/index.js';
import { type DateFormat, formatDate } from '../../model/formats.js';
import {
  asText,
  blocksOf,
  dataOf,
  fragmentOf,
  nodesOf,
  oneOf,
  withWidth,
} from '../../model/document-data.js';
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
    const data = dataOf(item);
    const icon = asText(data.icon);
    const title = unescaped(asText(data.title)) ?? String(index + 1);
    const label: ElementContent[] = [...(icon ? [renderIcon(icon)] : []), h('span', title)];
    return { item, id, title, label };
  });
  if (items.length === 0) return [];
  const tabs = items.map(({ item, ...tab }) => ({ ...tab, content: state.blocks(nodesOf(item)) }));
  return [tabGroup(tabs, withWidth(block, 'tabs'))];
}

export function expandable(block: DocumentBlock, state: RenderState): ElementContent[] {
  const title = state.compact(fragmentOf(block, 'expandable-title'));
  const isOpen = dataOf(block).defaultExpanded === true;
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
    const icon = asText(dataOf(step).icon);
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
    const vertical = oneOf(data.verticalAlignment, ['middle', 'bottom']);
    const width = length(
      'width',
      typeof data.width === 'number' ? { unit: '%', value: data.width } : data.width,
    );
    return h(
      'div',
      {
        class: [
          'column',
          ...(vertical ? [`column-${vertical}`] : []),
          ...(width ? ['column-sized'] : []),
        ].join(' '),
        style: width?.replace('width:', '--width:'),
      },
      state.blocks(nodesOf(column)),
    );
  });
  return [h('div', { class: withWidth(block, 'columns') }, items)];
}

export function updates(block: DocumentBlock, state: RenderState): ElementContent[] {
  const format = oneOf(dataOf(block).format, ['numeric', 'full', 'short']) ?? 'full';
  const entries = blocksOf(block, 'update').map((update) => {
    const data = dataOf(update);
    const date = new Date(asText(data.date) ?? '');
    return h('article', { class: 'update' }, [
      h('div', { class: 'update-meta' }, [
        ...dateElement(date, asText(data.date), format, state),
        ...tags(data.tags, state),
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

function dateElement(
  date: Date,
  source: string | undefined,
  format: DateFormat,
  state: RenderState,
): ElementContent[] {
  if (Number.isNaN(date.getTime())) return source ? [h('span', source)] : [];
  return [h('time', { dateTime: date.toISOString() }, formatDate(date, format, state.context.language))];
}

function tags(value: unknown, state: RenderState): ElementContent[] {
  if (!Array.isArray(value)) return [];
  const items = value.map((tag: unknown) => {
    const target = resolveLink(tag, state);
    const label: ElementContent[] = [{ type: 'text', value: refLabel(tag, target) }];
    return h('li', [
      target ? anchorElement(target.href, { class: 'tag' }, label) : h('span', { class: 'tag' }, label),
    ]);
  });
  return items.length > 0 ? [h('ul', { class: 'tags' }, items)] : [];
}

/**
 * Older exports escape brackets in titles as in Markdown text. The source keeps the escapes, and readers do not see
 * them.
 */
function unescaped(title: string | undefined): string | undefined {
  return title?.replace(/\\([()[\]{}])/g, '$1');
}
