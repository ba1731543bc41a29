import { Entity, PrimaryColumn } from 'typeorm';

/** A space of which not all pages are in the index yet. */
@Entity('search_backlog')
export class SearchBacklogEntity {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'space_id', type: 'text' })
  spaceId: string;
}
