import type { Author } from '#modules/content/index.js';
import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { requireMember } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { ChangeRequestAccess, type FoundChangeRequest } from './change-request-access.js';
import type { UpdateChangeRequestBody } from './change-request.dto.js';
import { ChangeRequestEntity } from './change-request.entity.js';
import { type ChangeRequestAction } from './change-request.policy.js';
import { nextStatus } from './change-request.state.js';
import {
  type ChangeRequestFilters,
  type ChangeRequestRow,
  ChangeRequestsRepository,
  type Contributor,
} from './change-requests.repository.js';
import { parseDescription } from './description.js';

/** Change requests: finding, opening and describing them. */
@Injectable()
export class ChangeRequests {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly spaces: Spaces,
    private readonly access: ChangeRequestAccess,
    private readonly repository: ChangeRequestsRepository,
    private readonly audit: AuditLog,
  ) {}

  /**
   * The change request, when the actor may do `action` on it.
   * @param key id, or number within the space.
   * @throws NotFound when it or its space is unknown or not visible, Forbidden when the role is too low.
   */
  requireChangeRequest(
    actor: Actor,
    spaceId: string,
    key: string,
    action: ChangeRequestAction = 'view',
  ): Promise<FoundChangeRequest> {
    return this.access.requireChangeRequest(actor, spaceId, key, action);
  }

  /** Change requests by id, without a check of permissions; unknown ids are missing. */
  async findByIds(organizationId: string, ids: readonly string[]): Promise<Map<string, ChangeRequestRow>> {
    const rows = ids.length === 0 ? [] : await this.repository.findByIds(organizationId, ids);
    return new Map(rows.map((row) => [row.changeRequest.id, row]));
  }

  /** Change requests of a space, newest first. @throws NotFound for a space that is not visible. */
  async list(actor: Actor, spaceId: string, filters: ChangeRequestFilters): Promise<Page<ChangeRequestRow>> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    return this.repository.listOfSpace(space.organizationId, spaceId, filters);
  }

  /** Change requests of all spaces of an organization that the actor may see, newest first. */
  async listOfOrganization(
    actor: Actor,
    organizationId: string,
    filters: ChangeRequestFilters,
  ): Promise<Page<ChangeRequestRow>> {
    requireMember(actor, organizationId);
    return this.repository.listOfOrganization(actor, organizationId, filters);
  }

  /**
   * Changes only the fields that `body` holds; an empty body changes nothing.
   * @throws NotFound, Forbidden below the role `edit`, Conflict when it is merged.
   */
  async update(
    actor: Actor,
    spaceId: string,
    key: string,
    body: UpdateChangeRequestBody,
  ): Promise<ChangeRequestRow> {
    const { subject, status } = body;
    const description = body.description === undefined ? undefined : parseDescription(body.description);
    return this.db.transaction(async () => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'describe');
      if (subject === undefined && description === undefined && status === undefined) return found;
      const { space, changeRequest } = await this.access.lockWithSpace(
        found,
        status === undefined ? 'describe' : `to-${status}`,
      );
      const before = changeRequest.status;
      const next = status === undefined ? before : nextStatus(before, `to-${status}`);
      if (next !== before) await this.spaces.countChangeRequests(space, before, next);
      await this.repository.update(changeRequest, {
        ...(subject === undefined ? {} : { subject }),
        ...(description === undefined ? {} : { description }),
        status: next,
        updatedAt: this.clock.now(),
      });
      await this.events.publish('change-request.updated', eventOf(changeRequest, actor));
      await this.audit.recordUpdate({
        organizationId: changeRequest.organizationId,
        action: 'change-request.updated',
        target: auditTarget(changeRequest),
        was: changeRequest,
        changes: { subject, status: next },
      });
      return this.reload(changeRequest);
    });
  }

  /**
   * Sets the cluster of issues for which it is made; null for none. The caller checks that the cluster may be named.
   * @throws NotFound, Forbidden below the role `edit`, Conflict when it is merged.
   */
  async setCluster(actor: Actor, spaceId: string, key: string, cluster: string | null): Promise<void> {
    await this.db.transaction(async () => {
      const found = await this.access.requireChangeRequest(actor, spaceId, key, 'describe');
      const { changeRequest } = await this.access.lockWithSpace(found, 'describe');
      if (changeRequest.conversationsIssuesCluster === cluster) return;
      await this.repository.update(changeRequest, {
        conversationsIssuesCluster: cluster,
        updatedAt: this.clock.now(),
      });
      await this.events.publish('change-request.updated', eventOf(changeRequest, actor));
      await this.audit.recordUpdate({
        organizationId: changeRequest.organizationId,
        action: 'change-request.updated',
        target: auditTarget(changeRequest),
        was: changeRequest,
        changes: { conversationsIssuesCluster: cluster },
      });
    });
  }

  /** Moves change requests to the cluster of issues that theirs became part of. */
  moveToCluster(organizationId: string, from: string, to: string): Promise<void> {
    return this.repository.moveToCluster(organizationId, from, to);
  }

  /** The users who made revisions of it or commented on it, the latest first. */
  async listContributors(
    actor: Actor,
    spaceId: string,
    key: string,
    request: PageRequest,
  ): Promise<Page<Contributor>> {
    const { changeRequest } = await this.access.requireChangeRequest(actor, spaceId, key, 'view');
    return this.repository.listContributors(changeRequest.organizationId, changeRequest.id, request);
  }

  private async reload({ organizationId, spaceId, id }: ChangeRequestEntity): Promise<ChangeRequestRow> {
    const row = await this.repository.find(organizationId, spaceId, id);
    if (!row) throw new NotFound('change request');
    return row;
  }
}

/** The change request in the form of the audit log. */
export function auditTarget({ id, number, subject }: ChangeRequestEntity): AuditRecord['target'] {
  return { type: 'change-request', id, label: `#${number} ${subject}`.trim() };
}

/** The members of every event of the change request. */
export function eventOf({ organizationId, spaceId, id }: ChangeRequestEntity, { userId }: Author) {
  return { organizationId, spaceId, changeRequestId: id, userId };
}
