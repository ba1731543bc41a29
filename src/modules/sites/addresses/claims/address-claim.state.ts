import type { AddressClaimEntity, AddressProof, AddressStatus } from './address-claim.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Time during which the proof of a claim is looked for by itself. */
const CLAIM_DAYS = 7;
/** Time that a site stays at a proven address whose proof is missing: mistakes are mended within days. */
export const GRACE_DAYS = 3;
/** Interval between two checks of a claim that is not proven, or no longer. */
const RETRY_MS = 10 * 60 * 1000;

/** Result of a check for a proof. A check without an answer changes nothing. */
export type Evidence = { proof: AddressProof } | Exclude<AddressStatus, 'proven'>;

/** A search for a proof. */
export interface Search {
  evidence: Evidence;
  /** Findings in place of the proof. */
  found: string[];
}

export type AddressCheck = Pick<
  AddressClaimEntity,
  'proof' | 'status' | 'found' | 'checkedAt' | 'verifiedAt' | 'failingSince'
>;

/** Name of the TXT record that proves the domain of an address. */
export function challengeName(address: string): string {
  return `_bindery-challenge.${domainOf(address)}`;
}

export function domainOf(address: string): string {
  const [domain = ''] = address.split('/');
  return domain;
}

/** The addresses above this one on its domain, the longest first, the domain itself last. */
export function addressesAbove(address: string): string[] {
  const parts = address.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join('/'));
}

/** Computes the state of a claim after a check for its proof. @param found in place of the proof. */
export function afterCheck(
  { proof, verifiedAt, failingSince }: Pick<AddressClaimEntity, 'proof' | 'verifiedAt' | 'failingSince'>,
  evidence: Evidence,
  now: Date,
  found: readonly string[] = [],
): AddressCheck {
  if (typeof evidence === 'object')
    return {
      proof: evidence.proof,
      status: 'proven',
      found: null,
      checkedAt: now,
      verifiedAt: verifiedAt ?? now,
      failingSince: null,
    };
  const checked = { proof, status: evidence, found: found.length > 0 ? [...found] : null, checkedAt: now };
  // A claim without a proof stays until another organization proves the address.
  if (evidence === 'unanswered' || !verifiedAt || proof === 'kept')
    return { ...checked, verifiedAt, failingSince };
  const since = failingSince ?? now;
  const isOver = now.getTime() - since.getTime() >= GRACE_DAYS * DAY_MS;
  return { ...checked, verifiedAt: isOver ? null : verifiedAt, failingSince: isOver ? null : since };
}

/** When a claim, or a proven address, must last have been looked at for its turn to come; and how old an unproven one may be. */
export function dueBefore(now: Date): { fresh: Date; claimed: Date; proven: Date } {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { fresh: ago(RETRY_MS), claimed: ago(CLAIM_DAYS * DAY_MS), proven: ago(DAY_MS) };
}
