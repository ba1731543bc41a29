import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { type TokenRecord, UserTokensRepository } from './user-tokens.repository.js';

/**
 * Remembers sign-ins and tokens, inside the transaction of the change. A user belongs to no organization, so each one where the
 * token counts gets an entry.
 */
@Injectable()
export class TokenAudit {
  constructor(
    private readonly log: AuditLog,
    private readonly tokens: UserTokensRepository,
  ) {}

  /** The session was just started, by whoever it belongs to. */
  async signedIn(session: TokenRecord): Promise<void> {
    const { proof, expiresAt, userId } = shownOf(session);
    const target = { type: 'user', id: userId };
    await this.record(session, {
      action: 'user.signed-in',
      target,
      after: { proof, expiresAt },
      ...by(session),
    });
  }

  /** By its owner, or by an operator. */
  async created(token: TokenRecord): Promise<void> {
    await this.record(token, { action: 'token.created', target: targetOf(token), after: shownOf(token) });
  }

  /** Its owner is about to revoke it; signing out is that, too. */
  async revoked(token: TokenRecord): Promise<void> {
    const before = shownOf(token);
    await this.record(token, { action: 'token.revoked', target: targetOf(token), before, ...by(token) });
  }

  /** It went because its owner was removed from the organization, or the identity provider that stood behind it. */
  async revokedByRemoval(token: TokenRecord, organizationId: string): Promise<void> {
    const before = shownOf(token);
    await this.log.record({ organizationId, action: 'token.revoked', target: targetOf(token), before });
  }

  private async record(token: TokenRecord, entry: Omit<AuditRecord, 'organizationId'>): Promise<void> {
    for (const organizationId of await this.tokens.organizationsOf(token.id))
      await this.log.record({ organizationId, ...entry });
  }
}

function shownOf({ userId, proof, scopes, expiresAt }: TokenRecord) {
  return { userId, proof, scopes, expiresAt: expiresAt?.toISOString() ?? null };
}

function targetOf({ id, label }: TokenRecord): AuditRecord['target'] {
  return { type: 'user-token', id, label };
}

function by({ userId }: TokenRecord): Pick<AuditRecord, 'actor'> {
  return { actor: { type: 'user', id: userId } };
}
