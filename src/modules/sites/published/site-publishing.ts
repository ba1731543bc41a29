import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Database } from '#platform/database/database.js';
import type { AddressKind } from '../addresses/claims/address-claim.entity.js';
import { VisitorBackends } from '../audience/visitor-backends.js';
import { SiteAddress } from '../addresses/site-address.js';
import type { SiteVisibility } from '../site/site.entity.js';
import { pathOfSpace, type PublishedSite, type PublishedSpace } from './published-site.js';
import { blueprintVersion, SiteBlueprints } from './site-blueprints.js';
import { withDefaults } from './visible-site.js';

/** Address of a space for readers, and its audience. */
export interface SpacePublication {
  visibility: SiteVisibility;
  url: string;
  /** Name of the integration that signs in visitors; null where none does. */
  integration: string | null;
}

interface SiteRow {
  organization_id: string;
  id: string;
  title: string;
  visibility: SiteVisibility;
  hostname: string;
  basename: string;
  custom_hostname: string | null;
  proxy: string | null;
  adaptive_content: boolean;
  version: string;
  spaces: LiveSpace[] | null;
}

/** Members of a space that change independently of its site. */
type LiveSpace = Pick<PublishedSpace, 'spaceId' | 'title' | 'emoji' | 'language' | 'snapshot' | 'revisionId'>;

/** The claim of a site counts once it is proven. */
const provenAddress = (kind: AddressKind) => `(select a.address from address_claims a
  where a.organization_id = s.organization_id and a.site_id = s.id and a.kind = '${kind}' and a.verified_at is not null)`;

const COLUMNS = `s.organization_id, s.id, s.title, s.visibility, o.hostname, s.basename,
  ${provenAddress('hostname')} as custom_hostname, ${provenAddress('proxy')} as proxy, s.adaptive_content, ${blueprintVersion('s', 'o')} as version,
  (select json_agg(json_build_object('spaceId', sp.id, 'title', sp.title, 'emoji', sp.emoji, 'language', sp.language,
      'snapshot', sp.snapshot, 'revisionId', sp.revision_id) order by sp.id)
    from site_spaces ss join spaces sp on sp.organization_id = ss.organization_id and sp.id = ss.space_id and sp.deleted_at is null
    where ss.organization_id = s.organization_id and ss.site_id = s.id) as spaces`;

/** Reads sites as readers see them: only spaces that are not deleted, no actor involved. */
@Injectable()
export class SitePublishing {
  private readonly built = new LRUCache<string, PublishedSite>({ max: 500 });

  constructor(
    private readonly db: Database,
    private readonly address: SiteAddress,
    private readonly blueprints: SiteBlueprints,
    private readonly backends: VisitorBackends,
  ) {}

