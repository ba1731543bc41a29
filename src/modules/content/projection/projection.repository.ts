import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { storableJson } from '#platform/database/storable-json.js';
import { perRow } from '#platform/database/per-row.js';
import type { ContentRef } from '#modules/documents/index.js';
import type { NamingPage, ProjectedPage, ProjectedPageRow } from './projection.types.js';

const COLUMNS = `p.page_id as "pageId", p.parent_id as "parentId", p.position, p.path, p.slug, p.title, p.description, p.type,
  p.document_hash as "documentHash", p.page_hash as "pageHash", p.hidden, p.no_index as "noIndex"`;

/** Rows of one statement. */
const PART = 2000;

/** SQL types of the columns of `columnsOf`. */
const PAGE_TYPES = [...Array<string>(10).fill('text'), 'boolean', 'boolean', 'jsonb'];

const SAVE_SNAPSHOT = `insert into content_projections (organization_id, space_id, snapshot, updated_at)
  values ($1, $2, $3, $4)
  on conflict (organization_id, space_id) do update
  set snapshot = excluded.snapshot, updated_at = excluded.updated_at`;

const UPSERT_PAGES = (
  first: number,
) => `insert into content_pages (organization_id, space_id, page_id, parent_id,
    position, path, slug, title, description, type, document_hash, page_hash, hidden, no_index, refs)
  select $1, $2, page.* from unnest(${PAGE_TYPES.map((type, i) => `$${first + i}::${type}[]`).join(', ')}) as page
  on conflict (organization_id, space_id, page_id) do update set parent_id = excluded.parent_id,
    position = excluded.position, path = excluded.path, slug = excluded.slug, title = excluded.title,
    description = excluded.description, type = excluded.type, document_hash = excluded.document_hash, page_hash = excluded.page_hash,
    hidden = excluded.hidden, no_index = excluded.no_index, refs = excluded.refs`;

/**
 * Spaces of pages whose own fields have the reference: found by the index on references, without a scan of all pages
 * of an organization.
 */
const NAMING = (pattern: string): string =>
  `(select organization_id, space_id from content_pages where refs @> ${pattern}::jsonb offset 0) naming`;

type Row = ProjectedPage & { [column: string]: unknown };

/** Every query on `content_pages` and `content_projections`. */
@Injectable()
export class ProjectionRepository {
  constructor(private readonly db: Database) {}

  /**
   * The snapshot that the rows show, null without rows, and positions of pages, with the space's projection locked
   * until the transaction ends.
   */
  async lock(
    organizationId: string,
    spaceId: string,
    pageIds: readonly string[] = [],
  ): Promise<{ snapshot: string | null; positions: Map<string, string> }> {
    const rows = await this.db.query<{ snapshot: string; pageId: string | null; position: string }>(
      `select j.snapshot, p.page_id as "pageId", p.position
       from content_projections j left join ${perRow(
         'select page_id, position from content_pages where organization_id = $1 and space_id = $2 and page_id = any($3)',
       )} p on true
       where j.organization_id = $1 and j.space_id = $2 for update of j`,
      [organizationId, spaceId, pageIds],
    );
    const positions = rows.flatMap(({ pageId, position }) => (pageId === null ? [] : [[pageId, position]]));
    return { snapshot: rows[0]?.snapshot ?? null, positions: new Map(positions as [string, string][]) };
  }

  async findSnapshot(organizationId: string, spaceId: string): Promise<string | null> {
    return this.db.queryValue<string>(
      'select snapshot from content_projections where organization_id = $1 and space_id = $2',
      [organizationId, spaceId],
    );
  }

  async saveSnapshot(organizationId: string, spaceId: string, snapshot: string, now: Date): Promise<void> {
    await this.db.execute(SAVE_SNAPSHOT, [organizationId, spaceId, snapshot, now]);
  }

