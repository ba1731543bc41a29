import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Streams of the audit log, and indexes for the filters of its page. */
export class AuditStreams1772000001141 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_streams (
        organization_id text not null,
        id text not null,
        title text not null,
        url text not null,
        secret bytea not null,
        old_secret bytea,
        old_secret_until timestamptz(3),
        is_paused boolean not null,
        failures integer not null,
        last_failure text,
        last_failure_at timestamptz(3),
        next_attempt_at timestamptz(3),
        delivered_at timestamptz(3),
        delivered_event_id uuid,
        held_by text,
        held_until timestamptz(3),
        created_at timestamptz(3) not null,
        constraint audit_streams_pkey primary key (organization_id, id),
        constraint audit_streams_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query(`
      create table audit_stream_entries (
        organization_id text not null,
        stream_id text not null,
        position bigint generated always as identity,
        event_id uuid not null,
        constraint audit_stream_entries_pkey primary key (organization_id, stream_id, position),
        constraint audit_stream_entries_stream_fkey foreign key (organization_id, stream_id)
          references audit_streams (organization_id, id) on delete cascade
      )`);
    await runner.query(`
      create index audit_events_action_index on audit_events (organization_id, action, occurred_at)`);
    await runner.query(`
      create index audit_events_address_index on audit_events (organization_id, address, occurred_at)
      where address is not null`);
    await runner.query(`
      create index audit_events_changes_index on audit_events (organization_id, occurred_at, id)
      where action <> 'user.signed-in'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const index of ['changes', 'address', 'action'])
      await runner.query(`drop index audit_events_${index}_index`);
    for (const table of ['audit_stream_entries', 'audit_streams']) await runner.query(`drop table ${table}`);
  }
}
