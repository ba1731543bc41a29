import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { AgentInstructionsEntity } from './agent-instructions.entity.js';

export type StoredInstructions = Readonly<AgentInstructionsEntity>;

/** Every query on `agent_instructions`. */
@Injectable()
export class AgentInstructionsRepository {
  constructor(private readonly db: Database) {}

  async find(organizationId: string): Promise<StoredInstructions | null> {
    return this.db.queryFirst<StoredInstructions>(
      `select organization_id as "organizationId", document, updated_at as "updatedAt", updated_by as "updatedBy"
       from agent_instructions where organization_id = $1`,
      [organizationId],
    );
  }

  async put({ organizationId, document, updatedAt, updatedBy }: StoredInstructions): Promise<void> {
    await this.db.execute(
      `insert into agent_instructions (organization_id, document, updated_at, updated_by) values ($1, $2, $3, $4)
       on conflict (organization_id) do update set document = $2, updated_at = $3, updated_by = $4`,
      [organizationId, storableJson(document), updatedAt, updatedBy],
    );
  }
}
