import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which tokens are sessions of browsers. Those by mail that there are now end within twelve hours, and stay as they are. */
export class MarkSessions1772000000516 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_tokens add column is_session boolean not null default false');
    await runner.query('update user_tokens set is_session = true where parent_id is not null');
    await runner.query('alter table user_tokens alter column is_session drop default');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_tokens drop column is_session');
  }
}
