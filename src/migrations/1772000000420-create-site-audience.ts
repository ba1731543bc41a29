import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Share links, the key and the fallback of visitor authentication, and what visitors may claim to be. */
export class CreateSiteAudience1772000000420 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Every site has a key from its first moment, so that showing it never writes.
    await runner.query(`
      alter table sites
        add column visitor_key text not null default replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
        add column visitor_fallback_url text`);
    await runner.query(`
      create table site_share_links (
        organization_id text not null,
        id text not null,
        site_id text not null,
        name text not null,
        key text not null,
        active boolean not null,
        created_at timestamptz(3) not null,
        primary key (organization_id, id),
        constraint site_share_links_key_key unique (key),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(
      `create index site_share_links_site_idx on site_share_links (organization_id, site_id, created_at, id)`,
    );
    // Not jsonb: the order in which claims were declared is the order in which they are shown.
    await runner.query(`
      create table site_adaptive_schemas (
        organization_id text not null,
        site_id text not null,
        json_schema json not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, site_id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`drop table site_adaptive_schemas`);
    await runner.query(`drop table site_share_links`);
    await runner.query(`alter table sites drop column visitor_key, drop column visitor_fallback_url`);
  }
}
