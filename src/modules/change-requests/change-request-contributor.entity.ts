import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody who made revisions of a change request. */
@Entity('change_request_contributors')
@Index('change_request_contributors_user_idx', ['organizationId', 'userId'])
export class ChangeRequestContributor {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'change_request_id', type: 'text' })
  changeRequestId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** Revisions they made. */
  @Column({ type: 'int' })
  count: number;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
