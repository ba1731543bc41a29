import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

export type ContributionType = 'edit' | 'comment';

/** A user who made revisions of a change request, or commented on it. */
@Entity('change_request_contributors')
@Index('change_request_contributors_user_idx', ['organizationId', 'userId'])
export class ChangeRequestContributorEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @PrimaryColumn({ name: 'action_type', type: 'text' })
  actionType: ContributionType;

  /** The number of the user's revisions, or of the user's comments and replies. */
  @Column({ type: 'int' })
  count: number;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
