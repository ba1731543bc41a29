import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { type Role, ROLES } from '#platform/http/actor.js';
import type { ResourceType } from './resource.js';

/** A role that one member was given on one space, collection or site. */
@Entity('user_grants')
@Index('user_grants_user_index', ['organizationId', 'userId'])
export class UserGrantEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text', primaryKeyConstraintName: 'user_grants_pkey' })
  organizationId: string;

  @PrimaryColumn({ name: 'resource_type', type: 'text', primaryKeyConstraintName: 'user_grants_pkey' })
  resourceType: ResourceType;

  @PrimaryColumn({ name: 'resource_id', type: 'text', primaryKeyConstraintName: 'user_grants_pkey' })
  resourceId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text', primaryKeyConstraintName: 'user_grants_pkey' })
  userId: string;

  @Column({ type: 'enum', enum: ROLES, enumName: 'member_role' })
  role: Role;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
