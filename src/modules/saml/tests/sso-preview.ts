import { Injectable } from '@nestjs/common';
import { Members } from '#modules/organizations/index.js';
import { Users } from '#modules/users/index.js';
import { SignInRefused } from '../saml.errors.js';
import type { TestedPerson } from './sso-test-outcome.js';

/** Tells who somebody would be after a sign-in, without making anybody. */
@Injectable()
export class SsoPreview {
  constructor(
    private readonly members: Members,
    private readonly users: Users,
  ) {}

  /**
   * The person of an account. Of one outside the organization nothing is told, not even that it exists.
   * @param account with `isKnown`, which is true when the provider's name for the person led to it; undefined without an account.
   * @throws SignInRefused for a member who is disabled.
   */
  async of(
    organizationId: string,
    account: { userId: string; isKnown: boolean } | undefined,
  ): Promise<TestedPerson> {
    if (account === undefined) return { is: 'newcomer' };
    const membership = await this.members.findMembership(organizationId, account.userId);
    if (!membership) return { is: 'newcomer' };
    if (membership.disabled)
      throw new SignInRefused('An administrator of the organization has disabled your membership.');
    const { displayName } = await this.users.getUser(account.userId);
    return { is: 'member', ...account, displayName };
  }
}
