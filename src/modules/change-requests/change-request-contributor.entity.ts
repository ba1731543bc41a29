import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

export type ContributionType = 'edit' | 'comment';

/** Somebody who made revisions of a change request, or commented on it. */
@Entity('change_request_contributors')
@Index('change_request_contributors_user_idx', ['organizationId', 'userId'])
export class ChangeRequestContributor {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @PrimaryColumn({ name: 'action_type', type: 'text' })
  actionType: ContributionType;

  /** Revisions they made, or comments and replies they wrote. */
  @Column({ type: 'int' })
  count: number;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
