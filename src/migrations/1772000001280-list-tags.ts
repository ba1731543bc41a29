import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tags are listed with files and reusable contents. No content had any before, so there are no rows to make. */
export class ListTags1772000001280 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table content_entries drop constraint content_entries_kind_check,
        add constraint content_entries_kind_check check (kind in ('file', 'reusable-content', 'tag'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from content_entries where kind = 'tag'`);
    await runner.query(`
      alter table content_entries drop constraint content_entries_kind_check,
        add constraint content_entries_kind_check check (kind in ('file', 'reusable-content'))`);
  }
}
