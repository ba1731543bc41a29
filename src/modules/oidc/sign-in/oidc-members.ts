import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Admissions, Members } from '#modules/organizations/index.js';
import { SignInRefused, SsoPreview, type TestedPerson } from '#modules/saml/index.js';
import { TeamMembers } from '#modules/teams/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { currentContext } from '#platform/logging/context.js';
import type { OidcProvider } from '../providers/oidc-providers.repository.js';
import { displayNameOf, type OidcPerson, verifiedEmailOf } from './oidc-person.js';
import { OidcSignInsRepository } from './oidc-sign-ins.repository.js';

/** Finds or makes the member for a person whom the organization's identity provider vouches for. */
@Injectable()
export class OidcMembers {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly signIns: OidcSignInsRepository,
    private readonly users: Users,
    private readonly members: Members,
    private readonly admissions: Admissions,
    private readonly teamMembers: TeamMembers,
    private readonly previews: SsoPreview,
  ) {}

  /**
   * The member: known by the provider's subject for them, else by their verified mail address; else a newcomer, who becomes one. In the
   * caller's transaction, which holds the organization. The provider proves nothing about the address to others.
   * @returns the id of the user.
   * @throws SignInRefused for a member who is disabled, and for somebody new without a verified mail address.
   */
  async memberFor(provider: OidcProvider, person: OidcPerson): Promise<string> {
    const { id: providerId, organizationId } = provider;
    const { subject } = person;
    const known = await this.signIns.findIdentity(providerId, subject);
    const userId = known ?? (await this.userFor(person));
    // From here on it is they who do what follows.
    currentContext().actor = userId;
    const membership = await this.members.findMembership(organizationId, userId);
    if (membership?.disabled)
      throw new SignInRefused('An administrator of the organization has disabled your membership.');
    if (!membership) await this.welcome(provider, userId);
    if (known === null) {
      const createdAt = this.clock.now();
      await this.signIns.insertIdentity({ providerId, subject, organizationId, userId, createdAt });
      if (membership) await this.recordLink(provider, userId);
    }
    return userId;
  }

  /** The person whom a sign-in would lead to; nothing is changed. @throws SignInRefused as `memberFor` does. */
  async preview({ id, organizationId }: OidcProvider, person: OidcPerson): Promise<TestedPerson> {
    const known = await this.signIns.findIdentity(id, person.subject);
    const userId = known ?? (await this.users.findUserByEmail(verifiedEmailOf(person)))?.id;
    const account = userId === undefined ? undefined : { userId, isKnown: known !== null };
    return this.previews.of(organizationId, account);
  }

  private async userFor(person: OidcPerson): Promise<string> {
    const email = verifiedEmailOf(person);
    const user = await this.users.findUserByEmail(email);
    return (user ?? (await this.users.createUser({ email, displayName: displayNameOf(person) }))).id;
  }

  private async welcome(provider: OidcProvider, userId: string): Promise<void> {
    const { organizationId, defaultRole: role, defaultTeamId } = provider;
    await this.admissions.admit({ organizationId, userId, role, sso: true, by: 'single-sign-on' });
    if (defaultTeamId !== null) await this.teamMembers.join(organizationId, defaultTeamId, userId);
  }

  private async recordLink({ organizationId, id, label }: OidcProvider, userId: string): Promise<void> {
    const { displayName } = await this.users.getUser(userId);
    await this.audit.record({
      organizationId,
      action: 'oidc-provider.linked',
      target: { type: 'member', id: userId, label: displayName },
      after: { provider: id, providerLabel: label },
    });
  }
}
