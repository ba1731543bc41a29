import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';
import type { CustomizationOverrides } from './customization-schema.js';

/** Settings that a site was given; none for a site that has never been given any. */
@Entity('site_customizations')
export class SiteCustomizationEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  @JsonColumn()
  settings: CustomizationOverrides;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}

/** Settings that one space of a site overrides. */
@Entity('site_space_customizations')
export class SiteSpaceCustomizationEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'site_space_id', type: 'text' })
  siteSpaceId: string;

  @JsonColumn()
  overrides: CustomizationOverrides;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
