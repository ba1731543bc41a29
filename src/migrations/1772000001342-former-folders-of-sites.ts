import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The folders of spaces that left a site, for when they come back. */
export class FormerFoldersOfSites1772000001342 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table git_site_connections add column former_folders jsonb not null default '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_site_connections drop column former_folders');
  }
}
