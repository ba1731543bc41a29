import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A path that a page of a space's current content had before, so that old addresses still lead to it. */
@Entity('content_former_paths')
export class FormerPathEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  /** Of the path, which may be longer than an index entry. */
  @PrimaryColumn({ name: 'path_digest', type: 'text' })
  pathDigest: string;

  @Column({ type: 'text' })
  path: string;

  @Column({ name: 'page_id', type: 'text' })
  pageId: string;
}
