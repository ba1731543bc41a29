import { Database } from '#platform/database/database.js';
import { Injectable } from '@nestjs/common';
import type { ChangeRequestEntity } from '../change-request.entity.js';
import type { ViewedPageEntity } from './viewed-page.entity.js';

type ViewedPage = Pick<ViewedPageEntity, 'pageId' | 'fingerprint' | 'viewedAt'>;

/** Every query on the pages that users have viewed. */
@Injectable()
export class ViewedPagesRepository {
  constructor(private readonly db: Database) {}

  list({ organizationId, id }: ChangeRequestEntity, userId: string): Promise<ViewedPage[]> {
    const sql = `select page_id as "pageId", fingerprint, viewed_at as "viewedAt" from change_request_viewed_pages
      where organization_id = $1 and change_request_id = $2 and user_id = $3 order by page_id`;
    return this.db.query(sql, [organizationId, id, userId]);
  }

  /** Notes a page as viewed; noting it again renews it. */
  async save(
    { organizationId, id }: ChangeRequestEntity,
    userId: string,
    { pageId, fingerprint, viewedAt }: ViewedPage,
  ): Promise<void> {
    const sql = `insert into change_request_viewed_pages
        (organization_id, change_request_id, user_id, page_id, fingerprint, viewed_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (organization_id, change_request_id, user_id, page_id)
      do update set fingerprint = $5, viewed_at = $6`;
    await this.db.execute(sql, [organizationId, id, userId, pageId, fingerprint, viewedAt]);
  }

  async delete({ organizationId, id }: ChangeRequestEntity, userId: string, pageId: string): Promise<void> {
    const sql = `delete from change_request_viewed_pages
      where organization_id = $1 and change_request_id = $2 and user_id = $3 and page_id = $4`;
    await this.db.execute(sql, [organizationId, id, userId, pageId]);
  }
}
