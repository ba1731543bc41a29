import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** An import, a Git Sync or a translation that has not ended. */
export interface OpenRun {
  kind: 'Import' | 'Git Sync' | 'Translation';
  id: string;
  organizationId: string;
  attempts: number;
  createdAt: Date;
  /** The last time at which its worker showed that it still works on it; null for one that no worker has. */
  beatAt: Date | null;
}

const MOST = 100;

/** Reads, for operators, what is under way in all organizations. */
@Injectable()
export class OpenRunsRepository {
  constructor(private readonly db: Database) {}

  /** The oldest runs that have not ended, by indexes of those. */
  list(): Promise<OpenRun[]> {
    return this.db.query<OpenRun & { [column: string]: unknown }>(
      `select kind, id, organization_id as "organizationId", attempts, created_at as "createdAt", beat_at as "beatAt" from (
         (select 'Import' as kind, id, organization_id, attempts, created_at, case status when 'pending' then null else updated_at end as beat_at
          from content_imports where status in ('pending', 'in-progress') order by updated_at limit $1)
         union all
         (select 'Git Sync', id, organization_id, attempts, created_at, case when claimed_at is null then null else updated_at end
          from import_runs where state = 'running' order by updated_at limit $1)
         union all
         (select 'Translation', id, organization_id, attempts, created_at, beat_at
          from translation_runs where status in ('pending', 'running') order by created_at limit $1)) runs
       order by created_at, id limit $1`,
      [MOST],
    );
  }

  /** Titles of organizations by id; those that are gone are missing. */
  async titlesOf(ids: Iterable<string>): Promise<Map<string, string>> {
    const rows = await this.db.query<{ id: string; title: string }>(
      'select id, title from organizations where id = any($1)',
      [[...new Set(ids)]],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }
}
