import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { perRow } from '#platform/database/per-row.js';

/** Every query on `content_former_paths`. */
@Injectable()
export class FormerPathsRepository {
  constructor(private readonly db: Database) {}

  /** Notes the former paths of pages, in place of older notes about the same paths. */
  async save(
    organizationId: string,
    spaceId: string,
    pages: readonly { pageId: string; path: string }[],
  ): Promise<void> {
    await this.db.execute(
      `insert into content_former_paths (organization_id, space_id, path_digest, path, page_id)
       select distinct on (md5(path)) $1, $2, md5(path), path, page_id
       from unnest($3::text[], $4::text[]) as former (path, page_id)
       order by md5(path)
       on conflict (organization_id, space_id, path_digest) do update
       set path = excluded.path, page_id = excluded.page_id`,
      [organizationId, spaceId, pages.map(({ path }) => path), pages.map(({ pageId }) => pageId)],
    );
  }

  /** The former paths among `paths`, each with the current path of its page; the longest first. */
  find(
    organizationId: string,
    spaceId: string,
    paths: readonly string[],
  ): Promise<{ former: string; path: string; pageId: string }[]> {
    return this.db.query(
      `select f.path as former, p.path, p.page_id as "pageId" from unnest($3::text[]) as asked cross join ${perRow(
        `select path, page_id from content_former_paths
          where organization_id = $1 and space_id = $2 and path_digest = md5(asked)`,
      )} f cross join ${perRow(
        `select path, page_id from content_pages where organization_id = $1 and space_id = $2 and page_id = f.page_id`,
      )} p order by length(f.path) desc`,
      [organizationId, spaceId, paths],
    );
  }

  async drop(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute('delete from content_former_paths where organization_id = $1 and space_id = $2', [
      organizationId,
      spaceId,
    ]);
  }
}
