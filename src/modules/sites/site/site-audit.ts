import { Injectable } from '@nestjs/common';
import { type AuditAction, AuditLog } from '#modules/audit/index.js';
import type { SiteStructure } from '../structure/model/site-structure.js';
import { summaryOf } from '../structure/structure-summary.js';
import type { SiteEntity } from './site.entity.js';

/** Notes what was done to sites, in the transaction that does it. */
@Injectable()
export class SiteAudit {
  constructor(private readonly audit: AuditLog) {}

  /** As `AuditLog.record`. */
  async record(
    { organizationId, id, title }: SiteEntity,
    action: AuditAction,
    changes: { before?: object; after?: object } = {},
  ): Promise<void> {
    await this.audit.record({
      organizationId,
      action,
      target: { type: 'site', id, label: title },
      ...changes,
    });
  }

  /**
   * Notes what was written of the site's own row. What visitors sign in with is noted where it changes: never what it is.
   * @param changes members that are as they were do not count.
   */
  async recordChanges(
    site: SiteEntity,
    {
      published,
      visitorKey: _key,
      visitorFallbackUrl: _url,
      visitorBackend: _backend,
      ...changes
    }: Partial<SiteEntity>,
  ): Promise<void> {
    if (published !== undefined && published !== site.published) {
      const { visibility } = site;
      await this.record(site, published ? 'site.published' : 'site.unpublished', { after: { visibility } });
    }
    const before = Object.keys(changes).map((name) => [name, site[name as keyof SiteEntity]] as const);
    await this.record(site, 'site.updated', { before: Object.fromEntries(before), after: changes });
  }

  /** @param before the structure as `summaryOf` it was. */
  async recordStructure(site: SiteEntity, before: object, structure: SiteStructure): Promise<void> {
    await this.record(site, 'site.structure.updated', { before, after: summaryOf(structure) });
  }
}
