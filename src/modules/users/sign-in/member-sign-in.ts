import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { Forbidden, NotFound } from '#platform/http/errors.js';
import { UserTokens } from '../user-tokens.service.js';
import type { TokenRecord } from '../user-tokens.repository.js';
import { Users } from '../users.service.js';
import { ProtectedAccounts } from './protected-accounts.js';
import { SignInLinks } from './sign-in-links.js';

/** Sessions and links of members, as administrators look after them. */
@Injectable()
export class MemberSignIn {
  constructor(
    private readonly db: Database,
    private readonly tokens: UserTokens,
    private readonly links: SignInLinks,
    private readonly users: Users,
    private readonly accounts: ProtectedAccounts,
  ) {}

  /**
   * The running sessions of a member, as far as the administrator may end them, newest first.
   * @returns with `refusal`, the reason why this administrator may make no link for the member; null when they may.
   * @throws NotFound for an organization that the actor does not see, and a user who does not belong to it; Forbidden for others than administrators.
   */
  async read(
    actor: Actor,
    { organizationId, userId }: Membership,
  ): Promise<{ sessions: TokenRecord[]; refusal: string | null }> {
    const refusal = await this.refusal(actor, { organizationId, userId });
    const only = refusal === null ? null : organizationId;
    return { sessions: await this.tokens.listSessions(userId, only), refusal };
  }

  /**
   * Ends the sessions of a member: all of them, or those that the organization vouched for where the account is used elsewhere too.
   * @returns how many. @throws as `read`.
   */
  async endSessions(actor: Actor, { organizationId, userId }: Membership): Promise<number> {
    const refusal = await this.refusal(actor, { organizationId, userId });
    const only = refusal === null ? null : organizationId;
    const except = userId === actor.userId ? actor.tokenId : undefined;
    return this.tokens.endSessions(userId, { except, ssoOrganizationId: only });
  }

  /**
   * Makes a link to hand to a member who lost their way in. It opens the organization and no other, and so do the password and the
   * passkeys that are chosen after it: whoever makes it could use it too.
   * @returns its address, good for a day and once. @throws as `read`; Forbidden where the account is more than the organization's.
   */
  createLink(actor: Actor, { organizationId, userId }: Membership): Promise<string> {
    return this.db.transaction(async () => {
      const refusal = await this.refusal(actor, { organizationId, userId });
      if (refusal !== null) throw new Forbidden(refusal);
      return this.links.create(userId, { organizationId });
    });
  }

  private async refusal(actor: Actor, { organizationId, userId }: Membership): Promise<string | null> {
    const standing = actor.memberships.get(organizationId);
    if (standing === undefined) throw new NotFound('organization');
    if (standing !== 'admin') throw new Forbidden('Administrators of the organization do this.');
    const member = await this.tokens.findActor(userId);
    if (!member?.memberships.has(organizationId)) throw new NotFound('member');
    if (actor.ssoOrganizationId !== null || actor.scopes !== null)
      return 'You signed in for one organization, or with a token that is limited. After a sign-in of your own you may make a link.';
    if (await this.users.isInOthers(userId, organizationId))
      return 'They belong to another organization too. An operator of the installation makes a link for them.';
    if (await this.accounts.some(userId))
      return 'They look after the whole installation. Another operator of it helps them.';
    return null;
  }
}

/** A user as a member of an organization. */
export interface Membership {
  organizationId: string;
  userId: string;
}
