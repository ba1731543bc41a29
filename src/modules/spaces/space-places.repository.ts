import { Injectable } from '@nestjs/common';
import type { DefaultLevel } from '#modules/access/index.js';
import type { Contents, PlacementNeighbour, Place, PlacedItem } from '#modules/collections/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { SpaceRecord } from './space.types.js';
import { Spaces } from './spaces.service.js';

/** A space before its move. */
type Moved = Pick<SpaceRecord, 'organizationId' | 'id' | 'parentId' | 'publishedVisibility' | 'deletedAt'>;

const COMPARE = { before: ['<', 'desc'], after: ['>', 'asc'] } as const;

/**
 * The positions of spaces among the contents of their parents. A deleted space keeps its position, so that it can be
 * restored there.
 */
@Injectable()
export class SpacePlaces implements Contents {
  readonly type = 'space';

  constructor(
    private readonly db: Database,
    private readonly spaces: Spaces,
  ) {}

  async findPlace(actor: Actor, organizationId: string, id: string): Promise<Place | null> {
    const visible = await this.spaces.findVisible(actor, organizationId, [id]);
    return visible.get(id)?.space ?? null;
  }

  async findNeighbour(
    organizationId: string,
    parentId: string | null,
    wanted: PlacementNeighbour,
  ): Promise<string | null> {
    const [operator, order] = COMPARE[wanted.side];
    const parent = parentId === null ? 'parent_id is null and $2::text is null' : 'parent_id = $2';
    return this.db.queryValue<string>(
      `select position from spaces where organization_id = $1 and ${parent}
         and ($3::text is null or position ${operator} $3) and id <> $4 and (deleted_at is null or not $5::boolean)
       order by position ${order} limit 1`,
      [organizationId, parentId, wanted.of, wanted.except ?? '', wanted.onlyLive],
    );
  }

  async listContents(organizationId: string, parentId: string): Promise<PlacedItem[]> {
    return this.db.query<PlacedItem & Record<string, unknown>>(
      'select id, position from spaces where organization_id = $1 and parent_id = $2',
      [organizationId, parentId],
    );
  }

  async moveContents(
    organizationId: string,
    parentId: string | null,
    items: PlacedItem[],
    inherited: DefaultLevel,
  ): Promise<void> {
    const moved = await this.db.query<Moved>(
      `update spaces s set parent_id = $2, position = item.position,
         default_level = case when s.default_level = 'inherit' then $5 else s.default_level end
       from unnest($3::text[], $4::text[]) as item (id, position)
         join spaces o on o.organization_id = $1 and o.id = item.id
       where s.organization_id = $1 and s.id = item.id
       returning o.organization_id as "organizationId", o.id, o.parent_id as "parentId",
         o.published_visibility as "publishedVisibility", o.deleted_at as "deletedAt"`,
      [organizationId, parentId, items.map((item) => item.id), items.map((item) => item.position), inherited],
    );
    for (const was of moved)
      if (was.deletedAt === null) await this.spaces.recordVisibility(was, { ...was, parentId });
  }
}
