import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The size of each file of the current content of a space, so that the files of an organization can be listed by size. */
export class SizesOfFiles1772000001195 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content_entries add column size bigint');
    // Walks the hash tries of the snapshots that the projections show.
    await runner.query(`
      with recursive node as (
        select p.organization_id, p.space_id, s.body ->> 'files' as hash
        from content_projections p
        join content_objects s on s.organization_id = p.organization_id and s.hash = p.snapshot
        where s.body ->> 'files' is not null
        union all
        select node.organization_id, node.space_id, child.hash
        from node join content_objects o
          on o.organization_id = node.organization_id and o.hash = node.hash and o.kind = 'map-branch'
        cross join lateral json_array_elements_text(o.body -> 'children') as child (hash)
        where child.hash is not null
      )
      update content_entries e set size = (file.value ->> 'size')::bigint
      from node join content_objects o
        on o.organization_id = node.organization_id and o.hash = node.hash and o.kind = 'map-leaf'
      cross join lateral json_each(${readable('o.body')} -> 'entries') as file
      where e.organization_id = node.organization_id and e.space_id = node.space_id and e.kind = 'file' and e.entry_id = file.key`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table content_entries drop column size');
  }
}

/** Halves of surrogate pairs and NUL characters are legal in `json`, but nothing can be read out of it then. */
const readable = (column: string): string =>
  String.raw`regexp_replace(${column}::text, '(?<!\\)((\\\\)*)\\u(0000|d[89a-f][0-9a-f]{2})', '\1', 'gi')::json`;
