import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Hashes of tokens that were revoked, so that their holders can be told. A trigger notes them, for tokens also end with others, with their
 * users, and with memberships.
 */
export class RevokedTokens1772000001401 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table revoked_tokens (
        token_hash bytea not null constraint revoked_tokens_pkey primary key,
        revoked_at timestamptz(3) not null
      )`);
    await runner.query('create index revoked_tokens_revoked_at_index on revoked_tokens (revoked_at)');
    await runner.query(`
      create function note_revoked_tokens() returns trigger language plpgsql as $$
      begin
        insert into revoked_tokens (token_hash, revoked_at)
        select token_hash, now() from deleted where expires_at is null or expires_at > now()
        on conflict (token_hash) do update set revoked_at = excluded.revoked_at;
        return null;
      end $$`);
    await runner.query(`
      create trigger user_tokens_note_revoked after delete on user_tokens
      referencing old table as deleted for each statement execute function note_revoked_tokens()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger user_tokens_note_revoked on user_tokens');
    await runner.query('drop function note_revoked_tokens()');
    await runner.query('drop table revoked_tokens');
  }
}
