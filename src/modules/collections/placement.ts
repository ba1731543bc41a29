import { Injectable } from '@nestjs/common';
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing';
import type { DefaultLevel } from '#modules/access/index.js';
import type { Actor } from '#platform/http/actor.js';
import { Database } from '#platform/database/database.js';
import { BadRequest } from '#platform/http/errors.js';

export interface Place {
  /** Null at the root of the organization. */
  parentId: string | null;
  position: string;
}

export interface PlacedItem {
  id: string;
  position: string;
}

/** The nearest position on one side of `of` (null: of the far end), without the item `except`. */
export interface PlacementNeighbour {
  side: 'before' | 'after';
  of: string | null;
  except?: string;
  /** Only what can be seen; otherwise also deleted things, which keep their positions. */
  onlyLive: boolean;
}

/** One kind of things that collections contain; each kind answers for its own table. */
export interface Contents {
  type: 'space' | 'collection';
  /** Null for unknown and for deleted things, and for what the actor may not see: whether it is there is not theirs to learn. */
  findPlace(actor: Actor, organizationId: string, id: string): Promise<Place | null>;
  findNeighbour(
    organizationId: string,
    parentId: string | null,
    wanted: PlacementNeighbour,
  ): Promise<string | null>;
  listContents(organizationId: string, parentId: string): Promise<PlacedItem[]>;
  /** Moves items to another parent; those with the level `inherit` get `inherited`. */
  moveContents(
    organizationId: string,
    parentId: string | null,
    items: PlacedItem[],
    inherited: DefaultLevel,
  ): Promise<void>;
}

/** A space or collection, as position targets name it. */
export interface Pointer {
  type: 'space' | 'collection';
  id: string;
}

export interface PositionRequest {
  before?: Pointer;
  after?: Pointer;
}

/**
 * The order of spaces and collections in their parent: one order for both kinds, in fractional keys, so that a move
 * writes one row. Every method needs the organization's lock.
 */
@Injectable()
export class Placement {
  private readonly kinds: Contents[] = [];

  constructor(private readonly db: Database) {}

  register(kind: Contents): void {
    this.kinds.push(kind);
  }

  /**
   * Makes everything that changes places in an organization take turns: equal positions and cycles come from two at
   * once. Held until the end of the transaction; several organizations always in the same order.
   */
  async lock(...organizationIds: string[]): Promise<void> {
    for (const id of [...new Set(organizationIds)].sort()) {
      await this.db.query('select pg_advisory_xact_lock(hashtextextended($1, 7316402))', [id]);
    }
  }

  /** A position behind everything in the parent. */
  async atEnd(organizationId: string, parentId: string | null): Promise<string> {
    const last = await this.neighbour(organizationId, parentId, {
      side: 'before',
      of: null,
      onlyLive: false,
    });
    return generateKeyBetween(last, null);
  }

  /**
   * The position for a move into a parent, by default at its end; null when the item is in that very place.
   * @throws BadRequest when a target is not in that parent, or not for the actor to see, or is the item itself.
   */
  async forMove(
    actor: Actor,
    organizationId: string,
    item: Pointer & { place: Place },
    parentId: string | null,
    request: PositionRequest = {},
  ): Promise<string | null> {
    const before = await this.targetPosition(actor, organizationId, item, parentId, request.before, 'before');
    const after = await this.targetPosition(actor, organizationId, item, parentId, request.after, 'after');
    if (before !== null && after !== null && after >= before) {
      throw new BadRequest('position: "after" must name something that comes before what "before" names.');
    }
    const around = (onlyLive: boolean) =>
      this.gap(organizationId, parentId, { before, after }, item.id, onlyLive);
    const [lower, upper] = await around(true);
    const { place } = item;
    const isThere =
      place.parentId === parentId &&
      (lower === null || lower < place.position) &&
      (upper === null || place.position < upper);
    return isThere ? null : generateKeyBetween(...(await around(false)));
  }

  /** Replaces a collection by its contents, in their order and in its place; answers the ids by kind. */
  async unfold(
    organizationId: string,
    collection: { id: string; parentId: string | null; position: string; defaultLevel: DefaultLevel },
  ): Promise<Map<Contents['type'], string[]>> {
    const { id, parentId, position, defaultLevel } = collection;
    const items: (PlacedItem & { kind: Contents })[] = [];
    for (const kind of this.kinds) {
      const contents = await kind.listContents(organizationId, id);
      items.push(...contents.map((item) => ({ ...item, kind })));
    }
    items.sort((a, b) => (a.position < b.position ? -1 : 1));
    const next = await this.neighbour(organizationId, parentId, {
      side: 'after',
      of: position,
      onlyLive: false,
    });
    const keys = generateNKeysBetween(position, next, items.length);
    const moved = items.map((item, index) => ({ ...item, position: keys[index] ?? position }));
    const result = new Map<Contents['type'], string[]>();
    for (const kind of this.kinds) {
      const own = moved.filter((item) => item.kind === kind);
      await kind.moveContents(organizationId, parentId, own, defaultLevel);
      result.set(
        kind.type,
        own.map((item) => item.id),
      );
    }
    return result;
  }

  private async targetPosition(
    actor: Actor,
    organizationId: string,
    item: Pointer,
    parentId: string | null,
    target: Pointer | undefined,
    member: string,
  ): Promise<string | null> {
    if (!target) return null;
    if (target.type === item.type && target.id === item.id) {
      throw new BadRequest(`position.${member} names the ${item.type} that is to be moved.`);
    }
    const kind = this.kinds.find(({ type }) => type === target.type);
    const place = await kind?.findPlace(actor, organizationId, target.id);
    if (!place || place.parentId !== parentId) {
      throw new BadRequest(`position.${member} names a ${target.type} that is not in the target parent.`);
    }
    return place.position;
  }

  /** Positions on both sides of where a move would put the item. */
  private async gap(
    organizationId: string,
    parentId: string | null,
    { before, after }: { before: string | null; after: string | null },
    except: string,
    onlyLive: boolean,
  ): Promise<[lower: string | null, upper: string | null]> {
    const find = (side: PlacementNeighbour['side'], of: string | null) =>
      this.neighbour(organizationId, parentId, { side, of, except, onlyLive });
    if (after !== null) return [after, await find('after', after)];
    if (before !== null) return [await find('before', before), before];
    return [await find('before', null), null];
  }

  /** The nearest over all kinds. */
  private async neighbour(
    organizationId: string,
    parentId: string | null,
    wanted: PlacementNeighbour,
  ): Promise<string | null> {
    let nearest: string | null = null;
    for (const kind of this.kinds) {
      const found = await kind.findNeighbour(organizationId, parentId, wanted);
      if (found === null) continue;
      if (nearest === null || (wanted.side === 'before' ? found > nearest : found < nearest)) nearest = found;
    }
    return nearest;
  }
}
