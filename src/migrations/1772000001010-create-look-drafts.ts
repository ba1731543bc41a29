import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unsaved looks live for a day at most, so nothing is lost with them when the server of the database crashes. */
export class CreateLookDrafts1772000001010 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create unlogged table site_look_drafts (
        organization_id text not null,
        site_id text not null,
        user_id text not null,
        site_space_id text,
        settings jsonb not null,
        updated_at timestamptz(3) not null,
        constraint site_look_drafts_pkey primary key (organization_id, site_id, user_id),
        constraint site_look_drafts_site_fkey foreign key (organization_id, site_id)
          references sites (organization_id, id) on delete cascade
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table site_look_drafts');
  }
}