  /** The published site at an address, or null. One look-up: it runs for every page a reader opens. */
  async findPublished(hostname: string, basename: string): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<SiteRow>(
      `select ${COLUMNS} from organizations o join sites s on s.organization_id = o.id
      where o.hostname = $1 and s.basename = $2 and s.published`,
      [hostname, basename],
    );
    return row ? this.build(row) : null;
  }

  /** The published site that has this domain as its own and has proven it. */
  async findPublishedAt(customHostname: string): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<SiteRow>(
      `select ${COLUMNS} from address_claims c
      join sites s on s.organization_id = c.organization_id and s.id = c.site_id
      join organizations o on o.id = s.organization_id
      where c.address = $1 and c.kind = 'hostname' and c.verified_at is not null and s.published`,
      [customHostname],
    );
    return row ? this.build(row) : null;
  }

  /** The published site that has proven to be read behind one of these servers; the one with the longest path. */
  async findPublishedBehind(proxies: string[]): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<SiteRow>(
      `select ${COLUMNS} from address_claims c
      join sites s on s.organization_id = c.organization_id and s.id = c.site_id
      join organizations o on o.id = s.organization_id
      where c.address = any($1::text[]) and c.kind = 'proxy' and c.verified_at is not null and s.published
      order by length(c.address) desc limit 1`,
      [proxies],
    );
    return row ? this.build(row) : null;
  }

  /** The published site that an organization shows first. */
  async findDefaultOf(hostname: string): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<SiteRow>(
      `select ${COLUMNS} from organizations o join sites s on s.organization_id = o.id and s.id = o.default_site_id
      where o.hostname = $1 and s.published`,
      [hostname],
    );
    return row ? this.build(row) : null;
  }

  /** The published site with this id. */
  async findPublishedById(organizationId: string, siteId: string): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<SiteRow>(
      `select ${COLUMNS} from sites s join organizations o on o.id = s.organization_id
      where s.organization_id = $1 and s.id = $2 and s.published`,
      [organizationId, siteId],
    );
    return row ? this.build(row) : null;
  }

  /** The site whether it is published or not, for those who may see it anyway; null when it shows nothing. */
  async find(organizationId: string, siteId: string): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<SiteRow>(
      `select ${COLUMNS} from sites s join organizations o on o.id = s.organization_id
      where s.organization_id = $1 and s.id = $2`,
      [organizationId, siteId],
    );
    return row ? this.build(row) : null;
  }

  private async build(row: SiteRow): Promise<PublishedSite | null> {
    if (!row.spaces) return null;
    const { id, hostname, custom_hostname: domain, proxy } = row;
    const version = JSON.stringify([id, row.version, hostname, domain, proxy, row.spaces]);
    const known = this.built.get(version);
    if (known) return known;
    const blueprint = await this.blueprints.at(row.organization_id, row.id, row.version);
    const live = new Map(row.spaces.map((space) => [space.spaceId, space]));
    const spaces = blueprint.spaces.flatMap(({ sectionId, ...placed }) => {
      const space = live.get(placed.spaceId);
      const section = blueprint.sections.find(({ id }) => id === sectionId) ?? null;
      return space ? [{ ...placed, ...space, section }] : [];
    });
    const site = {
      organizationId: row.organization_id,
      siteId: row.id,
      title: row.title,
      visibility: row.visibility,
      hostname: row.hostname,
      basename: row.basename,
      customHostname: row.custom_hostname,
      proxy: row.proxy,
      adaptiveContent: row.adaptive_content,
      agentsContext: blueprint.agentsContext,
      version,
      audience: blueprint.audience,
      customization: blueprint.customization,
      ...withDefaults(blueprint, spaces),
    };
    if (site.spaces.length === 0) return null;
    // A transaction may read uncommitted rows, so its result is not cached.
    if (!this.db.inTransaction) this.built.set(version, site);
    return site;
  }

  /** For each space the place of the oldest published site that shows it; null for those on none. */
  async placesOf(organizationId: string, spaceIds: string[]): Promise<Map<string, SpacePublication | null>> {
    const places = new Map<string, SpacePublication | null>(spaceIds.map((id) => [id, null]));
    const sites = await this.db.query<{ id: string; asksIntegration: boolean }>(
      `select s.id, s.visibility = 'visitor-auth' and s.visitor_backend = 'integration' as "asksIntegration" from sites s where s.organization_id = $1 and s.published
        and exists (select 1 from site_spaces ss where ss.organization_id = $1 and ss.site_id = s.id and ss.space_id = any($2::text[]))
      order by s.created_at, s.id`,
      [organizationId, spaceIds],
    );
    for (const { id, asksIntegration } of sites) {
      const site = await this.find(organizationId, id);
      const backend = asksIntegration ? await this.backends.first(organizationId, id) : null;
      for (const space of site?.spaces ?? []) {
        if (!site || places.get(space.spaceId) !== null) continue;
        const url = this.address.of(site) + pathOfSpace(space);
        const integration = backend?.integration ?? null;
        places.set(space.spaceId, { visibility: site.visibility, url, integration });
      }
    }
    return places;
  }
}
