import { Injectable } from '@nestjs/common';
import { Config } from '#platform/config/env.js';
import { Conflict } from '#platform/http/errors.js';
import type { AddressClaimEntity } from './address-claim.entity.js';
import { addressesAbove, domainOf } from './address-claim.state.js';
import { AddressClaimsRepository } from './address-claims.repository.js';

type Claimed = Pick<AddressClaimEntity, 'organizationId' | 'siteId' | 'address'>;

/** Decides which organization may have an address, as far as this server knows by itself. Called in a transaction. */
@Injectable()
export class AddressOwnership {
  constructor(
    private readonly config: Config,
    private readonly claims: AddressClaimsRepository,
  ) {}

  /**
   * True when another site has proven the address, or another organization a parent domain: nobody gets a part of
   * another's domain. The lock lasts until the end of the transaction.
   */
  async isTaken({ organizationId, siteId, address }: Claimed): Promise<boolean> {
    await this.claims.lockDomain(domainOf(address));
    const proven = await this.claims.listProvenAt([address, ...addressesAbove(address)]);
    return proven.some((other) =>
      other.organizationId === organizationId
        ? other.address === address && other.siteId !== siteId
        : other.proof !== 'kept',
    );
  }

  /** A proof that needs no check: the operator's word or a proven parent domain; null without one. */
  async proofAtHand({ organizationId, address }: Claimed): Promise<'operator' | 'held' | null> {
    const above = addressesAbove(address);
    const stated = [address, ...above].some((one) => this.config.provenAddresses.get(one) === organizationId);
    if (stated) return 'operator';
    const proven = await this.claims.listProvenAt(above);
    const isHeld = proven.some(
      (other) => other.organizationId === organizationId && other.proof !== 'kept' && other.proof !== 'held',
    );
    return isHeld ? 'held' : null;
  }

  /** Takes the address, and what is below it, from those who never proved it. @returns whom it was taken from. */
  async displaceKept({ organizationId, address }: Claimed, now: Date): Promise<AddressClaimEntity[]> {
    const kept = await this.claims.listKeptFrom(address, organizationId);
    const check = {
      proof: null,
      status: 'taken',
      found: null,
      checkedAt: now,
      verifiedAt: null,
      failingSince: null,
    } as const;
    for (const claim of kept) await this.claims.update(claim, check);
    return kept;
  }
}

/** The refusal of an address that is another's. */
export function takenAddress({ kind, address }: Pick<AddressClaimEntity, 'kind' | 'address'>): Conflict {
  return new Conflict(
    kind === 'hostname'
      ? `hostname: another site has the domain "${address}"; take it off that site first, or choose another one.`
      : `proxy: "${address}" is the proven address of another site, or below one of another organization; choose another one.`,
  );
}
