import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { type MemberAdmission, Admissions, Members, Organizations } from '#modules/organizations/index.js';
import { type NewSession, Sessions, type User, Users, UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { requireOwnSession } from '../joining/foreign-session.js';
import { auditTarget } from './invitation.audit.js';
import { InvitationKeys, type KeyProof } from './invitation-keys.js';
import { type Invitation, InvitationsRepository } from './invitations.repository.js';

/** Somebody who came by the address of an invitation and is a member now. */
export interface AcceptedInvitation {
  organizationId: string;
  /** Null where they must sign in first: the account was there before, or counts through single sign-on only. */
  session: NewSession | null;
  /** A personal token to keep, where the installation has no mail to sign in by. It is shown this once. */
  token: string | null;
}

/** Answers invitations by mail. Each is answered once. */
@Injectable()
export class AcceptInvitation {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly invitations: InvitationsRepository,
    private readonly keys: InvitationKeys,
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly admissions: Admissions,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly tokens: UserTokens,
  ) {}

  /**
   * Makes the actor a member. Their address must be the invited one, proven before, by `key`, or by the organization's own single
   * sign-on.
   * @throws NotFound for an unknown invitation, Forbidden for one that has ended or is somebody else's.
   */
  async asActor(actor: Actor, organizationId: string, id: string, key = ''): Promise<void> {
    await this.db.transaction(async () => {
      const invitation = await this.lockOpen(id, organizationId);
      requireOwnSession(actor, organizationId);
      const user = await this.users.getUser(actor.userId);
      if (user.email !== invitation.email)
        throw new Forbidden('This invitation is for another mail address. Sign in with that one.');
      const proof = this.keys.read(invitation, key);
      const isProven = user.emailVerifiedAt !== null || actor.ssoOrganizationId === organizationId;
      if (!isProven && proof === null)
        throw new Forbidden(
          'You have not proven yet that the invited address is yours: open the link in the mail, or sign in by mail.',
        );
      await this.admit(invitation, user, proof);
    });
  }

  /**
   * Makes a member of whoever has the key, with an account if the invited address has none; a new account is signed in.
   * @throws NotFound for an unknown invitation; Forbidden for one that has ended, a wrong key, and for keys that administrators handed over
   * where single sign-on is required.
   */
  async asHolder(id: string, key: string): Promise<AcceptedInvitation> {
    const { proof, user, isNew, hasJoined, organizationId, isBound } = await this.db.transaction(async () => {
      const invitation = await this.lockOpen(id);
      const key_ = this.keys.read(invitation, key);
      if (key_ === null) throw new Forbidden('This address is not complete, or a newer invitation was sent.');
      const { sso } = await this.organizations.getOrganization(invitation.organizationId);
      const bound = sso || invitation.sso;
      if (bound && key_ === 'handed')
        throw new Forbidden(
          'Sign in through the single sign-on of the organization, then open this address again.',
        );
      const existing = await this.users.findUserByEmail(invitation.email);
      // Whose account it is an administrator cannot say: they could hand the address to themselves.
      if (existing && key_ === 'handed')
        throw new Forbidden(
          'There is an account with this mail address. Sign in with it, then open this address again.',
        );
      const owner = existing ?? (await this.users.createUser({ email: invitation.email }));
      currentContext().actor = owner.id;
      const admission = await this.admit(invitation, owner, key_);
      return {
        proof: key_,
        user: owner,
        isNew: existing === null,
        hasJoined: admission === 'joined',
        organizationId: invitation.organizationId,
        isBound: bound,
      };
    });
    // A member who joined in another way meanwhile may have a stronger role than the invitation gives.
    if (proof === 'handed' && hasJoined)
      return { organizationId, ...(await this.signInHanded(user, organizationId)) };
    // Existing accounts sign in as usual: an old mail that somebody finds must not open one.
    const session = isNew && !isBound ? await this.sessions.startFor(user.id, 'mail') : null;
    return { organizationId, session, token: null };
  }

  /** Good for this organization only: its administrator's word counts nowhere else. */
  private async signInHanded(
    { id }: User,
    ssoOrganizationId: string,
  ): Promise<Pick<AcceptedInvitation, 'session' | 'token'>> {
    const { token } = await this.tokens.create(id, { label: 'From an invitation', ssoOrganizationId });
    return { session: await this.sessions.start(token), token };
  }

  private async admit(invitation: Invitation, user: User, proof: KeyProof | null): Promise<MemberAdmission> {
    const { id, organizationId, role } = invitation;
    // An identity provider of one organization binds nobody who is in others too.
    const sso = invitation.sso && !(await this.isElsewhere(user.id, organizationId));
    if (proof === 'address') await this.users.markEmailVerified(user.id);
    const request = { organizationId, userId: user.id, role, sso, by: 'invitation' as const };
    const admission = await this.admissions.admit(request);
    await this.invitations.delete(id);
    const target = auditTarget(invitation);
    await this.audit.record({ organizationId, action: 'invitation.accepted', target });
    return admission;
  }

  /** True when the user is a member of another organization. */
  private async isElsewhere(userId: string, organizationId: string): Promise<boolean> {
    const memberships = (await this.tokens.findActor(userId))?.memberships ?? new Map<string, unknown>();
    return [...memberships.keys()].some((id) => id !== organizationId);
  }

  /** @throws NotFound, Forbidden when it has ended, or who invites may not invite any more */
  private async lockOpen(id: string, organizationId?: string): Promise<Invitation> {
    const seen = await this.invitations.find(id);
    if (!seen || (organizationId !== undefined && seen.organizationId !== organizationId))
      throw new NotFound('invite');
    await this.organizations.lockOrganization(seen.organizationId);
    const invitation = await this.invitations.lock(id);
    if (!invitation) throw new NotFound('invite');
    const inviter = await this.members.findMembership(seen.organizationId, invitation.invitedBy ?? '');
    if (inviter?.role !== 'admin' || inviter.disabled)
      throw new Forbidden(
        'The person who invited you may not invite people any more. Ask for a new invitation.',
      );
    if (invitation.expiresAt <= this.clock.now())
      throw new Forbidden('This invitation has ended. Ask for a new one.');
    return invitation;
  }
}
