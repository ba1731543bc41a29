import { Injectable } from '@nestjs/common';
import { Organizations } from '#modules/organizations/index.js';
import { type NewSession, Sessions, type User, Users, UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { currentContext } from '#platform/logging/context.js';
import { requireOwnSession } from '../joining/foreign-session.js';
import { targetOf } from '../targets/invite-target.js';
import { InviteTargets } from '../targets/invite-targets.js';
import { ApplyInvitations } from './apply-invitations.js';
import { InvitationBacking } from './invitation-backing.js';
import { InvitationKeys } from './invitation-keys.js';
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
    private readonly invitations: InvitationsRepository,
    private readonly keys: InvitationKeys,
    private readonly organizations: Organizations,
    private readonly targets: InviteTargets,
    private readonly backing: InvitationBacking,
    private readonly applying: ApplyInvitations,
    private readonly users: Users,
    private readonly sessions: Sessions,
    private readonly tokens: UserTokens,
  ) {}

  /**
   * Gives the actor what they were invited to, and what else waits for their address in the organization. The address must be the invited
   * one, proven before, by `key`, or by the organization's own single sign-on.
   * @returns true if their membership counts through single sign-on only.
   * @throws NotFound for an unknown invitation, Forbidden for one that has ended or is somebody else's.
   */
  async asActor(actor: Actor, organizationId: string, id: string, key = ''): Promise<boolean> {
    return this.db.transaction(async () => {
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
      if (proof === 'address') await this.users.markEmailVerified(user.id);
      // The word of others than administrators counts for what they may give, and for nothing that somebody else gives.
      const countsForAll = isProven || proof === 'address' || (await this.backing.isVouched(invitation));
      const given = countsForAll ? await this.applying.findAll(invitation) : [invitation];
      await this.applying.apply(given, user);
      return this.isBound(given);
    });
  }

  /**
   * The same for whoever has the key, with an account if the invited address has none; a new account is signed in.
   * @throws NotFound for an unknown invitation; Forbidden for one that has ended, a wrong key, and for keys that were handed over where
   * single sign-on is required or no administrator stands behind the invitation.
   */
  async asHolder(id: string, key: string): Promise<AcceptedInvitation> {
    const { proof, user, isNew, hasJoined, organizationId, isBound } = await this.db.transaction(async () => {
      const invitation = await this.lockOpen(id);
      const key_ = this.keys.read(invitation, key);
      if (key_ === null) throw new Forbidden('This address is not complete, or a newer invitation was sent.');
      const given = await this.applying.findAll(invitation);
      const bound = await this.isBound(given);
      const existing = await this.users.findUserByEmail(invitation.email);
      if (key_ === 'handed') await this.requireEnough(invitation, bound, existing);
      const owner = existing ?? (await this.users.createUser({ email: invitation.email }));
      currentContext().actor = owner.id;
      if (key_ === 'address') await this.users.markEmailVerified(owner.id);
      const admission = await this.applying.apply(given, owner);
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

  /** A key that somebody handed over is their word, no proof. @throws Forbidden where that is not enough */
  private async requireEnough(
    invitation: Invitation,
    isBound: boolean,
    existing: User | null,
  ): Promise<void> {
    if (isBound)
      throw new Forbidden(
        'Sign in through the single sign-on of the organization, then open this address again.',
      );
    // Whose account it is an administrator cannot say: they could hand the address to themselves.
    if (existing)
      throw new Forbidden(
        'There is an account with this mail address. Sign in with it, then open this address again.',
      );
    if (!(await this.backing.isVouched(invitation)))
      throw new Forbidden(
        'An account can be made with an address that an administrator of the organization handed over. Ask one of them to send you this invitation.',
      );
  }

  private async isBound(given: readonly Invitation[]): Promise<boolean> {
    if (given.some(({ sso }) => sso)) return true;
    return (await this.organizations.getOrganization(given[0]!.organizationId)).sso;
  }

  /** Good for this organization only: its administrator's word counts nowhere else. */
  private async signInHanded(
    { id }: User,
    ssoOrganizationId: string,
  ): Promise<Pick<AcceptedInvitation, 'session' | 'token'>> {
    const { token } = await this.tokens.create(id, { label: 'From an invitation', ssoOrganizationId });
    return { session: await this.sessions.start(token), token };
  }

  /** @throws NotFound, Forbidden when it has ended, or who invites may not invite any more */
  private async lockOpen(id: string, organizationId?: string): Promise<Invitation> {
    const seen = await this.invitations.find(id);
    if (!seen || (organizationId !== undefined && seen.organizationId !== organizationId))
      throw new NotFound('invite');
    await this.organizations.lockOrganization(seen.organizationId);
    const invitation = await this.invitations.lock(id);
    if (!invitation) throw new NotFound('invite');
    const target = targetOf(invitation);
    const titles = await this.targets.findTitles(seen.organizationId, [target]);
    if (target.type !== 'organization' && titles.of(target) === undefined) throw new NotFound('invite');
    if (!(await this.backing.isBacked(invitation)))
      throw new Forbidden(
        'The person who invited you may not invite people any more. Ask for a new invitation.',
      );
    if (invitation.expiresAt <= this.clock.now())
      throw new Forbidden('This invitation has ended. Ask for a new one.');
    return invitation;
  }
}
