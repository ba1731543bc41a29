import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { entityColumns } from '#platform/database/entity-columns.js';
import { type Page, type PageRequest, paginate } from '#platform/database/pagination.js';
import { ShareLinkEntity } from './share-link.entity.js';

const COLUMNS = entityColumns(ShareLinkEntity, 'l');
const FROM = 'from site_share_links l where l.organization_id = $1 and l.site_id = $2';

/** Every query on share links. */
@Injectable()
export class ShareLinksRepository {
  constructor(private readonly db: Database) {}

  /** Newest first. */
  list(organizationId: string, siteId: string, page: PageRequest): Promise<Page<ShareLinkEntity>> {
    const by = [
      { sql: 'l.created_at', type: 'timestamptz' as const, direction: 'desc' as const },
      { sql: 'l.id', type: 'text' as const, direction: 'desc' as const },
    ];
    return paginate(this.db, page, { select: COLUMNS, from: FROM, values: [organizationId, siteId], by });
  }

  async find(organizationId: string, siteId: string, id: string): Promise<ShareLinkEntity | null> {
    const sql = `select ${COLUMNS} ${FROM} and l.id = $3`;
    return this.db.queryFirst<ShareLinkEntity>(sql, [organizationId, siteId, id]);
  }

  async count(organizationId: string, siteId: string): Promise<number> {
    const sql = `select count(*)::int as count ${FROM}`;
    return this.db.queryCount(sql, [organizationId, siteId]);
  }

  /** Number of links that open the site while it is shared by links. */
  async countActive(organizationId: string, siteId: string): Promise<number> {
    const sql = `select count(*)::int as count ${FROM} and l.active`;
    return this.db.queryCount(sql, [organizationId, siteId]);
  }

  /** Id of the published site that the key opens now, or null. */
  async findOpened(organizationId: string, key: string): Promise<string | null> {
    const sql = `select l.site_id as "siteId" from site_share_links l
      join sites s on s.organization_id = l.organization_id and s.id = l.site_id
      where l.organization_id = $1 and l.key = $2 and l.active and s.published and s.visibility = 'share-link'`;
    return this.db.queryValue<string>(sql, [organizationId, key]);
  }

  async insert(link: ShareLinkEntity): Promise<void> {
    await this.db.manager.insert(ShareLinkEntity, link);
  }

  async update({ organizationId, id }: ShareLinkEntity, fields: Partial<ShareLinkEntity>): Promise<void> {
    await this.db.manager.update(ShareLinkEntity, { organizationId, id }, fields);
  }

  async delete(organizationId: string, siteId: string, id: string): Promise<void> {
    const sql = 'delete from site_share_links where organization_id = $1 and site_id = $2 and id = $3';
    await this.db.execute(sql, [organizationId, siteId, id]);
  }
}
