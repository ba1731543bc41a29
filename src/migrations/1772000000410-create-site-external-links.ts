import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links to elsewhere among the sections of a site, and whether agents may use a site. */
export class CreateSiteExternalLinks1772000000410 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`alter table sites add column agents_context text not null default 'included'`);
    await runner.query(`
      create table site_external_links (
        organization_id text not null,
        id text not null,
        site_id text not null,
        group_id text,
        title text not null,
        description text,
        icon text,
        url text not null,
        condition text,
        draft boolean not null,
        position text collate "C" not null,
        primary key (organization_id, id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade,
        foreign key (organization_id, group_id) references site_section_groups (organization_id, id)
      )`);
    await runner.query(
      `create index site_external_links_site_idx on site_external_links (organization_id, site_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table site_external_links');
    await runner.query('alter table sites drop column agents_context');
  }
}
