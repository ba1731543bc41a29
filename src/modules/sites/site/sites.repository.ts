import { Injectable } from '@nestjs/common';
import type { Actor, Role } from '#platform/http/actor.js';
import { Conflict } from '#platform/http/errors.js';
import { Database, violatedConstraint } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { type AdsTopic, type AgentsContext, SiteEntity, type SiteType } from './site.entity.js';
import type { SiteLocation } from '../addresses/site-address.js';
import type { SiteLosses } from './site-losses.js';

/** A site with what its presenter needs. */
export interface SiteRow {
  site: SiteEntity;
  /** Number of spaces on it. */
  siteSpaces: number;
  location: SiteLocation;
  /** Its own domain, proven or not. */
  customHostname: string | null;
  /** Domain and path of another website, proven or not. */
  proxy: string | null;
  /** The actor's role on it. */
  role: Role | null;
}

export interface SiteFilters extends PageRequest {
  space?: string;
  title?: string;
  published?: boolean;
  type?: SiteType[];
}

interface Row {
  organization_id: string;
  id: string;
  type: SiteType;
  title: string;
  basename: string;
  visibility: SiteEntity['visibility'];
  published: boolean;
  adaptive_content: boolean;
  agents_context: AgentsContext;
  ads_topic: AdsTopic | null;
  version: string;
  created_at: Date;
  updated_at: Date;
  site_spaces: number;
  hostname: string;
  proxy: string | null;
  proxy_verified: boolean;
  custom_hostname: string | null;
  custom_hostname_verified: boolean;
  role: Role | null;
}

/** `$1` organization, `$2` user, `$3` teams, `$4` organization role. */
const ROLE = `greatest($4::member_role,
  (select max(role) from user_grants g where g.organization_id = s.organization_id and g.resource_type = 'site' and g.resource_id = s.id and g.user_id = $2),
  (select max(role) from team_grants g where g.organization_id = s.organization_id and g.resource_type = 'site' and g.resource_id = s.id and g.team_id = any($3::text[])))`;

const COLUMNS = `s.*, o.hostname, h.address as custom_hostname, h.verified_at is not null as custom_hostname_verified,
  p.address as proxy, p.verified_at is not null as proxy_verified, ${ROLE} as role,
  (select count(*)::int from site_spaces ss join spaces sp on sp.organization_id = ss.organization_id and sp.id = ss.space_id and sp.deleted_at is null
    where ss.organization_id = s.organization_id and ss.site_id = s.id) as site_spaces`;

const FROM = `from sites s join organizations o on o.id = s.organization_id
  left join address_claims h on h.organization_id = s.organization_id and h.site_id = s.id and h.kind = 'hostname'
  left join address_claims p on p.organization_id = s.organization_id and p.site_id = s.id and p.kind = 'proxy'
  where s.organization_id = $1`;

/** Every query on sites. */
@Injectable()
export class SitesRepository {
  constructor(private readonly db: Database) {}

  async find(actor: Actor, organizationId: string, id: string): Promise<SiteRow | null> {
    const values = [...actorValues(actor, organizationId), id];
    const [row] = await this.db.query<Row>(`select ${COLUMNS} ${FROM} and s.id = $5`, values);
    return row ? toSiteRow(row) : null;
  }

  /** Counts what goes with a site when it is deleted. */
  async countLosses(organizationId: string, id: string): Promise<SiteLosses> {
    const [row] = await this.db.query<SiteLosses>(COUNT_LOSSES, [organizationId, id]);
    return row!;
  }

  /** The site with this id in any case of its letters, in one of the organizations. */
  async findIdOf(
    organizationIds: readonly string[],
    id: string,
  ): Promise<{ organizationId: string; siteId: string } | null> {
    const rows = await this.db.query<{ organizationId: string; siteId: string }>(
      `select organization_id as "organizationId", id as "siteId" from sites
       where organization_id = any($1) and lower(id) = lower($2) order by id = $2 desc limit 1`,
      [organizationIds, id],
    );
    return rows[0] ?? null;
  }

  /** The given sites that the actor may see. */
  async findVisible(actor: Actor, organizationId: string, ids: readonly string[]): Promise<SiteRow[]> {
    const values = [...actorValues(actor, organizationId), ids];
    const sql = `select ${COLUMNS} ${FROM} and ${ROLE} >= 'read' and s.id = any($5)`;
    return (await this.db.query<Row>(sql, values)).map(toSiteRow);
  }

  /** The first site that the actor may see and that has the space: published ones come first, then the oldest. */
  async findShowing(actor: Actor, organizationId: string, spaceId: string): Promise<SiteRow | null> {
    const sql = `select ${COLUMNS} ${FROM} and ${ROLE} >= 'read' and exists (select 1 from site_spaces ss
        where ss.organization_id = s.organization_id and ss.site_id = s.id and ss.space_id = $5)
      order by s.published desc, s.created_at, s.id limit 1`;
    const [row] = await this.db.query<Row>(sql, [...actorValues(actor, organizationId), spaceId]);
    return row ? toSiteRow(row) : null;
  }

