import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, Conflict, NotFound } from '#platform/http/errors.js';
import type { SiteAction } from '../../site/site.policy.js';
import type { SiteRow } from '../../site/sites.repository.js';
import { Sites } from '../../site/sites.service.js';
import { challengeName } from '../hostnames/custom-hostname.state.js';
import { SiteAddress, type SiteTarget } from '../site-address.js';
import { ProxyClaim } from './proxy-claim.entity.js';
import { afterProxyCheck, type ProxyEvidence } from './proxy-claim.state.js';
import { ProxyClaimsRepository } from './proxy-claims.repository.js';
import { CHALLENGE_PATH, ProxyEvidenceSearch } from './proxy-evidence.js';
import { ProxyOwnership, takenProxy } from './proxy-ownership.js';

/** A claim with the site that it is of. */
export interface SiteClaim {
  claim: ProxyClaim;
  row: SiteRow;
}

/** Addresses of sites on other websites: whether they are proven to be the organization's. */
@Injectable()
export class ProxyClaims {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly claims: ProxyClaimsRepository,
    private readonly ownership: ProxyOwnership,
    private readonly evidence: ProxyEvidenceSearch,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound unless the actor may see the site and it has one, Forbidden when they may not do this. */
  async require(
    actor: Actor,
    organizationId: string,
    siteId: string,
    action: SiteAction,
  ): Promise<SiteClaim> {
    const row = await this.sites.require(actor, organizationId, siteId, action);
    const claim = await this.claims.findOfSite(organizationId, siteId);
    if (!claim) throw new NotFound('proxy');
    return { claim, row };
  }

  /**
   * Looks for the proof now.
   * @throws BadRequest when there is none, Conflict when another organization has the address or the claim changed meanwhile.
   */
  async verify(actor: Actor, organizationId: string, siteId: string): Promise<SiteClaim> {
    const { claim, row } = await this.require(actor, organizationId, siteId, 'manage');
    const checked = await this.check(claim);
    const { address, token, status } = checked;
    if (status === 'taken') throw takenProxy(address);
    const [domain = ''] = address.split('/');
    if (status === 'unanswered')
      throw new BadRequest(`Neither DNS nor the website answered about "${address}"; try again in a while.`);
    if (status === 'missing')
      throw new BadRequest(
        `The address "${address}" is not proven: let ${this.evidence.urlOf(claim)} answer "${token}", as it does once requests are handed on to ${this.address.targetOf(row.location)}, or add a TXT record "${challengeName(domain)}" with this value, and try again.`,
      );
    return { claim: checked, row };
  }

  /** Looks for the proof of a claim and writes down what it found. Readers are where it says from the next request on. */
  async check(claim: ProxyClaim): Promise<ProxyClaim> {
    const proof = await this.ownership.proofAtHand(claim);
    const found = proof === null ? await this.evidence.search(claim) : { proof };
    return this.db.transaction(async () => {
      // What was proven before somebody proved an address above it stays for as long as it is proven.
      const isOpen = claim.verifiedAt === null || claim.proof === 'kept';
      const evidence: ProxyEvidence = isOpen && (await this.ownership.isTaken(claim)) ? 'taken' : found;
      const now = this.clock.now();
      const displaced = typeof evidence === 'object' ? await this.ownership.displaceKept(claim, now) : [];
      const checked = afterProxyCheck(claim, evidence, now);
      if (!(await this.claims.update(claim, checked)))
        throw new Conflict(
          `The address "${claim.address}" was changed while its proof was looked for; try again.`,
        );
      const isMoved = (claim.verifiedAt === null) !== (checked.verifiedAt === null);
      for (const one of isMoved ? [claim, ...displaced] : displaced)
        await this.sites.refresh(one.organizationId, one.siteId);
      return Object.assign(new ProxyClaim(), claim, checked);
    });
  }

  /**
   * What a site says at its own address to whoever looks for a proof; null for other addresses. Not under names that are not ours:
   * whoever hands requests on says whose server they are for.
   */
  async challengeAt(host: string | undefined, targets: readonly SiteTarget[]): Promise<string | null> {
    for (const target of targets) {
      if (!('basename' in target) || target.path !== CHALLENGE_PATH || !this.address.isOwnHost(host))
        continue;
      return this.claims.findToken(target.hostname, target.basename);
    }
    return null;
  }
}
