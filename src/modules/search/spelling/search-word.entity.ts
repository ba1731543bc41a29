import { Entity, PrimaryColumn } from 'typeorm';

/** A word that an organization's pages use: what a misspelt one may have been meant to be. */
@Entity('search_words')
export class SearchWordEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ type: 'text' })
  word: string;
}
