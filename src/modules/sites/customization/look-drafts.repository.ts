import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import type { SiteCustomization } from './customization-schema.js';

/** Unsaved settings of a site or of one space on it. */
export interface LookDraft {
  siteSpaceId: string | null;
  settings: SiteCustomization;
  updatedAt: Date;
}

/** Every query on `site_look_drafts`. */
@Injectable()
export class LookDraftsRepository {
  constructor(private readonly db: Database) {}

  /** Keeps one draft for each member and site. */
  async save(organizationId: string, siteId: string, userId: string, draft: LookDraft): Promise<void> {
    const { siteSpaceId, settings, updatedAt } = draft;
    await this.db.execute(
      `insert into site_look_drafts (organization_id, site_id, user_id, site_space_id, settings, updated_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (organization_id, site_id, user_id) do update
        set site_space_id = excluded.site_space_id, settings = excluded.settings, updated_at = excluded.updated_at`,
      [organizationId, siteId, userId, siteSpaceId, storableJson(settings), updatedAt],
    );
  }

  find(organizationId: string, siteId: string, userId: string): Promise<LookDraft | null> {
    return this.db.queryFirst<LookDraft & { [column: string]: unknown }>(
      `select site_space_id as "siteSpaceId", settings, updated_at as "updatedAt" from site_look_drafts
      where organization_id = $1 and site_id = $2 and user_id = $3`,
      [organizationId, siteId, userId],
    );
  }

  /** Deletes the drafts of a member. */
  async deleteOf(organizationId: string, userId: string): Promise<void> {
    await this.db.execute('delete from site_look_drafts where organization_id = $1 and user_id = $2', [
      organizationId,
      userId,
    ]);
  }

  /** Deletes drafts that were last changed before a time. */
  async deleteBefore(oldest: Date): Promise<void> {
    await this.db.execute('delete from site_look_drafts where updated_at < $1', [oldest]);
  }

  async delete(organizationId: string, siteId: string, userId: string): Promise<void> {
    await this.db.execute(
      'delete from site_look_drafts where organization_id = $1 and site_id = $2 and user_id = $3',
      [organizationId, siteId, userId],
    );
  }
}
