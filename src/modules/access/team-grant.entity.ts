import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';
import type { ResourceType } from './resource.js';

/** A role that one team was given on one space, collection or site. */
@Entity('team_grants')
@Index('team_grants_team_index', ['organizationId', 'teamId'])
export class TeamGrantEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'resource_type', type: 'text' })
  resourceType: ResourceType;

  @PrimaryColumn({ name: 'resource_id', type: 'text' })
  resourceId: string;

  @PrimaryColumn({ name: 'team_id', type: 'text' })
  teamId: string;

  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role' })
  role: Role;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
