import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import type { DocumentBlock } from '#modules/documents/index.js';
import { checkbox } from './text.js';
import { asNumber, asRef, asText, asTexts, fragmentOf, imageData, oneOf } from '../../model/document-data.js';
import { renderIcon } from '../icons.js';
import { imageElements } from './images.js';
import { colorClasses } from '../marks.js';
import { anchorElement } from '../anchor-element.js';
import { refLabel, resolveLink } from '../../model/references.js';
import type { RenderState } from '../render-state.js';
import { chosenOptions, maxStars, type ShownColumn } from '../../model/shown-table.js';
import { safeImage, safeLink } from '../../model/urls.js';

type CellRenderer = (
  value: unknown,
  column: ShownColumn,
  state: RenderState,
  block: DocumentBlock,
) => ElementContent[];

const CELLS: Record<string, CellRenderer> = {
  text,
  number: (value) => (asNumber(value) === undefined ? [] : [{ type: 'text', value: String(value) }]),
  checkbox: (value, _, state) => (typeof value === 'boolean' ? [checkbox(value, state)] : []),
  rating,
  select,
  files,
  users,
  'content-ref': reference,
  image: (value, _, state) => (imageData(value) ? imageElements(imageData(value) ?? {}, state) : []),
};

/** Content of one cell; empty when the value does not fit the column. */
export function renderCell(
  block: DocumentBlock,
  column: ShownColumn,
  value: unknown,
  state: RenderState,
): ElementContent[] {
  const renderer = Object.hasOwn(CELLS, column.type) ? CELLS[column.type] : undefined;
  if (renderer) return renderer(value, column, state, block);
  return typeof value === 'string' || typeof value === 'number' ? [{ type: 'text', value: `${value}` }] : [];
}

function text(value: unknown, _: ShownColumn, state: RenderState, block: DocumentBlock): ElementContent[] {
  const name = asText(value);
  return name === undefined ? [] : state.compact(fragmentOf(block, name));
}

function rating(value: unknown, column: ShownColumn): ElementContent[] {
  const stars = asNumber(value);
  if (stars === undefined) return [];
  const max = maxStars(column);
  const filled = Math.max(0, Math.min(max, Math.round(stars)));
  return [
    h('span', { class: 'rating', role: 'img', ariaLabel: `${stars} / ${max}` }, [
      ...Array.from({ length: max }, (__, index) =>
        renderIcon('star', { className: index < filled ? 'star-on' : 'star-off' }),
      ),
    ]),
  ];
}

function select(value: unknown, column: ShownColumn): ElementContent[] {
  return chosenOptions(column, value).map(({ label, color }) =>
    h('span', { class: ['tag', ...colorClasses(undefined, color)].join(' ') }, label),
  );
}

function files(value: unknown, _: ShownColumn, state: RenderState): ElementContent[] {
  const items = asTexts(value).flatMap((id): Element[] => {
    const file = state.context.file(id);
    const href = file ? safeLink(file.url) : null;
    if (!file || href === null) return [];
    const thumbnail = file.contentType.startsWith('image/') ? safeImage(file.url) : null;
    const mark = thumbnail ? h('img', { src: thumbnail, alt: '', loading: 'lazy' }) : renderIcon('paperclip');
    return [h('li', [anchorElement(href, {}, [mark, { type: 'text', value: file.name }])])];
  });
  return items.length > 0 ? [h('ul', { class: 'cell-files' }, items)] : [];
}

function users(value: unknown, _: ShownColumn, state: RenderState): ElementContent[] {
  return asTexts(value).flatMap((id, index): ElementContent[] => {
    const user = state.context.user?.(id);
    if (!user) return [];
    return [
      ...(index > 0 ? [{ type: 'text' as const, value: ' ' }] : []),
      h('span', { class: 'user' }, [renderIcon('user'), user.displayName]),
    ];
  });
}

function reference(value: unknown, _: ShownColumn, state: RenderState): ElementContent[] {
  if (!asRef(value)) return [];
  const target = resolveLink(value, state);
  const label = refLabel(value, target);
  if (!target) return [h('span', { class: 'broken-link', title: state.text.linkNotFound }, label || '–')];
  return [anchorElement(target.href, {}, [{ type: 'text', value: label }])];
}

/** Class for the alignment of a column's text in its cells. */
export function cellAlignment(column: ShownColumn): string | undefined {
  const horizontal = oneOf(column.settings.textAlignment, ['center', 'right']);
  const vertical = oneOf(column.settings.verticalAlignment, ['middle', 'bottom']);
  const classes = [
    ...(horizontal ? [`align-${horizontal}`] : []),
    ...(vertical ? [`valign-${vertical}`] : []),
    ...(column.type === 'number' ? ['align-right'] : []),
  ];
  return classes.join(' ') || undefined;
}
