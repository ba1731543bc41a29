import { Injectable } from '@nestjs/common';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import type { SiteAction } from '../../site/site.policy.js';
import type { SiteRow } from '../../site/sites.repository.js';
import { Sites } from '../../site/sites.service.js';
import type { AddressClaimEntity } from '../claims/address-claim.entity.js';
import { challengeName } from '../claims/address-claim.state.js';
import { AddressClaimsRepository } from '../claims/address-claims.repository.js';
import { AddressClaims } from '../claims/address-claims.service.js';
import { AddressEvidence } from '../claims/address-evidence.js';
import { SiteAddress } from '../site-address.js';

/** A claim with the site that it is of. */
export interface SiteClaim {
  claim: AddressClaimEntity;
  row: SiteRow;
}

/** Addresses of sites on other websites, for members. */
@Injectable()
export class SiteProxies {
  constructor(
    private readonly claims: AddressClaims,
    private readonly repository: AddressClaimsRepository,
    private readonly evidence: AddressEvidence,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound unless the actor may see the site and it has one, Forbidden when they may not do this. */
  async requireProxy(
    actor: Actor,
    organizationId: string,
    siteId: string,
    action: SiteAction,
  ): Promise<SiteClaim> {
    const row = await this.sites.requireSite(actor, organizationId, siteId, action);
    const claim = await this.repository.find({ organizationId, siteId, kind: 'proxy' });
    if (!claim) throw new NotFound('proxy');
    return { claim, row };
  }

  /**
   * Checks the proof now.
   * @throws BadRequest when it is missing, Conflict when another organization has the address or the claim changed
   * meanwhile.
   */
  async verify(actor: Actor, organizationId: string, siteId: string): Promise<SiteClaim> {
    const { claim, row } = await this.requireProxy(actor, organizationId, siteId, 'manage');
    const checked = await this.claims.checkNow(claim);
    const { address, token, status } = checked;
    if (status === 'unanswered')
      throw new BadRequest(`Neither DNS nor the website answered about "${address}"; try again in a while.`);
    if (status !== 'proven')
      throw new BadRequest(
        `The address "${address}" is not proven: let ${this.evidence.urlOf(claim)} answer "${token}", as it does once requests are handed on to ${this.address.targetOf(row.location)}, or add a TXT record "${challengeName(address)}" with this value, and try again.`,
      );
    return { claim: checked, row };
  }
}
