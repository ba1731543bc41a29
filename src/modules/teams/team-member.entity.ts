import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

export const TEAM_ROLES = ['owner', 'member'] as const;
/** An owner manages the team and its members. */
export type TeamRole = (typeof TEAM_ROLES)[number];

/** That a member of the organization is in a team. */
@Entity('team_members')
@Index('team_members_user_id_index', ['userId', 'organizationId'])
export class TeamMemberEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'team_id', type: 'text' })
  teamId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ type: 'text' })
  role: TeamRole;

  @Column({ name: 'added_at', type: 'timestamptz', precision: 3 })
  addedAt: Date;
}
