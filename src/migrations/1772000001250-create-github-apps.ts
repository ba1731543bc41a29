import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Connections know the webhook that was made for them, and use a GitHub App in place of a person's token. */
export class CreateGitHubApps1772000001250 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table github_apps (
        host text not null,
        app_id text not null,
        slug text not null,
        owner text not null,
        client_id text not null,
        client_secret bytea not null,
        private_key bytea not null,
        webhook_secret bytea not null,
        created_by text,
        created_at timestamptz(3) not null,
        constraint github_apps_pkey primary key (host),
        constraint github_apps_created_by_fkey foreign key (created_by) references users (id) on delete set null
      )`);
    await runner.query(`
      create table github_app_installations (
        organization_id text not null,
        host text not null,
        installation_id text not null,
        account text not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        constraint github_app_installations_pkey primary key (organization_id, host, installation_id),
        constraint github_app_installations_organization_fkey foreign key (organization_id)
          references organizations (id) on delete cascade,
        constraint github_app_installations_host_fkey foreign key (host)
          references github_apps (host) on delete cascade
      )`);
    await runner.query(
      'create index github_app_installations_host_idx on github_app_installations (host, installation_id)',
    );
    await runner.query(`
      alter table git_connections
        add column app_installation_id text,
        add column repository_id text,
        add column hook_id text`);
    await runner.query(
      `create index git_connections_app_idx on git_connections (app_installation_id, repository_id)
         where app_installation_id is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_connections
        drop column app_installation_id,
        drop column repository_id,
        drop column hook_id`);
    await runner.query('drop table github_app_installations');
    await runner.query('drop table github_apps');
  }
}
