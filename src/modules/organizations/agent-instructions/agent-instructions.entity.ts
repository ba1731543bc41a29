import { Column, Entity, PrimaryColumn } from 'typeorm';
import { JsonColumn } from '#platform/database/json-column.js';
import type { JSONDocument } from '#modules/documents/index.js';

/** An organization's instructions for agents that read its sites. */
@Entity('agent_instructions')
export class AgentInstructionsEntity {
  @PrimaryColumn({
    name: 'organization_id',
    type: 'text',
    primaryKeyConstraintName: 'agent_instructions_pkey',
  })
  organizationId: string;

  @JsonColumn()
  document: JSONDocument;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  updatedAt: Date;

  /** Id of the user who wrote them. */
  @Column({ name: 'updated_by', type: 'text' })
  updatedBy: string;
}
