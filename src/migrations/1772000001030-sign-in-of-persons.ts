import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passwords and passkeys of people, browsers that they signed in with, and links that let a known user in without mail. */
export class SignInOfPersons1772000001030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table user_passwords (
        user_id text not null,
        hash text not null,
        changed_at timestamptz(3) not null,
        constraint user_passwords_pkey primary key (user_id),
        constraint user_passwords_user_id_fkey foreign key (user_id) references users (id) on delete cascade
      )`);
    await runner.query(`
      create table passkeys (
        id text not null,
        user_id text not null,
        public_key bytea not null,
        counter bigint not null,
        transports text[] not null,
        name text not null,
        is_synced boolean not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        constraint passkeys_pkey primary key (id),
        constraint passkeys_user_id_fkey foreign key (user_id) references users (id) on delete cascade
      )`);
    await runner.query('create index passkeys_user_id_index on passkeys (user_id, created_at)');
    await runner.query(`
      create table used_challenges (
        challenge text not null,
        expires_at timestamptz(3) not null,
        constraint used_challenges_pkey primary key (challenge)
      )`);
    await runner.query('create index used_challenges_expires_at_index on used_challenges (expires_at)');
    await runner.query(`
      create table known_browsers (
        user_id text not null,
        secret_hash bytea not null,
        seen_at timestamptz(3) not null,
        constraint known_browsers_pkey primary key (user_id, secret_hash),
        constraint known_browsers_user_id_fkey foreign key (user_id) references users (id) on delete cascade
      )`);
    await runner.query('create index known_browsers_seen_at_index on known_browsers (seen_at)');
    await runner.query(`
      alter table sign_in_links add column user_id text,
        add constraint sign_in_links_user_id_fkey foreign key (user_id) references users (id) on delete cascade`);
    await runner.query(
      'create index sign_in_links_user_id_index on sign_in_links (user_id) where user_id is not null',
    );
    // The ways to prove who somebody is are a list in the program, which grows with the modules that add one.
    await runner.query(`
      alter table user_tokens drop constraint user_tokens_proof_check,
        add column user_agent text, add column address text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("delete from user_tokens where proof not in ('token', 'mail', 'saml')");
    await runner.query(`
      alter table user_tokens drop column address, drop column user_agent,
        add constraint user_tokens_proof_check check (proof in ('token', 'mail', 'saml'))`);
    await runner.query('delete from sign_in_links where user_id is not null');
    await runner.query('alter table sign_in_links drop column user_id');
    for (const table of ['known_browsers', 'used_challenges', 'passkeys', 'user_passwords'])
      await runner.query(`drop table ${table}`);
  }
}
