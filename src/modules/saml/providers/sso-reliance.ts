import { Injectable } from '@nestjs/common';
import { Members, OrganizationHooks, Organizations } from '#modules/organizations/index.js';
import { type WaysOfUser, WaysOfUsers } from '#modules/users/index.js';
import type { Actor } from '#platform/http/actor.js';
import { LastIdentityProvider, NoWayForAdministrators } from '../saml.errors.js';

/** The members who rely on an identity provider, and the sessions that end without it. */
export interface Reliance {
  /** Members whose membership counts only through single sign-on: all of them where the organization requires it. */
  onlyMembers: number;
  /** Sessions and tokens of single sign-on, which end. */
  sessions: number;
  /** True when another provider works, so that nobody is shut out. */
  hasAnother: boolean;
  /** True when the actor has no way in without the organization's identity providers. */
  isOwnOnlyWay: boolean;
}

/** Knows who comes into an organization only through its identity providers, so that nobody is locked out by mistake. */
@Injectable()
export class SsoReliance {
  constructor(
    private readonly organizations: Organizations,
    private readonly members: Members,
    private readonly hooks: OrganizationHooks,
    private readonly ways: WaysOfUsers,
  ) {}

  /** For administrators, whom the caller has authorised. */
  async describe(actor: Actor, organizationId: string, providerId: string): Promise<Reliance> {
    const { sso, members } = await this.shutOut(organizationId);
    const [own] = await this.ways.find([actor.userId], organizationId);
    const membership = await this.members.findMembership(organizationId, actor.userId);
    return {
      onlyMembers: members,
      sessions: await this.ways.countVouched(organizationId),
      hasAnother: await this.hooks.hasActiveIdentityProvider.some(organizationId, providerId),
      isOwnOnlyWay: !comesIn(own, sso || (membership?.sso ?? false)),
    };
  }

  /**
   * Requires, in a transaction that holds the organization, that a provider which works may be missed: another one works, or single
   * sign-on is not required and an administrator comes in without it.
   * @param releases true when members who come in only through single sign-on may come in as all others do afterwards.
   * @throws LastIdentityProvider, NoWayForAdministrators
   */
  async requireDispensable(organizationId: string, providerId: string, releases: boolean): Promise<void> {
    if (await this.hooks.hasActiveIdentityProvider.some(organizationId, providerId)) return;
    const { sso } = await this.organizations.getOrganization(organizationId);
    if (sso) throw new LastIdentityProvider();
    const admins = await this.members.listAdmins(organizationId);
    const ways = await this.ways.find([...admins.keys()], organizationId);
    if (!ways.some((one) => comesIn(one, !releases && (admins.get(one.userId) ?? false))))
      throw new NoWayForAdministrators();
  }

  private async shutOut(organizationId: string): Promise<{ sso: boolean; members: number }> {
    const { sso } = await this.organizations.getOrganization(organizationId);
    return { sso, members: await this.members.countSsoOnly(organizationId, sso) };
  }
}

/** @param isBound whether the membership counts only through single sign-on, apart from tokens made by hand. */
function comesIn(ways: WaysOfUser | undefined, isBound: boolean): boolean {
  return ways !== undefined && (ways.hasToken || (!isBound && ways.comesAlone));
}
