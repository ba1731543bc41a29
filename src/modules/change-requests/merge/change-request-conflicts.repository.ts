import type { ConflictChoice, ContentConflict } from '#modules/content/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { Injectable } from '@nestjs/common';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import { type Person, personColumns } from '../change-requests.repository.js';
import { ChangeRequestConflictEntity } from './change-request-conflict.entity.js';

/** A conflict with the user who resolved it. */
export type ConflictRow = ChangeRequestConflictEntity & { resolver: Person | null };

/** The decision about a conflict. */
export type Decision = Pick<
  ChangeRequestConflictEntity,
  'id' | 'fingerprint' | 'resolution' | 'resolvedBy' | 'resolvedAt'
>;

/** Rows of one statement, which the event loop builds without yielding. */
const PART = 100;

const COLUMNS = `${entityColumns(ChangeRequestConflictEntity, 'c')},
  case when u.id is null then null else ${personColumns('u')} end as resolver`;

const FROM = `from change_request_conflicts c left join users u on u.id = c.resolved_by
  where c.organization_id = $1 and c.change_request_id = $2`;

/** Every query on conflicts of change requests. */
@Injectable()
export class ChangeRequestConflictsRepository {
  constructor(private readonly db: Database) {}

  /** The conflicts in the order of the merge. */
  list(changeRequest: ChangeRequestEntity, request: PageRequest): Promise<Page<ConflictRow>> {
    return paginate(this.db, request, {
      select: COLUMNS,
      from: FROM,
      values: [changeRequest.organizationId, changeRequest.id],
      by: [
        { sql: 'c.position', type: 'int' },
        { sql: 'c.id', type: 'text' },
      ],
    });
  }

  /** Conflicts with the given ids. */
  find(changeRequest: ChangeRequestEntity, ids: readonly string[]): Promise<ConflictRow[]> {
    const sql = `select ${COLUMNS} ${FROM} and c.id = any($3) order by c.position, c.id`;
    return this.db.query<ConflictRow>(sql, [changeRequest.organizationId, changeRequest.id, ids]);
  }

  /** The decisions about all conflicts, without the values, which may be as long as documents. */
  decisions({ organizationId, id }: ChangeRequestEntity): Promise<Decision[]> {
    const sql = `select id, fingerprint, resolution, resolved_by as "resolvedBy", resolved_at as "resolvedAt"
      from change_request_conflicts where organization_id = $1 and change_request_id = $2`;
    return this.db.query<Decision>(sql, [organizationId, id]);
  }

  async resolve(
    { organizationId, id: changeRequestId }: ChangeRequestEntity,
    id: string,
    resolution: { choice: ConflictChoice; by: string; at: Date },
  ): Promise<void> {
    const sql = `update change_request_conflicts set resolution = $4, resolved_by = $5, resolved_at = $6
      where organization_id = $1 and change_request_id = $2 and id = $3`;
    const { choice, by, at } = resolution;
    await this.db.execute(sql, [organizationId, changeRequestId, id, choice, by, at]);
  }

  /** Replaces the stored conflicts by those of a merge; resolutions stay while their fingerprint is the same. */
  async replace(changeRequest: ChangeRequestEntity, met: readonly ContentConflict[]): Promise<void> {
    const { organizationId, id: changeRequestId } = changeRequest;
    const kept = new Map((await this.decisions(changeRequest)).map((conflict) => [conflict.id, conflict]));
    await this.clear(changeRequest);
    const rows = met.map((conflict, position) => {
      const before = kept.get(conflict.id);
      const isResolved = before !== undefined && before.fingerprint === conflict.fingerprint;
      const { id, kind, choices, fingerprint, base, main, mine } = conflict;
      const { page, file, reusableContent, field, block } = conflict;
      return Object.assign(new ChangeRequestConflictEntity(), {
        ...{ organizationId, changeRequestId, id, position, kind, choices, fingerprint },
        place: { page, file, reusableContent, field, block },
        values: { base, main, mine },
        resolution: isResolved ? before.resolution : null,
        resolvedBy: isResolved ? before.resolvedBy : null,
        resolvedAt: isResolved ? before.resolvedAt : null,
      });
    });
    const eventLoop = new EventLoopYield();
    for (let start = 0; start < rows.length; start += PART) {
      await this.db.manager.insert(ChangeRequestConflictEntity, rows.slice(start, start + PART) as object[]);
      await eventLoop.yieldIfDue();
    }
  }

  async clear({ organizationId, id }: ChangeRequestEntity): Promise<void> {
    const sql = 'delete from change_request_conflicts where organization_id = $1 and change_request_id = $2';
    await this.db.execute(sql, [organizationId, id]);
  }
}
