import type { AuditRecord } from '#modules/audit/index.js';
import type { Invitation } from './invitations.repository.js';

/** An invitation as the audit log names it. */
export function auditTarget({ id, email }: Invitation): AuditRecord['target'] {
  return { type: 'invitation', id, label: email };
}
