import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { AuditLog } from '#modules/audit/index.js';
import { Collections } from '#modules/collections/index.js';
import { Admissions, isWithin, Organizations } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { requireOwnSession } from '../joining/foreign-session.js';
import { auditTarget } from './invite-link.audit.js';
import { type InviteLinkTarget, targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { type InviteLink, InviteLinksRepository } from './invite-links.repository.js';
import { InviteLinks } from './invite-links.service.js';

/** Lets people in by a link. */
@Injectable()
export class UseInviteLink {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly links: InviteLinksRepository,
    private readonly inviteLinks: InviteLinks,
    private readonly targets: InviteTargets,
    private readonly organizations: Organizations,
    private readonly admissions: Admissions,
    private readonly grants: Grants,
    private readonly spaces: Spaces,
    private readonly collections: Collections,
    private readonly tokens: UserTokens,
  ) {}

  /**
   * Gives the actor the role of the link; a newcomer becomes a member of the organization, as a guest for links to a
   * space or collection. A use is counted only when it gave something.
   * @returns the target of the link.
   * @throws NotFound for an unknown link; Forbidden for links that are expired or used up, when links are turned off,
   * and for people whose membership is disabled.
   */
  async use(actor: Actor, organizationId: string, id: string): Promise<InviteLinkTarget> {
    return this.db.transaction(async () => {
      await this.organizations.lockOrganization(organizationId);
      const link = await this.links.lock(id);
      if (link?.organizationId !== organizationId) throw new NotFound('invite');
      requireOwnSession(actor, organizationId);
      await this.inviteLinks.requireTurnedOn(organizationId);
      const target = targetOf(link);
      if (await this.hasAll(actor, link, target)) return target;
      await this.requireOpen(link, target);
      await this.give(actor, link, target);
      await this.links.countUse(id);
      const after = { to: target, role: link.role, use: link.uses + 1 };
      await this.audit.record({
        organizationId,
        action: 'invite-link.used',
        target: auditTarget(link),
        after,
      });
      return target;
    });
  }

  /** True while the link admits people. */
  async isOpen(id: string): Promise<boolean> {
    const link = await this.links.find(id);
    if (!link) return false;
    try {
      await this.inviteLinks.requireTurnedOn(link.organizationId);
      await this.requireOpen(link, targetOf(link));
      return true;
    } catch (error) {
      if (error instanceof Forbidden || error instanceof NotFound) return false;
      throw error;
    }
  }

  private async give(actor: Actor, link: InviteLink, target: InviteLinkTarget): Promise<void> {
    const { organizationId, role } = link;
    const { userId } = actor;
    const request = { organizationId, userId, by: 'invite-link' as const };
    if (target.type === 'organization') return void (await this.admissions.admit({ ...request, role }));
    await this.admissions.admit({ ...request, role: null });
    // The role was checked against that of the link's maker, so the strongest role is passed as that of the giver.
    await this.grants.invite({ organizationId, ...target }, 'admin', { users: [userId], role });
  }

  /** By what the user is now: what the request came with may be older than the lock. */
  private async hasAll({ userId }: Actor, link: InviteLink, target: InviteLinkTarget): Promise<boolean> {
    const now = await this.tokens.findActor(userId);
    return now !== null && isWithin(await this.targets.existing(now, link.organizationId, target), link.role);
  }

  /** @throws NotFound, Forbidden */
  private async requireOpen(link: InviteLink, target: InviteLinkTarget): Promise<void> {
    const hasEnded = link.expiresAt !== null && link.expiresAt <= this.clock.now();
    const isUsedUp = link.maxUses !== null && link.uses >= link.maxUses;
    if (hasEnded || isUsedUp) throw ended();
    if (target.type === 'space') {
      const space = (await this.spaces.findRecords(link.organizationId, [target.id])).get(target.id);
      if (!space || space.deletedAt !== null) throw new NotFound('invite');
    }
    if (!(await this.inviteLinks.isBacked(link))) throw ended();
  }
}

const ended = (): Forbidden => new Forbidden('This invite link has ended. Ask for a new one.');
