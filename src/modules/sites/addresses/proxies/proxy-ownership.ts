import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { Conflict } from '#platform/http/errors.js';
import type { ProxyClaim } from './proxy-claim.entity.js';
import { addressesAbove } from './proxy-claim.state.js';
import { ProxyClaimsRepository } from './proxy-claims.repository.js';

type Claimed = Pick<ProxyClaim, 'organizationId' | 'siteId' | 'address'>;

/** Who may have which address on other websites, as far as this server knows by itself. Called in a transaction. */
@Injectable()
export class ProxyOwnership {
  constructor(
    private readonly config: Config,
    private readonly claims: ProxyClaimsRepository,
  ) {}

  /**
   * Whether somebody else has proven the address, or one above it: nobody gets a part of what is another's. It holds until the
   * transaction ends.
   */
  async isTaken({ organizationId, siteId, address }: Claimed): Promise<boolean> {
    const above = addressesAbove(address);
    const domain = above.at(-1) ?? address;
    await this.claims.lockDomain(domain);
    const holders = await this.claims.listHoldersOf(domain);
    if (holders.some((holder) => holder !== organizationId)) return true;
    const proven = await this.claims.listProvenAt([address, ...above]);
    return proven.some((other) =>
      other.organizationId === organizationId
        ? other.address === address && other.siteId !== siteId
        : other.proof !== 'kept',
    );
  }

  /** What proves the address without asking anybody; null when nothing does. */
  async proofAtHand({ organizationId, address }: Claimed): Promise<'operator' | 'held' | null> {
    const above = addressesAbove(address);
    const stated = [address, ...above].some((one) => this.config.provenAddresses.get(one) === organizationId);
    if (stated) return 'operator';
    const holders = await this.claims.listHoldersOf(above.at(-1) ?? address);
    if (holders.includes(organizationId)) return 'held';
    const proven = await this.claims.listProvenAt(above);
    const isHeld = proven.some(
      (other) => other.organizationId === organizationId && other.proof !== 'kept' && other.proof !== 'held',
    );
    return isHeld ? 'held' : null;
  }

  /** Takes the address, and what is below it, from those who never proved it. @returns whom it was taken from. */
  async displaceKept({ organizationId, address }: Claimed, now: Date): Promise<ProxyClaim[]> {
    const kept = await this.claims.listKeptFrom(address, organizationId);
    for (const claim of kept) {
      const check = {
        proof: null,
        status: 'taken',
        checkedAt: now,
        verifiedAt: null,
        failingSince: null,
      } as const;
      await this.claims.update(claim, check);
    }
    return kept;
  }
}

/** The refusal of an address that is another's. */
export function takenProxy(address: string): Conflict {
  return new Conflict(
    `proxy: "${address}" is the proven address of another site, or below one of another organization; choose another one.`,
  );
}
