import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import type { Actor } from '#platform/http/actor.js';
import { RecentPageEntity } from './recent-page.entity.js';

/** A page with the space that it is in. */
export interface RecentPage extends RecentPageEntity {
  spaceTitle: string;
  spaceEmoji: string;
}

/** Every query on `recent_pages`. */
@Injectable()
export class RecentPagesRepository {
  constructor(private readonly db: Database) {}

  /** The pages that the actor read last in spaces that they may see, the latest first. */
  async list(actor: Actor, organizationId: string, limit: number): Promise<RecentPage[]> {
    const at = ACTOR_PARAMETERS;
    return this.db.query<RecentPage & Record<string, unknown>>(
      `${visibleSpacesTable()} select ${entityColumns(RecentPageEntity, 'r')}, v.title as "spaceTitle", v.emoji as "spaceEmoji"
       from recent_pages r join visible_spaces v on v.organization_id = r.organization_id and v.id = r.space_id
       where r.organization_id = $${at + 1} and r.user_id = $3 order by r.read_at desc, r.page_id limit $${at + 2}`,
      [...actorValues(actor, organizationId), organizationId, limit],
    );
  }

  /** Notes that a user reads a page. */
  async note({ organizationId, spaceId, pageId, userId, title, readAt }: RecentPageEntity): Promise<void> {
    await this.db.execute(
      `insert into recent_pages (organization_id, space_id, page_id, user_id, title, read_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (organization_id, space_id, page_id, user_id) do update set title = $5, read_at = $6`,
      [organizationId, spaceId, pageId, userId, title, readAt],
    );
  }

  /** Forgets all but the latest pages of a user. */
  async keepLatest(organizationId: string, userId: string, kept: number): Promise<void> {
    await this.db.execute(
      `delete from recent_pages where organization_id = $1 and user_id = $2 and read_at < (
         select read_at from recent_pages where organization_id = $1 and user_id = $2
         order by read_at desc offset $3 limit 1)`,
      [organizationId, userId, kept - 1],
    );
  }
}
