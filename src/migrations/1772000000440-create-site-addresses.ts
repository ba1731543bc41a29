import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Domains of sites: their own, and those of servers in front of them. */
export class CreateSiteAddresses1772000000440 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sites add column proxy text constraint sites_proxy_key unique`);
    await runner.query(`
      create table custom_hostnames (
        hostname text primary key,
        organization_id text not null,
        site_id text not null,
        token text not null,
        status text,
        checked_at timestamptz(3),
        verified_at timestamptz(3),
        failing_since timestamptz(3),
        created_at timestamptz(3) not null,
        constraint custom_hostnames_site_key unique (organization_id, site_id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table custom_hostnames`);
    await runner.query(`alter table sites drop column proxy`);
  }
}
