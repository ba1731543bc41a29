import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import type { Run, RunStore } from '#platform/runs/run-worker.js';
import { ContentImportEntity } from './content-import.entity.js';
import type { ItemReport } from './import-progress.js';

export type ImportRun = Readonly<ContentImportEntity>;

const COLUMNS = entityColumns(ContentImportEntity, 'i');

type Row = ContentImportEntity & { [column: string]: unknown };

/** Every query on imports and their reports. */
@Injectable()
export class ImportsRepository implements RunStore<ImportRun> {
  constructor(private readonly db: Database) {}

  async insert(run: ImportRun): Promise<void> {
    await this.db.manager.insert(ContentImportEntity, run as object);
  }

  /** The revisions, of these, that imports answer as their result. */
  findReferenced(organizationId: string, revisionIds: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select distinct revision_id from content_imports where organization_id = $1 and revision_id = any($2)',
      [organizationId, revisionIds],
    );
  }

  async find(organizationId: string, id: string): Promise<ImportRun | null> {
    const sql = `select ${COLUMNS} from content_imports i where i.organization_id = $1 and i.id = $2`;
    return this.db.queryFirst<Row>(sql, [organizationId, id]);
  }

  /** Imports into spaces that the actor may see, or into one of them, newest first. */
  list(actor: Actor, organizationId: string, page: PageRequest, spaceId?: string): Promise<Page<ImportRun>> {
    const ofSpace = spaceId === undefined ? '' : `and i.space_id = $${ACTOR_PARAMETERS + 2}`;
    return paginate<Row>(this.db, page, {
      with: visibleSpacesTable(),
      select: COLUMNS,
      from: `from content_imports i
        join visible_spaces v on v.organization_id = i.organization_id and v.id = i.space_id
        where i.organization_id = $${ACTOR_PARAMETERS + 1} ${ofSpace}`,
      values: [
        ...actorValues(actor, organizationId),
        organizationId,
        ...(spaceId === undefined ? [] : [spaceId]),
      ],
      by: byTime('i.created_at', 'i.id', 'desc'),
    });
  }

  /** Until the transaction ends nobody else counts, so that two who start at once do not both find room. */
  async countOpen(organizationId: string): Promise<number> {
    await this.db.query(`select pg_advisory_xact_lock(hashtext('imports ' || $1))`, [organizationId]);
    return this.db.queryCount(
      `select count(*)::int as count from content_imports
       where organization_id = $1 and status in ('pending', 'in-progress')`,
      [organizationId],
    );
  }

  listItems(organizationId: string, id: string): Promise<ItemReport[]> {
    return this.db.query<ItemReport & { [column: string]: unknown }>(
      `select position, source, status, reason, title, page_id as "pageId" from content_import_items
       where organization_id = $1 and import_id = $2 order by position`,
      [organizationId, id],
    );
  }

  /** Takes a run for this process; null when it has ended, or another process showed signs of life since `cutoff`. */
  claim(
    organizationId: string,
    id: string,
    now: Date,
    { cutoff }: { cutoff: Date },
  ): Promise<ImportRun | null> {
    return this.db.transaction(async () => {
      const [row] = await this.db.query<Row>(
        `update content_imports i set status = 'in-progress', attempts = attempts + 1, updated_at = $3,
           started_at = coalesce(started_at, $3)
         where organization_id = $1 and id = $2
           and (status = 'pending' or (status = 'in-progress' and updated_at < $4))
         returning ${COLUMNS}`,
        [organizationId, id, now, cutoff],
      );
      if (!row) return null;
      // It begins from the start, and so does its report.
      await this.db.execute(
        'delete from content_import_items where organization_id = $1 and import_id = $2',
        [organizationId, id],
      );
      return row;
    });
  }

  /** Leaves a run for the next attempt. An attempt that was interrupted from outside does not count. */
  async release({ organizationId, id, attempts }: Run, { isCounted }: { isCounted: boolean }): Promise<void> {
    await this.db.execute(
      `update content_imports set status = 'pending', attempts = attempts - $4
       where organization_id = $1 and id = $2 and attempts = $3 and status = 'in-progress'`,
      [organizationId, id, attempts, isCounted ? 0 : 1],
    );
  }

  /** Writes a sign of life with what changed in the report; false when the run is no longer this process's. */
  saveProgress(run: Run, items: readonly ItemReport[], now: Date): Promise<boolean> {
    return this.db.transaction(async () => {
      const isHeld = await this.db.execute(
        `update content_imports set updated_at = $4
         where organization_id = $1 and id = $2 and attempts = $3 and status = 'in-progress'`,
        [run.organizationId, run.id, run.attempts, now],
      );
      if (isHeld === 1) await this.saveItems(run, items);
      return isHeld === 1;
    });
  }

  /** Ends a run that this process holds; false when it is no longer this process's, and then nothing is written. */
  finish(
    run: Run,
    outcome:
      | { status: 'completed'; revisionId: string; changeRequestId: string | null }
      | { status: 'failed'; error: string },
    items: readonly ItemReport[],
    now: Date,
  ): Promise<boolean> {
    const isDone = outcome.status === 'completed';
    return this.db.transaction(async () => {
      const isHeld = await this.db.execute(
        `update content_imports set status = $4, error = $5, revision_id = $6, landed_change_request_id = $7,
           updated_at = $8, ended_at = $8
         where organization_id = $1 and id = $2 and attempts = $3 and status in ('pending', 'in-progress')`,
        [
          run.organizationId,
          run.id,
          run.attempts,
          outcome.status,
          isDone ? null : outcome.error,
          isDone ? outcome.revisionId : null,
          isDone ? outcome.changeRequestId : null,
          now,
        ],
      );
      if (isHeld === 1) await this.saveItems(run, items);
      return isHeld === 1;
    });
  }

  /** Ends a run, whoever holds it; false when it had ended. */
  async cancel(organizationId: string, id: string, now: Date): Promise<boolean> {
    const touched = await this.db.execute(
      `update content_imports set status = 'cancelled', updated_at = $3, ended_at = $3
       where organization_id = $1 and id = $2 and status in ('pending', 'in-progress')`,
      [organizationId, id, now],
    );
    return touched === 1;
  }

  /** Open ones without a sign of life since `cutoff`. */
  findSilent(cutoff: Date, limit: number): Promise<ImportRun[]> {
    return this.db.query<Row>(
      `select ${COLUMNS} from content_imports i
       where i.status in ('pending', 'in-progress') and i.updated_at < $1 order by i.updated_at limit $2`,
      [cutoff, limit],
    );
  }

  /** Removes runs that ended long ago, with their reports. */
  deleteEnded(cutoff: Date, limit: number): Promise<number> {
    return this.db.execute(
      `delete from content_imports where (organization_id, id) in (
         select organization_id, id from content_imports where ended_at < $1 limit $2)`,
      [cutoff, limit],
    );
  }

  private async saveItems({ organizationId, id }: Run, items: readonly ItemReport[]): Promise<void> {
    if (items.length === 0) return;
    const column = <K extends keyof ItemReport>(name: K): ItemReport[K][] => items.map((item) => item[name]);
    await this.db.execute(
      `insert into content_import_items
         (organization_id, import_id, position, source, status, reason, title, page_id)
       select $1, $2, * from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
       on conflict (organization_id, import_id, position) do update set
         status = excluded.status, reason = excluded.reason, title = excluded.title, page_id = excluded.page_id`,
      [
        organizationId,
        id,
        column('position'),
        column('source'),
        column('status'),
        column('reason'),
        column('title'),
        column('pageId'),
      ],
    );
  }
}
