import { Injectable } from '@nestjs/common';
import { AuditLog } from '#modules/audit/index.js';
import { Admissions, Members } from '#modules/organizations/index.js';
import { TeamMembers } from '#modules/teams/index.js';
import { Users } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import { currentContext } from '#platform/logging/context.js';
import { SignInRefused } from '../saml.errors.js';
import { SsoPreview } from '../tests/sso-preview.js';
import type { TestedPerson } from '../tests/sso-test-outcome.js';
import type { SamlProvider } from '../providers/saml-providers.repository.js';
import type { AssertedUser } from '../response/check-assertion.js';
import { displayNameOf, emailOf } from '../response/person.js';
import { SamlSignInsRepository } from './saml-sign-ins.repository.js';

/** Finds or makes the member for a person whom the organization's identity provider vouches for. */
@Injectable()
export class SamlMembers {
  constructor(
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly signIns: SamlSignInsRepository,
    private readonly users: Users,
    private readonly members: Members,
    private readonly admissions: Admissions,
    private readonly teamMembers: TeamMembers,
    private readonly previews: SsoPreview,
  ) {}

  /**
   * The member: known by the provider's name for them, else by their mail address; else a newcomer, who becomes one. In
   * the caller's transaction, which holds the organization. The provider proves nothing about the address to others: it
   * does not count as verified.
   * @returns the id of the user.
   * @throws SignInRefused for a member who is disabled, and for one without a mail address.
   */
  async memberFor(provider: SamlProvider, person: AssertedUser): Promise<string> {
    const { id: providerId, organizationId } = provider;
    const known = person.isNameLasting ? await this.signIns.findIdentity(providerId, person.nameId) : null;
    const userId = known ?? (await this.userFor(person));
    // From here on it is they who do what follows.
    currentContext().actor = userId;
    const membership = await this.members.findMembership(organizationId, userId);
    if (membership?.disabled)
      throw new SignInRefused('An administrator of the organization has disabled your membership.');
    if (!membership) await this.welcome(provider, userId);
    if (known === null && person.isNameLasting) {
      const { nameId } = person;
      const createdAt = this.clock.now();
      await this.signIns.insertIdentity({ providerId, nameId, organizationId, userId, createdAt });
      if (membership) await this.recordLink(provider, userId);
    }
    return userId;
  }

  /** The person whom a sign-in would lead to; nothing is changed. @throws SignInRefused as `memberFor` does. */
  async preview({ id, organizationId }: SamlProvider, person: AssertedUser): Promise<TestedPerson> {
    const known = person.isNameLasting ? await this.signIns.findIdentity(id, person.nameId) : null;
    const userId = known ?? (await this.users.findUserByEmail(emailOf(person)))?.id;
    return this.previews.of(
      organizationId,
      userId === undefined ? undefined : { userId, isKnown: known !== null },
    );
  }

  private async userFor(person: AssertedUser): Promise<string> {
    const email = emailOf(person);
    const user = await this.users.findUserByEmail(email);
    return (user ?? (await this.users.createUser({ email, displayName: displayNameOf(person) }))).id;
  }

  private async welcome(provider: SamlProvider, userId: string): Promise<void> {
    const { organizationId, defaultRole: role, defaultTeamId } = provider;
    await this.admissions.admit({ organizationId, userId, role, sso: true, by: 'single-sign-on' });
    if (defaultTeamId !== null) await this.teamMembers.join(organizationId, defaultTeamId, userId);
  }

  private async recordLink({ organizationId, id, label }: SamlProvider, userId: string): Promise<void> {
    const { displayName } = await this.users.getUser(userId);
    await this.audit.record({
      organizationId,
      action: 'saml-provider.linked',
      target: { type: 'member', id: userId, label: displayName },
      after: { provider: id, providerLabel: label },
    });
  }
}
