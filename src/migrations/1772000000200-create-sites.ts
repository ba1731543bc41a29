import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites and the spaces they show. */
export class CreateSites1772000000200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sites (
        organization_id text not null references organizations (id) on delete cascade,
        id text not null,
        type text not null,
        title text not null,
        basename text not null,
        visibility text not null,
        published boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id),
        constraint sites_basename_key unique (organization_id, basename)
      )`);
    await runner.query(`
      create table site_spaces (
        organization_id text not null,
        id text not null,
        site_id text not null,
        space_id text not null,
        path text not null,
        position text collate "C" not null,
        is_default boolean not null,
        primary key (organization_id, id),
        constraint site_spaces_space_key unique (organization_id, site_id, space_id),
        constraint site_spaces_path_key unique (organization_id, site_id, path),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(
      `create unique index site_spaces_default_key on site_spaces (organization_id, site_id) where is_default`,
    );
    await runner.query(`create index site_spaces_space_idx on site_spaces (organization_id, space_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table site_spaces');
    await runner.query('drop table sites');
  }
}
