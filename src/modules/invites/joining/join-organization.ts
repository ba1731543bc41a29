import { Injectable } from '@nestjs/common';
import { Admissions, Members, Organizations, type OrganizationView } from '#modules/organizations/index.js';
import { type User, Users } from '#modules/users/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest } from '#platform/http/errors.js';
import { requireOwnSession } from './foreign-session.js';

/** Lets people in by the domain of their mail address. */
@Injectable()
export class JoinOrganization {
  constructor(
    private readonly db: Database,
    private readonly organizations: Organizations,
    private readonly admissions: Admissions,
    private readonly members: Members,
    private readonly users: Users,
  ) {}

  /**
   * Makes the actor a member with the organization's default role; succeeds for members.
   * @throws NotFound; BadRequest when the address is not proven or the organization does not accept its domain;
   * Forbidden when the membership is disabled.
   */
  async join(actor: Actor, organizationId: string): Promise<void> {
    if (actor.memberships.has(organizationId)) return;
    requireOwnSession(actor, organizationId);
    const user = await this.users.getUser(actor.userId);
    await this.db.transaction(async () => {
      const { emailDomains, defaultRole: role } = await this.organizations.lockOrganization(organizationId);
      const domain = domainOf(user);
      if (!emailDomains.includes(domain))
        throw new BadRequest(
          `The organization does not let people with addresses at ${domain} join by themselves. Ask one of its administrators for an invitation.`,
        );
      if (user.emailVerifiedAt === null)
        throw new BadRequest(
          `It is not proven yet that ${user.email} is your address: sign in once with a link sent there by mail, then join.`,
        );
      await this.admissions.admit({ organizationId, userId: user.id, role, by: 'email-domain' });
    });
  }

  /**
   * Organizations that take members of the mail domain: all of them for those who have an address there, otherwise only those that the
   * actor belongs to.
   */
  async listForDomain(actor: Actor, domain: string): Promise<OrganizationView[]> {
    const user = await this.users.getUser(actor.userId);
    const isProven =
      actor.ssoOrganizationId === null &&
      user.emailVerifiedAt !== null &&
      domainOf(user) === domain.toLowerCase();
    return this.organizations.listForEmailDomain(actor, domain, isProven);
  }

  /** Organizations that the actor could join now. */
  async listOpen(actor: Actor): Promise<OrganizationView[]> {
    const user = await this.users.getUser(actor.userId);
    const open: OrganizationView[] = [];
    for (const view of await this.listForDomain(actor, domainOf(user)))
      // Not by the actor's memberships: one that counts through single sign-on only is not among them.
      if (!(await this.members.findMembership(view.organization.id, user.id))) open.push(view);
    return open;
  }
}

function domainOf({ email }: Pick<User, 'email'>): string {
  return email.slice(email.lastIndexOf('@') + 1);
}
