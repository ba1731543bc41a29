import { Injectable } from '@nestjs/common';
import { Grants, requireAllowed } from '#modules/access/index.js';
import { SiteConnections } from '#modules/git/index.js';
import { Organizations, requireMember } from '#modules/organizations/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { Clock } from '#platform/clock/clock.js';
import { Database } from '#platform/database/database.js';
import type { Page } from '#platform/database/pagination.js';
import { Events } from '#platform/events/events.js';
import { type Actor, type Role, ROLES } from '#platform/http/actor.js';
import { BadRequest, Forbidden } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { withoutUndefined } from '#platform/without-undefined.js';
import { SiteAddress } from '../addresses/site-address.js';
import { SiteDomains } from '../addresses/site-domains.js';
import { slugify } from '../slugify.js';
import type { CreateSiteBody, UpdateSiteBody } from './site.dto.js';
import { SiteEntity } from './site.entity.js';
import { SiteAudit } from './site-audit.js';
import { siteVerdict, type SiteAction } from './site.policy.js';
import type { SiteLosses } from './site-losses.js';
import { requireAsSeen, type SeenValues } from '../structure/model/as-seen.js';
import { makeDefaultSection } from '../structure/model/sections.js';
import { addSpace, makeDefaultSpace } from '../structure/model/spaces.js';
import type { SiteStructure } from '../structure/model/site-structure.js';
import { SiteSpaces } from '../structure/site-spaces.service.js';
import { summaryOf } from '../structure/structure-summary.js';
import { SiteStructureRepository } from '../structure/site-structure.repository.js';
import { type SiteFilters, type SiteRow, SitesRepository } from './sites.repository.js';

