import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { columnsOf, inParts, rowsOf } from '#platform/database/text-rows.js';
import type { IndexedText } from './index-texts.js';
import { organizationLexeme, spaceLexeme, quoteLexeme } from './lexemes.js';

/** A page as the projection has it. */
export interface CurrentPage {
  pageId: string;
  title: string;
  description: string | null;
  documentHash: string | null;
}

export interface IndexedPage extends CurrentPage, IndexedText {}

/** A space's pages in one language: what they are looked at in. */
export interface IndexedSpace {
  organizationId: string;
  spaceId: string;
  language: string | null;
}

/** Rows and characters of one statement. */
const MAX_ROWS = 500;
const MAX_TEXT = 500_000;

/** Goes up when equal pages get another vector; a migration then puts all spaces on the backlog. */
const VERSION = 2;

/** Digest of everything that a vector is made of; pages that agree in it share their vector. */
const sourceOf = (page: string, language: string): string =>
  `md5(concat_ws(e'\\x1f', ${VERSION}, ${language}::text, ${page}.title, coalesce(${page}.description, ''), coalesce(${page}.document_hash, '')))`;

/** Pages whose vector is missing, or made of something else; each is looked up by key, whatever a planner believes. */
const MISSING_OF_SPACE = `from content_pages p left join lateral (
    select k.source from search_pages k
    where k.organization_id = p.organization_id and k.space_id = p.space_id and k.page_id = p.page_id offset 0
  ) s on true
  where p.organization_id = $1 and p.space_id = $2 and s.source is distinct from ${sourceOf('p', '$3')}`;
const MISSING = `${MISSING_OF_SPACE} and p.page_id > $4 and p.page_id <= $5`;

/** Pages of a space in the order of their ids: after the first up to and including the last. */
export interface PageRange {
  after: string;
  last: string;
}

