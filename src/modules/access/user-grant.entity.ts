import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';
import type { ResourceType } from './resource.js';

/** A role that one member was given on one space, collection or site. */
@Entity('user_grants')
@Index('user_grants_user_index', ['organizationId', 'userId'])
export class UserGrantEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'resource_type', type: 'text' })
  resourceType: ResourceType;

  @PrimaryColumn({ name: 'resource_id', type: 'text' })
  resourceId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role' })
  role: Role;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
