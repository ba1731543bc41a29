import { organizationVerdict, type Standing } from '#modules/organizations/index.js';
import type { Actor } from '#platform/http/actor.js';
import { denied, type Verdict } from '#platform/http/verdict.js';
import type { Integration, IntegrationViewer } from './integrations.repository.js';

/** `admin`: publish it anew, unpublish it, see what it is told, and develop it. */
export type IntegrationAction = 'view' | 'admin';

type Facts = Pick<Integration, 'organizationId'>;

/** May the actor, who may know of the integration, do this to it? Administrators of the organization that published it may all. */
export function integrationVerdict(actor: Pick<Actor, 'memberships'>, { organizationId }: Facts): Verdict {
  const standing = organizationId === null ? undefined : actor.memberships.get(organizationId);
  const verdict = organizationVerdict(standing, 'admin');
  return verdict.allowed
    ? verdict
    : denied('Only administrators of the organization that published it may do this.');
}

/** Organizations whose integrations the actor may list, and whose installations they may see. */
export function organizationsListedBy({ memberships }: Pick<Actor, 'memberships'>): string[] {
  return organizationsWhere(memberships, 'listIntegrations');
}

/** Facts that decide which integrations the actor may see. */
export function seerOf(actor: Pick<Actor, 'memberships' | 'integrationId'>): IntegrationViewer {
  const belongsTo = [...actor.memberships.keys()];
  return { lists: organizationsListedBy(actor), belongsTo, integrationId: actor.integrationId ?? null };
}

/** Organizations in which the actor may install integrations. */
export function organizationsToInstallIn({ memberships }: Pick<Actor, 'memberships'>): string[] {
  return organizationsWhere(memberships, 'installIntegration');
}

function organizationsWhere(
  memberships: ReadonlyMap<string, Standing>,
  action: 'listIntegrations' | 'installIntegration',
): string[] {
  return [...memberships].filter(([, role]) => organizationVerdict(role, action).allowed).map(([id]) => id);
}
