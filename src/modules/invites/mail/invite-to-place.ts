import { Injectable } from '@nestjs/common';
import { Grants, type Resource } from '#modules/access/index.js';
import { isWithin, Members, Organizations, requireMember } from '#modules/organizations/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { Credentials } from '#platform/http/credentials.js';
import { BadRequest, Forbidden, NotFound } from '#platform/http/errors.js';
import { Mailer } from '#platform/mail/mailer.js';
import type { InvitePlace } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { InvitationBacking } from './invitation-backing.js';
import { type InvitationView, InvitationViews } from './invitation-views.js';
import { NEWCOMERS_BY_ADMINS } from './invitations.service.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';
import { InvitationLimits } from './invitation-limits.js';
import { readInvitees } from './invitees.js';
import { LetInMail } from './let-in-mail.js';
import { WriteInvitation } from './write-invitation.js';

/** Whom to invite to a place. */
export interface InviteToPlaceInput {
  emails: readonly string[];
  role: Role;
  /** Two weeks from now when absent. */
  expiresAt?: Date;
}

/** The outcome of an invitation to a place. */
export interface PlaceInvited {
  /** Members who have the role now, without having been asked. */
  members: User[];
  /** Everybody else. */
  invitations: InvitationView[];
}

/**
 * Invites people by their address to a space, collection or site. Members are let in at once. Others get an invitation; once they accept
 * it, they are guests who see what they were invited to.
 */
@Injectable()
export class InviteToPlace {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly credentials: Credentials,
    private readonly mailer: Mailer,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly users: Users,
    private readonly grants: Grants,
    private readonly targets: InviteTargets,
    private readonly backing: InvitationBacking,
    private readonly invitations: InvitationsRepository,
    private readonly writing: WriteInvitation,
    private readonly views: InvitationViews,
    private readonly letInMail: LetInMail,
    private readonly limits: InvitationLimits,
  ) {}

  /**
   * Invites all of them or, if one may not be invited, nobody.
   * @throws BadRequest naming the field; NotFound for a place that the actor does not see; Forbidden for a role above the actor's own,
   * and for people who are no members where only administrators may invite these.
   */
  async invite(
    actor: Actor,
    organizationId: string,
    place: InvitePlace,
    { emails, role, expiresAt = this.writing.defaultEnd() }: InviteToPlaceInput,
  ): Promise<PlaceInvited> {
    requireMember(actor, organizationId);
    if (expiresAt <= this.clock.now()) throw new BadRequest('expiresAt must be in the future.');
    const invitees = readInvitees(emails, role).map(({ email }) => email);
    const { members, written } = await this.db.transaction(async () => {
      await this.organizations.lockOrganization(organizationId);
      const held = await this.requireHeld(actor, organizationId, place, role);
      const resource = await this.resourceOf(organizationId, place);
      // A guest sees no list of members, so that who is one is not for them to learn: everybody is asked.
      const isGuest = (actor.memberships.get(organizationId) ?? null) === null;
      const inside = isGuest ? new Map<string, User>() : await this.findInside(organizationId, invitees);
      const outside = invitees.filter((email) => !inside.has(email));
      if (outside.length > 0 && !(await this.backing.mayInviteNewcomers(actor.userId, organizationId)))
        throw new Forbidden(
          isGuest
            ? NEWCOMERS_BY_ADMINS
            : `${NEWCOMERS_BY_ADMINS} These are no members: ${outside.join(', ')}.`,
        );
      await this.limits.requireAllowance(actor, organizationId, outside.length);
      for (const user of inside.values()) await this.letIn(actor, resource, held, user, role);
      const made: Invitation[] = [];
      for (const email of outside) {
        const before = await this.invitations.lockTo(organizationId, email, place);
        if (before && !isWithin(held, before.role))
          throw new Forbidden(
            `${email} has an invitation with the role "${before.role}", which is above your own here ("${held}").`,
          );
        const invited = { organizationId, target: place, email, role, sso: false, expiresAt };
        made.push(await this.writing.write(actor, { ...invited, ...this.atLeast(before, role, expiresAt) }));
      }
      return { members: [...inside.values()], written: made };
    });
    return { members, invitations: await this.views.viewAll(actor, organizationId, written) };
  }

  /** An invitation gives no less than the one that waits: who invites anew need not know what somebody else gave. */
  private atLeast(before: Invitation | null, role: Role, expiresAt: Date): { role: Role; expiresAt: Date } {
    if (before?.role == null || before.expiresAt <= this.clock.now()) return { role, expiresAt };
    return {
      role: isWithin(before.role, role) ? before.role : role,
      expiresAt: before.expiresAt > expiresAt ? before.expiresAt : expiresAt,
    };
  }

  private async requireHeld(
    actor: Actor,
    organizationId: string,
    place: InvitePlace,
    role: Role,
  ): Promise<Role> {
    const current = await this.credentials.renew(actor);
    const { held } = await this.targets.requireTarget(current, organizationId, place);
    if (held !== null && isWithin(held, role)) return held;
    throw new Forbidden(`level: you cannot invite as "${role}": your own role here is "${held}".`);
  }

  private async resourceOf(organizationId: string, place: InvitePlace): Promise<Resource> {
    const label = (await this.targets.findTitles(organizationId, [place])).of(place);
    if (label === undefined) throw new NotFound(place.type);
    return { organizationId, ...place, label };
  }

  /**
   * The members among the addresses who are let in without being asked, by address. Where mail is sent, a member whose address nobody has
   * proven is asked like everybody else: the account could be somebody else's.
   */
  private async findInside(organizationId: string, emails: readonly string[]): Promise<Map<string, User>> {
    const inside = new Map<string, User>();
    for (const [email, user] of await this.users.findUsersByEmails(emails)) {
      const membership = await this.members.findMembership(organizationId, user.id);
      if (!membership) continue;
      if (user.emailVerifiedAt !== null || membership.sso || !this.mailer.isEnabled) inside.set(email, user);
    }
    return inside;
  }

  /** Gives a member the role at least, and tells them where it gave them something. */
  private async letIn(actor: Actor, resource: Resource, held: Role, user: User, role: Role): Promise<void> {
    const { organizationId, type, id } = resource;
    const waiting = await this.invitations.lockTo(organizationId, user.email, { type, id });
    if (waiting) await this.writing.revoke(waiting);
    const given = await this.grants.findGiven(resource, { kind: 'user', id: user.id });
    if (given !== null && isWithin(given, role)) return;
    await this.grants.invite(resource, held, { users: [user.id], role });
    if (user.id !== actor.userId) await this.letInMail.queue(actor, resource, user, role);
  }
}
