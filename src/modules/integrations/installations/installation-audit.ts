import type { AuditRecord } from '#modules/audit/index.js';
import type { Integration } from '../catalog/integrations.repository.js';
import type { InstallationRecord } from './installations.repository.js';
import type { InstallationTarget } from './targets.repository.js';

/** The installation as the audit log names it. */
export function auditTarget(
  { id }: Pick<InstallationRecord, 'id'>,
  { title }: Pick<Integration, 'title'>,
): AuditRecord['target'] {
  return { type: 'installation', id, label: title };
}

/** Members of an installation that the audit log shows. Settings may be secrets: only their names are recorded. */
export function shownOf(installation: InstallationRecord): object {
  const { status, spaceSelection, siteSelection, scopes, configuration, externalIds } = installation;
  return { status, spaceSelection, siteSelection, scopes, settings: Object.keys(configuration), externalIds };
}

/** The same of an installation on a space or site. */
export function shownOfTarget({
  kind,
  targetId,
  status,
  configuration,
  externalIds,
}: InstallationTarget): object {
  return { [kind]: targetId, status, settings: Object.keys(configuration), externalIds };
}

/** Records of an update also that values of settings changed, without the values. */
export function settingsChange(before: object, after: object): { before: object; after: object } {
  const hasChanged = JSON.stringify(before) !== JSON.stringify(after);
  return { before: {}, after: hasChanged ? { settingsChanged: true } : {} };
}
