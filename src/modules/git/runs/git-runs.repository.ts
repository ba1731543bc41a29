import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { Run, RunStore } from '#platform/runs/run-worker.js';
import type { ImportStage } from '../import/folder-plans.js';
import type { ImportReport } from '../import/import-folder.js';
import { GitRunEntity, type GitRunKind } from './git-run.entity.js';

export type GitRun = Readonly<GitRunEntity>;
type Row = GitRunEntity & { [column: string]: unknown };

const COLUMNS = entityColumns(GitRunEntity);

/** Every query on `import_runs`. */
@Injectable()
export class GitRunsRepository implements RunStore<GitRun> {
  constructor(private readonly db: Database) {}

  async insert(run: GitRun): Promise<void> {
    await this.db.execute(
      `insert into import_runs (organization_id, id, space_id, actor_id, kind, source, input, secret, state, stage, done,
         total, attempts, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'running', $9, 0, 0, 0, $10, $10)`,
      [
        run.organizationId,
        run.id,
        run.spaceId,
        run.actorId,
        run.kind,
        run.source,
        storableJson(run.input),
        run.secret,
        run.stage,
        run.createdAt,
      ],
    );
  }

  async find(organizationId: string, spaceId: string, id: string): Promise<GitRun | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from import_runs where organization_id = $1 and space_id = $2 and id = $3`,
      [organizationId, spaceId, id],
    );
  }

  /** The latest runs of a space, newest first. @param kinds of these kinds alone; all when null. */
  listOfSpace(
    organizationId: string,
    spaceId: string,
    limit: number,
    kinds: readonly GitRunKind[] | null,
  ): Promise<GitRun[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from import_runs
       where organization_id = $1 and space_id = $2 and ($4::text[] is null or kind = any($4::text[]))
       order by created_at desc, id desc limit $3`,
      [organizationId, spaceId, limit, kinds],
    );
  }

  /** The newest run of a space that speaks with a repository. */
  async findNewestOfGit(organizationId: string, spaceId: string): Promise<GitRun | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from import_runs where organization_id = $1 and space_id = $2 and kind <> 'upload'
       order by created_at desc, id desc limit 1`,
      [organizationId, spaceId],
    );
  }

  /** A run of a space that no process has taken yet. */
  async findWaiting(organizationId: string, spaceId: string, kind: GitRun['kind']): Promise<GitRun | null> {
    return this.db.queryFirst<Row>(
      `select ${COLUMNS} from import_runs
       where organization_id = $1 and space_id = $2 and kind = $3 and state = 'running' and claimed_at is null
       order by created_at limit 1`,
      [organizationId, spaceId, kind],
    );
  }

  /** Takes a run for this process; null when it is done, or another process showed signs of life since `cutoff`. */
  async claim(
    organizationId: string,
    id: string,
    now: Date,
    { cutoff }: { cutoff: Date },
  ): Promise<GitRun | null> {
    return this.db.queryFirst<Row>(
      `update import_runs set attempts = attempts + 1, claimed_at = $3, updated_at = $3, done = 0, total = 0
       where organization_id = $1 and id = $2 and state = 'running' and (claimed_at is null or updated_at < $4)
       returning ${COLUMNS}`,
      [organizationId, id, now, cutoff],
    );
  }

  /** Tells whether this process still has the run. Until the transaction ends nobody takes it over. */
  async isHeld({ organizationId, id, attempts }: Run): Promise<boolean> {
    const rows = await this.db.query(
      `select from import_runs
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $3 for no key update`,
      [organizationId, id, attempts],
    );
    return rows.length > 0;
  }

  /** Leaves a run for the next attempt. An attempt that was interrupted from outside does not count. */
  async release({ organizationId, id, attempts }: Run, { isCounted }: { isCounted: boolean }): Promise<void> {
    await this.db.execute(
      `update import_runs set claimed_at = null, attempts = attempts - $4
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $3`,
      [organizationId, id, attempts, isCounted ? 0 : 1],
    );
  }

  /** Writes how far a run is; false when it is no longer this process's. */
  async progress(
    { organizationId, id, attempts }: Run,
    { stage, done, total }: { stage: ImportStage; done: number; total: number },
    now: Date,
  ): Promise<boolean> {
    const written = await this.db.execute(
      `update import_runs set stage = $3, done = $4, total = $5, updated_at = $6
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $7`,
      [organizationId, id, stage, done, total, now, attempts],
    );
    return written === 1;
  }

  /** Ends a run; its credentials go. False when this process has it no more, and then nothing is written. */
  async finish(
    { organizationId, id, attempts }: Run,
    outcome: { report: ImportReport | null; error: string | null },
    now: Date,
  ): Promise<boolean> {
    const ended = await this.db.execute(
      `update import_runs set state = $3, report = $4, error = $5, secret = null, updated_at = $6, completed_at = $6,
         stage = case when $3 = 'success' then 'finalize' else stage end,
         done = case when $3 = 'success' then total else done end
       where organization_id = $1 and id = $2 and state = 'running' and attempts = $7`,
      [
        organizationId,
        id,
        outcome.error === null ? 'success' : 'failure',
        outcome.report && storableJson(outcome.report),
        outcome.error,
        now,
        attempts,
      ],
    );
    return ended === 1;
  }

  /** Counts the runs of an organization that wait or run. Until the transaction ends nobody else counts. */
  async countOpen(organizationId: string): Promise<number> {
    await this.db.query(`select pg_advisory_xact_lock(hashtext('git runs ' || $1))`, [organizationId]);
    return this.db.queryCount(
      `select count(*)::int as count from import_runs where organization_id = $1 and state = 'running'`,
      [organizationId],
    );
  }

  /** Running ones without a sign of life since `cutoff`. */
  findSilent(cutoff: Date, limit: number): Promise<GitRun[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from import_runs where state = 'running' and updated_at < $1 order by updated_at limit $2`,
      [cutoff, limit],
    );
  }

  /** Removes runs that ended long ago. */
  deleteEnded(cutoff: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from import_runs where (organization_id, id) in (
         select organization_id, id from import_runs where state <> 'running' and completed_at < $1 limit $2)`,
      [cutoff, limit],
    );
  }

  /** The given blobs that a run still needs. */
  async findNeededBlobs(organizationId: string, blobs: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct input->>'blob' as blob from import_runs
       where organization_id = $1 and state = 'running' and input->>'blob' = any($2)`,
      [organizationId, blobs],
    );
  }
}
