/** Longest text of a claim that is kept for the administrator. */
const MAX_TEXT = 300;
const MAX_CLAIMS = 100;

/** The person to whom a sign-in like the test would have led. */
export type TestedPerson =
  { is: 'member'; userId: string; displayName: string; isKnown: boolean } | { is: 'newcomer' };

/** Facts that a test found out, for the administrator who made it. */
export interface SsoTestOutcome {
  /** The reason why a sign-in like this would be refused; null where it would be let in. */
  problem: string | null;
  person: TestedPerson | null;
  email: string | null;
  displayName: string | null;
  /** True when the provider says that the address is verified; null where its protocol does not say. */
  isEmailVerified: boolean | null;
  /** Claims or attributes, as texts. */
  claims: readonly (readonly [name: string, value: string])[];
}

/** An outcome that knows no more than why it was refused. */
export function refusedOutcome(problem: string): SsoTestOutcome {
  return { problem, person: null, email: null, displayName: null, isEmailVerified: null, claims: [] };
}

/** Claims as texts of bounded length. */
export function shownClaims(claims: Iterable<readonly [string, unknown]>): [string, string][] {
  return [...claims].slice(0, MAX_CLAIMS).map(([name, value]) => [shortened(name), shortened(value)]);
}

function shortened(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
