import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Users and their tokens, organizations and their members, teams; and secrets of the installation. */
export class CreateIdentity1772000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Declared weakest first: PostgreSQL compares enum values in this order, so `<` and greatest() follow the ladder.
    await runner.query(
      `create type member_role as enum ('read', 'comment', 'edit', 'review', 'create', 'admin')`,
    );
    await runner.query(`
      create table installation_settings (
        key text not null,
        value text not null,
        constraint installation_settings_pkey primary key (key)
      )`);
    await this.createUsers(runner);
    await this.createOrganizations(runner);
    await this.createTeams(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'team_members',
      'teams',
      'organization_members',
      'organizations',
      'user_tokens',
      'users',
      'installation_settings',
    ]) {
      await runner.query(`drop table ${table}`);
    }
    await runner.query('drop type member_role');
  }

  private async createUsers(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table users (
        id text not null,
        email text not null,
        display_name text not null,
        photo_url text,
        created_at timestamptz(3) not null,
        last_seen_at timestamptz(3),
        constraint users_pkey primary key (id),
        constraint users_email_key unique (email)
      )`);
    await runner.query(`
      create table user_tokens (
        id text not null,
        user_id text not null,
        token_hash bytea not null,
        label text not null,
        scopes text[],
        created_at timestamptz(3) not null,
        expires_at timestamptz(3),
        last_used_at timestamptz(3),
        constraint user_tokens_pkey primary key (id),
        constraint user_tokens_token_hash_key unique (token_hash),
        constraint user_tokens_user_id_fkey foreign key (user_id) references users (id) on delete cascade
      )`);
    await runner.query('create index user_tokens_user_id_index on user_tokens (user_id, created_at)');
  }

  private async createOrganizations(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table organizations (
        id text not null,
        title text not null,
        hostname text not null,
        type text not null,
        use_case text,
        email_domains text[] not null,
        default_role member_role,
        default_site_id text,
        logo_url text,
        sso boolean not null,
        ai boolean not null,
        invite_links boolean not null,
        merge_rules jsonb not null,
        created_at timestamptz(3) not null,
        constraint organizations_pkey primary key (id),
        constraint organizations_hostname_key unique (hostname)
      )`);
    await runner.query(`
      create table organization_members (
        organization_id text not null,
        user_id text not null,
        role member_role,
        disabled boolean not null,
        sso boolean not null,
        joined_at timestamptz(3) not null,
        constraint organization_members_pkey primary key (organization_id, user_id),
        constraint organization_members_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint organization_members_user_id_fkey
          foreign key (user_id) references users (id) on delete cascade
      )`);
    await runner.query('create index organization_members_user_id_index on organization_members (user_id)');
    await runner.query(
      'create index organization_members_joined_at_index on organization_members (organization_id, joined_at, user_id)',
    );
  }

  private async createTeams(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table teams (
        organization_id text not null,
        id text not null,
        title text not null,
        created_at timestamptz(3) not null,
        constraint teams_pkey primary key (organization_id, id),
        constraint teams_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query(`
      create table team_members (
        organization_id text not null,
        team_id text not null,
        user_id text not null,
        role text not null,
        added_at timestamptz(3) not null,
        constraint team_members_pkey primary key (organization_id, team_id, user_id),
        constraint team_members_role_check check (role in ('owner', 'member')),
        constraint team_members_team_fkey
          foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
        constraint team_members_member_fkey
          foreign key (organization_id, user_id)
          references organization_members (organization_id, user_id) on delete cascade
      )`);
    await runner.query('create index team_members_user_id_index on team_members (user_id, organization_id)');
  }
}
