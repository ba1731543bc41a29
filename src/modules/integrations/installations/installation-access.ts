import { Injectable } from '@nestjs/common';
import { Grants } from '#modules/access/index.js';
import { ServiceMembers } from '#modules/organizations/index.js';
import { writes } from '../catalog/integration.values.js';
import type { Integration } from '../catalog/integrations.repository.js';
import { effectiveScopesOf } from './installation-scopes.js';
import type { InstallationRecord } from './installations.repository.js';
import { type TargetKind, TargetsRepository } from './targets.repository.js';

type Selected = Pick<InstallationRecord, 'spaceSelection' | 'siteSelection'>;

/**
 * Permissions of installations. Their service user has a role in the organization when it may access all spaces and
 * sites; otherwise it is a guest with permissions on the targets of the installation. All other code treats it like any
 * user.
 */
@Injectable()
export class InstallationAccess {
  constructor(
    private readonly members: ServiceMembers,
    private readonly grants: Grants,
    private readonly targets: TargetsRepository,
  ) {}

  /** Makes what the installation gets to what it says, in the transaction that changed it. */
  async keepInStep(
    installation: InstallationRecord,
    integration: Pick<Integration, 'scopes' | 'target'>,
  ): Promise<void> {
    const { id, organizationId, userId } = installation;
    const { target } = integration;
    const role = writes(effectiveScopesOf(installation, integration)) ? 'create' : 'read';
    const isEverywhere = isInAll(installation, 'space', target) && isInAll(installation, 'site', target);
    await this.members.saveMember(organizationId, userId, isEverywhere ? role : null);
    const chosen = await this.targets.findAll({ installationId: id });
    for (const kind of ['space', 'site'] as const) {
      const own = chosen
        .filter((one) => one.kind === kind && one.status !== 'paused')
        .map((one) => one.targetId);
      const isInEach = !isEverywhere && isInstalledOnAll(installation, kind, target);
      const each = isInEach ? await this.idsOfAll(organizationId, kind) : [];
      await this.grants.setAll(organizationId, kind, userId, [...new Set([...own, ...each])], role);
    }
  }

  /** Everything that a role in the organization would open. */
  private idsOfAll(organizationId: string, kind: TargetKind): Promise<string[]> {
    return kind === 'space'
      ? this.grants.findOpenSpaces(organizationId)
      : this.targets.allIds(organizationId, kind);
  }
}

/** True when an integration for this target can have spaces, or sites. */
function isFor(target: Integration['target'], kind: TargetKind): boolean {
  return target === kind || target === 'all' || target === 'organization';
}

/** True when an installation is on all spaces, or sites, that a role in the organization would open, without being chosen for each. */
export function isInstalledOnAll(
  installation: Selected,
  kind: TargetKind,
  target: Integration['target'],
): boolean {
  return selectionOf(installation, kind) === 'all' && isFor(target, kind);
}

/** An integration that is for spaces only does not ask for sites. */
function isInAll(installation: Selected, kind: TargetKind, target: Integration['target']): boolean {
  return selectionOf(installation, kind) === 'all' || !isFor(target, kind);
}

function selectionOf({ spaceSelection, siteSelection }: Selected, kind: TargetKind) {
  return kind === 'space' ? spaceSelection : siteSelection;
}
