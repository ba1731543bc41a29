import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Autosaves that follow each other are one revision to readers: see docs/adr/0011. */
export class JoinAutosaves1772000000950 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table content_revisions add column run_base text, add column run_started_at timestamptz(3),
         add column superseded_by text, add column superseded_at timestamptz(3)`,
    );
    await queryRunner.query(
      `create index content_revisions_superseded_idx on content_revisions (organization_id, superseded_at)
         where superseded_at is not null and released_at is null`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table content_revisions drop column run_base, drop column run_started_at, drop column superseded_by,
         drop column superseded_at`,
    );
  }
}
