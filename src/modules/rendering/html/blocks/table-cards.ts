import type { Element, ElementContent } from 'hast';
import { h } from 'hastscript';
import { type DocumentBlock, plainText } from '#modules/documents/index.js';
import { asText, fragmentOf, oneOf } from '../../model/document-data.js';
import { imageElements } from './images.js';
import { anchorElement } from '../anchor-element.js';
import { refLabel, resolveImage, resolveLink } from '../../model/references.js';
import type { RenderState } from '../render-state.js';
import { renderCell } from './table-cells.js';
import {
  coverData,
  fieldColumns,
  isTitledField,
  type ShownColumn,
  type ShownRow,
  type ShownTable,
} from '../../model/shown-table.js';

/** A table as a list of cards, each with its cover, its fields and its target. */
export function cards(block: DocumentBlock, model: ShownTable, state: RenderState): ElementContent[] {
  const size = oneOf(model.view.cardSize, ['medium', 'large']) ?? 'medium';
  const classes = [
    'cards',
    `cards-${size}`,
    ...(block.data?.['fullWidth'] === true ? ['full-width'] : []),
    ...(model.view.wrap === false ? ['cards-row'] : []),
  ];
  return [
    h(
      'ul',
      { class: classes.join(' ') },
      model.rows.map((row) => card(block, model, row, state)),
    ),
  ];
}

function card(block: DocumentBlock, model: ShownTable, row: ShownRow, state: RenderState): Element {
  const target = model.column(model.view.targetDefinition);
  const ref = target && row.values[target.id];
  const link = ref ? resolveLink(ref, state) : null;
  const image = cover(model, row, state);
  const fields = fieldColumns(model).flatMap((column) => field(block, model, column, row, state));
  return h('li', { class: 'card' }, [
    ...(image.length > 0 ? [h('div', { class: 'card-cover' }, image)] : []),
    ...(fields.length > 0 ? [h('div', { class: 'card-body' }, fields)] : []),
    // One link over the whole card, named by its first line, so that the card is announced once.
    ...(link
      ? [
          anchorElement(
            link.href,
            { class: 'card-link', ariaLabel: cardName(block, model, row) || refLabel(ref, link) },
            [],
          ),
        ]
      : []),
  ]);
}

function field(
  block: DocumentBlock,
  model: ShownTable,
  column: ShownColumn,
  row: ShownRow,
  state: RenderState,
): Element[] {
  const content = renderCell(block, column, row.values[column.id], state);
  if (content.length === 0) return [];
  return [
    h('div', { class: 'card-field' }, [
      ...(isTitledField(model, column) ? [h('span', { class: 'card-label' }, column.title)] : []),
      ...content,
    ]),
  ];
}

function cover(model: ShownTable, row: ShownRow, state: RenderState): ElementContent[] {
  const light = coverData(model.column(model.view.coverDefinition), row);
  const dark = coverData(model.column(model.view.coverDefinitionDark), row);
  const shown = light ?? dark;
  // A card without its cover is still a card; a note about the missing cover would look broken.
  if (!shown || !(resolveImage(shown.ref, state) ?? resolveImage(dark?.ref, state))) return [];
  const fit = oneOf(shown.objectFit, ['contain', 'fill', 'cover']) ?? 'cover';
  const data = { ...shown, refDark: dark?.ref, alt: asText(shown.alt) ?? '' };
  return imageElements(data, state, { className: `fit-${fit}` });
}

/** Text of the first text column that is not empty. */
function cardName(block: DocumentBlock, model: ShownTable, row: ShownRow): string {
  for (const column of model.columns) {
    const name = column.type === 'text' ? asText(row.values[column.id]) : undefined;
    const words = name === undefined ? '' : plainText(fragmentOf(block, name)).trim();
    if (words !== '') return words;
  }
  return '';
}
