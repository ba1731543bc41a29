import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** Searchable texts of a page of a space's current content; follows `content_pages`. */
@Entity('search_pages')
export class SearchPageEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;

  @PrimaryColumn({ name: 'page_id', type: 'text' })
  pageId: string;

  /** Number of words of the title. */
  @Column({ name: 'title_words', type: 'integer' })
  titleWords: number;

  /** Digest of everything that the vector was made of. */
  @Column({ type: 'text' })
  source: string;

  @Column({ type: 'tsvector' })
  vector: string;

  /** Text by heading, for excerpts. */
  @Column({ type: 'json' })
  sections: unknown;
}
