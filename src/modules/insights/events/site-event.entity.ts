import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** Something a reader did on a site. Says nothing about who they are. */
@Entity('site_events')
export class SiteEventEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  @PrimaryColumn({ type: 'bigint', generated: 'identity' })
  id: string;

  @Column({ type: 'text' })
  type: string;

  @Column({ name: 'occurred_at', type: 'timestamptz', precision: 3 })
  occurredAt: Date;

  /** The same for one reader and site for a day; nobody can tell whose it was. */
  @Column({ type: 'text' })
  visitor: string;

  /** The same for one visit. */
  @Column({ type: 'text' })
  session: string;

  /** Address of the page, without its query. */
  @Column({ type: 'text' })
  url: string;

  @Column({ name: 'display_context', type: 'text' })
  displayContext: string;

  @Column({ name: 'site_section_id', type: 'text', nullable: true })
  siteSectionId: string | null;

  @Column({ name: 'site_space_id', type: 'text', nullable: true })
  siteSpaceId: string | null;

  @Column({ name: 'share_key', type: 'text', nullable: true })
  shareKey: string | null;

  @Column({ name: 'space_id', type: 'text', nullable: true })
  spaceId: string | null;

  @Column({ name: 'page_id', type: 'text', nullable: true })
  pageId: string | null;

  @Column({ type: 'text' })
  device: string;

  @Column({ type: 'text' })
  browser: string;

  @Column({ type: 'text' })
  os: string;

  /** Kind of robot; null for people. */
  @Column({ type: 'text', nullable: true })
  bot: string | null;

  @Column({ type: 'text', nullable: true })
  language: string | null;

  /** Address the reader came from, without its query. */
  @Column({ type: 'text', nullable: true })
  referrer: string | null;

  /** Claims of the visitor for adaptive content. */
  @JsonColumn({ nullable: true })
  claims: object | null;

  /** Details that depend on the type: the query of a search, the rating of a feedback; and campaign parameters. */
  @JsonColumn()
  details: object;
}
