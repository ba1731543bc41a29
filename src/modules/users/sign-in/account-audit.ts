import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { UserTokensRepository } from '../user-tokens.repository.js';

/** Remembers changes of an account, inside their transaction: in each organization that its owner belongs to, as they count there. */
@Injectable()
export class AccountAudit {
  constructor(
    private readonly log: AuditLog,
    private readonly tokens: UserTokensRepository,
  ) {}

  /** @param change what changed, as far as administrators may see it. */
  async record(
    userId: string,
    action: AuditAction,
    change: Pick<AuditRecord, 'before' | 'after' | 'actor'> = {},
  ): Promise<void> {
    const standing = await this.tokens.findStanding(userId);
    const target = { type: 'user', id: userId };
    for (const organizationId of Object.keys(standing?.memberships ?? {}).sort())
      await this.log.record({ organizationId, action, target, ...change });
  }
}
