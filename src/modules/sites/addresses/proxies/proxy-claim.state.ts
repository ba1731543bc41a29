import type { ProxyClaim, ProxyProof } from './proxy-claim.entity.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long a site stays at a proven address whose proof is missing: mistakes are mended within days. */
const GRACE_DAYS = 3;

/** What a look for a proof found. No answer changes nothing: only what somebody says counts. */
export type ProxyEvidence = { proof: ProxyProof } | 'missing' | 'unanswered' | 'taken';

export type ProxyCheck = Pick<ProxyClaim, 'proof' | 'status' | 'checkedAt' | 'verifiedAt' | 'failingSince'>;

/** What becomes of a claim after a look for its proof. */
export function afterProxyCheck(
  { proof, verifiedAt, failingSince }: Pick<ProxyClaim, 'proof' | 'verifiedAt' | 'failingSince'>,
  evidence: ProxyEvidence,
  now: Date,
): ProxyCheck {
  if (typeof evidence === 'object') {
    const verified = verifiedAt ?? now;
    return {
      proof: evidence.proof,
      status: 'proven',
      checkedAt: now,
      verifiedAt: verified,
      failingSince: null,
    };
  }
  const checked = { proof, status: evidence, checkedAt: now };
  // What was never asked to prove anything stays until somebody else proves the address.
  if (evidence === 'unanswered' || !verifiedAt || proof === 'kept')
    return { ...checked, verifiedAt, failingSince };
  const since = failingSince ?? now;
  const isOver = now.getTime() - since.getTime() >= GRACE_DAYS * DAY_MS;
  return { ...checked, verifiedAt: isOver ? null : verifiedAt, failingSince: isOver ? null : since };
}

/** The address and all those above it on its domain, the longest first, the domain itself last. */
export function addressesAbove(address: string): string[] {
  const parts = address.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, parts.length - 1 - index).join('/'));
}
