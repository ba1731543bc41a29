import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import { Conflict } from '#platform/http/errors.js';
import { Sites } from '../../site/sites.service.js';
import { SiteAddress, type SiteTarget } from '../site-address.js';
import { AddressClaimEntity } from './address-claim.entity.js';
import { afterCheck, type Evidence } from './address-claim.state.js';
import { AddressClaimsRepository } from './address-claims.repository.js';
import { AddressEvidence, CHALLENGE_PATH } from './address-evidence.js';
import { AddressOwnership, takenAddress } from './address-ownership.js';

/** Addresses that sites claim: whether they are proven to be the organization's. */
@Injectable()
export class AddressClaims {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly claims: AddressClaimsRepository,
    private readonly ownership: AddressOwnership,
    private readonly evidence: AddressEvidence,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
  ) {}

  /**
   * Looks for the proof of a claim and writes down what it found. Readers are where it says from the next request on.
   * @throws Conflict when the claim changed meanwhile.
   */
  async check(claim: AddressClaimEntity): Promise<AddressClaimEntity> {
    const proof = await this.ownership.proofAtHand(claim);
    const search = proof === null ? await this.evidence.search(claim) : { evidence: { proof }, found: [] };
    return this.db.transaction(async () => {
      // A claim that was proven before another organization proved a parent domain stays for as long as it is proven.
      const isOpen = claim.verifiedAt === null || claim.proof === 'kept';
      const evidence: Evidence = isOpen && (await this.ownership.isTaken(claim)) ? 'taken' : search.evidence;
      const now = this.clock.now();
      const displaced = typeof evidence === 'object' ? await this.ownership.displaceKept(claim, now) : [];
      const checked = afterCheck(claim, evidence, now, search.found);
      if (!(await this.claims.update(claim, checked)))
        throw new Conflict(
          `The address "${claim.address}" was changed while its proof was looked for; try again.`,
        );
      const isMoved = (claim.verifiedAt === null) !== (checked.verifiedAt === null);
      for (const one of isMoved ? [claim, ...displaced] : displaced)
        await this.sites.refresh(one.organizationId, one.siteId);
      return Object.assign(new AddressClaimEntity(), claim, checked);
    });
  }

  /**
   * Looks for the proof because somebody asks.
   * @throws Conflict when another site has the address or the claim changed meanwhile.
   */
  async checkNow(claim: AddressClaimEntity): Promise<AddressClaimEntity> {
    const checked = await this.check(claim);
    if (checked.status === 'taken') throw takenAddress(checked);
    return checked;
  }

  /**
   * The challenge that a site answers at its own address when a proof is checked; null for other addresses. Hosts that
   * are not ours get no answer: a proxy could claim any name.
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
