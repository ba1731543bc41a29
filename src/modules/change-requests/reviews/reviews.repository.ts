import { Database } from '#platform/database/database.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { Injectable } from '@nestjs/common';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import { type Person, personColumns } from '../change-requests.repository.js';
import { ChangeRequestReviewEntity, type ReviewStatus } from './change-request-review.entity.js';
import type { RequestedReviewerEntity } from './requested-reviewer.entity.js';

/** A review with the related rows that the presenter needs. */
export type ReviewRow = ChangeRequestReviewEntity & {
  reviewer: Person;
  requester: Person | null;
  outdated: boolean;
};

/** The last review of a reviewer. */
export interface LatestReview {
  reviewer: string;
  status: ReviewStatus;
  outdated: boolean;
  /** True if the reviewer is an integration. */
  isAgent: boolean;
}

/** A request for review with the related rows that the presenter needs. */
export type RequestedReviewerRow = RequestedReviewerEntity & { user: Person; requester: Person };

/** True for a review that is superseded, or of an earlier revision of the change request. */
const OUTDATED = 'r.superseded or r.revision_id <> cr.revision_id';

const REVIEW = `r.organization_id as "organizationId", r.id, r.change_request_id as "changeRequestId", r.revision_id as "revisionId",
  r.reviewer_id as "reviewerId", r.requested_by as "requestedBy", r.status, r.superseded, r.created_at as "createdAt",
  r.updated_at as "updatedAt", (${OUTDATED}) as outdated, ${personColumns('u')} as reviewer,
  case when q.id is null then null else ${personColumns('q')} end as requester`;

const FROM_REVIEWS = `from change_request_reviews r
  join change_requests cr on cr.organization_id = r.organization_id and cr.id = r.change_request_id
  join users u on u.id = r.reviewer_id left join users q on q.id = r.requested_by
  where r.organization_id = $1 and r.change_request_id = $2`;

/** Every query on reviews and requests for reviews. */
@Injectable()
export class ReviewsRepository {
  constructor(private readonly db: Database) {}

  /** Newest first; `outdated` selects only outdated reviews, or only the others. */
  list(
    { organizationId, id }: ChangeRequestEntity,
    request: PageRequest & { outdated?: boolean },
  ): Promise<Page<ReviewRow>> {
    return paginate(this.db, request, {
      select: REVIEW,
      from: `${FROM_REVIEWS} and ($3::boolean is null or (${OUTDATED}) = $3)`,
      values: [organizationId, id, request.outdated ?? null],
      by: byTime('r.created_at', 'r.id', 'desc'),
    });
  }

  async find({ organizationId, id }: ChangeRequestEntity, reviewId: string): Promise<ReviewRow | null> {
    const sql = `select ${REVIEW} ${FROM_REVIEWS} and r.id = $3`;
    return this.db.queryFirst<ReviewRow>(sql, [organizationId, id, reviewId]);
  }

  /**
   * The last review of each reviewer, which the merge rules count. Outdated reviews are included: a reviewer who is
   * asked again has not confirmed yet that the requested changes were made.
   */
  listLatest({ organizationId, id }: ChangeRequestEntity): Promise<LatestReview[]> {
    const sql = `select distinct on (r.reviewer_id) r.reviewer_id as reviewer, r.status, (${OUTDATED}) as outdated,
        u.kind = 'service' as "isAgent"
      ${FROM_REVIEWS} order by r.reviewer_id, r.superseded, r.created_at desc, r.id desc`;
    return this.db.query(sql, [organizationId, id]);
  }

  /** The newest thousand reviews, newest first, for the rules that read all of them; older ones decide nothing. */
  listAll({ organizationId, id }: ChangeRequestEntity): Promise<ReviewRow[]> {
    const sql = `select ${REVIEW} ${FROM_REVIEWS} order by r.created_at desc, r.id desc limit 1000`;
    return this.db.query(sql, [organizationId, id]);
  }

  async insert(review: ChangeRequestReviewEntity): Promise<void> {
    await this.db.manager.insert(ChangeRequestReviewEntity, review);
  }

  /** Marks the earlier reviews of these reviewers as superseded, so that they no longer count. */
  async supersede(
    { organizationId, id }: ChangeRequestEntity,
    reviewers: readonly string[],
    now: Date,
  ): Promise<void> {
    const sql = `update change_request_reviews set superseded = true, updated_at = $4
      where organization_id = $1 and change_request_id = $2 and reviewer_id = any($3) and not superseded`;
    await this.db.execute(sql, [organizationId, id, reviewers, now]);
  }

  /**
   * Deletes requests to this user and supersedes the user's reviews, in all change requests that are not decided yet.
   */
  async deleteReviewer(organizationId: string, userId: string): Promise<void> {
    const inWork = `exists (select 1 from change_requests cr where cr.organization_id = t.organization_id
      and cr.id = t.change_request_id and cr.status <> 'merged')`;
    await this.db.execute(
      `delete from change_request_requested_reviewers t where organization_id = $1 and user_id = $2 and ${inWork}`,
      [organizationId, userId],
    );
    await this.db.execute(
      `update change_request_reviews t set superseded = true
       where organization_id = $1 and reviewer_id = $2 and not superseded and ${inWork}`,
      [organizationId, userId],
    );
  }

  /** The users who were asked to review, the latest first. */
  listRequested(
    { organizationId, id }: ChangeRequestEntity,
    request: PageRequest,
  ): Promise<Page<RequestedReviewerRow>> {
    return paginate(this.db, request, {
      select: REQUESTED,
      from: FROM_REQUESTED,
      values: [organizationId, id],
      by: byTime('t.created_at', 't.user_id', 'desc'),
    });
  }

  findRequested(
    { organizationId, id }: ChangeRequestEntity,
    userIds: readonly string[],
  ): Promise<RequestedReviewerRow[]> {
    const sql = `select ${REQUESTED} ${FROM_REQUESTED} and t.user_id = any($3) order by t.user_id`;
    return this.db.query(sql, [organizationId, id, userIds]);
  }

  /** Asks these users to review; asking again renews the request. */
  async request(
    { organizationId, id, revisionId }: ChangeRequestEntity,
    userIds: readonly string[],
    requestedBy: string,
    now: Date,
  ): Promise<void> {
    const sql = `insert into change_request_requested_reviewers
        (organization_id, change_request_id, user_id, revision_id, requested_by, created_at)
      select $1, $2, user_id, $4, $5, $6 from unnest($3::text[]) as asked (user_id)
      on conflict (organization_id, change_request_id, user_id)
      do update set revision_id = $4, requested_by = $5, created_at = $6`;
    await this.db.execute(sql, [organizationId, id, userIds, revisionId, requestedBy, now]);
  }

  async withdraw({ organizationId, id }: ChangeRequestEntity, userId: string): Promise<boolean> {
    const sql = `delete from change_request_requested_reviewers where organization_id = $1 and change_request_id = $2 and user_id = $3`;
    return (await this.db.execute(sql, [organizationId, id, userId])) > 0;
  }
}

const REQUESTED = `t.organization_id as "organizationId", t.change_request_id as "changeRequestId", t.user_id as "userId",
  t.revision_id as "revisionId", t.requested_by as "requestedBy", t.created_at as "createdAt",
  ${personColumns('u')} as "user", ${personColumns('q')} as requester`;

const FROM_REQUESTED = `from change_request_requested_reviewers t
  join users u on u.id = t.user_id join users q on q.id = t.requested_by
  where t.organization_id = $1 and t.change_request_id = $2`;
