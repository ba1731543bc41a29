import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import type { ContributionType } from './change-request-contributor.entity.js';
import { ChangeRequestEntity, type ChangeRequestStatus } from './change-request.entity.js';

/** The columns of a user that the presenter needs. */
export interface Person {
  id: string;
  displayName: string;
  email: string;
  photoUrl: string | null;
}

/** A change request with the related rows that the presenter needs. */
export interface ChangeRequestRow {
  changeRequest: ChangeRequestEntity;
  creator: Person;
  /** The user who merged it; null before, and for a deleted user. */
  merger: Person | null;
  /** Revision of the space's main content. */
  mainRevisionId: string;
}

/** A user who edited or commented; a user who did both is there twice. */
export interface Contributor {
  person: Person;
  actionType: ContributionType;
  count: number;
  updatedAt: Date;
}

export interface ChangeRequestFilters extends PageRequest {
  /** One status or several; open ones when absent. */
  status?: ChangeRequestStatus | readonly ChangeRequestStatus[] | 'any';
  /** The time by which they are sorted, the latest first; that of their creation when absent. */
  sort?: 'createdAt' | 'updatedAt';
  creator?: string;
  contributor?: string;
  requestedReviewer?: string;
  conversationsIssuesCluster?: string;
  /** False leaves out those of archived spaces, which nobody can go on with. */
  isSpaceArchived?: false;
}

