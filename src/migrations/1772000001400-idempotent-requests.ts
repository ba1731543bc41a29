import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Writes that came with an Idempotency-Key, for a day. */
export class IdempotentRequests1772000001400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table idempotent_requests (
        id bytea not null constraint idempotent_requests_pkey primary key,
        caller text not null,
        fingerprint bytea not null,
        attempt text not null,
        leased_until timestamptz(3) not null,
        is_committed boolean not null default false,
        status smallint,
        answer bytea,
        created_at timestamptz(3) not null
      )`);
    await runner.query(
      'create index idempotent_requests_caller_index on idempotent_requests (caller, created_at)',
    );
    await runner.query(
      'create index idempotent_requests_created_at_index on idempotent_requests (created_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table idempotent_requests');
  }
}
