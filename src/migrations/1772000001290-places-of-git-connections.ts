import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The path of each page, file and reusable content in the folder that a space is the same as. */
export class PlacesOfGitConnections1772000001290 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_connections add column base_places jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_connections drop column base_places');
  }
}
