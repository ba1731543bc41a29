import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** An uploaded picture that settings of sites show: it gets an address that lasts. */
@Entity('site_images')
export class SiteImageEntity extends OrganizationRow {
  /** SHA-256 of the file. */
  @PrimaryColumn({ type: 'text' })
  blob: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ name: 'content_type', type: 'text' })
  contentType: string;
}
