import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import type { SiteAction } from '../../site/site.policy.js';
import { Sites } from '../../site/sites.service.js';
import type { AddressClaimEntity } from '../claims/address-claim.entity.js';
import { challengeName } from '../claims/address-claim.state.js';
import { AddressClaimsRepository } from '../claims/address-claims.repository.js';
import { AddressClaims } from '../claims/address-claims.service.js';

/** A domain, and whose claim of it is meant; the one of all organizations of the actor when absent. */
interface NamedHostname {
  hostname: string;
  organization?: string;
}

/** Domains of sites, for members. */
@Injectable()
export class CustomHostnames {
  constructor(
    private readonly claims: AddressClaims,
    private readonly repository: AddressClaimsRepository,
    private readonly sites: Sites,
  ) {}

  /**
   * The claim of the domain by a site that the actor may see; the proven one where several organizations of theirs claim it. Without
   * proof they have to say which they mean: who takes one for another adds a record that gives the domain away.
   * @throws NotFound unless there is one, Conflict when there are several, Forbidden when they may not do this.
   */
  async requireHostname(
    actor: Actor,
    { hostname, organization }: NamedHostname,
    action: SiteAction,
  ): Promise<AddressClaimEntity> {
    const organizations = [...actor.memberships.keys()].filter((id) => id === (organization ?? id));
    const visible: AddressClaimEntity[] = [];
    for (const claim of await this.repository.listHostname(hostname, organizations)) {
      const { organizationId, siteId } = claim;
      if ((await this.sites.findVisible(actor, organizationId, [siteId])).has(siteId)) visible.push(claim);
    }
    const [claim, ...more] = visible;
    // Said the same way whether nobody or somebody else has it.
    if (!claim) throw new NotFound('custom hostname');
    if (more.length > 0 && claim.verifiedAt === null)
      throw new Conflict(
        `Several organizations of yours claim the domain "${hostname}"; say which one you mean, as in "?organization=${claim.organizationId}".`,
      );
    await this.sites.requireSite(actor, claim.organizationId, claim.siteId, action);
    return claim;
  }

  /**
   * Asks DNS now.
   * @throws BadRequest when the record that proves the domain is not there, Conflict when another site has proven it or the claim
   * changed meanwhile.
   */
  async revalidate(actor: Actor, named: NamedHostname): Promise<void> {
    const claim = await this.claims.checkNow(await this.requireHostname(actor, named, 'manage'));
    const { address: hostname } = claim;
    const wanted = `a TXT record "${challengeName(hostname)}" with the value "${claim.token}"`;
    if (claim.status === 'unanswered')
      throw new BadRequest(`DNS gave no answer about "${hostname}"; try again in a while.`);
    if (claim.status !== 'proven')
      throw new BadRequest(`The domain "${hostname}" is not proven: add ${wanted}, and try again.`);
  }

  /** Removes the domain from its site; succeeds for a domain that the actor cannot see. */
  async remove(actor: Actor, named: NamedHostname): Promise<void> {
    const claim = await this.requireHostname(actor, named, 'manage').catch((error: unknown) => {
      if (error instanceof NotFound) return null;
      throw error;
    });
    if (claim) await this.sites.update(actor, claim.organizationId, claim.siteId, { hostname: null });
  }

  /** True when the domain of a site, published or not, is verified. */
  async isVerified(hostname: string): Promise<boolean> {
    return (await this.repository.listProvenAt([hostname])).length > 0;
  }
}
