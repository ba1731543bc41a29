import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';
import type { ResourceType } from './resource.js';

/** A role that one team was given on one space, collection or site. */
@Entity('team_grants')
@Index('team_grants_team_index', ['organizationId', 'teamId'])
export class TeamGrantEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text', primaryKeyConstraintName: 'team_grants_pkey' })
  organizationId: string;

  @PrimaryColumn({ name: 'resource_type', type: 'text', primaryKeyConstraintName: 'team_grants_pkey' })
  resourceType: ResourceType;

  @PrimaryColumn({ name: 'resource_id', type: 'text', primaryKeyConstraintName: 'team_grants_pkey' })
  resourceId: string;

  @PrimaryColumn({ name: 'team_id', type: 'text', primaryKeyConstraintName: 'team_grants_pkey' })
  teamId: string;

  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role' })
  role: Role;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
