import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { perRow } from '#platform/database/per-row.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { CommentEntity } from './comment.entity.js';
import type { CommentRow, PlaceRef } from './comment.types.js';

export interface CommentFilters extends PageRequest {
  order?: 'asc' | 'desc';
  status?: 'all' | 'open' | 'resolved';
  targetPage?: string;
  authors?: string[];
}

/** SQL for the `Person` in `alias`. Comments stay when their author's account goes. */
const person = (alias: string, id: string): string =>
  `json_build_object('id', ${id}, 'displayName', coalesce(${alias}.display_name, 'Former user'),
    'email', coalesce(${alias}.email, ''), 'photoUrl', ${alias}.photo_url)`;

const COLUMNS = entityColumns(CommentEntity, 'c');

const REACTIONS = `(select coalesce(json_agg(json_build_object('emoji', e.emoji, 'user', ${person('u', 'e.user_id')},
    'reactedAt', e.reacted_at) order by e.reacted_at, e.user_id, e.emoji), '[]')
  from comment_reactions e left join users u on u.id = e.user_id
  where e.organization_id = c.organization_id and e.comment_id = c.id) as reactions`;

const REPLIERS = `(select coalesce(json_agg(json_build_object('user', ${person('u', 'r.posted_by')}, 'count', r.count,
    'updatedAt', r.latest) order by r.latest desc, r.posted_by), '[]')
  from (select posted_by, count(*)::int as count, max(posted_at) as latest from comments
    where organization_id = c.organization_id and parent_id = c.id group by posted_by) r
  left join users u on u.id = r.posted_by) as repliers`;

/** A row with all that is shown of it, so that a list costs one statement. */
const VIEW = `${COLUMNS}, ${person('a', 'c.posted_by')} as author,
  case when c.resolved_by is null then null else ${person('s', 'c.resolved_by')} end as resolver, ${REACTIONS}, ${REPLIERS}`;

const AUTHORS = `left join users a on a.id = c.posted_by left join users s on s.id = c.resolved_by`;
const TABLES = `from comments c ${AUTHORS}`;

/** Every query on comments and replies. */
@Injectable()
export class CommentsRepository {
  constructor(private readonly db: Database) {}

  /** The revisions, of these, on which somebody commented. */
  findReferenced(organizationId: string, revisionIds: readonly string[]): Promise<string[]> {
    return this.db.queryColumn<string>(
      'select distinct revision_id from comments where organization_id = $1 and revision_id = any($2)',
      [organizationId, revisionIds],
    );
  }

  list(place: PlaceRef, filters: CommentFilters): Promise<Page<CommentRow>> {
    const values = placeValues(place);
    const where = [inPlace(place), 'c.parent_id is null'];
    if (filters.status === 'open') where.push('c.resolved_at is null');
    if (filters.status === 'resolved') where.push('c.resolved_at is not null');
    if (filters.targetPage !== undefined) where.push(`c.page_id = $${values.push(filters.targetPage)}`);
    if (filters.authors !== undefined) where.push(`c.posted_by = any($${values.push(filters.authors)})`);
    return this.page(filters, where, values, filters.order ?? 'desc');
  }

  /** In the order of the conversation. */
  listReplies(place: PlaceRef, commentId: string, request: PageRequest): Promise<Page<CommentRow>> {
    const values = placeValues(place);
    return this.page(request, [inPlace(place), `c.parent_id = $${values.push(commentId)}`], values, 'asc');
  }

  /** The first replies to each of some comments, in the order of their conversations, in one statement. */
  listRepliesToMany(place: PlaceRef, commentIds: readonly string[], limit: number): Promise<CommentRow[]> {
    const values = placeValues(place);
    const parents = `unnest($${values.push(commentIds)}::text[]) as p (id)`;
    const replies = perRow(
      `select c.* from comments c where ${inPlace(place)} and c.parent_id = p.id
       order by c.posted_at, c.id limit $${values.push(limit)}`,
    );
    return this.db.query<CommentRow & Record<string, unknown>>(
      `select ${VIEW} from ${parents} cross join ${replies} c ${AUTHORS} order by c.posted_at, c.id`,
      values,
    );
  }

  private page(
    request: PageRequest,
    where: string[],
    values: unknown[],
    direction: 'asc' | 'desc',
  ): Promise<Page<CommentRow>> {
    return paginate<CommentRow>(this.db, request, {
      select: VIEW,
      from: `${TABLES} where ${where.join(' and ')}`,
      values,
      by: byTime('c.posted_at', 'c.id', direction),
    });
  }

  /** A comment of the place, or with `parentId` a reply to that comment. */
  async find(place: PlaceRef, id: string, parentId: string | null): Promise<CommentRow | null> {
    const values = placeValues(place);
    return this.db.queryFirst<CommentRow & Record<string, unknown>>(
      `select ${VIEW} ${TABLES} where ${inPlace(place)} and c.id = $${values.push(id)}
       and c.parent_id is not distinct from $${values.push(parentId)}`,
      values,
    );
  }

