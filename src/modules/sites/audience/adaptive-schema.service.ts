import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { SiteAudit } from '../site/site-audit.js';
import { Sites } from '../site/sites.service.js';
import type { AdaptiveSchema } from './adaptive-schema.js';
import { checkAdaptiveSchema } from './check-adaptive-schema.js';
import type { SiteAdaptiveSchemaEntity } from './site-adaptive-schema.entity.js';
import { type TemplateCondition, templateConditions } from './template-conditions.js';

/** A schema with the time of its last change. */
export type StoredSchema = Pick<SiteAdaptiveSchemaEntity, 'jsonSchema' | 'updatedAt'>;

/** Schemas for the claims of a site's visitors. */
@Injectable()
export class AdaptiveSchemas {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly sites: Sites,
    private readonly audit: SiteAudit,
  ) {}

  /** @throws NotFound for a site without one. */
  async get(actor: Actor, organizationId: string, siteId: string): Promise<StoredSchema> {
    const stored = await this.findFor(actor, organizationId, siteId);
    if (!stored) throw new NotFound('adaptive schema');
    return stored;
  }

  /** The schema; null for a site without one. @throws NotFound for a site that the actor does not see. */
  async findFor(actor: Actor, organizationId: string, siteId: string): Promise<StoredSchema | null> {
    await this.sites.requireSite(actor, organizationId, siteId, 'view');
    return this.find(organizationId, siteId);
  }

  /** @throws BadRequest for an invalid schema of visitors. */
  async put(actor: Actor, organizationId: string, siteId: string, schema: unknown): Promise<StoredSchema> {
    const checked = checkAdaptiveSchema(schema);
    return this.edit(actor, organizationId, siteId, () => checked);
  }

  /**
   * Replaces the schema by what `change` makes of it, while nobody else changes it.
   * @param change takes the stored schema, null for a site without one.
   * @throws NotFound, Forbidden, BadRequest for an invalid schema, and whatever `change` throws.
   */
  async edit(
    actor: Actor,
    organizationId: string,
    siteId: string,
    change: (stored: StoredSchema | null) => unknown,
  ): Promise<StoredSchema> {
    const updatedAt = this.clock.now();
    let jsonSchema: AdaptiveSchema | undefined;
    await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
      const stored = await this.find(organizationId, siteId);
      jsonSchema = checkAdaptiveSchema(change(stored));
      const before = { jsonSchema: stored?.jsonSchema };
      await this.db.execute(
        `insert into site_adaptive_schemas (organization_id, site_id, json_schema, updated_at) values ($1, $2, $3, $4)
        on conflict (organization_id, site_id) do update set json_schema = excluded.json_schema, updated_at = excluded.updated_at`,
        [organizationId, siteId, JSON.stringify(jsonSchema), updatedAt],
      );
      await this.audit.record(site, 'site.adaptive-schema.updated', { before, after: { jsonSchema } });
      return {};
    });
    return { jsonSchema: jsonSchema as AdaptiveSchema, updatedAt };
  }

  /** Conditions that the schema suggests; none for a site without one. */
  async conditions(actor: Actor, organizationId: string, siteId: string): Promise<TemplateCondition[]> {
    const stored = await this.findFor(actor, organizationId, siteId);
    return stored ? templateConditions(stored.jsonSchema) : [];
  }

  private async find(organizationId: string, siteId: string): Promise<StoredSchema | null> {
    return this.db.queryFirst<StoredSchema>(
      `select json_schema as "jsonSchema", updated_at as "updatedAt"
      from site_adaptive_schemas where organization_id = $1 and site_id = $2`,
      [organizationId, siteId],
    );
  }
}
