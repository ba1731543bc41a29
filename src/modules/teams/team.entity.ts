import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** A named set of members that content can be granted to. */
@Entity('teams')
export class TeamEntity extends OrganizationItem {
  @Column({ type: 'text' })
  title: string;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
