import { Column, Entity, Index } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

export const REVIEW_STATUSES = ['changes-requested', 'approved'] as const;
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

/** A reviewer's verdict on one revision of a change request. */
@Entity('change_request_reviews')
@Index('change_request_reviews_request_idx', ['organizationId', 'changeRequestId', 'createdAt', 'id'])
export class ChangeRequestReviewEntity extends OrganizationItem {
  @Column({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  /** The revision that was reviewed. */
  @Column({ name: 'revision_id', type: 'text' })
  revisionId: string;

  @Column({ name: 'reviewer_id', type: 'text' })
  reviewerId: string;

  /** Id of the user who requested the review; null when nobody requested it. */
  @Column({ name: 'requested_by', type: 'text', nullable: true })
  requestedBy: string | null;

  @Column({ type: 'text' })
  status: ReviewStatus;

  /** True once the reviewer was asked for another review, or wrote one. */
  @Column({ type: 'boolean' })
  superseded: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
