import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** A link to somewhere else, shown among the sections in the header of a site. */
@Entity('site_external_links')
export class SiteExternalLinkEntity extends OrganizationItem {
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

  @Column({ type: 'text' })
  url: string;

  /** Expression that decides who sees it; null for everybody. */
  @Column({ type: 'text', nullable: true })
  condition: string | null;

  /** A draft is not shown to readers. */
  @Column({ type: 'boolean' })
  draft: boolean;

  /** Fractional key: order among the sections, groups and links beside it, compared by bytes. */
  @Column({ type: 'text' })
  position: string;
}
