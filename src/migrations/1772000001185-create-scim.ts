import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tokens of identity providers that look after members and teams, and what those providers call them. */
export class CreateScim1772000001185 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table scim_tokens (
        organization_id text not null,
        id text not null,
        label text not null,
        token_hash bytea not null,
        default_role member_role,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        constraint scim_tokens_pkey primary key (organization_id, id),
        constraint scim_tokens_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query('create unique index scim_tokens_token_hash_key on scim_tokens (token_hash)');
    await runner.query(`
      create table scim_users (
        organization_id text not null,
        user_id text not null,
        user_name text,
        user_name_key text,
        external_id text,
        given_name text,
        family_name text,
        is_own boolean not null,
        constraint scim_users_pkey primary key (organization_id, user_id),
        constraint scim_users_member_fkey foreign key (organization_id, user_id)
          references organization_members (organization_id, user_id) on delete cascade
      )`);
    await runner.query(
      'create unique index scim_users_user_name_key on scim_users (organization_id, user_name_key)',
    );
    await runner.query(
      'create index scim_users_external_id_index on scim_users (organization_id, external_id)',
    );
    await runner.query(`
      create table scim_groups (
        organization_id text not null,
        team_id text not null,
        external_id text not null,
        constraint scim_groups_pkey primary key (organization_id, team_id),
        constraint scim_groups_team_fkey foreign key (organization_id, team_id)
          references teams (organization_id, id) on delete cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table scim_groups');
    await runner.query('drop table scim_users');
    await runner.query('drop table scim_tokens');
  }
}