  /**
   * Adds or replaces pages and notes the snapshot that the rows show then; one statement, except for very many pages.
   */
  async save(
    organizationId: string,
    spaceId: string,
    { snapshot, pages, now }: { snapshot: string; pages: readonly ProjectedPageRow[]; now: Date },
  ): Promise<void> {
    await this.upsertPages(organizationId, spaceId, pages.slice(PART));
    await this.db.execute(`with noted as (${SAVE_SNAPSHOT}) ${UPSERT_PAGES(5)}`, [
      organizationId,
      spaceId,
      snapshot,
      now,
      ...columnsOf(pages.slice(0, PART)),
    ]);
  }

  /** Adds pages or replaces their rows. */
  async upsertPages(
    organizationId: string,
    spaceId: string,
    pages: readonly ProjectedPageRow[],
  ): Promise<void> {
    for (let start = 0; start < pages.length; start += PART) {
      const part = pages.slice(start, start + PART);
      await this.db.execute(UPSERT_PAGES(3), [organizationId, spaceId, ...columnsOf(part)]);
    }
  }

  async deletePages(organizationId: string, spaceId: string, pageIds: readonly string[]): Promise<void> {
    await this.db.execute(
      'delete from content_pages where organization_id = $1 and space_id = $2 and page_id = any($3)',
      [organizationId, spaceId, pageIds],
    );
  }

  /** Updates the paths of all pages below these pages. */
  async updatePathsBelow(organizationId: string, spaceId: string, pageIds: readonly string[]): Promise<void> {
    await this.db.execute(
      `with recursive below (page_id, path) as (
         select page_id, path from content_pages
         where organization_id = $1 and space_id = $2 and page_id = any($3)
         union all
         select c.page_id, b.path || '/' || c.slug from below b cross join ${perRow(
           `select page_id, slug from content_pages where organization_id = $1 and space_id = $2 and parent_id = b.page_id`,
         )} c
       )
       update content_pages p set path = below.path from below
       where p.organization_id = $1 and p.space_id = $2 and p.page_id = below.page_id and p.path <> below.path`,
      [organizationId, spaceId, pageIds],
    );
  }

  /** All pages, siblings in order; null when the rows show another snapshot. One statement. */
  async listPages(
    organizationId: string,
    spaceId: string,
    snapshot: string,
  ): Promise<ProjectedPage[] | null> {
    const rows = await this.find(organizationId, spaceId, snapshot, 'order by p.position', []);
    return rows && rows.filter((row) => row.pageId !== null);
  }

  /** `{ page: null }` when the page does not exist; null when the rows show another snapshot. */
  async findPage(organizationId: string, spaceId: string, snapshot: string, pageId: string) {
    const rows = await this.find(organizationId, spaceId, snapshot, '', [pageId], 'and p.page_id = $4');
    return rows && { page: rows.find((row) => row.pageId !== null) ?? null };
  }

  async findPageByPath(organizationId: string, spaceId: string, snapshot: string, path: string) {
    const only = 'and md5(p.path) = md5($4) and p.path = $4';
    const rows = await this.find(organizationId, spaceId, snapshot, '', [path], only);
    return rows && { page: rows.find((row) => row.pageId !== null) ?? null };
  }

  /** The rows, whatever snapshot they show, for a comparison with it. */
  listRows(organizationId: string, spaceId: string): Promise<ProjectedPageRow[]> {
    return this.db.query<Row & ProjectedPageRow>(
      `select ${COLUMNS}, p.refs from content_pages p where organization_id = $1 and space_id = $2 order by position`,
      [organizationId, spaceId],
    );
  }

