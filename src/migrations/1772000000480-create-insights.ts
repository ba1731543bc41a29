import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Events of readers on sites, and the secrets that make readers unrecognisable after a day. */
export class CreateInsights1772000000480 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table site_events (
        organization_id text not null,
        site_id text not null,
        id bigint generated always as identity,
        type text not null,
        occurred_at timestamptz(3) not null,
        visitor text not null,
        session text not null,
        url text not null,
        display_context text not null,
        site_section_id text,
        site_space_id text,
        share_key text,
        space_id text,
        page_id text,
        device text not null,
        browser text not null,
        os text not null,
        bot text,
        language text,
        referrer text,
        claims jsonb,
        details jsonb not null,
        primary key (organization_id, site_id, id),
        foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(
      `create index site_events_time_idx on site_events (organization_id, site_id, occurred_at)`,
    );
    await runner.query(`create index site_events_age_idx on site_events using brin (occurred_at)`);
    await runner.query(`create table site_event_salts (day date primary key, salt text not null)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table site_event_salts');
    await runner.query('drop table site_events');
  }
}
