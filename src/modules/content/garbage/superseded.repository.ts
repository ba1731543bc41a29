import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** An autosave that was continued by another. */
export interface SupersededRevision {
  id: string;
  spaceId: string;
  /** The revision that it was made from. */
  parent: string;
  supersededBy: string;
}

/** The queries about autosaves that were continued. */
@Injectable()
export class SupersededRepository {
  constructor(private readonly db: Database) {}

  /** Up to `limit` that were continued before `cutoff`, locked, each after those that it was made from. */
  findSuperseded(organizationId: string, cutoff: Date, limit: number): Promise<SupersededRevision[]> {
    return this.db.query<SupersededRevision & { [column: string]: unknown }>(
      `select id, space_id as "spaceId", parents[1] as parent, superseded_by as "supersededBy"
       from content_revisions
       where organization_id = $1 and superseded_at < $2 and released_at is null
       order by superseded_at, created_at, id limit $3 for update`,
      [organizationId, cutoff, limit],
    );
  }

  /** The superseded autosaves that were merged into another branch. */
  findMerged(organizationId: string, spaceIds: readonly string[], ids: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct merged from content_revisions r, unnest(r.parents[2:]) merged
       where r.organization_id = $1 and r.space_id = any($2) and cardinality(r.parents) > 1 and merged = any($3)`,
      [organizationId, spaceIds, ids],
    );
  }

  /** @param parents the new parent of each revision, both sides of the link are written. */
  async relink(organizationId: string, parents: ReadonlyMap<string, string>): Promise<void> {
    const values = [organizationId, [...parents.keys()], [...parents.values()]];
    await this.db.execute(
      `update content_revisions r set parents = array[link.parent]
       from unnest($2::text[], $3::text[]) as link (id, parent) where r.organization_id = $1 and r.id = link.id`,
      values,
    );
    await this.db.execute(
      `update content_revisions r set superseded_by = link.id
       from unnest($2::text[], $3::text[]) as link (id, parent)
       where r.organization_id = $1 and r.id = link.parent and r.superseded_by is not null`,
      values,
    );
  }

  async release(organizationId: string, ids: readonly string[], now: Date): Promise<void> {
    await this.db.execute(
      `update content_revisions set released_at = $3 where organization_id = $1 and id = any($2)`,
      [organizationId, ids, now],
    );
  }

  /** Has these looked at again as late as if they were continued now. */
  async postpone(organizationId: string, ids: readonly string[], now: Date): Promise<void> {
    await this.db.execute(
      `update content_revisions set superseded_at = $3 where organization_id = $1 and id = any($2)`,
      [organizationId, ids, now],
    );
  }
}
