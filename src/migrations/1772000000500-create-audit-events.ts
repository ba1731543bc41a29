import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log: actor, change, time and address, for administrators. */
export class CreateAuditEvents1772000000500 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table audit_events (
        organization_id text not null,
        id uuid not null,
        occurred_at timestamptz(3) not null,
        action text not null,
        actor_type text not null,
        actor_id text not null,
        actor_label text,
        source text not null,
        request_id text,
        address text,
        target_type text not null,
        target_id text not null,
        target_label text,
        changes jsonb not null,
        constraint audit_events_pkey primary key (organization_id, id),
        constraint audit_events_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    for (const [name, columns] of [
      ['audit_events_occurred_at_index', 'organization_id, occurred_at, id'],
      ['audit_events_target_index', 'organization_id, target_id, occurred_at'],
      ['audit_events_actor_index', 'organization_id, actor_id, occurred_at'],
    ])
      await runner.query(`create index ${name} on audit_events (${columns})`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table audit_events');
  }
}
