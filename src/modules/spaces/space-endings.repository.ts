import { Injectable } from '@nestjs/common';
import { accessTables, actorValues, SPACE_ACCESS } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import { SpaceEntity } from './space.entity.js';
import type { SpaceRecord } from './space.types.js';
import type { SpaceRow } from './spaces.repository.js';

const COLUMNS = entityColumns(SpaceEntity, 's');

/** Queries about spaces that are archived, deleted, transferred or purged. */
@Injectable()
export class SpaceEndingsRepository {
  constructor(private readonly db: Database) {}

  /**
   * Transfers spaces to another organization, where no site shows them. References to parents are checked at the end
   * of the transaction, and rows that refer to a space by an `on update cascade` key follow.
   */
  async transfer(from: string, to: string, ids: string[], now: Date): Promise<void> {
    await this.db.query('set constraints spaces_parent_fkey deferred');
    await this.db.execute(
      `update spaces set organization_id = $2, published_visibility = null, published_url = null,
         published_integration = null, updated_at = $4
       where organization_id = $1 and id = any($3::text[])`,
      [from, to, ids, now],
    );
  }

  /** Archives those of the spaces that are not archived. */
  async archive(organizationId: string, ids: readonly string[], at: Date): Promise<void> {
    await this.db.execute(
      'update spaces set archived_at = $3 where organization_id = $1 and id = any($2::text[]) and archived_at is null',
      [organizationId, ids, at],
    );
  }

  /** Unarchives those of the spaces that were archived at this time. @returns their ids, of those that are not deleted. */
  async unarchive(organizationId: string, ids: readonly string[], at: Date): Promise<string[]> {
    const rows = await this.db.query<{ id: string; isDeleted: boolean }>(
      `update spaces set archived_at = null where organization_id = $1 and id = any($2::text[]) and archived_at = $3
       returning id, deleted_at is not null as "isDeleted"`,
      [organizationId, ids, at],
    );
    return rows.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id]));
  }

  /** Spaces that were deleted since then and that the actor could have deleted, with the actor's roles, the latest first. */
  listDeleted(actor: Actor, organizationId: string, since: Date, page: PageRequest): Promise<Page<SpaceRow>> {
    return paginate<SpaceRow>(this.db, page, {
      with: accessTables(),
      select: `${COLUMNS}, access.role`,
      from: `from spaces s ${SPACE_ACCESS}
        where s.organization_id = $5 and s.deleted_at >= $6 and access.role >= 'create'`,
      values: [...actorValues(actor, organizationId), organizationId, since],
      by: byTime('s.deleted_at', 's.id', 'desc'),
    });
  }

  /** Locks the space, whether it is deleted or not, so that nothing else is done with it; false when it is gone. */
  async lockForPurge(organizationId: string, id: string): Promise<boolean> {
    const sql = 'select id from spaces where organization_id = $1 and id = $2 for update';
    return (await this.db.queryValue<string>(sql, [organizationId, id])) !== null;
  }

  /** Spaces deleted before `before`, longest first. */
  listPurgeable(before: Date, limit: number): Promise<Pick<SpaceRecord, 'organizationId' | 'id'>[]> {
    return this.db.query<Pick<SpaceRecord, 'organizationId' | 'id'> & Record<string, unknown>>(
      `select organization_id as "organizationId", id from spaces
       where deleted_at < $1 order by deleted_at limit $2`,
      [before, limit],
    );
  }

  /** Locks the space for purging; null when it was restored or purged, or another worker has locked it. */
  async lockPurgeable(organizationId: string, id: string, before: Date): Promise<{ title: string } | null> {
    return this.db.queryFirst<{ title: string }>(
      `select title from spaces where organization_id = $1 and id = $2 and deleted_at < $3 for update skip locked`,
      [organizationId, id, before],
    );
  }

  async delete(organizationId: string, id: string): Promise<void> {
    await this.db.execute('delete from spaces where organization_id = $1 and id = $2', [organizationId, id]);
  }
}
