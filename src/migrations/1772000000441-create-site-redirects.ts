import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Addresses of sites that lead elsewhere. */
export class CreateSiteRedirects1772000000441 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table site_redirects (
        organization_id text not null,
        id text not null,
        site_id text not null,
        source text not null,
        source_key text collate "C" not null,
        destination jsonb not null,
        draft boolean not null,
        capture_wildcard boolean not null,
        permanent boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3),
        primary key (organization_id, id),
        constraint site_redirects_source_key unique (organization_id, site_id, source_key, draft),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(
      `create index site_redirects_created_idx on site_redirects (organization_id, site_id, created_at, id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table site_redirects`);
  }
}
