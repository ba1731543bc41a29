import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The search index of pages; it replaces that of documents, which knew neither titles nor languages. */
export class CreateSearch1772000000320 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index content_documents_search_idx');
    await runner.query('alter table content_documents drop column search');
    await this.describePages(runner);
    await this.createIndex(runner);
    await this.createWords(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['search_words', 'search_backlog', 'search_pages'])
      await runner.query(`drop table ${table}`);
    await runner.query('alter table content_pages drop column description');
    await runner.query(
      `alter table content_documents add column search tsvector not null
       generated always as (to_tsvector('simple'::regconfig, left(text, 200000))) stored`,
    );
    await runner.query('create index content_documents_search_idx on content_documents using gin (search)');
  }

  private async describePages(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content_pages add column description text');
    await runner.query(
      `update content_pages p set description = o.body->>'description' from content_objects o
       where o.organization_id = p.organization_id and o.hash = p.page_hash and o.body->>'description' is not null`,
    );
  }

  private async createIndex(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_pages (
        organization_id text not null,
        space_id text not null,
        page_id text not null,
        title_words integer not null,
        source text not null,
        vector tsvector not null,
        sections json not null,
        constraint search_pages_pkey primary key (organization_id, space_id, page_id),
        constraint search_pages_space_fkey foreign key (organization_id, space_id)
          references spaces (organization_id, id) on update cascade on delete cascade
          deferrable initially deferred
      )`);
    // The references are looked at on commit: a space's first pages may be written before the space itself.
    // Vectors out of line: counting matches then reads a fiftieth of the bytes.
    await runner.query('alter table search_pages set (toast_tuple_target = 128)');
    // A short list of rows that wait to be indexed: each search reads all of it.
    await runner.query(
      'create index search_pages_vector_idx on search_pages using gin (vector) with (gin_pending_list_limit = 512)',
    );
    await runner.query('create index search_pages_source_idx on search_pages (organization_id, source)');
    // Spaces whose pages are not all in the index; at first all of them.
    await runner.query(`
      create table search_backlog (
        organization_id text not null,
        space_id text not null,
        constraint search_backlog_pkey primary key (organization_id, space_id),
        constraint search_backlog_space_fkey foreign key (organization_id, space_id)
          references spaces (organization_id, id) on update cascade on delete cascade
          deferrable initially deferred
      )`);
    await runner.query('insert into search_backlog select organization_id, id from spaces');
  }

  private async createWords(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table search_words (
        organization_id text not null,
        word text collate "C" not null,
        constraint search_words_pkey primary key (organization_id, word),
        constraint search_words_organization_fkey foreign key (organization_id)
          references organizations (id) on delete cascade
      )`);
    // Trusted, so the owner of a database may create it; where that is not allowed, the start says what is missing.
    await runner.query(`
      do $$ begin
        create extension if not exists pg_trgm;
        create index search_words_trigrams_idx on search_words using gin ((word || '') gin_trgm_ops);
      exception when others then
        raise warning 'pg_trgm cannot be created: %', sqlerrm;
      end $$`);
  }
}
