import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The time since which spaces and collections are archived. */
export class ArchiveSpacesAndCollections1772000001350 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table spaces add column archived_at timestamptz(3)');
    await runner.query('alter table collections add column archived_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table collections drop column archived_at');
    await runner.query('alter table spaces drop column archived_at');
  }
}
