import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';
import type { SiteCustomization } from './customization-schema.js';

/** Unsaved settings of a site, which only previews of their author show. */
@Entity('site_look_drafts')
export class LookDraftEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  /** The space on the site that is to look so; null for the whole site. */
  @Column({ name: 'site_space_id', type: 'text', nullable: true })
  siteSpaceId: string | null;

  @JsonColumn()
  settings: SiteCustomization;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;
}