/** Every statement that writes `search_pages` and `search_backlog`. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly db: Database) {}

  async languageOf(organizationId: string, spaceId: string): Promise<string | null> {
    return this.db.queryValue<string>('select language from spaces where organization_id = $1 and id = $2', [
      organizationId,
      spaceId,
    ]);
  }

  /** Adds pages or replaces what is known of them. */
  async save(
    { organizationId, spaceId, language }: IndexedSpace,
    pages: readonly IndexedPage[],
  ): Promise<void> {
    const lengthOf = ({ vector, sections }: IndexedPage): number => vector.length + sections.length;
    for (const part of inParts(pages, lengthOf, { count: MAX_ROWS, length: MAX_TEXT }))
      await this.db.execute(
        `insert into search_pages (organization_id, space_id, page_id, title_words, source, vector, sections)
       select $1, $2, p.page_id, p.title_words::int, ${sourceOf('p', '$3')}, p.vector::tsvector, p.sections::json
       from ${rowsOf(part.length, 4, 'p', ['page_id', 'title', 'description', 'document_hash', 'title_words', 'vector', 'sections'])}
       on conflict (organization_id, space_id, page_id) do update
       set title_words = excluded.title_words, source = excluded.source, vector = excluded.vector,
         sections = excluded.sections`,
        [
          ...[organizationId, spaceId, language],
          ...columnsOf(part, [
            (page) => page.pageId,
            (page) => page.title,
            (page) => page.description,
            (page) => page.documentHash,
            (page) => String(page.titleWords),
            (page) => page.vector,
            (page) => page.sections,
          ]),
        ],
      );
  }

  async delete(organizationId: string, spaceId: string, pageIds: readonly string[]): Promise<void> {
    await this.db.execute(
      'delete from search_pages where organization_id = $1 and space_id = $2 and page_id = any($3)',
      [organizationId, spaceId, pageIds],
    );
  }

  /** Holds off whoever would change the space's current pages, until the transaction ends. */
  async lockPages(organizationId: string, spaceId: string): Promise<void> {
    await this.db.query(
      'select from content_projections where organization_id = $1 and space_id = $2 for update',
      [organizationId, spaceId],
    );
  }

  /** The next pages of the space; null when there are no more. */
  async rangeAfter(
    { organizationId, spaceId }: IndexedSpace,
    after: string,
    size: number,
  ): Promise<PageRange | null> {
    const [row] = await this.db.query<{ last: string | null }>(
      `select max(page_id) as last from (
         select page_id from content_pages where organization_id = $1 and space_id = $2 and page_id > $3
         order by page_id limit $4) stretch`,
      [organizationId, spaceId, after, size],
    );
    return row?.last == null ? null : { after, last: row.last };
  }

  /**
   * Copies vectors that pages of the organization have already, such as those of a space that was duplicated: no text
   * is read, and nothing of another organization is looked at.
   */
  async copyKnown({ organizationId, spaceId, language }: IndexedSpace, stretch: PageRange): Promise<void> {
    await this.db.execute(
      `with missing as (
         select p.page_id, ${sourceOf('p', '$3')} as source ${MISSING}
       ), found as (
         select m.page_id, m.source, known.* from missing m cross join lateral (
           select k.title_words, k.space_id, k.vector, k.sections from search_pages k
           where k.organization_id = $1 and k.source = m.source limit 1
         ) known
       )
       insert into search_pages (organization_id, space_id, page_id, title_words, source, vector, sections)
       select $1, $2, page_id, title_words, source, ts_delete(vector, '@s:' || space_id) || $6::tsvector, sections
       from found
       on conflict (organization_id, space_id, page_id) do update
       set title_words = excluded.title_words, source = excluded.source, vector = excluded.vector,
         sections = excluded.sections`,
      [organizationId, spaceId, language, stretch.after, stretch.last, quoteLexeme(spaceLexeme(spaceId))],
    );
  }

  /** Pages whose vector is missing, or made of something else. */
  findMissing(
    { organizationId, spaceId, language }: IndexedSpace,
    stretch: PageRange,
  ): Promise<CurrentPage[]> {
    return this.db.query<CurrentPage & Record<string, unknown>>(
      `select p.page_id as "pageId", p.title, p.description, p.document_hash as "documentHash" ${MISSING}`,
      [organizationId, spaceId, language, stretch.after, stretch.last],
    );
  }

  /** True when the vectors of all pages of the space are up to date. */
  async isComplete({ organizationId, spaceId, language }: IndexedSpace): Promise<boolean> {
    const rows = await this.db.query(`select ${MISSING_OF_SPACE} limit 1`, [
      organizationId,
      spaceId,
      language,
    ]);
    return rows.length === 0;
  }

  /** Sorts new pages into the index, which every search would else look through one by one. */
  async complete(): Promise<void> {
    await this.db.query(`select gin_clean_pending_list('search_pages_vector_idx')`);
  }

  /** Removes pages that the space does not have any more. */
  async deleteGone(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute(
      `delete from search_pages s where s.organization_id = $1 and s.space_id = $2 and (
         select true from content_pages p where p.organization_id = $1 and p.space_id = $2 and p.page_id = s.page_id
       ) is null`,
      [organizationId, spaceId],
    );
  }

  /** After spaces moved to another organization: their rows have moved along, their vectors still name the old one. */
  async transfer(from: string, to: string, spaceIds: readonly string[]): Promise<void> {
    await this.db.execute(
      `update search_pages set vector = ts_delete(vector, $3) || $4::tsvector
       where organization_id = $1 and space_id = any($2)`,
      [to, spaceIds, organizationLexeme(from), quoteLexeme(organizationLexeme(to))],
    );
  }

  async addToBacklog(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute(
      'insert into search_backlog (organization_id, space_id) values ($1, $2) on conflict do nothing',
      [organizationId, spaceId],
    );
  }

  async removeFromBacklog(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute('delete from search_backlog where organization_id = $1 and space_id = $2', [
      organizationId,
      spaceId,
    ]);
  }

  listBacklog(): Promise<{ organizationId: string; spaceId: string }[]> {
    return this.db.query(
      'select organization_id as "organizationId", space_id as "spaceId" from search_backlog',
    );
  }

  /** The given spaces whose pages are not all in the index. */
  listBacklogOf(
    organizationId: string,
    spaceIds: readonly string[],
  ): Promise<{ organizationId: string; spaceId: string }[]> {
    return this.db.query(
      `select organization_id as "organizationId", space_id as "spaceId" from search_backlog
       where organization_id = $1 and space_id = any($2)`,
      [organizationId, spaceIds],
    );
  }
}
