import type { MigrationInterface, QueryRunner } from 'typeorm';

const PROVIDERS = ['oidc_providers', 'saml_providers'];

/** Identity providers can be switched off, and are tested before they are switched on. */
export class TestIdentityProviders1772000001150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of PROVIDERS)
      await runner.query(`
        alter table ${table} add column enabled boolean not null default true,
          add column tested_at timestamptz(3), add column tested_settings bytea,
          add constraint ${table}_enabled_check check (enabled or status = 'pending')`);
    await runner.query('alter table saml_requests add column is_test boolean not null default false');
    await runner.query(`
      create table sso_tests (
        id text not null,
        request text not null,
        organization_id text not null,
        provider_id text not null,
        protocol text not null,
        user_id text not null,
        token_id text not null,
        outcome bytea,
        expires_at timestamptz(3) not null,
        constraint sso_tests_pkey primary key (id),
        constraint sso_tests_protocol_check check (protocol in ('oidc', 'saml')),
        constraint sso_tests_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint sso_tests_token_id_fkey
          foreign key (token_id) references user_tokens (id) on delete cascade
      )`);
    await runner.query('create unique index sso_tests_request_index on sso_tests (request)');
    await runner.query('create index sso_tests_organization_id_index on sso_tests (organization_id)');
    await runner.query('create index sso_tests_token_id_index on sso_tests (token_id)');
    await runner.query('create index sso_tests_expires_at_index on sso_tests (expires_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sso_tests');
    // Without the column they would sign people in.
    await runner.query('delete from saml_requests where is_test');
    await runner.query('alter table saml_requests drop column is_test');
    for (const table of PROVIDERS) {
      await runner.query(`delete from ${table} where not enabled`);
      await runner.query(
        `alter table ${table} drop column enabled, drop column tested_at, drop column tested_settings`,
      );
    }
  }
}