/** Sites: what they are called, who may read them, and whether they are published. */
@Injectable()
export class Sites {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
    private readonly events: Events,
    private readonly sites: SitesRepository,
    private readonly siteSpaces: SiteSpaces,
    private readonly structures: SiteStructureRepository,
    private readonly grants: Grants,
    private readonly spaces: Spaces,
    private readonly organizations: Organizations,
    private readonly address: SiteAddress,
    private readonly domains: SiteDomains,
    private readonly audit: SiteAudit,
    private readonly gitConnections: SiteConnections,
  ) {}

  /** Readers of a site see it. @throws NotFound for a site the actor may not see, Forbidden when they see it but may not do this. */
  async requireSite(
    actor: Actor,
    organizationId: string,
    siteId: string,
    action: SiteAction,
  ): Promise<SiteRow> {
    const isReader = actor.reader?.siteId === siteId && actor.reader.organizationId === organizationId;
    if (!isReader) requireMember(actor, organizationId);
    const row = await this.sites.find(actor, organizationId, siteId);
    requireAllowed('site', siteVerdict(row && isReader ? 'read' : (row?.role ?? null), action));
    return row as SiteRow;
  }

  /** The given sites that are in the organization and visible to the actor, by id. */
  async findVisible(
    actor: Actor,
    organizationId: string,
    siteIds: Iterable<string>,
  ): Promise<Map<string, SiteRow>> {
    const ids = [...new Set(siteIds)];
    const rows = ids.length === 0 ? [] : await this.sites.findVisible(actor, organizationId, ids);
    return new Map(rows.map((row) => [row.site.id, row]));
  }

  /** A site that the actor may see, by its id in any case of the letters, as addresses may have it. */
  async findIdOf(actor: Actor, id: string): Promise<{ organizationId: string; siteId: string } | null> {
    const found = await this.sites.findIdOf([...actor.memberships.keys()], id);
    if (!found) return null;
    const visible = await this.findVisible(actor, found.organizationId, [found.siteId]);
    return visible.has(found.siteId) ? found : null;
  }

  /** Address of a site that the actor may see; null while it is not published, and for an unknown site. */
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

  /** True if the actor may make sites. @throws NotFound for an organization that the actor does not see. */
  mayCreate(actor: Actor, organizationId: string): boolean {
    return isAtLeastCreate(requireMember(actor, organizationId));
  }

  /** @throws Forbidden below the role `create`, NotFound for a space that is not visible. */
  async create(actor: Actor, organizationId: string, body: CreateSiteBody): Promise<SiteRow> {
    if (!this.mayCreate(actor, organizationId))
      throw new Forbidden('Creating a site needs the role "create" or higher.');
    return this.db.transaction(async () => {
      const ids = [...new Set(body.spaces ?? [])];
      const first =
        ids[0] === undefined ? undefined : await this.spaces.requireSpace(actor, ids[0], 'manage');
      // A site's title has two characters at least, a space's may be shorter.
      const fallback = first && first.space.title.trim().length >= 2 ? first.space.title : 'Untitled site';
      const title = body.title ?? fallback;
      const now = this.clock.now();
      const basename = await this.freeBasename(organizationId, title);
      const site = Object.assign(new SiteEntity(), {
        organizationId,
        id: newId(),
        type: body.type ?? 'basic',
        title,
        basename,
      });
      Object.assign(site, {
        visibility: body.visibility ?? 'public',
        published: false,
        adaptiveContent: false,
        agentsContext: 'included',
        adsTopic: null,
        version: '1',
        createdAt: now,
        updatedAt: now,
      });
      await this.sites.insert(site);
      await this.addSpaces(actor, site, ids);
      const { type, visibility } = site;
      await this.audit.record(site, 'site.created', { after: { title, type, visibility, spaces: ids } });
      await this.events.publish('site.created', { organizationId, siteId: site.id });
      return this.requireSite(actor, organizationId, site.id, 'view');
    });
  }

  /** Changes only what `body` holds. @param seen as `requireAsSeen` takes it. @throws Conflict where somebody else has changed it. */
  async update(
    actor: Actor,
    organizationId: string,
    siteId: string,
    body: UpdateSiteBody,
    seen?: SeenValues,
  ): Promise<SiteRow> {
    return this.change(actor, organizationId, siteId, async ({ site }) => {
      requireAsSeen(site, body, seen);
      const { title, basename, visibility, agentsContext } = body;
      const adaptiveContent = body.adaptiveContent?.enabled;
      const structure = await this.structures.load(organizationId, siteId);
      const before = summaryOf(structure);
      setDefaults(structure, body);
      await this.structures.save(structure);
      await this.audit.recordStructure(site, before, structure);
      await this.domains.change(site, body);
      return withoutUndefined({ title, basename, visibility, agentsContext, adaptiveContent });
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

  /** Counts what goes with a site when it is deleted. @throws NotFound, Forbidden for actors that may not manage it. */
  async countLosses(actor: Actor, organizationId: string, siteId: string): Promise<SiteLosses> {
    await this.requireSite(actor, organizationId, siteId, 'manage');
    return this.sites.countLosses(organizationId, siteId);
  }

  /** Deletes the site, not its spaces; succeeds for an unknown site. */
  async delete(actor: Actor, organizationId: string, siteId: string): Promise<void> {
    requireMember(actor, organizationId);
    await this.db.transaction(async () => {
      await this.sites.lock(organizationId, siteId);
      const row = await this.sites.find(actor, organizationId, siteId);
      const verdict = siteVerdict(row?.role ?? null, 'manage');
      if (!row || (!verdict.allowed && verdict.hidden)) return;
      requireAllowed('site', verdict);
      const shown = await this.siteSpaces.spaceIdsOf(organizationId, siteId);
      await this.gitConnections.endOfSite(organizationId, siteId);
      await this.sites.delete(organizationId, siteId);
      await this.grants.dropResources(organizationId, 'site', [siteId]);
      await this.organizations.clearDefaultSite(organizationId, siteId);
      await this.siteSpaces.describeSpaces(organizationId, shown);
      const { title, published } = row.site;
      await this.audit.record(row.site, 'site.deleted', { before: { title, published, spaces: shown } });
      await this.events.publish('site.deleted', { organizationId, siteId });
    });
  }

  /** Runs `work` on the locked site, stores what it answers, and moves the site's version. */
  async change(
    actor: Actor,
    organizationId: string,
    siteId: string,
    work: (row: SiteRow) => Promise<Partial<SiteEntity>>,
  ): Promise<SiteRow> {
    return this.db.transaction(async () => {
      await this.sites.lock(organizationId, siteId);
      const row = await this.requireSite(actor, organizationId, siteId, 'manage');
      const before = await this.siteSpaces.spaceIdsOf(organizationId, siteId);
      const fields = await work(row);
      await this.sites.update(row.site, { ...fields, updatedAt: this.clock.now() });
      await this.audit.recordChanges(row.site, fields);
      const after = await this.siteSpaces.spaceIdsOf(organizationId, siteId);
      await this.siteSpaces.describeSpaces(organizationId, [...before, ...after]);
      await this.events.publish('site.changed', { organizationId, siteId });
      return this.requireSite(actor, organizationId, siteId, 'view');
    });
  }

  private async addSpaces(
    actor: Actor,
    { organizationId, id }: SiteEntity,
    spaceIds: string[],
  ): Promise<void> {
    const structure = await this.structures.load(organizationId, id);
    for (const spaceId of spaceIds) {
      const { space } = await this.spaces.requireSpace(actor, spaceId, 'manage');
      if (space.organizationId !== organizationId)
        throw new BadRequest(`spaces: "${spaceId}" belongs to another organization; duplicate it first.`);
      addSpace(structure, { id: newId(), spaceId, title: space.title });
    }
    await this.structures.save(structure);
  }

  /** For a change of what readers see that nobody made through {@link change}: moves the site's version. */
  async refresh(organizationId: string, siteId: string): Promise<void> {
    await this.db.transaction(async () => {
      await this.sites.touch(organizationId, siteId);
      const shown = await this.siteSpaces.spaceIdsOf(organizationId, siteId);
      await this.siteSpaces.describeSpaces(organizationId, shown);
      await this.events.publish('site.changed', { organizationId, siteId });
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

/** @throws BadRequest for a section that the site does not have, or a space that is not in its default section. */
function setDefaults(structure: SiteStructure, body: UpdateSiteBody): void {
  const { defaultSiteSection, defaultSiteSpace } = body;
  if (defaultSiteSection !== undefined) {
    const section = structure.findSection(defaultSiteSection);
    if (!section) throw new BadRequest('defaultSiteSection: the site has no such section.');
    makeDefaultSection(structure, section);
  }
  if (defaultSiteSpace === undefined) return;
  const space = structure.findSpace(defaultSiteSpace);
  if (!space) throw new BadRequest('defaultSiteSpace: the site has no such site space.');
  if (structure.hasSections && space.sectionId !== structure.defaultSection()?.id)
    throw new BadRequest(
      'defaultSiteSpace: it is not in the default section; make it the default of the section that has it, or that section the default.',
    );
  makeDefaultSpace(structure, space);
}
