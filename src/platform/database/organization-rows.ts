import { PrimaryColumn } from 'typeorm';

/** A row that belongs to an organization, with which its primary key begins. */
export abstract class OrganizationRow {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;
}

/** A row with an id that is unique within its organization. */
export abstract class OrganizationItem extends OrganizationRow {
  @PrimaryColumn({ type: 'text' })
  id: string;
}
