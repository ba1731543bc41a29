import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { Users } from '#modules/users/index.js';
import type { Membership } from './members.repository.js';

/** Notes changes of memberships in the audit log. */
@Injectable()
export class MemberRecords {
  constructor(
    private readonly users: Users,
    private readonly audit: AuditLog,
  ) {}

  /** Inside the transaction of the change: notes it with the name of the member. */
  async note(
    action: AuditAction,
    { organizationId, userId }: Pick<Membership, 'organizationId' | 'userId'>,
    change: Pick<AuditRecord, 'before' | 'after'>,
  ): Promise<void> {
    const label = (await this.users.findUsersByIds([userId])).get(userId)?.displayName;
    const target = { type: 'member', id: userId, label };
    await this.audit.record({ organizationId, action, target, ...change });
  }
}
