import { Injectable } from '@nestjs/common';
import { requireAllowed } from '#modules/access/index.js';
import { Organizations, requireMember } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page } from '#platform/database/pagination.js';
import { type Actor, type Role, ROLES } from '#platform/http/actor.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { SiteAddress } from '../addresses/site-address.js';
import { slugify } from '../slugify.js';
import type { CreateSiteBody, UpdateSiteBody } from './site.dto.js';
import { Site, type SiteVisibility } from './site.entity.js';
import { siteVerdict, type SiteAction } from './site.policy.js';
import { SiteSpaces } from '../structure/site-spaces.service.js';
import { type SiteFilters, type SiteRow, SitesRepository } from './sites.repository.js';

/** Sites: what they are called, who may read them, and whether they are published. */
@Injectable()
export class Sites {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly sites: SitesRepository,
    private readonly siteSpaces: SiteSpaces,
    private readonly spaces: Spaces,
    private readonly organizations: Organizations,
    private readonly address: SiteAddress,
  ) {}

  /** @throws NotFound for a site the actor may not see, Forbidden when they see it but may not do this. */
  async require(actor: Actor, organizationId: string, siteId: string, action: SiteAction): Promise<SiteRow> {
    requireMember(actor, organizationId);
    const row = await this.sites.find(actor, organizationId, siteId);
    requireAllowed('site', siteVerdict(row?.role ?? null, action));
    return row as SiteRow;
  }

  /** Where readers find a site the actor may see; null while it is not published, or when there is no such site. */
  async findAddress(actor: Actor, organizationId: string, siteId: string): Promise<string | null> {
    const row = await this.sites.find(actor, organizationId, siteId);
    return row?.role && row.site.published ? this.address.of(row.location) : null;
  }

  /** For other modules, which have authorised. */
  exists(organizationId: string, siteId: string): Promise<boolean> {
    return this.sites.exists(organizationId, siteId);
  }

  async list(actor: Actor, organizationId: string, filters: SiteFilters): Promise<Page<SiteRow>> {
    requireMember(actor, organizationId);
    return this.sites.list(actor, organizationId, filters);
  }

  /** @throws Forbidden below the role `create`, NotFound for a space that is not visible. */
  async create(actor: Actor, organizationId: string, body: CreateSiteBody): Promise<SiteRow> {
    const role = requireMember(actor, organizationId);
    if (!isAtLeastCreate(role)) throw new Forbidden('Creating a site needs the role "create" or higher.');
    const visibility = availableVisibility(body.visibility ?? 'public');
    return this.db.transaction(async () => {
      const ids = [...new Set(body.spaces ?? [])];
      const first = ids[0] === undefined ? undefined : await this.spaces.require(actor, ids[0], 'manage');
      // A site's title has two characters at least, a space's may be shorter.
      const fallback = first && first.space.title.trim().length >= 2 ? first.space.title : 'Untitled site';
      const title = body.title ?? fallback;
      const now = this.clock.now();
      const basename = await this.freeBasename(organizationId, title);
      const site = Object.assign(new Site(), {
        organizationId,
        id: newId(),
        type: body.type ?? 'basic',
        title,
        basename,
        proxy: null,
      });
      Object.assign(site, {
        visibility,
        published: false,
        adaptiveContent: false,
        version: '1',
        createdAt: now,
        updatedAt: now,
      });
      await this.sites.insert(site);
      for (const id of ids) await this.siteSpaces.addTo(actor, site, id);
      return this.require(actor, organizationId, site.id, 'view');
    });
  }

  /** Changes only what `body` holds. */
  async update(actor: Actor, organizationId: string, siteId: string, body: UpdateSiteBody): Promise<SiteRow> {
    refuseUnavailable(body);
    return this.change(actor, organizationId, siteId, async ({ site }) => {
      const { title, basename } = body;
      const visibility = body.visibility && availableVisibility(body.visibility);
      if (body.defaultSiteSpace) await this.siteSpaces.makeDefault(site, body.defaultSiteSpace);
      return withoutUndefined({ title, basename, visibility });
    });
  }

  /** @throws BadRequest for a site without spaces: readers would find nothing. */
  async publish(actor: Actor, organizationId: string, siteId: string): Promise<SiteRow> {
    return this.change(actor, organizationId, siteId, async ({ siteSpaces }) => {
      if (siteSpaces === 0)
        throw new BadRequest('An empty site cannot be published; add a space to it first.');
      return { published: true };
    });
  }

  async unpublish(actor: Actor, organizationId: string, siteId: string): Promise<SiteRow> {
    return this.change(actor, organizationId, siteId, async () => ({ published: false }));
  }

  /** Deletes the site, not its spaces; quietly when there is none. */
  async delete(actor: Actor, organizationId: string, siteId: string): Promise<void> {
    requireMember(actor, organizationId);
    await this.db.transaction(async () => {
      await this.sites.lock(organizationId, siteId);
      const row = await this.sites.find(actor, organizationId, siteId);
      const verdict = siteVerdict(row?.role ?? null, 'manage');
      if (!row || (!verdict.allowed && verdict.hidden)) return;
      requireAllowed('site', verdict);
      const shown = await this.siteSpaces.all(row.site);
      await this.sites.delete(organizationId, siteId);
      await this.organizations.clearDefaultSite(organizationId, siteId);
      await this.siteSpaces.describeSpaces(
        organizationId,
        shown.map((siteSpace) => siteSpace.spaceId),
      );
    });
  }

  /** Runs `work` on the locked site, stores what it answers, and moves the site's version. */
  async change(
    actor: Actor,
    organizationId: string,
    siteId: string,
    work: (row: SiteRow) => Promise<Partial<Site>>,
  ): Promise<SiteRow> {
    return this.db.transaction(async () => {
      await this.sites.lock(organizationId, siteId);
      const row = await this.require(actor, organizationId, siteId, 'manage');
      const fields = await work(row);
      await this.sites.update(row.site, { ...fields, updatedAt: this.clock.now() });
      const shown = await this.siteSpaces.all(row.site);
      await this.siteSpaces.describeSpaces(
        organizationId,
        shown.map((siteSpace) => siteSpace.spaceId),
      );
      return this.require(actor, organizationId, siteId, 'view');
    });
  }

  private async freeBasename(organizationId: string, title: string): Promise<string> {
    const base = slugify(title).slice(0, 90) || 'site';
    const taken = await this.sites.takenBasenames(organizationId, base);
    for (let n = 1; ; n++) {
      const candidate = n === 1 ? base : `${base}-${n}`;
      if (!taken.has(candidate)) return candidate;
    }
  }
}

function isAtLeastCreate(role: Role | null): boolean {
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf('create');
}

function availableVisibility(visibility: SiteVisibility): SiteVisibility {
  if (visibility === 'public' || visibility === 'unlisted') return visibility;
  throw new BadRequest(`visibility: "${visibility}" is not available yet; use "public" or "unlisted".`);
}

/** Settings that would change nothing yet are refused, not stored. */
function refuseUnavailable(body: UpdateSiteBody): void {
  const refused = [
    body.defaultSiteSection !== undefined && 'defaultSiteSection: sections',
    body.adaptiveContent !== undefined && 'adaptiveContent: adaptive content',
    body.agentsContext === 'excluded' && 'agentsContext: excluding agents',
    typeof body.proxy === 'string' && 'proxy: serving a site through another domain',
  ].find((reason) => reason !== false);
  if (refused) throw new BadRequest(`${refused} is not available yet; leave the field out.`);
}

function withoutUndefined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
