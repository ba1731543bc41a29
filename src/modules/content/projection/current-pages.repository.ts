import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { perRow } from '#platform/database/per-row.js';

export interface CurrentPageRow {
  pageId: string | null;
  pageHash: string;
  path: string;
  parentId: string | null;
  /** The page, its subpages and its document, as hash and canonical text. */
  objects: { hash: string; body: string }[];
}

/** Reads a page of a space's current content with all that its presentation needs. */
@Injectable()
export class CurrentPagesRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds place, page, subpages and document by `key`, in one statement.
   * @returns null when the projection shows another snapshot; a row without `pageId` when the page does not exist.
   */
  async find(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    key: { pageId: string } | { path: string },
  ): Promise<CurrentPageRow | null> {
    const byPath = 'path' in key;
    const rows = await this.db.query<Omit<CurrentPageRow, 'objects'> & { hash: string | null; body: string }>(
      `with recursive place as (
         select p.page_id, p.page_hash, p.document_hash, p.path, p.parent_id
         from content_projections s left join ${perRow(
           `select * from content_pages where organization_id = s.organization_id and space_id = s.space_id
            and ${byPath ? 'md5(path) = md5($4) and path = $4' : 'page_id = $4'}`,
         )} p on true
         where s.organization_id = $1 and s.space_id = $2 and s.snapshot = $3
       ), tree (hash) as (
         select page_hash from place
         union
         select ref from tree cross join ${perRow(
           `select refs from content_objects
            where organization_id = $1 and hash = tree.hash and kind in ('page', 'page-list')`,
         )} o cross join lateral unnest(o.refs) as ref
       )
       select place.page_id as "pageId", place.page_hash as "pageHash", place.path, place.parent_id as "parentId",
         o.hash, o.body::text as body
       from place left join tree on true left join ${perRow(
         `select hash, body from content_objects where organization_id = $1 and hash = tree.hash
            and (kind in ('page', 'page-list') or hash = place.document_hash)`,
       )} o on true`,
      [organizationId, spaceId, snapshot, byPath ? key.path : key.pageId],
    );
    const [first] = rows;
    if (!first) return null;
    const objects = rows.flatMap(({ hash, body }) => (hash === null ? [] : [{ hash, body }]));
    const { pageId, pageHash, path, parentId } = first;
    return { pageId, pageHash, path, parentId, objects };
  }
}
