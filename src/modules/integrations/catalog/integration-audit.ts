import type { AuditRecord } from '#modules/audit/index.js';
import type { Integration } from './integrations.repository.js';

/** The integration as the audit log names it. */
export function auditTarget({ id, title }: Pick<Integration, 'id' | 'title'>): AuditRecord['target'] {
  return { type: 'integration', id, label: title };
}

/** Members of an integration that the audit log shows. */
export function shownOf(integration: Integration): object {
  const { name, version, title, visibility, target, scopes, scriptHash } = integration;
  return { name, version, title, visibility, target, scopes, script: scriptHash };
}
