import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Words of titles and headings by space. In the index on vectors, such a word has one list for the whole installation: finding
 * the few pages of each space meant reading all of it.
 */
export class IndexPageMarks1772000000840 implements MigrationInterface {
  /** The index is made while others write. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    // Taken out of the vector, so that whoever writes one writes both. Dear, or planners would read every page instead.
    await runner.query(`
      create or replace function search_marks(space text, vector tsvector) returns tsvector
        language sql immutable strict parallel safe cost 10000
        return (
          select array_to_tsvector(coalesce(array_agg(space || lexeme), '{}'))
          from unnest(tsvector_to_array(vector)) as lexeme where lexeme like '^%' or lexeme like '#%'
        )`);
    // An interrupted earlier attempt leaves an invalid index.
    await runner.query('drop index if exists search_pages_marks_idx');
    // Without a list of rows that wait: each space that is searched would read it.
    await runner.query(
      `create index concurrently search_pages_marks_idx on search_pages
       using gin (search_marks(space_id, vector)) with (fastupdate = off)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index if exists search_pages_marks_idx');
    await runner.query('drop function if exists search_marks');
  }
}