/** SQL for the `Person` in `alias`: the authors come with the rows, so that reads stay at three statements. */
export const personColumns = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'displayName', ${alias}.display_name, 'email', ${alias}.email, 'photoUrl', ${alias}.photo_url)`;

const COLUMNS = entityColumns(ChangeRequestEntity, 'cr');

const SELECT = `${COLUMNS}, s.revision_id as "_mainRevisionId", ${personColumns('u')} as "_creator",
  case when m.id is not null then ${personColumns('m')} end as "_merger"`;

const FROM = `from change_requests cr join users u on u.id = cr.created_by left join users m on m.id = cr.merged_by
  join spaces s on s.organization_id = cr.organization_id and s.id = cr.space_id`;

type Row = ChangeRequestEntity & { _mainRevisionId: string; _creator: Person; _merger: Person | null };

/** Every query on change requests. */
@Injectable()
export class ChangeRequestsRepository {
  constructor(private readonly db: Database) {}

  /** @param key id, or number within the space. */
  async find(organizationId: string, spaceId: string, key: string): Promise<ChangeRequestRow | null> {
    const [column, value] = isNumber(key) ? ['number', Number(key)] : ['id', key];
    const sql = `select ${SELECT} ${FROM} where cr.organization_id = $1 and cr.space_id = $2 and cr.${column} = $3`;
    const [row] = await this.db.query<Row>(sql, [organizationId, spaceId, value]);
    return row ? toRow(row) : null;
  }

  /** Change requests by id; unknown ids are missing. */
  async findByIds(organizationId: string, ids: readonly string[]): Promise<ChangeRequestRow[]> {
    const sql = `select ${SELECT} ${FROM} where cr.organization_id = $1 and cr.id = any($2)`;
    return (await this.db.query<Row>(sql, [organizationId, ids])).map(toRow);
  }

  /** Locks the row until the transaction ends; a writer that also locks the space locks the space first. */
  async lock(organizationId: string, id: string): Promise<ChangeRequestEntity | null> {
    const sql = `select ${COLUMNS} from change_requests cr where cr.organization_id = $1 and cr.id = $2 for update`;
    return this.db.queryFirst<ChangeRequestEntity>(sql, [organizationId, id]);
  }

  /** Change requests of a space, the latest first. */
  listOfSpace(
    organizationId: string,
    spaceId: string,
    filters: ChangeRequestFilters,
  ): Promise<Page<ChangeRequestRow>> {
    const from = `${FROM} where cr.organization_id = $1 and cr.space_id = $2`;
    return this.list(filters, { from, values: [organizationId, spaceId] });
  }

  /** Change requests of the spaces that the actor may see, newest first. */
  listOfOrganization(
    actor: Actor,
    organizationId: string,
    filters: ChangeRequestFilters,
  ): Promise<Page<ChangeRequestRow>> {
    const from = `${FROM} join visible_spaces v on v.organization_id = s.organization_id and v.id = s.id
      where cr.organization_id = $${ACTOR_PARAMETERS + 1}`;
    const values = [...actorValues(actor, organizationId), organizationId];
    return this.list(filters, { with: visibleSpacesTable(), from, values });
  }

  private async list(
    filters: ChangeRequestFilters,
    { from, values, ...rest }: { with?: string; from: string; values: unknown[] },
  ): Promise<Page<ChangeRequestRow>> {
    const status = filters.status ?? 'open';
    const where = [from];
    if (typeof status !== 'string') where.push(`cr.status = any($${values.push(status)})`);
    else if (status !== 'any') where.push(`cr.status = $${values.push(status)}`);
    const below = (table: string) =>
      `exists (select 1 from ${table} t where t.organization_id = cr.organization_id and t.change_request_id = cr.id and t.user_id = $${values.length})`;
    if (filters.creator !== undefined) where.push(`cr.created_by = $${values.push(filters.creator)}`);
    if (filters.contributor !== undefined) {
      values.push(filters.contributor);
      where.push(below('change_request_contributors'));
    }
    if (filters.requestedReviewer !== undefined) {
      values.push(filters.requestedReviewer);
      where.push(below('change_request_requested_reviewers'));
    }
    if (filters.conversationsIssuesCluster !== undefined)
      where.push(`cr.conversations_issues_cluster = $${values.push(filters.conversationsIssuesCluster)}`);
    if (filters.isSpaceArchived === false) where.push('s.archived_at is null');
    const page = await paginate<Row>(this.db, filters, {
      ...rest,
      select: SELECT,
      from: where.join(' and '),
      values,
      by: byTime(filters.sort === 'updatedAt' ? 'cr.updated_at' : 'cr.created_at', 'cr.id', 'desc'),
    });
    return { ...page, items: page.items.map(toRow) };
  }

  /** The number after the highest of the space; gap-free because the caller holds the space's row lock. */
  async nextNumber(organizationId: string, spaceId: string): Promise<number> {
    const sql = `select coalesce(max(number), 0) + 1 as number from change_requests where organization_id = $1 and space_id = $2`;
    return (await this.db.queryValue<number>(sql, [organizationId, spaceId])) ?? 1;
  }

  async insert(changeRequest: ChangeRequestEntity): Promise<void> {
    await this.db.manager.insert(ChangeRequestEntity, changeRequest as object);
  }

  /** Writes only the given fields. */
  async update(
    { organizationId, id }: Pick<ChangeRequestEntity, 'organizationId' | 'id'>,
    fields: Partial<ChangeRequestEntity>,
  ): Promise<void> {
    await this.db.manager.update(ChangeRequestEntity, { organizationId, id }, fields as object);
  }

  /** Moves change requests from one cluster of issues to another. */
  async moveToCluster(organizationId: string, from: string, to: string): Promise<void> {
    await this.db.execute(
      `update change_requests set conversations_issues_cluster = $3
       where organization_id = $1 and conversations_issues_cluster = $2`,
      [organizationId, from, to],
    );
  }

  /** Compare and set: points it at another revision if it still points at the one of `changeRequest`. */
  async advance(
    { organizationId, id, revisionId }: ChangeRequestEntity,
    to: { id: string; snapshot: string },
    ancestor: string | null,
    now: Date,
  ): Promise<boolean> {
    const sql = `update change_requests set revision_id = $4, snapshot = $5, updated_at = $6,
        revision_merged_ancestor_id = coalesce($7, revision_merged_ancestor_id)
      where organization_id = $1 and id = $2 and revision_id = $3`;
    const values = [organizationId, id, revisionId, to.id, to.snapshot, now, ancestor];
    return (await this.db.execute(sql, values)) === 1;
  }

  /** Counts one more revision of `userId`, or one more comment; `by` is 0 for an autosave that continues one. */
  async countContribution(
    changeRequest: Pick<ChangeRequestEntity, 'organizationId' | 'id'>,
    userId: string,
    now: Date,
    type: ContributionType = 'edit',
    by: 0 | 1 = 1,
  ): Promise<void> {
    const sql = `insert into change_request_contributors as t
        (organization_id, change_request_id, user_id, action_type, count, updated_at)
      values ($1, $2, $3, $5, 1, $4)
      on conflict (organization_id, change_request_id, user_id, action_type)
      do update set count = t.count + $6, updated_at = greatest(t.updated_at, $4)`;
    await this.db.execute(sql, [changeRequest.organizationId, changeRequest.id, userId, now, type, by]);
  }

  /** Subtracts deleted comments of these users; a user without any comment left is no longer a contributor. */
  async uncountComments(
    { organizationId, id }: Pick<ChangeRequestEntity, 'organizationId' | 'id'>,
    counts: ReadonlyMap<string, number>,
  ): Promise<void> {
    const sql = `update change_request_contributors t set count = t.count - gone.count
      from unnest($3::text[], $4::int[]) as gone (user_id, count)
      where t.organization_id = $1 and t.change_request_id = $2 and t.user_id = gone.user_id and t.action_type = 'comment'`;
    await this.db.execute(sql, [organizationId, id, [...counts.keys()], [...counts.values()]]);
    const rest = `delete from change_request_contributors
      where organization_id = $1 and change_request_id = $2 and action_type = 'comment' and count <= 0`;
    await this.db.execute(rest, [organizationId, id]);
  }

  /** Adds to the number of open comments. */
  async countComments(organizationId: string, id: string, delta: number): Promise<void> {
    const sql = `update change_requests set comments_open = comments_open + $3 where organization_id = $1 and id = $2`;
    await this.db.execute(sql, [organizationId, id, delta]);
  }

  /** The revisions, of these, that change requests or reviews of them refer to. */
  findReferenced(organizationId: string, revisionIds: readonly string[]): Promise<string[]> {
    const sql = `select distinct used from change_requests cr, unnest(array[cr.revision_id, cr.revision_initial_id,
          cr.revision_merged_ancestor_id, cr.revision_merged_id]) as used
        where cr.organization_id = $1 and used = any($2)
      union select revision_id from change_request_reviews where organization_id = $1 and revision_id = any($2)`;
    return this.db.queryColumn<string>(sql, [organizationId, revisionIds]);
  }

  /** Its creator and its requested reviewers. */
  async participants(organizationId: string, id: string): Promise<string[]> {
    const sql = `select created_by as id from change_requests where organization_id = $1 and id = $2
      union select user_id from change_request_requested_reviewers where organization_id = $1 and change_request_id = $2`;
    return (await this.db.query<{ id: string }>(sql, [organizationId, id])).map((row) => row.id);
  }

  /** The users who made revisions of it or commented on it, the latest first. */
  async listContributors(
    organizationId: string,
    id: string,
    request: PageRequest,
  ): Promise<Page<Contributor>> {
    return paginate(this.db, request, {
      select: `t.action_type as "actionType", t.count, t.updated_at as "updatedAt", ${personColumns('u')} as person`,
      from: `from change_request_contributors t join users u on u.id = t.user_id where t.organization_id = $1 and t.change_request_id = $2`,
      values: [organizationId, id],
      by: [
        { sql: 't.updated_at', type: 'timestamptz', direction: 'desc' },
        { sql: 't.user_id', type: 'text', direction: 'desc' },
        { sql: 't.action_type', type: 'text', direction: 'desc' },
      ],
    });
  }
}

/** Ids have twenty characters, so a short run of digits can only be a number. */
function isNumber(key: string): boolean {
  return /^\d{1,9}$/.test(key);
}

function toRow({ _mainRevisionId, _creator, _merger, ...changeRequest }: Row): ChangeRequestRow {
  return { changeRequest, creator: _creator, merger: _merger, mainRevisionId: _mainRevisionId };
}