  async listComputed(organizationId: string, spaceId: string): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select page_id as id from content_pages where organization_id = $1 and space_id = $2 and refs @> $3::jsonb`,
      [organizationId, spaceId, storableJson([{ source: 'computed' }])],
    );
  }

  async listSpacesComputedFrom(organizationId: string, ref: ContentRef): Promise<string[]> {
    return this.db.queryColumn<string>(
      `select distinct space_id as id from ${NAMING('$2')} where organization_id = $1`,
      [organizationId, storableJson([{ source: 'computed', ref }])],
    );
  }

  listNamingPages(organizationId: string, ref: ContentRef, most: number): Promise<NamingPage[]> {
    const columns = 'p.space_id as "spaceId", p.page_id as "pageId", p.title';
    return this.db.query<NamingPage & { [column: string]: unknown }>(
      `select distinct on ("spaceId", "pageId") * from (
         select ${columns}, true as "isComputed"
         from (select * from content_pages where refs @> $2::jsonb offset 0) p where p.organization_id = $1
         union all
         select ${columns}, false
         from (select organization_id, document_hash from content_documents where refs @> $3::jsonb offset 0) d
           cross join ${perRow('select * from content_pages where organization_id = $1 and document_hash = d.document_hash')} p
         where d.organization_id = $1) page
       order by "spaceId", "pageId", "isComputed" desc limit $4`,
      [organizationId, storableJson([{ source: 'computed', ref }]), storableJson([{ ref }]), most],
    );
  }

  async listChangingWith(
    organizationId: string,
    { spaceId, page }: { spaceId: string; page: string },
    among: readonly string[],
  ): Promise<string[]> {
    return this.db.queryColumn<string>(
      `with recursive origin (space_id, of) as (
         select given, given from unnest($2::text[]) as given
         union
         select r.ref ->> 'space', o.of
         from origin o cross join ${perRow(
           `select refs from content_pages where organization_id = $1 and space_id = o.space_id and refs @> $5::jsonb`,
         )} p cross join lateral jsonb_to_recordset(p.refs) as r (ref jsonb, source text)
         where r.source = 'computed' and r.ref ->> 'kind' = 'space')
       select distinct o.of as id from origin o
       where o.space_id = $3 or exists (select from content_pages p
         where p.organization_id = $1 and p.space_id = o.space_id and p.page_id = $4)`,
      [organizationId, among, spaceId, page, storableJson([{ source: 'computed', ref: { kind: 'space' } }])],
    );
  }

  async drop(organizationId: string, spaceId: string): Promise<void> {
    await this.dropPages(organizationId, spaceId);
    await this.db.execute('delete from content_projections where organization_id = $1 and space_id = $2', [
      organizationId,
      spaceId,
    ]);
  }

  async dropPages(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute('delete from content_pages where organization_id = $1 and space_id = $2', [
      organizationId,
      spaceId,
    ]);
  }

  async transfer(from: string, to: string, spaceId: string): Promise<void> {
    for (const table of ['content_pages', 'content_entries', 'content_former_paths', 'content_projections']) {
      await this.db.execute(
        `update ${table} set organization_id = $2 where organization_id = $1 and space_id = $3`,
        [from, to, spaceId],
      );
    }
  }

  private async find(
    organizationId: string,
    spaceId: string,
    snapshot: string,
    order: string,
    values: unknown[],
    only = '',
  ): Promise<ProjectedPage[] | null> {
    const rows = await this.db.query<Row>(
      `select ${COLUMNS} from content_projections j
       left join ${perRow(
         `select * from content_pages p where p.organization_id = j.organization_id and p.space_id = j.space_id ${only}`,
       )} p on true
       where j.organization_id = $1 and j.space_id = $2 and j.snapshot = $3 ${order}`,
      [organizationId, spaceId, snapshot, ...values],
    );
    return rows.length > 0 ? rows : null;
  }
}

function columnsOf(pages: readonly ProjectedPageRow[]): unknown[] {
  return [
    pages.map((page) => page.pageId),
    pages.map((page) => page.parentId),
    pages.map((page) => page.position),
    pages.map((page) => page.path),
    pages.map((page) => page.slug),
    pages.map((page) => page.title),
    pages.map((page) => page.description),
    pages.map((page) => page.type),
    pages.map((page) => page.documentHash),
    pages.map((page) => page.pageHash),
    pages.map((page) => page.hidden),
    pages.map((page) => page.noIndex),
    pages.map((page) => page.refs && storableJson(page.refs)),
  ];
}
