import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import { BadRequest, NotFound } from '#platform/http/errors.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { SiteAddress } from '../addresses/site-address.js';
import { MemberVisitors } from './member-visitors.js';
import { VisitorBackends } from './visitor-backends.js';
import { SiteAudit } from '../site/site-audit.js';
import { Sites } from '../site/sites.service.js';

/** Settings for the authentication of a site's visitors. */
export interface PublishingAuth {
  privateKey: string;
  fallbackUrl: string | null;
  backend: 'custom' | 'integration';
  /** Name of the integration on the site that can sign in visitors, if there is one. */
  integration: string | null;
  /** True if visitors sign in with their account here. */
  isByMembers: boolean;
}

/** The key that visitors' tokens are signed with, for those who manage the site only. */
@Injectable()
export class SitePublishingAuth {
  constructor(
    private readonly db: Database,
    private readonly sites: Sites,
    private readonly address: SiteAddress,
    private readonly audit: SiteAudit,
    private readonly backends: VisitorBackends,
    private readonly members: MemberVisitors,
  ) {}

  async get(actor: Actor, organizationId: string, siteId: string): Promise<PublishingAuth> {
    await this.sites.requireSite(actor, organizationId, siteId, 'manage');
    return this.read(organizationId, siteId);
  }

  /** Changes only members of `body`. @throws BadRequest when the site has no suitable integration. */
  async update(
    actor: Actor,
    organizationId: string,
    siteId: string,
    { backend, fallbackURL }: { backend?: PublishingAuth['backend']; fallbackURL?: string | null },
  ): Promise<PublishingAuth> {
    return this.db.transaction(async () => {
      await this.sites.change(actor, organizationId, siteId, async ({ site, location }) => {
        const before = await this.read(organizationId, siteId);
        if (backend === 'integration' && before.integration === null)
          throw new BadRequest('backend: install an integration that signs in visitors on the site first.');
        if (fallbackURL && new URL(fallbackURL).href.startsWith(this.address.of(location)))
          throw new BadRequest('fallbackURL: an address of the site itself would send visitors in a circle.');
        const after = { visitorFallbackUrl: fallbackURL, visitorBackend: backend };
        await this.audit.record(site, 'site.updated', {
          before: { visitorFallbackUrl: before.fallbackUrl, visitorBackend: before.backend },
          after: withoutUndefined(after),
        });
        return withoutUndefined(after);
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
    const [row] = await this.db.query<Omit<PublishingAuth, 'integration' | 'isByMembers'>>(
      `select visitor_key as "privateKey", visitor_fallback_url as "fallbackUrl", visitor_backend as backend
      from sites where organization_id = $1 and id = $2`,
      [organizationId, siteId],
    );
    if (!row) throw new NotFound('site');
    const found = await this.backends.first(organizationId, siteId);
    const isByMembers =
      row.backend === 'custom' && row.fallbackUrl === this.members.signInUrl(organizationId, siteId);
    return { ...row, integration: found?.integration ?? null, isByMembers };
  }
}
