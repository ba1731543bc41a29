import { ALLOWED, HIDDEN, type Verdict } from '#modules/access/index.js';
import { organizationVerdict, type Standing } from '#modules/organizations/index.js';
import { atLeast } from '#platform/http/verdict.js';

export type SpecAction = 'view' | 'edit';

/** Tells whether a member with this role may do the action to the specifications. Guests may not see any. */
export function specVerdict(standing: Standing, action: SpecAction): Verdict {
  if (standing === undefined || !atLeast(standing, 'read')) return HIDDEN;
  return action === 'view' ? ALLOWED : organizationVerdict(standing, 'createOpenAPISpec');
}

/** The booleans of the resource, each from the verdict that protects the operation. */
export function specPermissions(standing: Standing): { view: boolean; edit: boolean } {
  return { view: specVerdict(standing, 'view').allowed, edit: specVerdict(standing, 'edit').allowed };
}
