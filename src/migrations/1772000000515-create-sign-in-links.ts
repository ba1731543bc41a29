import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Links that people sign in with; and which sessions and tokens have ended, so that they can be forgotten. */
export class CreateSignInLinks1772000000515 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table sign_in_links (
        secret_hash bytea not null,
        email text not null,
        next text not null,
        expires_at timestamptz(3) not null,
        constraint sign_in_links_pkey primary key (secret_hash)
      )`);
    await runner.query('create index sign_in_links_email_index on sign_in_links (email)');
    await runner.query('create index sign_in_links_expires_at_index on sign_in_links (expires_at)');
    await runner.query('create index user_tokens_expires_at_index on user_tokens (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index user_tokens_expires_at_index');
    await runner.query('drop table sign_in_links');
  }
}
