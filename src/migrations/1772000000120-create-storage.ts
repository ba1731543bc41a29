import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Stored files of each organization. */
export class CreateStorage1772000000120 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create table blobs (
        organization_id text not null,
        blob text not null,
        size bigint not null,
        content_type text not null,
        created_at timestamptz(3) not null,
        touched_at timestamptz(3) not null,
        checked_at timestamptz(3) not null,
        deleting_at timestamptz(3),
        constraint blobs_pkey primary key (organization_id, blob)
      )`);
    await queryRunner.query('create index blobs_collect on blobs (checked_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table blobs');
  }
}
