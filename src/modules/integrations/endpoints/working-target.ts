import type { WorkingInstallation } from '../installations/installations.service.js';
import type { InstallationTarget, TargetKind } from '../installations/targets.repository.js';

/** The space or site that an installation works on, also where nothing is stored for it because it works on all of them. */
export function workingTarget(
  { installation, target, configuration }: WorkingInstallation,
  kind: TargetKind,
  targetId: string,
): InstallationTarget {
  const { id: installationId, organizationId, createdAt, updatedAt } = installation;
  const own = { installationId, kind, targetId, organizationId, createdAt, updatedAt };
  return target ?? { ...own, status: 'active', configuration, externalIds: [] };
}
