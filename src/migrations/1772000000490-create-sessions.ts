import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A browser's session is a token made from another one, and ends with it. */
export class CreateSessions1772000000490 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table user_tokens add column parent_id text,
        add constraint user_tokens_parent_id_fkey foreign key (parent_id) references user_tokens (id) on delete cascade`,
    );
    await runner.query('create index user_tokens_parent_id_index on user_tokens (parent_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table user_tokens drop column parent_id');
  }
}