  /** Sites the actor may see, by title. */
  async list(actor: Actor, organizationId: string, filters: SiteFilters): Promise<Page<SiteRow>> {
    const values = [
      ...actorValues(actor, organizationId),
      filters.space ?? null,
      filters.title ?? null,
      filters.published ?? null,
      filters.type ?? null,
    ];
    const from = `${FROM} and ${ROLE} >= 'read'
      and ($5::text is null or exists (select 1 from site_spaces ss where ss.organization_id = s.organization_id and ss.site_id = s.id and ss.space_id = $5))
      and ($6::text is null or strpos(lower(s.title), lower($6)) > 0)
      and ($7::boolean is null or s.published = $7)
      and ($8::text[] is null or s.type = any($8))`;
    const by = [
      { sql: 's.title', type: 'text' as const },
      { sql: 's.id', type: 'text' as const },
    ];
    const page = await paginate<Row>(this.db, filters, { select: COLUMNS, from, values, by });
    return { ...page, items: page.items.map(toSiteRow) };
  }

  /** Basenames of the organization that are `base` or `base-<number>`. */
  async takenBasenames(organizationId: string, base: string): Promise<Set<string>> {
    const sql = `select basename from sites where organization_id = $1 and (basename = $2 or starts_with(basename, $2 || '-'))`;
    return new Set(await this.db.queryColumn<string>(sql, [organizationId, base]));
  }

  async insert(site: SiteEntity): Promise<void> {
    await this.db.manager.insert(SiteEntity, site).catch(translate);
  }

  /** Writes only the given fields, and counts the change. */
  async update(site: SiteEntity, fields: Partial<SiteEntity>): Promise<void> {
    const { organizationId, id } = site;
    const counted = { ...fields, version: () => 'version + 1' };
    await this.db.manager.update(SiteEntity, { organizationId, id }, counted).catch(translate);
  }

  /** Counts a change that is not of the row itself. */
  async touch(organizationId: string, id: string): Promise<void> {
    const sql = 'update sites set version = version + 1 where organization_id = $1 and id = $2';
    await this.db.execute(sql, [organizationId, id]);
  }

  async delete(organizationId: string, id: string): Promise<void> {
    await this.db.execute('delete from sites where organization_id = $1 and id = $2', [organizationId, id]);
  }

  async findTitles(organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    const rows = await this.db.query<{ id: string; title: string }>(
      'select id, title from sites where organization_id = $1 and id = any($2::text[])',
      [organizationId, ids],
    );
    return new Map(rows.map(({ id, title }) => [id, title]));
  }

  async exists(organizationId: string, id: string): Promise<boolean> {
    const sql = 'select 1 from sites where organization_id = $1 and id = $2';
    return (await this.db.query(sql, [organizationId, id])).length > 0;
  }

  /** Number of sites that each member can view: all with a role in the organization, those with a grant for guests. */
  async countByUser(organizationId: string, userIds: string[]): Promise<Map<string, number>> {
    const rows = await this.db.query<{ id: string; count: number }>(
      `select member.user_id as id, case when member.role is null then (
          select count(distinct granted.resource_id)::int from (
            select g.resource_id from user_grants g
            where g.organization_id = $1 and g.resource_type = 'site' and g.user_id = member.user_id
            union all
            select g.resource_id from team_members t
            join team_grants g on g.organization_id = t.organization_id and g.team_id = t.team_id
            where t.organization_id = $1 and t.user_id = member.user_id and g.resource_type = 'site'
          ) granted
        ) else (select count(*)::int from sites s where s.organization_id = $1) end as count
      from organization_members member
      where member.organization_id = $1 and member.user_id = any($2::text[])`,
      [organizationId, userIds],
    );
    return new Map(rows.map((row) => [row.id, row.count]));
  }

  /** Locks the site's row, so that two changes of its structure take turns. */
  async lock(organizationId: string, id: string): Promise<void> {
    await this.db.query('select 1 from sites where organization_id = $1 and id = $2 for update', [
      organizationId,
      id,
    ]);
  }
}

function actorValues(actor: Actor, organizationId: string): unknown[] {
  return [organizationId, actor.userId, actor.teamIds, actor.memberships.get(organizationId) ?? null];
}

const COUNT_LOSSES = `select
  (select count(*)::int from site_share_links l where l.organization_id = $1 and l.site_id = $2) as "shareLinks",
  (select count(*)::int from site_redirects r where r.organization_id = $1 and r.site_id = $2) as redirects,
  (select count(*)::int from user_grants g where g.organization_id = $1 and g.resource_type = 'site' and g.resource_id = $2)
  + (select count(*)::int from team_grants g where g.organization_id = $1 and g.resource_type = 'site' and g.resource_id = $2) as people`;

function translate(error: unknown): never {
  const constraint = violatedConstraint(error);
  if (constraint !== 'sites_basename_key') throw error;
  throw new Conflict(
    'basename: another site of this organization has this address already; choose another one.',
  );
}

function toSiteRow(row: Row): SiteRow {
  const site = Object.assign(new SiteEntity(), {
    organizationId: row.organization_id,
    id: row.id,
    type: row.type,
    title: row.title,
    basename: row.basename,
    visibility: row.visibility,
    published: row.published,
    adaptiveContent: row.adaptive_content,
    agentsContext: row.agents_context,
    adsTopic: row.ads_topic,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
  const { hostname, basename, proxy, custom_hostname: customHostname } = row;
  const proven = row.custom_hostname_verified ? customHostname : null;
  const location = { hostname, basename, proxy: row.proxy_verified ? proxy : null, customHostname: proven };
  return { site, siteSpaces: row.site_spaces, location, customHostname, proxy, role: row.role };
}
