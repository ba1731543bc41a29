import { Injectable } from '@nestjs/common';
import type { DefaultLevel } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { CollectionsRepository } from './collections.repository.js';
import type { Actor } from '#platform/http/actor.js';
import type { Contents, PlacementNeighbour, Place, PlacedItem } from './placement.js';

const COMPARE = { before: ['<', 'desc'], after: ['>', 'asc'] } as const;

/** Positions of collections among the contents of their parents. */
@Injectable()
export class CollectionPlaces implements Contents {
  readonly type = 'collection';

  constructor(
    private readonly db: Database,
    private readonly collections: CollectionsRepository,
  ) {}

  async findPlace(actor: Actor, organizationId: string, id: string): Promise<Place | null> {
    const [row] = await this.collections.findVisible(actor, organizationId, [id]);
    return row ?? null;
  }

  async findNeighbour(
    organizationId: string,
    parentId: string | null,
    wanted: PlacementNeighbour,
  ): Promise<string | null> {
    const [operator, order] = COMPARE[wanted.side];
    const parent = parentId === null ? 'parent_id is null and $2::text is null' : 'parent_id = $2';
    return this.db.queryValue<string>(
      `select position from collections where organization_id = $1 and ${parent}
         and ($3::text is null or position ${operator} $3) and id <> $4 order by position ${order} limit 1`,
      [organizationId, parentId, wanted.of, wanted.except ?? ''],
    );
  }

  async listContents(organizationId: string, parentId: string): Promise<PlacedItem[]> {
    return this.db.query<PlacedItem & Record<string, unknown>>(
      'select id, position from collections where organization_id = $1 and parent_id = $2',
      [organizationId, parentId],
    );
  }

  async moveContents(
    organizationId: string,
    parentId: string | null,
    items: PlacedItem[],
    inherited: DefaultLevel,
  ): Promise<void> {
    await this.db.execute(
      `update collections c set parent_id = $2, position = item.position,
         default_level = case when c.default_level = 'inherit' then $5 else c.default_level end
       from unnest($3::text[], $4::text[]) as item (id, position)
       where c.organization_id = $1 and c.id = item.id`,
      [organizationId, parentId, items.map((item) => item.id), items.map((item) => item.position), inherited],
    );
  }
}
