import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { emptyDocument, type JSONDocument, serializeMarkdown } from '#modules/documents/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { Conflict, NotFound } from '#platform/http/errors.js';
import { Members } from '../members.service.js';
import { OrganizationsRepository } from '../organizations.repository.js';
import { requireMember, requireOrganizationAdmin } from '../require-member.js';
import { AgentInstructionsRepository, type StoredInstructions } from './agent-instructions.repository.js';

/** Instructions of organizations for agents that read their sites: tone, terms, and omissions. */
@Injectable()
export class AgentInstructions {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly organizations: OrganizationsRepository,
    private readonly members: Members,
    private readonly instructions: AgentInstructionsRepository,
    private readonly events: Events,
  ) {}

  /** An empty document of the day the organization was made, as long as nobody wrote any. @throws NotFound */
  async get(actor: Actor, organizationId: string): Promise<StoredInstructions> {
    requireMember(actor, organizationId);
    return this.find(organizationId);
  }

  /**
   * Replaces them; administrators only.
   * @param seen the time of the instructions that the actor saw, where they may replace no others.
   * @throws NotFound, Forbidden, Conflict when somebody else wrote meanwhile.
   */
  async put(
    actor: Actor,
    organizationId: string,
    document: JSONDocument,
    seen?: string,
  ): Promise<StoredInstructions> {
    requireOrganizationAdmin(actor, organizationId);
    const { userId: updatedBy } = actor;
    const written = { organizationId, document, updatedAt: this.clock.now(), updatedBy };
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const before = await this.find(organizationId);
      if (seen !== undefined && seen !== before.updatedAt.toISOString())
        throw new Conflict(
          'Somebody else changed the instructions meanwhile; copy yours and load the page again.',
        );
      await this.instructions.put(written);
      await this.organizations.touch(organizationId);
      await this.events.publish('organization.sites-changed', { organizationId });
      await this.audit.record({
        organizationId,
        action: 'agent-instructions.updated',
        target: { type: 'organization', id: organizationId },
        before: { instructions: serializeMarkdown(before.document) },
        after: { instructions: serializeMarkdown(document) },
      });
    });
    return written;
  }

  /** For modules that address agents on behalf of the organization; null without instructions. */
  async documentFor(organizationId: string): Promise<JSONDocument | null> {
    return (await this.instructions.find(organizationId))?.document ?? null;
  }

  private async find(organizationId: string): Promise<StoredInstructions> {
    const found = await this.instructions.find(organizationId);
    if (found) return found;
    const organization = await this.organizations.findById(organizationId);
    if (!organization) throw new NotFound('organization');
    return { organizationId, document: emptyDocument(), updatedAt: organization.createdAt, updatedBy: '' };
  }
}
