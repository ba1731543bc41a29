import { Column, Entity } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** An organization's instructions for agents that read its sites. */
@Entity('agent_instructions')
export class AgentInstructionsEntity extends OrganizationRow {
  @JsonColumn()
  document: JSONDocument;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Id of the user who wrote them. */
  @Column({ name: 'updated_by', type: 'text' })
  updatedBy: string;
}
