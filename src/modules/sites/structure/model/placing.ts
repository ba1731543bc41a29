import { generateKeyBetween } from 'fractional-indexing';
import { BadRequest } from '#platform/http/errors.js';

interface Placed {
  id: string;
  position: string;
}

/** Ids of the neighbours that something is moved between; without either it goes to the end. */
export interface WantedPosition {
  before?: string;
  after?: string;
}

/** The position behind everything in a level. */
export function atEnd(level: Placed[]): string {
  return generateKeyBetween(level.at(-1)?.position ?? null, null);
}

/**
 * The position of `moved` beside the wanted neighbours.
 * @param level everything that stands beside it, in order.
 * @throws BadRequest for a neighbour that is the item itself or stands elsewhere, or for two that are not side by side.
 */
export function positionIn(level: Placed[], moved: Placed, wanted: WantedPosition): string {
  const others = level.filter(({ id }) => id !== moved.id);
  const { before, after } = wanted;
  if (before === undefined && after === undefined) return atEnd(others);
  const next = before === undefined ? undefined : indexOf(others, moved, before, 'before');
  const previous = after === undefined ? undefined : indexOf(others, moved, after, 'after');
  if (next !== undefined && previous !== undefined && next !== previous + 1) {
    throw new BadRequest(
      'position: nothing fits between these two, they are not side by side in this order; give only one of them.',
    );
  }
  const index = next ?? (previous ?? 0) + 1;
  return generateKeyBetween(others[index - 1]?.position ?? null, others[index]?.position ?? null);
}

function indexOf(others: Placed[], moved: Placed, id: string, side: 'before' | 'after'): number {
  if (id === moved.id) throw new BadRequest(`position.${side}: an item cannot be moved beside itself.`);
  const index = others.findIndex((other) => other.id === id);
  if (index >= 0) return index;
  throw new BadRequest(
    `position.${side}: nothing with this id stands beside the item; name one from the same section or group.`,
  );
}
