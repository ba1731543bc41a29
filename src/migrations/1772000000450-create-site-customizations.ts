import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of sites and of their spaces, and the fonts that organizations upload for them. */
export class CreateSiteCustomizations1772000000450 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table site_customizations (
        organization_id text not null,
        site_id text not null,
        settings jsonb not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, site_id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(`
      create table site_space_customizations (
        organization_id text not null,
        site_space_id text not null,
        overrides jsonb not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, site_space_id),
        foreign key (organization_id, site_space_id) references site_spaces (organization_id, id) on delete cascade
      )`);
    await runner.query(`
      create table custom_fonts (
        organization_id text not null references organizations (id) on delete cascade,
        id text not null,
        family text not null,
        faces jsonb not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, id)
      )`);
    await runner.query(`
      create table site_images (
        organization_id text not null references organizations (id) on delete cascade,
        blob text not null,
        name text not null,
        content_type text not null,
        primary key (organization_id, blob)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table site_images');
    await runner.query('drop table custom_fonts');
    await runner.query('drop table site_space_customizations');
    await runner.query('drop table site_customizations');
  }
}
