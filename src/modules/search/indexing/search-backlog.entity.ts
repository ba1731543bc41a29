import { Entity, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A space of which not all pages are in the index yet. */
@Entity('search_backlog')
export class SearchBacklogEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;
}
