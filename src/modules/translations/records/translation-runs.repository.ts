import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { RunStore } from '#platform/runs/run-worker.js';
import type { TranslationUsage } from '../providers/translation-provider.js';
import { type RunReport, TranslationRunEntity } from './translation-run.entity.js';

export type TranslationRun = Readonly<TranslationRunEntity>;
/** A run as one process holds it. */
export type ClaimedTranslationRun = Pick<
  TranslationRun,
  'organizationId' | 'id' | 'translationId' | 'attempts'
>;
export type RunOutcome = { report: RunReport } | { error: string };

const COLUMNS = entityColumns(TranslationRunEntity, 'r');

type Row = TranslationRun & { [column: string]: unknown };

/** Every query on `translation_runs`. */
@Injectable()
export class TranslationRunsRepository implements RunStore<TranslationRun> {
  constructor(private readonly db: Database) {}

  /** Adds one that waits, unless one waits already: one that came by itself is from then on the one that was asked for. */
  async add(
    run: Pick<TranslationRun, 'organizationId' | 'id' | 'translationId' | 'trigger' | 'actorId'>,
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `insert into translation_runs
         (organization_id, id, translation_id, trigger, actor_id, status, attempts, done, total, created_at)
       values ($1, $2, $3, $4, $5, 'pending', 0, 0, 0, $6)
       on conflict (organization_id, translation_id, status) where status in ('pending', 'running')
         do update set trigger = excluded.trigger, actor_id = excluded.actor_id
         where translation_runs.trigger = 'automatic' and excluded.trigger <> 'automatic'`,
      [run.organizationId, run.id, run.translationId, run.trigger, run.actorId, now],
    );
  }

  /** Runs of a translation, newest first. */
  list(organizationId: string, translationId: string, page: PageRequest): Promise<Page<TranslationRun>> {
    return paginate<Row>(this.db, page, {
      select: COLUMNS,
      from: 'from translation_runs r where r.organization_id = $1 and r.translation_id = $2',
      values: [organizationId, translationId],
      by: byTime('r.created_at', 'r.id', 'desc'),
    });
  }

  /** The newest of each of these translations, by the id of the translation. */
  async findNewest(
    organizationId: string,
    translationIds: readonly string[],
  ): Promise<Map<string, TranslationRun>> {
    const rows = await this.db.query<Row>(
      `select ${COLUMNS} from unnest($2::text[]) as t (id) cross join lateral (
         select * from translation_runs w where w.organization_id = $1 and w.translation_id = t.id
         order by w.created_at desc, w.id desc limit 1) r`,
      [organizationId, translationIds],
    );
    return new Map(rows.map((run) => [run.translationId, run]));
  }

  /**
   * Takes what there is to do for a translation: a run that nobody gave a sign of life of since `cutoff`, else the one
   * that waits, unless another is running. One that was taken so often is left to be given up.
   */
  async claim(
    organizationId: string,
    translationId: string,
    now: Date,
    { cutoff, maxAttempts }: { cutoff: Date; maxAttempts: number },
  ): Promise<TranslationRun | null> {
    return this.db.queryFirst<Row>(
      `update translation_runs r set status = 'running', attempts = attempts + 1, beat_at = $3,
         started_at = coalesce(started_at, $3)
       where r.organization_id = $1 and r.id = (
         select w.id from translation_runs w where w.organization_id = $1 and w.translation_id = $2
           and (w.status = 'running' and (w.beat_at is null or w.beat_at < $4) and w.attempts < $5
             or w.status = 'pending' and not exists (select from translation_runs o
               where o.organization_id = $1 and o.translation_id = $2 and o.status = 'running'))
         order by w.status desc limit 1 for update)
       returning ${COLUMNS}`,
      [organizationId, translationId, now, cutoff, maxAttempts],
    );
  }

  /** Gives a sign of life; false when the run is no longer this process's. */
  async heartbeat(
    run: ClaimedTranslationRun,
    { done, of }: { done: number; of: number },
    now: Date,
  ): Promise<boolean> {
    const touched = await this.db.execute(
      `update translation_runs set beat_at = $4, done = $5, total = $6
       where organization_id = $1 and id = $2 and attempts = $3 and status = 'running'`,
      [run.organizationId, run.id, run.attempts, now, done, of],
    );
    return touched === 1;
  }

  /** Leaves a run for the next attempt. An attempt that was interrupted from outside does not count. */
  async release(
    { organizationId, id, attempts }: ClaimedTranslationRun,
    { isCounted }: { isCounted: boolean },
  ): Promise<void> {
    await this.db.execute(
      `update translation_runs set beat_at = null, attempts = attempts - $4
       where organization_id = $1 and id = $2 and attempts = $3 and status = 'running'`,
      [organizationId, id, attempts, isCounted ? 0 : 1],
    );
  }

  /** Adds what was paid for it. */
  async addCost({ organizationId, id }: ClaimedTranslationRun, cost: TranslationUsage): Promise<void> {
    await this.db.execute(
      `update translation_runs set requests = requests + $3, prompt_tokens = prompt_tokens + $4,
         completion_tokens = completion_tokens + $5
       where organization_id = $1 and id = $2`,
      [organizationId, id, cost.requests, cost.promptTokens, cost.completionTokens],
    );
  }

  /** Ends a run that this process holds; false when it is no longer this process's, and then nothing is written. */
  async finish(run: ClaimedTranslationRun, outcome: RunOutcome, now: Date): Promise<boolean> {
    const isDone = 'report' in outcome;
    const touched = await this.db.execute(
      `update translation_runs set status = $4, report = $5, error = $6, ended_at = $7, beat_at = null,
         done = case when $4 = 'completed' then total else done end
       where organization_id = $1 and id = $2 and attempts = $3 and status = 'running'`,
      [
        run.organizationId,
        run.id,
        run.attempts,
        isDone ? 'completed' : 'failed',
        isDone ? storableJson(outcome.report) : null,
        isDone ? null : outcome.error,
        now,
      ],
    );
    return touched === 1;
  }

  /** True when a run waits. */
  async hasPending(organizationId: string, translationId: string): Promise<boolean> {
    const rows = await this.db.query(
      `select 1 from translation_runs where organization_id = $1 and translation_id = $2 and status = 'pending'`,
      [organizationId, translationId],
    );
    return rows.length > 0;
  }

  /** Open ones that nobody has worked on since `cutoff`. */
  findSilent(cutoff: Date, limit: number): Promise<TranslationRun[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from translation_runs r where r.status in ('pending', 'running') and r.created_at < $1
         and (r.beat_at is null or r.beat_at < $1) order by r.created_at limit $2`,
      [cutoff, limit],
    );
  }

  /** Removes runs that ended long ago. */
  deleteEnded(cutoff: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from translation_runs where (organization_id, id) in (
         select organization_id, id from translation_runs where ended_at < $1 limit $2)`,
      [cutoff, limit],
    );
  }
}
