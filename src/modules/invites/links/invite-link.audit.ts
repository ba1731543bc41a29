import { createHash } from 'node:crypto';
import type { AuditRecord } from '#modules/audit/index.js';
import { targetOf } from '../targets/invite-target.js';
import type { InviteLink } from './invite-links.repository.js';

/** A link as the audit log names it: the id is a secret, so its fingerprint stands for it. */
export function auditTarget({ id }: Pick<InviteLink, 'id'>): AuditRecord['target'] {
  return { type: 'invite-link', id: createHash('sha256').update(id).digest('hex').slice(0, 20) };
}

/** The members of a link that the audit log shows. */
export function shownInAudit(link: InviteLink): object {
  const { role, expiresAt, maxUses } = link;
  return { to: targetOf(link), role, expiresAt, maxUses };
}
