import { ALLOWED, HIDDEN, type Verdict } from '#modules/access/index.js';
import { organizationVerdict, type Standing } from '#modules/organizations/index.js';
import { atLeast } from '#platform/http/verdict.js';

export type SpecAction = 'view' | 'edit';

/** May somebody of this standing in the organization do this to its specifications? Guests do not see any. */
export function specVerdict(standing: Standing, action: SpecAction): Verdict {
  if (standing === undefined || !atLeast(standing, 'read')) return HIDDEN;
  return action === 'view' ? ALLOWED : organizationVerdict(standing, 'createOpenAPISpec');
}

/** The booleans of the resource, each from the verdict that guards the operation. */
export function specPermissions(standing: Standing): { view: boolean; edit: boolean } {
  return { view: specVerdict(standing, 'view').allowed, edit: specVerdict(standing, 'edit').allowed };
}
