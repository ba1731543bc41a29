import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ActorLabels } from '#modules/audit/index.js';
import { Database } from '#platform/database/database.js';
import { byTime, type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { ScimTokenEntity } from './scim-token.entity.js';

/** A token as its administrators see it. */
export type ScimToken = Readonly<Omit<ScimTokenEntity, 'tokenHash'>>;

const COLUMNS = `t.organization_id as "organizationId", t.id, t.label, t.default_role as "defaultRole",
  t.created_at as "createdAt", t.last_used_at as "lastUsedAt"`;

/** Every query on `scim_tokens`. */
@Injectable()
export class ScimTokensRepository implements OnModuleInit {
  constructor(
    private readonly db: Database,
    private readonly labels: ActorLabels,
  ) {}

  onModuleInit(): void {
    this.labels.register(
      'scim-token',
      (id) => `(select t.label from scim_tokens t where t.id = ${id} limit 1)`,
    );
  }

  /** Oldest first. */
  list(organizationId: string, page: PageRequest): Promise<Page<ScimToken>> {
    return paginate<ScimToken>(this.db, page, {
      select: COLUMNS,
      from: 'from scim_tokens t where t.organization_id = $1',
      values: [organizationId],
      by: byTime('t.created_at', 't.id'),
    });
  }

  count(organizationId: string): Promise<number> {
    return this.db.queryCount('select count(*)::int as count from scim_tokens where organization_id = $1', [
      organizationId,
    ]);
  }

  findByHash(hash: Buffer): Promise<ScimToken | null> {
    return this.db.queryFirst<ScimToken>(`select ${COLUMNS} from scim_tokens t where t.token_hash = $1`, [
      hash,
    ]);
  }

  /** The token, which cannot be revoked before the transaction ends. */
  hold(organizationId: string, id: string): Promise<ScimToken | null> {
    return this.db.queryFirst<ScimToken>(
      `select ${COLUMNS} from scim_tokens t where t.organization_id = $1 and t.id = $2 for share`,
      [organizationId, id],
    );
  }

  async insert(token: ScimTokenEntity): Promise<void> {
    await this.db.manager.insert(ScimTokenEntity, token);
  }

  async recordUse(organizationId: string, id: string, lastUsedAt: Date): Promise<void> {
    await this.db.manager.update(ScimTokenEntity, { organizationId, id }, { lastUsedAt });
  }

  async delete(organizationId: string, id: string): Promise<void> {
    await this.db.manager.delete(ScimTokenEntity, { organizationId, id });
  }
}
