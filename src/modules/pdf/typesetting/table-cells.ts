import type { DocumentBlock } from '#modules/documents/index.js';
import {
  asNumber,
  asRef,
  asText,
  asTexts,
  chosenOptions,
  fragmentOf,
  imageData,
  maxStars,
  refLabel,
  type ShownColumn,
} from '#modules/rendering/index.js';
import { body, call, type Content, lines, quoted } from './code.js';
import { shownColor } from './inlines.js';
import { findPicture, picture } from './pictures.js';
import { linked, printable, resolveTarget } from './references.js';
import type { TypesettingState } from './typesetting-state.js';

type CellTypesetter = (
  value: unknown,
  column: ShownColumn,
  state: TypesettingState,
  block: DocumentBlock,
) => Content;

const CELLS: Record<string, CellTypesetter> = {
  text: (value, _, state, block) => {
    const name = asText(value);
    return name === undefined ? [] : state.compact(fragmentOf(block, name));
  },
  number: (value) => (asNumber(value) === undefined ? [] : [quoted(String(value))]),
  checkbox: (value) => (typeof value === 'boolean' ? [call('check', [value])] : []),
  rating,
  select,
  files,
  users: (value, _, state) => {
    const names = asTexts(value).flatMap((id) => state.references.userName(id) ?? []);
    return names.length === 0 ? [] : [quoted(names.join(', '))];
  },
  'content-ref': reference,
  image: (value, _, state) => {
    const data = imageData(value);
    return data ? [picture(data, state)] : [];
  },
};

/** Content of one cell; empty when the value does not fit the column. */
export function typesetCell(
  block: DocumentBlock,
  column: ShownColumn,
  value: unknown,
  state: TypesettingState,
): Content {
  const typesetter = Object.hasOwn(CELLS, column.type) ? CELLS[column.type] : undefined;
  if (typesetter) return typesetter(value, column, state, block);
  return typeof value === 'string' || typeof value === 'number' ? lines(`${value}`, state.longestWord) : [];
}

function rating(value: unknown, column: ShownColumn): Content {
  const stars = asNumber(value);
  if (stars === undefined) return [];
  const most = maxStars(column);
  return [call('stars', [Math.max(0, Math.min(most, Math.round(stars))), most])];
}

function select(value: unknown, column: ShownColumn): Content {
  return chosenOptions(column, value).flatMap(({ label, color }, index) => [
    ...(index > 0 ? [quoted(' ')] : []),
    call('tag', [shownColor(color), label]),
  ]);
}

function files(value: unknown, _: ShownColumn, state: TypesettingState): Content {
  return asTexts(value).flatMap((id) => {
    const file = state.references.file(id);
    if (!file) return [];
    const data = { ref: { kind: 'file', file: id } };
    if (findPicture(data, state)) return [picture({ ...data, alt: file.name }, state)];
    const target = { places: [], href: printable(file.url), kind: 'file' };
    return [
      call('p', [
        body([call('icon', [state.icon('paperclip')]), quoted(' '), linked(target, quoted(file.name))]),
      ]),
    ];
  });
}

function reference(value: unknown, _: ShownColumn, state: TypesettingState): Content {
  if (!asRef(value)) return [];
  const target = resolveTarget(value, state);
  const label = refLabel(value, target);
  return [target ? linked(target, quoted(label)) : call('missing', [label || '–'])];
}
