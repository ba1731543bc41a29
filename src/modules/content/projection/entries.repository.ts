import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { EntryChanges } from './project-entries.js';
import type { ProjectedEntry } from './projection.types.js';

/** Rows of one statement. */
const PART = 2000;

/** Every query on `content_entries`. */
@Injectable()
export class EntriesRepository {
  constructor(private readonly db: Database) {}

  async apply(organizationId: string, spaceId: string, { put, removed }: EntryChanges): Promise<void> {
    if (removed.length > 0) {
      await this.db.execute(
        `delete from content_entries e using unnest($3::text[], $4::text[]) as gone (kind, entry_id)
         where e.organization_id = $1 and e.space_id = $2 and e.kind = gone.kind and e.entry_id = gone.entry_id`,
        [organizationId, spaceId, removed.map(({ kind }) => kind), removed.map(({ entryId }) => entryId)],
      );
    }
    for (let start = 0; start < put.length; start += PART) {
      const part = put.slice(start, start + PART);
      await this.db.execute(
        `insert into content_entries (organization_id, space_id, kind, entry_id, name, document_hash, size)
         select $1, $2, entry.* from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[]) as entry
         on conflict (organization_id, space_id, kind, entry_id) do update
         set name = excluded.name, document_hash = excluded.document_hash, size = excluded.size`,
        [
          organizationId,
          spaceId,
          part.map((entry) => entry.kind),
          part.map((entry) => entry.entryId),
          part.map((entry) => entry.name),
          part.map((entry) => entry.documentHash),
          part.map((entry) => entry.size),
        ],
      );
    }
  }

  list(organizationId: string, spaceId: string): Promise<ProjectedEntry[]> {
    return this.db.query<ProjectedEntry & { [column: string]: unknown }>(
      `select kind, entry_id as "entryId", name, document_hash as "documentHash", size::float8 as size
       from content_entries
       where organization_id = $1 and space_id = $2 order by kind, entry_id collate "C"`,
      [organizationId, spaceId],
    );
  }

  async drop(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute('delete from content_entries where organization_id = $1 and space_id = $2', [
      organizationId,
      spaceId,
    ]);
  }
}
