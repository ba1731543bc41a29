import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** An address with a secret in it that opens a site which is shared by links. */
@Entity('site_share_links')
export class ShareLinkEntity extends OrganizationItem {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  @Column({ type: 'text' })
  name: string;

  /** The secret: first segment of the addresses below the site's root. Kept as it is, because it is shown again. */
  @Column({ type: 'text' })
  key: string;

  @Column({ type: 'boolean' })
  active: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
