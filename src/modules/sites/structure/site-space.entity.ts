import { Column, Entity } from 'typeorm';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** A space shown on a site, under its own path. */
@Entity('site_spaces')
export class SiteSpaceEntity extends OrganizationItem {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** The section it is in; null on a site without sections. */
  @Column({ name: 'section_id', type: 'text', nullable: true })
  sectionId: string | null;

  /** Segment of its pages' addresses below the site or section; the default space is also served without it. */
  @Column({ type: 'text' })
  path: string;

  /** Expression that decides who sees it; null for everybody. */
  @Column({ type: 'text', nullable: true })
  condition: string | null;

  /** Fractional key: order among the spaces of the section or site, compared by bytes. */
  @Column({ type: 'text' })
  position: string;

  /** Of its section, or of a site without sections. */
  @Column({ name: 'is_default', type: 'boolean' })
  isDefault: boolean;
}