  /** The comments that came with reviews. */
  findOfReviews(organizationId: string, reviewIds: string[]): Promise<CommentRow[]> {
    return this.db.query<CommentRow & Record<string, unknown>>(
      `select ${VIEW} ${TABLES} where c.organization_id = $1 and c.review_id = any($2::text[])`,
      [organizationId, reviewIds],
    );
  }

  /** Comments and replies by id alone; unknown ids are missing. */
  findByIds(organizationId: string, ids: readonly string[]): Promise<CommentRow[]> {
    return this.db.query<CommentRow & Record<string, unknown>>(
      `select ${VIEW} ${TABLES} where c.organization_id = $1 and c.id = any($2::text[])`,
      [organizationId, ids],
    );
  }

  /** By id alone, for jobs. */
  async findById(organizationId: string, id: string): Promise<CommentRow | null> {
    return this.db.queryFirst<CommentRow & Record<string, unknown>>(
      `select ${VIEW} ${TABLES} where c.organization_id = $1 and c.id = $2`,
      [organizationId, id],
    );
  }

  /**
   * The same as it is stored, locked until the transaction ends.
   * @param strength `key share` keeps a comment from going while something is hung on it.
   */
  async lock(
    place: PlaceRef,
    id: string,
    parentId: string | null,
    strength: 'update' | 'key share' = 'update',
  ): Promise<CommentEntity | null> {
    const values = placeValues(place);
    return this.db.queryFirst<CommentEntity & Record<string, unknown>>(
      `select ${COLUMNS} from comments c where ${inPlace(place)} and c.id = $${values.push(id)}
       and c.parent_id is not distinct from $${values.push(parentId)} for ${strength}`,
      values,
    );
  }

  async insert(comment: CommentEntity): Promise<void> {
    await this.db.manager.insert(CommentEntity, comment as object);
  }

  /** Writes only the given fields. */
  async update({ organizationId, id }: CommentEntity, fields: Partial<CommentEntity>): Promise<void> {
    await this.db.manager.update(CommentEntity, { organizationId, id }, fields as object);
  }

  /** Replies and reactions go with it, by their foreign keys. */
  async delete({ organizationId, id }: CommentEntity): Promise<void> {
    await this.db.manager.delete(CommentEntity, { organizationId, id });
  }

  /** Counts the comments and replies that a deletion removes, by author. */
  async countAuthors({ organizationId, id }: CommentEntity): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: string; count: number }>(
      `select posted_by as id, count(*)::int as count from comments
       where organization_id = $1 and (id = $2 or parent_id = $2) group by posted_by`,
      [organizationId, id],
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  }

  /**
   * Comments and replies of one author since a time, in a change request or in one thread of the main content, that
   * concern a reader without mentioning them: in threads they had written in by then, or all of them when
   * `isEverywhere`. Oldest first.
   */
  findNews(
    {
      organizationId,
      spaceId,
      changeRequestId,
      threadId,
      authorId,
    }: PlaceRef & { threadId: string; authorId: string },
    reader: { id: string; isEverywhere: boolean },
    { since, limit }: { since: Date; limit: number },
  ): Promise<CommentRow[]> {
    const place = { organizationId, spaceId, changeRequestId };
    const values = placeValues(place);
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const root = 'coalesce(c.parent_id, c.id)';
    const user = parameter(reader.id);
    return this.db.query<CommentRow & Record<string, unknown>>(
      `select ${VIEW} ${TABLES} where ${inPlace(place)}
         and ${changeRequestId === null ? `${root} = ${parameter(threadId)}` : 'true'}
         and c.posted_by = ${parameter(authorId)} and c.posted_at >= ${parameter(since)}
         and c.review_id is null and ${user} <> all(c.mentions)
         and (${parameter(reader.isEverywhere)} or exists (select 1 from comments t
           where t.organization_id = c.organization_id and (t.id = ${root} or t.parent_id = ${root})
             and t.posted_at <= c.posted_at and (t.posted_by = ${user} or ${user} = any(t.mentions))))
       order by c.posted_at, c.id limit ${parameter(limit)}`,
      values,
    );
  }

  /** Ids of everybody who wrote in the thread of a comment or was mentioned in it. */
  async threadParticipants(organizationId: string, commentId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct p.id from comments c cross join lateral unnest(c.posted_by || c.mentions) as p (id)
       where c.organization_id = $1 and (c.id = $2 or c.parent_id = $2)`,
      [organizationId, commentId],
    );
  }
}

/** Condition on `c` with the first parameters, which `placeValues` gives. */
export function inPlace({ changeRequestId }: PlaceRef): string {
  const request = changeRequestId === null ? 'c.change_request_id is null' : 'c.change_request_id = $3';
  return `c.organization_id = $1 and c.space_id = $2 and ${request}`;
}

export function placeValues({ organizationId, spaceId, changeRequestId }: PlaceRef): unknown[] {
  return [organizationId, spaceId, ...(changeRequestId === null ? [] : [changeRequestId])];
}
