import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity providers that speak OpenID Connect, and the sign-ins that go on with them. */
export class CreateOidc1772000001040 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oidc_providers (
        id text not null,
        organization_id text not null,
        kind text not null,
        label text not null,
        issuer text not null,
        client_id text not null,
        client_secret bytea,
        default_team_id text,
        default_role member_role,
        status text not null,
        created_at timestamptz(3) not null,
        constraint oidc_providers_pkey primary key (id),
        constraint oidc_providers_kind_check check (kind in ('oidc', 'github')),
        constraint oidc_providers_status_check check (status in ('pending', 'active')),
        constraint oidc_providers_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query(
      'create index oidc_providers_organization_id_index on oidc_providers (organization_id, created_at, id)',
    );
    await this.createSignIns(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['oidc_identities', 'oidc_requests', 'oidc_providers'])
      await runner.query(`drop table ${table}`);
  }

  private async createSignIns(runner: QueryRunner): Promise<void> {
    const ofProvider = (table: string) => `constraint ${table}_provider_id_fkey
          foreign key (provider_id) references oidc_providers (id) on delete cascade`;
    await runner.query(`
      create table oidc_requests (
        state text not null,
        provider_id text not null,
        browser_hash bytea not null,
        nonce text not null,
        code_verifier text not null,
        next text not null,
        is_test boolean not null,
        expires_at timestamptz(3) not null,
        constraint oidc_requests_pkey primary key (state),
        ${ofProvider('oidc_requests')}
      )`);
    await runner.query(
      'create index oidc_requests_provider_id_index on oidc_requests (provider_id, expires_at)',
    );
    await runner.query(`
      create table oidc_identities (
        provider_id text not null,
        subject text not null,
        organization_id text not null,
        user_id text not null,
        created_at timestamptz(3) not null,
        constraint oidc_identities_pkey primary key (provider_id, subject),
        ${ofProvider('oidc_identities')},
        constraint oidc_identities_member_fkey
          foreign key (organization_id, user_id)
          references organization_members (organization_id, user_id) on delete cascade
      )`);
    await runner.query(
      'create index oidc_identities_member_index on oidc_identities (organization_id, user_id)',
    );
  }
}
