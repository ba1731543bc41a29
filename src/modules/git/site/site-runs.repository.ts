import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { Run, RunStore } from '#platform/runs/run-worker.js';
import type { ImportStage } from '../import/folder-plans.js';
import { type SiteReport, SiteRunEntity } from './site-run.entity.js';

export type SiteRun = Readonly<SiteRunEntity>;
type Row = SiteRunEntity & { [column: string]: unknown };

const COLUMNS = entityColumns(SiteRunEntity);

/** Every query on `git_site_runs`. */
@Injectable()
export class SiteRunsRepository implements RunStore<SiteRun> {
  constructor(private readonly db: Database) {}

  async insert(run: SiteRun): Promise<void> {
    await this.db.manager.insert(SiteRunEntity, run as object);
  }

  find(organizationId: string, siteId: string, id: string): Promise<SiteRun | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_site_runs where organization_id = $1 and site_id = $2 and id = $3`,
      [organizationId, siteId, id],
    );
  }

  /** The latest runs of a site, newest first. */
  listOfSite(organizationId: string, siteId: string, limit: number): Promise<SiteRun[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_site_runs where organization_id = $1 and site_id = $2
       order by created_at desc, id desc limit $3`,
      [organizationId, siteId, limit],
    );
  }

  /** A run of a site that no process has taken yet. */
  findWaiting(organizationId: string, siteId: string): Promise<SiteRun | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from git_site_runs
       where organization_id = $1 and site_id = $2 and state = 'running' and claimed_at is null
       order by created_at limit 1`,
      [organizationId, siteId],
    );
  }

  /** As `GitRunsRepository.claim`. */
  claim(
    organizationId: string,
    id: string,
    now: Date,
    { cutoff }: { cutoff: Date },
  ): Promise<SiteRun | null> {
    return this.db.queryFirst<Row>(
      `update git_site_runs set attempts = attempts + 1, claimed_at = $3, updated_at = $3
       where organization_id = $1 and id = $2 and state = 'running' and (claimed_at is null or updated_at < $4)
       returning ${COLUMNS}`,
      [organizationId, id, now, cutoff],
    );
  }

  /** Tells whether this process still has the run. Until the transaction ends nobody takes it over. */
  async isHeld({ organizationId, id, attempts }: Run): Promise<boolean> {
    const rows = await this.db.query(
      `select from git_site_runs
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $3 for no key update`,
      [organizationId, id, attempts],
    );
    return rows.length > 0;
  }

  async release({ organizationId, id, attempts }: Run, { isCounted }: { isCounted: boolean }): Promise<void> {
    await this.db.execute(
      `update git_site_runs set claimed_at = null, attempts = attempts - $4
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $3`,
      [organizationId, id, attempts, isCounted ? 0 : 1],
    );
  }

  /** Writes how far a run is; false when it is no longer this process's. */
  async progress(
    { organizationId, id, attempts }: Run,
    { stage }: { stage: ImportStage },
    now: Date,
  ): Promise<boolean> {
    const written = await this.db.execute(
      `update git_site_runs set stage = $3, updated_at = $4
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $5`,
      [organizationId, id, stage, now, attempts],
    );
    return written === 1;
  }

  /** Ends a run. False when this process has it no more, and then nothing is written. */
  async finish(
    { organizationId, id, attempts }: Run,
    { report, error }: { report: SiteReport | null; error: string | null },
    now: Date,
  ): Promise<boolean> {
    const ended = await this.db.execute(
      `update git_site_runs set state = $3, report = $4, error = $5, updated_at = $6, completed_at = $6,
         stage = case when $3 = 'success' then 'finalize' else stage end
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $7`,
      [
        ...[
          organizationId,
          id,
          error === null ? 'success' : 'failure',
          report && storableJson(report),
          error,
        ],
        ...[now, attempts],
      ],
    );
    return ended === 1;
  }

  findSilent(cutoff: Date, limit: number): Promise<SiteRun[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from git_site_runs where state = 'running' and updated_at < $1 order by updated_at limit $2`,
      [cutoff, limit],
    );
  }

  deleteEnded(cutoff: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from git_site_runs where (organization_id, id) in (
         select organization_id, id from git_site_runs where state <> 'running' and completed_at < $1 limit $2)`,
      [cutoff, limit],
    );
  }
}
