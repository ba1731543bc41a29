import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Content: immutable objects, revisions that name them, what is derived from documents, and the projection of main. */
export class CreateContentStore1772000000100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createObjects(runner);
    await this.createRevisions(runner);
    await this.createProjection(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'content_pages',
      'content_projections',
      'content_revisions',
      'content_documents',
      'content_objects',
    ]) {
      await runner.query(`drop table ${table}`);
    }
  }

  private async createObjects(runner: QueryRunner): Promise<void> {
    // `json` and not `jsonb`: the text is kept as it was hashed.
    await runner.query(`
      create table content_objects (
        organization_id text not null,
        hash text not null,
        kind text not null,
        body json not null,
        refs text[] not null,
        created_at timestamptz(3) not null,
        constraint content_objects_pkey primary key (organization_id, hash)
      )`);
    // Which objects name a blob: only leaves of maps do.
    await runner.query(
      `create index content_objects_blobs_idx on content_objects using gin (refs) where kind = 'map-leaf'`,
    );
    // A tsvector holds at most 1 MB; far below that a longer text tells search nothing new.
    await runner.query(`
      create table content_documents (
        organization_id text not null,
        document_hash text not null,
        version integer not null,
        text text not null,
        search tsvector not null generated always as (to_tsvector('simple'::regconfig, left(text, 200000))) stored,
        outline json not null,
        refs json not null,
        constraint content_documents_pkey primary key (organization_id, document_hash),
        constraint content_documents_object_fkey foreign key (organization_id, document_hash)
          references content_objects (organization_id, hash) on delete cascade
      )`);
    await runner.query('create index content_documents_search_idx on content_documents using gin (search)');
    await runner.query('create index content_documents_version_idx on content_documents (version)');
  }

  private async createRevisions(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content_revisions (
        organization_id text not null,
        id text not null,
        space_id text not null,
        change_request_id text,
        type text not null,
        parents text[] not null,
        generation integer not null,
        snapshot text not null,
        author text,
        created_at timestamptz(3) not null,
        git jsonb,
        merged_from text,
        message text,
        released_at timestamptz(3),
        constraint content_revisions_pkey primary key (organization_id, id),
        constraint content_revisions_type_check
          check (type in ('edits', 'merge', 'rollback', 'update', 'computed')),
        constraint content_revisions_snapshot_fkey foreign key (organization_id, snapshot)
          references content_objects (organization_id, hash)
      )`);
    await runner.query(
      `create index content_revisions_space_idx on content_revisions (organization_id, space_id, created_at desc, id desc)`,
    );
    await runner.query(
      'create index content_revisions_snapshot_idx on content_revisions (organization_id, snapshot)',
    );
    await runner.query(
      `create index content_revisions_released_idx on content_revisions (organization_id, released_at)
       where released_at is not null`,
    );
  }

  private async createProjection(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content_projections (
        organization_id text not null,
        space_id text not null,
        snapshot text not null,
        updated_at timestamptz(3) not null,
        constraint content_projections_pkey primary key (organization_id, space_id)
      )`);
    await runner.query(`
      create table content_pages (
        organization_id text not null,
        space_id text not null,
        page_id text not null,
        parent_id text,
        position text collate "C" not null,
        path text not null,
        slug text not null,
        title text not null,
        type text not null,
        document_hash text,
        page_hash text not null,
        hidden boolean not null,
        no_index boolean not null,
        constraint content_pages_pkey primary key (organization_id, space_id, page_id)
      )`);
    await runner.query(
      'create index content_pages_parent_idx on content_pages (organization_id, space_id, parent_id)',
    );
    // By a digest: a deep path in a script of three bytes a letter is longer than an index entry may be.
    await runner.query(
      'create index content_pages_path_idx on content_pages (organization_id, space_id, md5(path))',
    );
    await runner.query(
      `create index content_pages_document_idx on content_pages (organization_id, document_hash)
       where document_hash is not null`,
    );
  }
}
