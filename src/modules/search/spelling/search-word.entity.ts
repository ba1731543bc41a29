import { Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A word that an organization's pages use: what a misspelt one may have been meant to be. */
@Entity('search_words')
export class SearchWordEntity extends OrganizationRow {
  @PrimaryColumn({ type: 'text' })
  word: string;
}
