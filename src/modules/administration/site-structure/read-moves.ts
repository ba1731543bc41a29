import { textOf } from '#modules/member-pages/index.js';
import {
  type Destination,
  STRUCTURE_ITEM_TYPES,
  type StructureItemType,
  type StructurePointer,
} from '#modules/sites/index.js';
import { BadRequest } from '#platform/http/errors.js';

/** A move that a form asks for. */
export interface WantedMove {
  item: StructurePointer;
  destination: Destination;
  /** The place of the item when the page was shown. */
  seenAt: string;
}

/** The value of a field that names a part of a structure. */
export function pointerValue({ type, id }: StructurePointer): string {
  return `${type}:${id}`;
}

/** True for a kind of things in structures. */
export function isItemType(type: string): type is StructureItemType {
  return (STRUCTURE_ITEM_TYPES as readonly string[]).includes(type);
}

/** @throws BadRequest for a form that names no item. */
export function readMove(form: URLSearchParams): WantedMove {
  const item = pointerIn(form, 'item');
  if (!item) throw new BadRequest('The form does not say what to move; load the page again.');
  const into = form.get('into');
  return {
    item,
    seenAt: textOf(form, 'place'),
    destination: {
      ...(into === null ? {} : { into: into === '' ? null : into }),
      before: pointerIn(form, 'before'),
      after: pointerIn(form, 'after'),
    },
  };
}

/** As {@link readMove}, for a step up or down: past the neighbour that the page showed there. */
export function readStep(form: URLSearchParams, step: 'up' | 'down'): WantedMove {
  const move = readMove(form);
  const beside = pointerIn(form, step === 'up' ? 'previous' : 'next');
  if (!beside) throw new BadRequest('It is at the end of its place already.');
  return { ...move, destination: step === 'up' ? { before: beside } : { after: beside } };
}

function pointerIn(form: URLSearchParams, name: string): StructurePointer | undefined {
  const [type = '', id = ''] = textOf(form, name).split(':');
  return isItemType(type) && id !== '' ? { type, id } : undefined;
}
