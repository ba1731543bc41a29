import { organizationVerdict, type Standing } from '#modules/organizations/index.js';
import { ALLOWED, atLeast, HIDDEN, type Verdict } from '#platform/http/verdict.js';

export type GlossaryAction = 'view' | 'edit';

/**
 * May somebody of this standing do this to the glossary? It is of the organization, as specifications are: members read it, whoever may
 * make content there writes it, and guests do not see it.
 */
export function glossaryVerdict(standing: Standing, action: GlossaryAction): Verdict {
  if (standing === undefined || !atLeast(standing, 'read')) return HIDDEN;
  return action === 'view' ? ALLOWED : organizationVerdict(standing, 'createContent');
}
