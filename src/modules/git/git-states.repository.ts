import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { GitStateEntity } from './git-state.entity.js';

export type GitState = Readonly<GitStateEntity>;

/** Every query on `git_states`. */
@Injectable()
export class GitStatesRepository {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  async find(organizationId: string, spaceId: string): Promise<GitState | null> {
    return this.db.queryFirst<GitStateEntity & { [column: string]: unknown }>(
      `select organization_id as "organizationId", space_id as "spaceId", snapshot, config, url, ref, commit, places,
         updated_at as "updatedAt"
       from git_states where organization_id = $1 and space_id = $2`,
      [organizationId, spaceId],
    );
  }

  /** A folder without an address leaves the repository known before. */
  async save(state: Omit<GitState, 'updatedAt'>): Promise<void> {
    const { organizationId, spaceId, snapshot, config, url, ref, commit, places } = state;
    await this.db.execute(
      `insert into git_states as s (organization_id, space_id, snapshot, config, url, ref, commit, updated_at, places)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       on conflict (organization_id, space_id) do update set snapshot = excluded.snapshot, config = excluded.config,
         url = coalesce(excluded.url, s.url), ref = coalesce(excluded.ref, s.ref),
         commit = coalesce(excluded.commit, s.commit), updated_at = excluded.updated_at,
         places = excluded.places`,
      [
        ...[organizationId, spaceId, snapshot, storableJson(config), url, ref, commit, this.clock.now()],
        places && storableJson(places),
      ],
    );
  }
}
