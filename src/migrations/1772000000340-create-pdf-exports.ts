import type { MigrationInterface, QueryRunner } from 'typeorm';

/** PDF files that were asked for; they follow their space when it is purged or moves to another organization. */
export class CreatePdfExports1772000000340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table pdf_exports (
        organization_id text not null,
        id text not null,
        space_id text not null,
        key text not null,
        recipe jsonb not null,
        name text not null,
        state text not null check (state in ('waiting', 'making', 'ready', 'failed')),
        blob text,
        error text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        used_at timestamptz(3) not null,
        primary key (organization_id, id),
        constraint pdf_exports_key unique (organization_id, key),
        foreign key (organization_id, space_id) references spaces (organization_id, id)
          on delete cascade on update cascade
      )`);
    await runner.query(`create index pdf_exports_used on pdf_exports (used_at)`);
    await runner.query(`create index pdf_exports_blob on pdf_exports (organization_id, blob)`);
    await runner.query(`create index pdf_exports_space_idx on pdf_exports (organization_id, space_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table pdf_exports');
  }
}
