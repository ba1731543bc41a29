import { organizationVerdict } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { ALLOWED, atLeast, denied, HIDDEN, type Verdict } from '#platform/http/verdict.js';
import type { InstallationRecord } from './installations.repository.js';

/**
 * `configure`: read and change settings, and what the integration calls it. `manage`: say what it gets to, pause and end it.
 * `issueToken`: make a token that acts as it.
 */
export type InstallationAction = 'view' | 'configure' | 'manage' | 'issueToken';

type Facts = Pick<InstallationRecord, 'id' | 'integrationId' | 'organizationId'>;
type Caller = Pick<Actor, 'kind' | 'memberships' | 'integrationId' | 'installationId'>;

/**
 * May the actor do this to the installation? Members see it, administrators do all; the integration sees its own and makes
 * their tokens, an installation sees and configures itself. What it gets to is not for it to say.
 */
export function installationVerdict(actor: Caller, installation: Facts, action: InstallationAction): Verdict {
  if (actor.kind === 'integration') {
    if (actor.integrationId !== installation.integrationId) return HIDDEN;
    return action === 'manage' ? denied('This is for administrators of the organization.') : ALLOWED;
  }
  if (actor.installationId === installation.id) {
    if (action === 'view' || action === 'configure') return ALLOWED;
    return denied('An installation cannot decide this about itself.');
  }
  if (actor.installationId !== undefined) return HIDDEN;
  const standing = actor.memberships.get(installation.organizationId);
  if (standing === undefined || !atLeast(standing, 'read')) return HIDDEN;
  return organizationVerdict(standing, action === 'view' ? 'listInstallations' : 'installIntegration');
}

/** The same for an installation on a space or site, with what the actor may do there. */
export function targetVerdict(
  actor: Caller,
  installation: Facts,
  onTarget: { view: boolean; installIntegration: boolean },
  action: 'view' | 'configure' | 'manage',
): Verdict {
  const asOfInstallation = installationVerdict(actor, installation, action);
  if (actor.integrationId !== undefined) return asOfInstallation;
  if (!onTarget.view) return HIDDEN;
  if (action === 'view' || onTarget.installIntegration) return ALLOWED;
  return denied('This needs the role "admin" there.');
}
