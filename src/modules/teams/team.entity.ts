import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A named set of members that content can be granted to. */
@Entity('teams')
export class TeamEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text', primaryKeyConstraintName: 'teams_pkey' })
  organizationId: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'teams_pkey' })
  id: string;

  @Column({ type: 'text' })
  title: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
