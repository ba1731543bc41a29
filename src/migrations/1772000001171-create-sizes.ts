import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sizes of organizations and spaces, as a job counts them for operators. */
export class CreateSizes1772000001171 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organization_sizes (
        organization_id text not null,
        members integer not null,
        spaces integer not null,
        pages bigint not null,
        revisions bigint not null,
        objects bigint not null,
        content_bytes bigint not null,
        files bigint not null,
        file_bytes bigint not null,
        counted_at timestamptz(3) not null,
        constraint organization_sizes_pkey primary key (organization_id),
        constraint organization_sizes_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query(`
      create table space_sizes (
        organization_id text not null,
        space_id text not null,
        pages bigint not null,
        revisions bigint not null,
        constraint space_sizes_pkey primary key (organization_id, space_id),
        constraint space_sizes_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table space_sizes');
    await runner.query('drop table organization_sizes');
  }
}
