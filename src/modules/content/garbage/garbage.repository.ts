import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { reachableFrom } from '../objects/objects.repository.js';

/** The queries that find and delete unreachable objects and released revisions. */
@Injectable()
export class GarbageRepository {
  constructor(private readonly db: Database) {}

  /** Organizations with objects, found by jumps through the index instead of a scan of the table. */
  async listOrganizations(): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with recursive organization (id) as (
         select min(organization_id) from content_objects
         union all
         select (select min(organization_id) from content_objects o where o.organization_id > organization.id)
         from organization where organization.id is not null
       ) select id from organization where id is not null`,
    );
  }

  /** Deletes up to `limit` revisions that were released before `cutoff`. */
  deleteReleasedRevisions(organizationId: string, cutoff: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from content_revisions where organization_id = $1 and id in (
         select id from content_revisions
         where organization_id = $1 and released_at < $2 order by released_at limit $3)`,
      [organizationId, cutoff, limit],
    );
  }

  /** Up to `limit` unreachable objects that were not written since `cutoff`. */
  async findUnreachable(organizationId: string, cutoff: Date, limit: number): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with recursive ${reachableFrom('select snapshot from content_revisions where organization_id = $1', '$1')}
       select hash from content_objects o
       where organization_id = $1 and created_at < $2 and not exists (select from reachable r where r.hash = o.hash)
       limit $3`,
      [organizationId, cutoff, limit],
    );
  }

  /** Deletes objects unless a writer wrote them again meanwhile; their derived values are deleted with them. */
  deleteObjects(organizationId: string, hashes: readonly string[], cutoff: Date): Promise<number> {
    return this.db.execute(
      `delete from content_objects o where organization_id = $1 and hash = any($2) and created_at < $3
       and not exists (select from content_revisions r where r.organization_id = $1 and r.snapshot = o.hash)`,
      [organizationId, hashes, cutoff],
    );
  }
}
