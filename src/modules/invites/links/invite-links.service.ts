import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { isWithin, Organizations, requireMember } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { mapPage, type Page, type PageRequest } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, Forbidden, NotFound } from '#platform/http/errors.js';
import { randomText } from '#platform/ids/ids.js';
import { columnsOf, type InviteLinkTarget, targetOf } from '../targets/invite-target.js';
import { InviteTargets, type TargetView } from '../targets/invite-targets.js';
import { auditTarget, shownInAudit } from './invite-link.audit.js';
import { type InviteLink, InviteLinksRepository } from './invite-links.repository.js';
import type { UpdateInviteLinkBody } from './invite-link.dto.js';
import { type NewInviteLink, readLinkChanges } from './invite-link.input.js';

/** 178 bits: whoever does not have the link does not find it. */
const ID_LENGTH = 30;

/** A link with what it leads to, as the actor sees that. */
export interface InviteLinkView {
  link: InviteLink;
  target: TargetView;
}

/**
 * Links that let people in. Those to the organization are the administrators', those to a space or collection of everybody who may
 * invite there; nobody else learns of them, because who knows a link can use it.
 */
@Injectable()
export class InviteLinks {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly links: InviteLinksRepository,
    private readonly targets: InviteTargets,
    private readonly organizations: Organizations,
  ) {}

  /** Links to the target, newest first. @throws NotFound, Forbidden for those who may not invite there. */
  async list(
    actor: Actor,
    organizationId: string,
    target: InviteLinkTarget,
    page: PageRequest,
  ): Promise<Page<InviteLinkView>> {
    const view = await this.targets.requireTarget(actor, organizationId, target);
    return mapPage(await this.links.list(organizationId, target, page), (link) => ({ link, target: view }));
  }

  /** @throws NotFound for an unknown link, and for one to what the actor may not invite to. */
  async get(actor: Actor, organizationId: string, id: string): Promise<InviteLinkView> {
    requireMember(actor, organizationId);
    const link = await this.links.find(id);
    if (link?.organizationId !== organizationId) throw new NotFound('invite');
    return { link, target: await this.requireTarget(actor, link) };
  }

  /** @throws BadRequest, NotFound, Forbidden for a role above the actor's own, and where links are turned off. */
  async create(actor: Actor, organizationId: string, input: NewInviteLink): Promise<InviteLinkView> {
    requireMember(actor, organizationId);
    const target = await this.targets.requireTarget(actor, organizationId, input.target);
    requireNotAbove(target, input.role);
    requireFuture(input.expiresAt, this.clock.now());
    const { spaceId, collectionId } = columnsOf(input.target);
    const link: InviteLink = {
      id: randomText(ID_LENGTH),
      organizationId,
      spaceId,
      collectionId,
      role: input.role,
      createdBy: actor.userId,
      createdAt: this.clock.now(),
      expiresAt: input.expiresAt ?? null,
      maxUses: input.maxUses ?? null,
      uses: 0,
    };
    await this.db.transaction(async () => {
      await this.requireTurnedOn(organizationId);
      await this.links.insert(link);
      const after = shownInAudit(link);
      await this.audit.record({
        organizationId,
        action: 'invite-link.created',
        target: auditTarget(link),
        after,
      });
    });
    return { link, target };
  }

  /** Changes what was sent. @throws as `create`, and Forbidden for a link that gives more than the actor has, or its maker could give. */
  async update(
    actor: Actor,
    organizationId: string,
    id: string,
    update: UpdateInviteLinkBody,
  ): Promise<InviteLinkView> {
    return this.db.transaction(async () => {
      requireMember(actor, organizationId);
      const link = await this.links.lock(id);
      if (link?.organizationId !== organizationId) throw new NotFound('invite');
      const target = await this.requireTarget(actor, link);
      const changes = readLinkChanges(targetOf(link).type, update);
      requireNotAbove(target, link.role);
      if (changes.role !== undefined) requireNotAbove(target, changes.role);
      if (changes.expiresAt !== undefined) requireFuture(changes.expiresAt, this.clock.now());
      if (changes.maxUses !== undefined && changes.maxUses !== null && changes.maxUses < link.uses)
        throw new BadRequest(`maxUses: the link was used ${link.uses} times already. Delete it to end it.`);
      const changed = { ...link, ...changes };
      if (changes.role !== undefined && !(await this.isBacked(changed)))
        throw new Forbidden(
          'The link gives a role that its author may not give. Make your own link instead.',
        );
      await this.links.update(id, changes);
      const [before, after] = [shownInAudit(link), shownInAudit(changed)];
      const record = { action: 'invite-link.updated' as const, target: auditTarget(link), before, after };
      await this.audit.record({ organizationId, ...record });
      return { link: changed, target };
    });
  }

  /** Deletes the link, so that it admits nobody any more; succeeds for an unknown link. @throws Forbidden as `update` */
  async delete(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireMember(actor, organizationId);
    await this.db.transaction(async () => {
      const link = await this.links.lock(id);
      if (link?.organizationId !== organizationId) return;
      requireNotAbove(await this.requireTarget(actor, link), link.role);
      await this.links.delete(id);
      await this.recordDeletion(link);
    });
  }

  /** Ends the links of a maker who was removed: they know them, and could come back. In the transaction of the removal. */
  async makerRemoved(organizationId: string, userId: string): Promise<void> {
    for (const link of await this.links.deleteOfMaker(organizationId, userId))
      await this.recordDeletion(link);
  }

  /**
   * Deletes the links to what another organization was given: its people are others. The references of the links have
   * followed already.
   */
  async targetsTransferred(to: string, type: 'space' | 'collection', ids: readonly string[]): Promise<void> {
    await this.links.deleteOfTargets(to, type, ids);
  }

  /** True when the maker of the link could still make it. */
  isBacked(link: InviteLink): Promise<boolean> {
    return this.targets.mayInvite(link.createdBy, link.organizationId, targetOf(link), link.role);
  }

  /** @throws Forbidden where administrators turned links off. */
  async requireTurnedOn(organizationId: string): Promise<void> {
    const { inviteLinks } = await this.organizations.getOrganization(organizationId);
    if (!inviteLinks)
      throw new Forbidden(
        'The organization uses no invite links. An administrator can turn them on (inviteLinks).',
      );
  }

  /** An actor who knows a link to an object they cannot see must not learn more from it: 404, not 403. */
  private async requireTarget(actor: Actor, link: InviteLink): Promise<TargetView> {
    try {
      return await this.targets.requireTarget(actor, link.organizationId, targetOf(link));
    } catch (error) {
      if (error instanceof Forbidden || error instanceof NotFound) throw new NotFound('invite');
      throw error;
    }
  }

  private async recordDeletion(link: InviteLink): Promise<void> {
    const { organizationId } = link;
    const before = shownInAudit(link);
    await this.audit.record({
      organizationId,
      action: 'invite-link.deleted',
      target: auditTarget(link),
      before,
    });
  }
}

/** @throws Forbidden for a role above the actor's own. */
function requireNotAbove({ type, held }: TargetView, role: Role | null): void {
  if (isWithin(held, role)) return;
  const member = type === 'organization' ? 'role' : 'level';
  throw new Forbidden(`${member}: you cannot invite as "${role}": your own role here is "${held}".`);
}

/** @throws BadRequest */
function requireFuture(expiresAt: Date | null | undefined, now: Date): void {
  if (expiresAt && expiresAt <= now) throw new BadRequest('expiresAt must be in the future.');
}
