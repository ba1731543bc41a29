import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** The name of an organization's identity provider for a team. */
@Entity('scim_groups')
export class ScimGroupEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'team_id', type: 'text' })
  teamId: string;

  @Column({ name: 'external_id', type: 'text' })
  externalId: string;
}
