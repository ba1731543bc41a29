import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Queues of events, each delivered by one process at a time, and signing secrets of webhooks. */
export class CreateIntegrationQueues1772000000630 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('drop index integration_events_queue_index');
    await runner.query(
      `alter table integration_events add column organization_id text, add column queue text,
         add constraint integration_events_organization_id_fkey
           foreign key (organization_id) references organizations (id) on delete cascade`,
    );
    await runner.query('update integration_events set queue = coalesce(installation_id, integration_id)');
    await runner.query('alter table integration_events alter column queue set not null');
    await runner.query(
      `create index integration_events_queue_index on integration_events (queue, sequence)
       where state in ('waiting', 'failed')`,
    );
    await runner.query(
      `create index integration_events_organization_index
       on integration_events (organization_id, integration_id, created_at, id)`,
    );
    await runner.query('create index integration_events_age_index on integration_events (created_at)');
    await runner.query(`
      create table integration_queues (
        id text not null,
        held_by text not null,
        held_until timestamptz(3) not null,
        constraint integration_queues_pkey primary key (id)
      )`);
    await runner.query(`
      create table webhook_secrets (
        installation_id text not null,
        id text not null,
        sealed bytea not null,
        created_at timestamptz(3) not null,
        constraint webhook_secrets_pkey primary key (installation_id, id),
        constraint webhook_secrets_installation_id_fkey
          foreign key (installation_id) references integration_installations (id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table webhook_secrets');
    await runner.query('drop table integration_queues');
    await runner.query('drop index integration_events_age_index');
    await runner.query('drop index integration_events_queue_index');
    await runner.query('alter table integration_events drop column organization_id, drop column queue');
    await runner.query(
      `create index integration_events_queue_index on integration_events (installation_id, sequence)
       where state in ('waiting', 'failed')`,
    );
  }
}
