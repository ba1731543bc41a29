import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Former paths of pages that were moved or renamed. */
export class CreateFormerPaths1772000000311 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table content_former_paths (
        organization_id text not null,
        space_id text not null,
        path_digest text not null,
        path text not null,
        page_id text not null,
        constraint content_former_paths_pkey primary key (organization_id, space_id, path_digest)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table content_former_paths');
  }
}
