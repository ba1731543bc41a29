import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { CustomizationOverrides } from './customization-schema.js';

/** Every query on the settings of sites and of their spaces. */
@Injectable()
export class CustomizationsRepository {
  constructor(private readonly db: Database) {}

  /** Stored settings of the site; null when they were never changed. */
  async find(
    organizationId: string,
    siteId: string,
  ): Promise<{ settings: CustomizationOverrides; updatedAt: Date } | null> {
    return this.db.queryFirst<{ settings: CustomizationOverrides; updatedAt: Date }>(
      `select settings, updated_at as "updatedAt" from site_customizations where organization_id = $1 and site_id = $2`,
      [organizationId, siteId],
    );
  }

  async save(
    organizationId: string,
    siteId: string,
    settings: CustomizationOverrides,
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `insert into site_customizations (organization_id, site_id, settings, updated_at) values ($1, $2, $3, $4)
      on conflict (organization_id, site_id) do update set settings = excluded.settings, updated_at = excluded.updated_at`,
      [organizationId, siteId, storableJson(settings), now],
    );
  }

  /** Id of the space that a site space shows; null when the site has no such site space. */
  async findSpaceId(organizationId: string, siteId: string, siteSpaceId: string): Promise<string | null> {
    return this.db.queryValue<string>(
      'select space_id from site_spaces where organization_id = $1 and site_id = $2 and id = $3',
      [organizationId, siteId, siteSpaceId],
    );
  }

  async findOverrides(organizationId: string, siteSpaceId: string): Promise<CustomizationOverrides | null> {
    return this.db.queryValue<CustomizationOverrides>(
      'select overrides from site_space_customizations where organization_id = $1 and site_space_id = $2',
      [organizationId, siteSpaceId],
    );
  }

  async saveOverrides(
    organizationId: string,
    siteSpaceId: string,
    overrides: CustomizationOverrides,
    now: Date,
  ): Promise<void> {
    await this.db.execute(
      `insert into site_space_customizations (organization_id, site_space_id, overrides, updated_at) values ($1, $2, $3, $4)
      on conflict (organization_id, site_space_id) do update set overrides = excluded.overrides, updated_at = excluded.updated_at`,
      [organizationId, siteSpaceId, storableJson(overrides), now],
    );
  }

  async deleteOverrides(organizationId: string, siteSpaceId: string): Promise<void> {
    await this.db.execute(
      'delete from site_space_customizations where organization_id = $1 and site_space_id = $2',
      [organizationId, siteSpaceId],
    );
  }
}
