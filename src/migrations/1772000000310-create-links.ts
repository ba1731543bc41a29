import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * References of content, indexed from both ends: references of documents and of fields of pages with an index by
 * target, the anchors of documents, and the files and reusable contents of each space's current content.
 */
export class CreateLinks1772000000310 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.indexReferences(runner);
    await this.createEntries(runner);
    await this.fillEntries(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content_entries');
    await runner.query('alter table content_pages drop column refs');
    await runner.query('drop index content_documents_refs_idx');
    await runner.query(
      'alter table content_documents drop column anchors, alter column refs type json using refs::json',
    );
  }

  private async indexReferences(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content_documents
        add column anchors text[],
        alter column refs type jsonb using ${readable('refs')}::jsonb`);
    await runner.query(
      'create index content_documents_refs_idx on content_documents using gin (refs jsonb_path_ops)',
    );
    await runner.query('alter table content_pages add column refs jsonb');
    await runner.query(`
      update content_pages p set refs = own.refs
      from content_objects o cross join lateral (select ${readable('o.body')} as body) page cross join lateral (
        select jsonb_agg(jsonb_build_object('source', given.source, 'ref', given.ref)) as refs
        from (values ('cover', page.body #> '{cover,ref}'), ('cover', page.body #> '{cover,refDark}'),
          ('page-link', page.body -> 'target')) as given (source, ref)
        where given.ref ->> 'kind' is not null and coalesce(given.ref ->> 'url', '') not ilike 'data:%'
      ) own
      where o.organization_id = p.organization_id and o.hash = p.page_hash and own.refs is not null`);
    await runner.query(
      'create index content_pages_refs_idx on content_pages using gin (refs jsonb_path_ops)',
    );
  }

  private async createEntries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content_entries (
        organization_id text not null,
        space_id text not null,
        kind text not null,
        entry_id text not null,
        name text not null,
        document_hash text,
        constraint content_entries_pkey primary key (organization_id, space_id, kind, entry_id),
        constraint content_entries_kind_check check (kind in ('file', 'reusable-content'))
      )`);
    await runner.query(
      `create index content_entries_document_idx on content_entries (organization_id, document_hash)
       where document_hash is not null`,
    );
  }

  /** Walks the hash tries of the snapshots that the projections show. */
  private async fillEntries(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into content_entries (organization_id, space_id, kind, entry_id, name, document_hash)
      with recursive node as (
        select p.organization_id, p.space_id, root.kind, root.hash
        from content_projections p
        join content_objects s on s.organization_id = p.organization_id and s.hash = p.snapshot
        cross join lateral (values ('file', s.body ->> 'files'), ('reusable-content', s.body ->> 'reusableContents'))
          as root (kind, hash)
        where root.hash is not null
        union all
        select node.organization_id, node.space_id, node.kind, child.hash
        from node join content_objects o
          on o.organization_id = node.organization_id and o.hash = node.hash and o.kind = 'map-branch'
        cross join lateral json_array_elements_text(o.body -> 'children') as child (hash)
        where child.hash is not null
      )
      select node.organization_id, node.space_id, node.kind, entry.key,
        coalesce(entry.value ->> 'name', entry.value ->> 'title', ''), entry.value ->> 'document'
      from node join content_objects o
        on o.organization_id = node.organization_id and o.hash = node.hash and o.kind = 'map-leaf'
      cross join lateral json_each(${readable('o.body')} -> 'entries') as entry`);
  }
}

/** Halves of surrogate pairs and NUL characters are legal in `json`, but nothing can be read out of it then. */
const readable = (column: string): string =>
  String.raw`regexp_replace(${column}::text, '(?<!\\)((\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})', '\1', 'gi')::json`;
