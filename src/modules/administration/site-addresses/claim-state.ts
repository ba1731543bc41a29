import { type AddressClaimEntity, GRACE_DAYS } from '#modules/sites/index.js';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The state of an address that a site claims. */
export type ClaimState =
  'waiting' | 'proven' | 'losing' | 'lost' | 'wrong' | 'missing' | 'unanswered' | 'taken';

/** Facts about a claim that its state follows from. */
export type ClaimFacts = Pick<
  AddressClaimEntity,
  'kind' | 'address' | 'proof' | 'status' | 'checkedAt' | 'verifiedAt' | 'failingSince'
>;

/** The state of a claim, as it was last seen. */
export function claimState({ proof, status, verifiedAt, failingSince }: ClaimFacts): ClaimState {
  if (verifiedAt !== null) return failingSince === null ? 'proven' : 'losing';
  if (status === 'taken') return 'taken';
  if (proof !== null) return 'lost';
  if (status === null || status === 'proven') return 'waiting';
  return status;
}

/** The title of a state. */
export const STATE_TITLES: Record<ClaimState, string> = {
  waiting: 'Waiting for its proof',
  proven: 'Proven',
  losing: 'Proof missing',
  lost: 'Lost',
  wrong: 'Wrong record',
  missing: 'Not proven yet',
  unanswered: 'No answer',
  taken: 'Taken',
};

const PROOFS: Record<NonNullable<ClaimFacts['proof']>, string> = {
  dns: 'The record of the domain proves it.',
  http: 'The answer of the website proves it.',
  held: 'An address above it, which your organization has proven, proves it.',
  operator: 'The operator of this server vouches for it.',
  kept: 'It is from before proofs were asked for, and yours until somebody else proves it.',
};

/** The state in a sentence or two. @param home address at which readers find the site without this one. */
export function stateSentence(claim: ClaimFacts, home: string): string {
  const what = claim.kind === 'hostname' ? 'domain' : 'address';
  switch (claimState(claim)) {
    case 'proven':
      return `Readers find the site there. ${claim.proof === null ? '' : PROOFS[claim.proof]}${
        claim.status === 'unanswered' ? ' The last check got no answer, which changes nothing.' : ''
      }`;
    case 'losing':
      return `Readers still find the site there. If the proof does not come back by ${endOf(claim)}, the site goes back to ${home}.`;
    case 'lost':
      return `The proof was missing for ${GRACE_DAYS} days, so the site went back to ${home}. Bring the proof back, and check again.`;
    case 'wrong':
      return `There is a record with another value, so the ${what} is not proven and counts nowhere.`;
    case 'missing':
      return `The proof is not there, so the ${what} counts nowhere yet. It is looked for every ten minutes during a week.`;
    case 'unanswered':
      return `Nobody answered, so the ${what} is not proven. Nothing is wrong with what you set up for all that is known; check again in a while.`;
    case 'taken':
      return `Another site has proven this ${what}, or another organization one above it. Take it off that site first, or choose another one.`;
    case 'waiting':
      return `The ${what} counts nowhere before it is proven. The proof is looked for every ten minutes during a week.`;
  }
}

function endOf({ failingSince }: ClaimFacts): string {
  const end = new Date((failingSince?.getTime() ?? 0) + GRACE_DAYS * DAY_MS);
  return `${end.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
