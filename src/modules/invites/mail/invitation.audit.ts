import type { AuditRecord } from '#modules/audit/index.js';
import { targetOf } from '../targets/invite-target.js';
import type { Invitation } from './invitations.repository.js';

/** An invitation as the audit log names it. */
export function auditTarget({ id, email }: Invitation): AuditRecord['target'] {
  return { type: 'invitation', id, label: email };
}

/** The members of an invitation that the audit log shows. */
export function shownInAudit(invitation: Invitation): object {
  const { role, sso, expiresAt } = invitation;
  return { to: targetOf(invitation), role, sso, expiresAt };
}
