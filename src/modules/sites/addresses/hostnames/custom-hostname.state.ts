import type { CustomHostname, CustomHostnameStatus } from './custom-hostname.entity.js';
import type { TxtAnswer } from './txt-records.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** How long nobody else may claim a domain that was never proven. */
const CLAIM_DAYS = 7;
/** How long a site stays at a proven domain whose record is missing: mistakes in DNS are mended within days. */
const GRACE_DAYS = 3;

/** How often a claim that is not proven, or not any more, is looked at. */
const RETRY_MS = 10 * 60 * 1000;

export type CustomHostnameCheck = Pick<
  CustomHostname,
  'status' | 'checkedAt' | 'verifiedAt' | 'failingSince'
>;

/** Name of the TXT record that proves a domain. */
export function challengeName(hostname: string): string {
  return `_bindery-challenge.${hostname}`;
}

/** What becomes of a hostname after DNS was asked. No answer changes nothing: only what DNS says counts. */
export function afterCheck(
  { token, verifiedAt, failingSince }: Pick<CustomHostname, 'token' | 'verifiedAt' | 'failingSince'>,
  answer: TxtAnswer,
  now: Date,
): CustomHostnameCheck {
  const status = statusOf(answer, token);
  const checked = { status, checkedAt: now };
  if (status === 'dns_passed') return { ...checked, verifiedAt: verifiedAt ?? now, failingSince: null };
  if (status === 'internal_error' || !verifiedAt) return { ...checked, verifiedAt, failingSince };
  const since = failingSince ?? now;
  const isOver = now.getTime() - since.getTime() >= GRACE_DAYS * DAY_MS;
  return { ...checked, verifiedAt: isOver ? null : verifiedAt, failingSince: isOver ? null : since };
}

/** When a claim, or a proven domain, must last have been asked about for its turn to come. */
export function dueBefore(now: Date): { fresh: Date; claimed: Date; proven: Date } {
  const ago = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
  return { fresh: ago(RETRY_MS), claimed: ago(CLAIM_DAYS * DAY_MS), proven: ago(DAY_MS) };
}

/** Whether somebody else may claim the domain: nobody has proven it, and there was time enough to. */
export function isAbandoned({ verifiedAt, createdAt }: CustomHostname, now: Date): boolean {
  return verifiedAt === null && now.getTime() - createdAt.getTime() >= CLAIM_DAYS * DAY_MS;
}

function statusOf(answer: TxtAnswer, token: string): CustomHostnameStatus {
  if (answer.kind === 'unanswered') return 'internal_error';
  if (answer.kind === 'none') return 'dns_no_cname';
  return answer.values.includes(token) ? 'dns_passed' : 'dns_wrong_cname';
}
