import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** Sections, and further groups, under one title in the header. */
@Entity('site_section_groups')
export class SiteSectionGroupEntity extends OrganizationItem {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  /** The group it is in; null at the site's top level. */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  @Column({ type: 'text' })
  title: string;

  @Column({ type: 'text', nullable: true })
  icon: string | null;

  /** Fractional key: order among the sections and groups beside it, compared by bytes. */
  @Column({ type: 'text' })
  position: string;
}
