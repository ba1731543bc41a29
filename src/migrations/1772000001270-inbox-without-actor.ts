import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Entries of inboxes about what nobody did, such as a repository that cannot be synced. */
export class InboxWithoutActor1772000001270 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table inbox_entries alter column actor_id drop not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from inbox_entries where actor_id is null');
    await runner.query('alter table inbox_entries alter column actor_id set not null');
  }
}
