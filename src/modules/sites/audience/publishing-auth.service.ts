import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { SiteAddress } from '../addresses/site-address.js';
import { SiteAudit } from '../site/site-audit.js';
import { Sites } from '../site/sites.service.js';

/** How visitors of a site prove who they are. */
export interface PublishingAuth {
  privateKey: string;
  fallbackUrl: string | null;
}

/** The key that visitors' tokens are signed with, for those who manage the site only. */
@Injectable()
export class SitePublishingAuth {
  constructor(
    private readonly db: Database,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
    private readonly audit: SiteAudit,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string): Promise<PublishingAuth> {
    await this.sites.require(actor, organizationId, siteId, 'manage');
    return this.read(organizationId, siteId);
  }

  /** Changes only what `body` holds. */
  async update(
    actor: Actor,
    organizationId: string,
    siteId: string,
    { backend, fallbackURL }: { backend?: string; fallbackURL?: string | null },
  ): Promise<PublishingAuth> {
    if (backend === 'integration')
      throw new BadRequest('backend: integrations cannot sign in visitors yet; use "custom".');
    return this.db.transaction(async () => {
      await this.sites.change(actor, organizationId, siteId, async ({ site, location }) => {
        if (fallbackURL === undefined) return {};
        if (fallbackURL && new URL(fallbackURL).href.startsWith(this.address.of(location)))
          throw new BadRequest('fallbackURL: an address of the site itself would send visitors in a circle.');
        const before = { visitorFallbackUrl: (await this.read(organizationId, siteId)).fallbackUrl };
        await this.audit.record(site, 'site.updated', { before, after: { visitorFallbackUrl: fallbackURL } });
        return { visitorFallbackUrl: fallbackURL };
      });
      return this.read(organizationId, siteId);
    });
  }

  /** A new key: tokens that were signed with the old one are refused from the next request on. */
  async regenerate(actor: Actor, organizationId: string, siteId: string): Promise<PublishingAuth> {
    return this.db.transaction(async () => {
      const visitorKey = randomBytes(32).toString('hex');
      await this.sites.change(actor, organizationId, siteId, async ({ site }) => {
        await this.audit.record(site, 'site.visitor-key.regenerated');
        return { visitorKey };
      });
      return this.read(organizationId, siteId);
    });
  }

  private async read(organizationId: string, siteId: string): Promise<PublishingAuth> {
    const [row] = await this.db.query<PublishingAuth>(
      `select visitor_key as "privateKey", visitor_fallback_url as "fallbackUrl"
      from sites where organization_id = $1 and id = $2`,
      [organizationId, siteId],
    );
    if (!row) throw new NotFound('site');
    return row;
  }
}
