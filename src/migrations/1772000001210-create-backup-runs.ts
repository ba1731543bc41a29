import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Backups that the server makes and verifies; one at a time, whatever the number of replicas. */
export class CreateBackupRuns1772000001210 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table backup_runs (
        id text not null,
        kind text not null,
        name text not null,
        state text not null,
        attempts integer not null,
        progress text,
        error text,
        bytes bigint,
        rows bigint,
        files integer,
        lost integer,
        host text,
        requested_by text,
        created_at timestamptz(3) not null,
        ended_at timestamptz(3),
        constraint backup_runs_pkey primary key (id),
        constraint backup_runs_kind_check check (kind in ('backup', 'verify')),
        constraint backup_runs_state_check check (state in ('waiting', 'running', 'done', 'failed'))
      )`);
    await runner.query(
      `create unique index backup_runs_open_index on backup_runs ((true)) where state in ('waiting', 'running')`,
    );
    await runner.query('create index backup_runs_created_at_index on backup_runs (created_at, id)');
    await runner.query('create index backup_runs_name_index on backup_runs (name, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table backup_runs');
  }
}
