import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A space shown on a site, under a path of its own. */
@Entity('site_spaces')
export class SiteSpace {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  @Column({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** First segments of the space's pages below the site; the default space is also served without it. */
  @Column({ type: 'text' })
  path: string;

  /** Fractional key: order among the site's spaces, compared by bytes. */
  @Column({ type: 'text' })
  position: string;

  @Column({ name: 'is_default', type: 'boolean' })
  isDefault: boolean;
}
