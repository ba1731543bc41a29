import { Injectable } from '@nestjs/common';
import { Database, violatedConstraint } from '#platform/database/database.js';
import { type Page, type PageRequest, paginate, type SortKey } from '#platform/database/pagination.js';
import { Conflict } from '#platform/http/errors.js';
import { closestFirst, keysOf } from './redirect-source.js';
import { type RedirectDestination, SiteRedirectEntity } from './site-redirect.entity.js';

export const REDIRECT_ORDERS = ['createdAt', 'updatedAt', 'source'] as const;
export type RedirectOrder = (typeof REDIRECT_ORDERS)[number];

export interface RedirectFilters extends PageRequest {
  search?: string;
  draft?: boolean;
  orderBy?: RedirectOrder;
}

interface Row {
  organization_id: string;
  id: string;
  site_id: string;
  source: string;
  source_key: string;
  destination: RedirectDestination;
  draft: boolean;
  capture_wildcard: boolean;
  permanent: boolean;
  created_at: Date;
  updated_at: Date | null;
}

const ORDERS: Record<RedirectOrder, SortKey> = {
  createdAt: { sql: 'r.created_at', type: 'timestamptz', direction: 'desc' },
  updatedAt: { sql: 'coalesce(r.updated_at, r.created_at)', type: 'timestamptz', direction: 'desc' },
  source: { sql: 'r.source_key', type: 'text', direction: 'asc' },
};

/** Every query on the redirects of sites. */
@Injectable()
export class SiteRedirectsRepository {
  constructor(private readonly db: Database) {}

  async list(
    organizationId: string,
    siteId: string,
    filters: RedirectFilters,
  ): Promise<Page<SiteRedirectEntity>> {
    const order = ORDERS[filters.orderBy ?? 'createdAt'];
    const page = await paginate<Row>(this.db, filters, {
      select: 'r.*',
      from: `from site_redirects r where r.organization_id = $1 and r.site_id = $2 and r.draft = $3
        and ($4::text is null or strpos(lower(r.source), lower($4)) > 0)`,
      values: [organizationId, siteId, filters.draft ?? false, filters.search ?? null],
      by: [order, { sql: 'r.id', type: 'text', direction: order.direction }],
    });
    return { ...page, items: page.items.map(toSiteRedirect) };
  }

  /** The number of redirects, drafts included, whose destination is in one of these parts of the site. */
  async countInto(
    organizationId: string,
    siteId: string,
    parts: { siteSpaceIds: readonly string[]; siteSectionIds: readonly string[] },
  ): Promise<number> {
    const sql = `select count(*)::int as count from site_redirects where organization_id = $1 and site_id = $2
      and (destination ->> 'siteSpaceId' = any($3::text[]) or destination ->> 'siteSectionId' = any($4::text[]))`;
    const values = [organizationId, siteId, parts.siteSpaceIds, parts.siteSectionIds];
    const [row] = await this.db.query<{ count: number }>(sql, values);
    return row?.count ?? 0;
  }

  async find(organizationId: string, siteId: string, id: string): Promise<SiteRedirectEntity | null> {
    const sql = 'select * from site_redirects where organization_id = $1 and site_id = $2 and id = $3';
    const [row] = await this.db.query<Row>(sql, [organizationId, siteId, id]);
    return row ? toSiteRedirect(row) : null;
  }

  async findBySource(
    organizationId: string,
    siteId: string,
    sourceKey: string,
    draft: boolean,
  ): Promise<SiteRedirectEntity | null> {
    const sql = `select * from site_redirects
      where organization_id = $1 and site_id = $2 and source_key = $3 and draft = $4`;
    const [row] = await this.db.query<Row>(sql, [organizationId, siteId, sourceKey, draft]);
    return row ? toSiteRedirect(row) : null;
  }

  /** Active redirects that match a decoded path, the closest first. */
  async matching(organizationId: string, siteId: string, path: string): Promise<SiteRedirectEntity[]> {
    const sql = `select * from site_redirects
      where organization_id = $1 and site_id = $2 and source_key = any($3::text[]) and not draft`;
    const rows = await this.db.query<Row>(sql, [organizationId, siteId, keysOf(path)]);
    return closestFirst(rows.map(toSiteRedirect));
  }

  /** Finds the decoded paths that fall under an active redirect, with one statement. */
  async findCovered(organizationId: string, siteId: string, paths: readonly string[]): Promise<Set<string>> {
    const keys = new Map(paths.map((path) => [path, keysOf(path)]));
    const sql = `select source_key from site_redirects
      where organization_id = $1 and site_id = $2 and source_key = any($3::text[]) and not draft`;
    const all = [...new Set([...keys.values()].flat())];
    const known = new Set(await this.db.queryColumn<string>(sql, [organizationId, siteId, all]));
    return new Set(paths.filter((path) => keys.get(path)?.some((key) => known.has(key))));
  }

  async insert(redirect: SiteRedirectEntity): Promise<void> {
    await this.db.manager.insert(SiteRedirectEntity, redirect as never).catch(translate);
  }

  async update(redirect: SiteRedirectEntity): Promise<void> {
    const { organizationId, id, ...fields } = redirect;
    await this.db.manager
      .update(SiteRedirectEntity, { organizationId, id }, fields as never)
      .catch(translate);
  }

  /** @returns whether there was one. */
  async delete(organizationId: string, siteId: string, id: string): Promise<boolean> {
    const sql = 'delete from site_redirects where organization_id = $1 and site_id = $2 and id = $3';
    return (await this.db.execute(sql, [organizationId, siteId, id])) > 0;
  }
}

function translate(error: unknown): never {
  if (violatedConstraint(error) !== 'site_redirects_source_key') throw error;
  throw new Conflict('source: the site has a redirect for this path already; change or delete that one.');
}

function toSiteRedirect(row: Row): SiteRedirectEntity {
  return Object.assign(new SiteRedirectEntity(), {
    organizationId: row.organization_id,
    id: row.id,
    siteId: row.site_id,
    source: row.source,
    sourceKey: row.source_key,
    destination: row.destination,
    draft: row.draft,
    captureWildcard: row.capture_wildcard,
    permanent: row.permanent,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  });
}
