import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sections and their groups, conditions, and a version that moves with every change of a site. */
export class CreateSiteStructure1772000000400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table sites
        add column version bigint not null default 1,
        add column adaptive_content boolean not null default false`);
    await this.createSections(runner);
    await runner.query(`
      alter table site_spaces
        add column section_id text,
        add column condition text,
        add foreign key (organization_id, section_id) references site_sections (organization_id, id) on delete cascade`);
    await runner.query(`alter table site_spaces drop constraint site_spaces_path_key`);
    await runner.query(
      `create unique index site_spaces_path_key on site_spaces (organization_id, site_id, coalesce(section_id, ''), path)`,
    );
    await runner.query(`drop index site_spaces_default_key`);
    await runner.query(
      `create unique index site_spaces_default_key on site_spaces (organization_id, site_id, coalesce(section_id, '')) where is_default`,
    );
  }

  private async createSections(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table site_section_groups (
        organization_id text not null,
        id text not null,
        site_id text not null,
        parent_id text,
        title text not null,
        icon text,
        position text collate "C" not null,
        primary key (organization_id, id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade,
        foreign key (organization_id, parent_id) references site_section_groups (organization_id, id)
      )`);
    await runner.query(
      `create index site_section_groups_site_idx on site_section_groups (organization_id, site_id)`,
    );
    await runner.query(`
      create table site_sections (
        organization_id text not null,
        id text not null,
        site_id text not null,
        group_id text,
        title text not null,
        description text,
        icon text,
        path text not null,
        condition text,
        position text collate "C" not null,
        is_default boolean not null,
        primary key (organization_id, id),
        constraint site_sections_path_key unique (organization_id, site_id, path),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade,
        foreign key (organization_id, group_id) references site_section_groups (organization_id, id)
      )`);
    await runner.query(
      `create unique index site_sections_default_key on site_sections (organization_id, site_id) where is_default`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from site_spaces where section_id is not null`);
    await runner.query(`drop index site_spaces_path_key`);
    await runner.query(`drop index site_spaces_default_key`);
    await runner.query(`alter table site_spaces drop column section_id, drop column condition`);
    await runner.query(
      `alter table site_spaces add constraint site_spaces_path_key unique (organization_id, site_id, path)`,
    );
    await runner.query(
      `create unique index site_spaces_default_key on site_spaces (organization_id, site_id) where is_default`,
    );
    await runner.query(`drop table site_sections`);
    await runner.query(`drop table site_section_groups`);
    await runner.query(`alter table sites drop column version, drop column adaptive_content`);
  }
}
