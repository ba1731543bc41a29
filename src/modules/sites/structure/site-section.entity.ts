import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** A part of a site with its own spaces, shown as a tab in the header. */
@Entity('site_sections')
export class SiteSectionEntity extends OrganizationItem {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  /** The group it is in; null at the site's top level. */
  @Column({ name: 'group_id', type: 'text', nullable: true })
  groupId: string | null;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text', nullable: true })
  description: string | null;

  @Column({ type: 'text', nullable: true })
  icon: string | null;

  /** First segment of the addresses of its pages; the default section is also served without it. */
  @Column({ type: 'text' })
  path: string;

  /** Expression that decides who sees it; null for everybody. */
  @Column({ type: 'text', nullable: true })
  condition: string | null;

  /** Fractional key: order among the sections and groups beside it, compared by bytes. */
  @Column({ type: 'text' })
  position: string;

  @Column({ name: 'is_default', type: 'boolean' })
  isDefault: boolean;
}
