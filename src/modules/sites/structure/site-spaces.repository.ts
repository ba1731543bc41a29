import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { SiteSpace } from './site-space.entity.js';

interface Row {
  organization_id: string;
  id: string;
  site_id: string;
  space_id: string;
  section_id: string | null;
  condition: string | null;
  path: string;
  position: string;
  is_default: boolean;
}

/** Every query on the spaces of sites. */
@Injectable()
export class SiteSpacesRepository {
  constructor(private readonly db: Database) {}

  /** Site spaces whose space still exists and is not deleted, in order. */
  async list(organizationId: string, siteId: string): Promise<SiteSpace[]> {
    const sql = `select ss.* from site_spaces ss
      join spaces sp on sp.organization_id = ss.organization_id and sp.id = ss.space_id and sp.deleted_at is null
      where ss.organization_id = $1 and ss.site_id = $2 order by ss.position, ss.id`;
    return (await this.db.query<Row>(sql, [organizationId, siteId])).map(toSiteSpace);
  }

  async insert(siteSpace: SiteSpace): Promise<void> {
    await this.db.manager.insert(SiteSpace, siteSpace);
  }

  async delete(organizationId: string, siteId: string, id: string): Promise<void> {
    const sql = 'delete from site_spaces where organization_id = $1 and site_id = $2 and id = $3';
    await this.db.execute(sql, [organizationId, siteId, id]);
  }

  /** Title of a site that shows one of the spaces, or null. */
  async findSiteTitle(organizationId: string, spaceIds: string[]): Promise<string | null> {
    const sql = `select s.title from site_spaces ss join sites s on s.organization_id = ss.organization_id and s.id = ss.site_id
      where ss.organization_id = $1 and ss.space_id = any($2::text[]) limit 1`;
    const [row] = await this.db.query<{ title: string }>(sql, [organizationId, spaceIds]);
    return row?.title ?? null;
  }

  /** Ids of all spaces that any site of the organization shows. */
  async listSpaceIds(organizationId: string): Promise<string[]> {
    const sql = 'select distinct space_id from site_spaces where organization_id = $1';
    const rows = await this.db.query<{ space_id: string }>(sql, [organizationId]);
    return rows.map((row) => row.space_id);
  }

  async removeSpace(organizationId: string, spaceId: string): Promise<void> {
    const sql = 'delete from site_spaces where organization_id = $1 and space_id = $2';
    await this.db.execute(sql, [organizationId, spaceId]);
  }

  /** Makes one site space the default of its site; null leaves none. */
  async setDefault(organizationId: string, siteId: string, id: string | null): Promise<void> {
    // Two statements: a unique index forbids two defaults even within one.
    const clear =
      'update site_spaces set is_default = false where organization_id = $1 and site_id = $2 and is_default';
    await this.db.execute(clear, [organizationId, siteId]);
    if (id === null) return;
    const set =
      'update site_spaces set is_default = true where organization_id = $1 and site_id = $2 and id = $3';
    await this.db.execute(set, [organizationId, siteId, id]);
  }
}

function toSiteSpace(row: Row): SiteSpace {
  return Object.assign(new SiteSpace(), {
    organizationId: row.organization_id,
    id: row.id,
    siteId: row.site_id,
    spaceId: row.space_id,
    sectionId: row.section_id,
    condition: row.condition,
    path: row.path,
    position: row.position,
    isDefault: row.is_default,
  });
}
