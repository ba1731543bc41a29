import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity providers of organizations, and the sign-ins that go on with them. */
export class CreateSaml1772000000530 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createProviders(runner);
    await this.createSignIns(runner);
    await runner.query(`
      create table sign_in_codes (
        code_hash bytea not null,
        user_id text not null,
        token_id text not null,
        scopes text[],
        proof text not null,
        sso_organization_id text,
        expires_at timestamptz(3) not null,
        constraint sign_in_codes_pkey primary key (code_hash),
        constraint sign_in_codes_token_id_fkey
          foreign key (token_id) references user_tokens (id) on delete cascade
      )`);
    await runner.query('create index sign_in_codes_token_id_index on sign_in_codes (token_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'sign_in_codes',
      'saml_identities',
      'saml_assertions',
      'saml_requests',
      'saml_providers',
    ])
      await runner.query(`drop table ${table}`);
  }

  private async createProviders(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table saml_providers (
        id text not null,
        organization_id text not null,
        label text not null,
        sso_url text not null,
        entity_id text not null,
        certificate text not null,
        default_team_id text,
        default_role member_role,
        idp_initiated boolean not null,
        status text not null,
        created_at timestamptz(3) not null,
        constraint saml_providers_pkey primary key (id),
        constraint saml_providers_status_check check (status in ('pending', 'active')),
        constraint saml_providers_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query(
      'create index saml_providers_organization_id_index on saml_providers (organization_id, created_at, id)',
    );
  }

  private async createSignIns(runner: QueryRunner): Promise<void> {
    const ofProvider = (table: string) => `constraint ${table}_provider_id_fkey
          foreign key (provider_id) references saml_providers (id) on delete cascade`;
    await runner.query(`
      create table saml_requests (
        id text not null,
        provider_id text not null,
        browser_hash bytea,
        next text not null,
        expires_at timestamptz(3) not null,
        constraint saml_requests_pkey primary key (id),
        ${ofProvider('saml_requests')}
      )`);
    await runner.query(
      'create index saml_requests_provider_id_index on saml_requests (provider_id, expires_at)',
    );
    await runner.query(`
      create table saml_assertions (
        provider_id text not null,
        assertion_id text not null,
        expires_at timestamptz(3) not null,
        constraint saml_assertions_pkey primary key (provider_id, assertion_id),
        ${ofProvider('saml_assertions')}
      )`);
    await runner.query(`
      create table saml_identities (
        provider_id text not null,
        name_id text not null,
        organization_id text not null,
        user_id text not null,
        created_at timestamptz(3) not null,
        constraint saml_identities_pkey primary key (provider_id, name_id),
        ${ofProvider('saml_identities')},
        constraint saml_identities_member_fkey
          foreign key (organization_id, user_id)
          references organization_members (organization_id, user_id) on delete cascade
      )`);
    await runner.query(
      'create index saml_identities_member_index on saml_identities (organization_id, user_id)',
    );
  }
}
