import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationItem } from '#platform/database/organization-rows.js';

/** Destination of a redirect. Parts of the site are named by id, so that moving them breaks nothing. */
export type RedirectDestination =
  | { kind: 'site-section'; siteSectionId: string }
  | { kind: 'site-space'; siteSpaceId: string }
  | { kind: 'site-page'; siteSpaceId: string; pageId: string }
  | { kind: 'external'; url: string };

/** An address of a site, or all addresses that begin alike, and where readers are sent from there. */
@Entity('site_redirects')
export class SiteRedirectEntity extends OrganizationItem {
  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  /** Path below the site's root, with a leading slash; an asterisk at its end stands for anything. */
  @Column({ type: 'text' })
  source: string;

  /** Comparison key of the source, see `sourceKey`. Unique on its site together with `draft`. */
  @Column({ name: 'source_key', type: 'text' })
  sourceKey: string;

  @JsonColumn()
  destination: RedirectDestination;

  /** Prepared, and not in effect. */
  @Column({ type: 'boolean' })
  draft: boolean;

  /** True when the part that the asterisk matches is appended to the destination. */
  @Column({ name: 'capture_wildcard', type: 'boolean' })
  captureWildcard: boolean;

  /** True when browsers may cache the redirect. */
  @Column({ type: 'boolean' })
  permanent: boolean;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3, nullable: true })
  updatedAt: Date | null;
}
