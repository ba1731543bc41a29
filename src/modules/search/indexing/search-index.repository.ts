import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { Section } from '../text/sections.js';
import { inOrganization, inSpace, quoted } from './lexemes.js';

/** A page as the projection has it. */
export interface CurrentPage {
  pageId: string;
  title: string;
  description: string | null;
  documentHash: string | null;
}

export interface IndexedPage extends CurrentPage {
  /** As PostgreSQL writes a tsvector. */
  vector: string;
  titleWords: number;
  sections: readonly Section[];
}

/** A space's pages in one language: what they are looked at in. */
export interface IndexedSpace {
  organizationId: string;
  spaceId: string;
  language: string | null;
}

/** Goes up when equal pages get another vector; a migration then puts all spaces on the backlog. */
const VERSION = 1;

/** Digest of everything that a vector is made of; pages that agree in it share their vector. */
const sourceOf = (page: string, language: string): string =>
  `md5(concat_ws(e'\\x1f', ${VERSION}, ${language}::text, ${page}.title, coalesce(${page}.description, ''), coalesce(${page}.document_hash, '')))`;

const MISSING = `from content_pages p left join search_pages s
    on s.organization_id = p.organization_id and s.space_id = p.space_id and s.page_id = p.page_id
  where p.organization_id = $1 and p.space_id = $2 and s.source is distinct from ${sourceOf('p', '$3')}`;

/** Every statement that writes `search_pages` and `search_backlog`. */
@Injectable()
export class SearchIndexRepository {
  constructor(private readonly db: Database) {}

  async languageOf(organizationId: string, spaceId: string): Promise<string | null> {
    const [row] = await this.db.query<{ language: string | null }>(
      'select language from spaces where organization_id = $1 and id = $2',
      [organizationId, spaceId],
    );
    return row?.language ?? null;
  }

  /** Adds pages or replaces what is known of them. */
  async save(
    { organizationId, spaceId, language }: IndexedSpace,
    pages: readonly IndexedPage[],
  ): Promise<void> {
    await this.db.execute(
      `insert into search_pages (organization_id, space_id, page_id, title_words, source, vector, sections)
       select $1, $2, p.page_id, p.title_words, ${sourceOf('p', '$3')}, p.vector::tsvector, p.sections::json
       from unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::int[], $9::text[], $10::text[])
         as p (page_id, title, description, document_hash, title_words, vector, sections)
       on conflict (organization_id, space_id, page_id) do update
       set title_words = excluded.title_words, source = excluded.source, vector = excluded.vector,
         sections = excluded.sections`,
      [
        ...[organizationId, spaceId, language],
        pages.map((page) => page.pageId),
        pages.map((page) => page.title),
        pages.map((page) => page.description),
        pages.map((page) => page.documentHash),
        pages.map((page) => page.titleWords),
        pages.map((page) => page.vector),
        pages.map((page) => JSON.stringify(page.sections)),
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

  /**
   * Copies vectors that pages of other spaces of the organization have already, such as those of a space that was
   * duplicated. Answers how many pages got one.
   */
  async copyKnown({ organizationId, spaceId, language }: IndexedSpace, limit: number): Promise<number> {
    return this.db.execute(
      `with missing as (
         select p.page_id, ${sourceOf('p', '$3')} as source ${MISSING} limit $4
       ), found as (
         select m.page_id, m.source, known.* from missing m cross join lateral (
           select k.title_words, k.space_id, k.vector, k.sections from search_pages k
           where k.organization_id = $1 and k.source = m.source limit 1
         ) known
       )
       insert into search_pages (organization_id, space_id, page_id, title_words, source, vector, sections)
       select $1, $2, page_id, title_words, source, ts_delete(vector, '@s:' || space_id) || $5::tsvector, sections
       from found
       on conflict (organization_id, space_id, page_id) do update
       set title_words = excluded.title_words, source = excluded.source, vector = excluded.vector,
         sections = excluded.sections`,
      [organizationId, spaceId, language, limit, quoted(inSpace(spaceId))],
    );
  }

  /** Pages whose vector is missing, or made of something else. */
  findMissing({ organizationId, spaceId, language }: IndexedSpace, limit: number): Promise<CurrentPage[]> {
    return this.db.query<CurrentPage & Record<string, unknown>>(
      `select p.page_id as "pageId", p.title, p.description, p.document_hash as "documentHash" ${MISSING} limit $4`,
      [organizationId, spaceId, language, limit],
    );
  }

  /** Removes pages that the space does not have any more. */
  async deleteGone(organizationId: string, spaceId: string): Promise<void> {
    await this.db.execute(
      `delete from search_pages s where s.organization_id = $1 and s.space_id = $2 and not exists (
         select from content_pages p where p.organization_id = $1 and p.space_id = $2 and p.page_id = s.page_id)`,
      [organizationId, spaceId],
    );
  }

  /** After spaces moved to another organization: their rows have moved along, their vectors still name the old one. */
  async transfer(from: string, to: string, spaceIds: readonly string[]): Promise<void> {
    await this.db.execute(
      `update search_pages set vector = ts_delete(vector, $3) || $4::tsvector
       where organization_id = $1 and space_id = any($2)`,
      [to, spaceIds, inOrganization(from), quoted(inOrganization(to))],
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

  /** Those of the spaces whose pages are not all in the index. */
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
