import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditLog, type AuditRecord } from '#modules/audit/index.js';
import { Members, requireOrganizationAdmin } from '#modules/organizations/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page, PageRequest } from '#platform/database/pagination.js';
import type { Actor, Role } from '#platform/http/actor.js';
import { BadRequest, Unauthorized } from '#platform/http/errors.js';
import { newId, randomText } from '#platform/ids/ids.js';
import { type ScimToken, ScimTokensRepository } from './scim-tokens.repository.js';

const TOKEN_PREFIX = 'bdyscim_';
/** 238 bits: nobody guesses it, so a fast hash without salt is enough to store. */
const TOKEN_LENGTH = 40;
/** Enough for several providers, each with an old and a new token. */
const MAX_TOKENS = 10;
/** Age at which the recorded last use is written again. */
const PRECISION_MS = 5 * 60_000;

export const SCIM_TOKEN_GONE = 'The token is not valid: it is mistyped, or was revoked. Make a new one.';

/** Tokens with which identity providers look after members and teams: administrators make and revoke them. */
@Injectable()
export class ScimTokens {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly audit: AuditLog,
    private readonly members: Members,
    private readonly tokens: ScimTokensRepository,
  ) {}

  /** Oldest first. @throws NotFound for strangers, Forbidden for others than administrators. */
  list(actor: Actor, organizationId: string, page: PageRequest): Promise<Page<ScimToken>> {
    requireOrganizationAdmin(actor, organizationId);
    return this.tokens.list(organizationId, page);
  }

  /**
   * Makes a token.
   * @param defaultRole role of the members that it makes; null makes them guests.
   * @returns the token, which is not kept anywhere, and its record.
   * @throws NotFound, Forbidden; BadRequest when there are too many.
   */
  async create(
    actor: Actor,
    organizationId: string,
    { label, defaultRole }: { label: string; defaultRole: Role | null },
  ): Promise<{ token: string; record: ScimToken }> {
    requireOrganizationAdmin(actor, organizationId);
    const token = TOKEN_PREFIX + randomText(TOKEN_LENGTH);
    const createdAt = this.clock.now();
    const record: ScimToken = {
      organizationId,
      id: newId(),
      label,
      defaultRole,
      createdAt,
      lastUsedAt: null,
    };
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      if ((await this.tokens.count(organizationId)) >= MAX_TOKENS)
        throw new BadRequest(
          `An organization has at most ${MAX_TOKENS} tokens; revoke one that nobody uses.`,
        );
      await this.tokens.insert({ ...record, tokenHash: hashToken(token) });
      await this.record('scim-token.created', record, { after: { label, defaultRole } });
    });
    return { token, record };
  }

  /** Revokes a token, which opens nothing from then on. One that is not there is fine. @throws NotFound, Forbidden */
  async revoke(actor: Actor, organizationId: string, id: string): Promise<void> {
    requireOrganizationAdmin(actor, organizationId);
    await this.db.transaction(async () => {
      await this.members.lockAndRequireAdmin(actor, organizationId);
      const token = await this.tokens.hold(organizationId, id);
      if (!token) return;
      await this.tokens.delete(organizationId, id);
      const { label, defaultRole } = token;
      await this.record('scim-token.revoked', token, { before: { label, defaultRole } });
    });
  }

  /** The record of a token that somebody sent, whose use is noted; null for one that is not valid. */
  async read(text: string): Promise<ScimToken | null> {
    if (!text.startsWith(TOKEN_PREFIX)) return null;
    const token = await this.tokens.findByHash(hashToken(text));
    if (!token) return null;
    const now = this.clock.now();
    const { organizationId, id, lastUsedAt } = token;
    if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() >= PRECISION_MS)
      await this.tokens.recordUse(organizationId, id, now);
    return token;
  }

  /**
   * Within a transaction: reads the token anew, so that nothing lands after it was revoked.
   * @throws Unauthorized when it was.
   */
  async renew({ organizationId, id }: ScimToken): Promise<void> {
    if (!(await this.tokens.hold(organizationId, id))) throw new Unauthorized(SCIM_TOKEN_GONE);
  }

  private async record(
    action: AuditAction,
    { organizationId, id, label }: ScimToken,
    change: Pick<AuditRecord, 'before' | 'after'>,
  ): Promise<void> {
    await this.audit.record({ organizationId, action, target: { type: 'scim-token', id, label }, ...change });
  }
}

function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
