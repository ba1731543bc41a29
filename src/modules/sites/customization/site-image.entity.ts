import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An uploaded picture that settings of sites show: it gets an address that lasts. */
@Entity('site_images')
export class SiteImageEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  /** SHA-256 of the file. */
  @PrimaryColumn({ type: 'text' })
  blob: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ name: 'content_type', type: 'text' })
  contentType: string;
}
