import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A former path of a page of a space's current content, so that old addresses still lead to the page. */
@Entity('content_former_paths')
export class FormerPathEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Hash of the path, which may be longer than an index entry. */
  @PrimaryColumn({ name: 'path_digest', type: 'text' })
  pathDigest: string;

  @Column({ type: 'text' })
  path: string;

  @Column({ name: 'page_id', type: 'text' })
  pageId: string;
}
