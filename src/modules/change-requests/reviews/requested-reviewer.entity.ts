import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A user who was asked to review a change request. The row stays after the review. */
@Entity('change_request_requested_reviewers')
@Index('change_request_requested_reviewers_user_idx', ['organizationId', 'userId'])
export class RequestedReviewerEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** Revision of the change request at the time of the request. */
  @Column({ name: 'revision_id', type: 'text' })
  revisionId: string;

  @Column({ name: 'requested_by', type: 'text' })
  requestedBy: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
