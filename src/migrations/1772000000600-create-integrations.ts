import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Integrations, where they are installed, and what happened to them. */
export class CreateIntegrations1772000000600 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.createCatalog(runner);
    await this.createInstallations(runner);
    await this.createTargets(runner);
    await this.createEvents(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'integration_events',
      'integration_targets',
      'integration_installations',
      'integrations',
      'integration_scripts',
    ])
      await runner.query(`drop table ${table}`);
    await runner.query('alter table users drop column kind');
  }

  private async createCatalog(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integration_scripts (
        hash text not null,
        source text not null,
        constraint integration_scripts_pkey primary key (hash)
      )`);
    // Without an owner it is part of the product.
    await runner.query(`
      create table integrations (
        id text not null,
        name text not null,
        organization_id text,
        version integer not null,
        runtime text not null,
        script_hash text,
        title text not null,
        description text not null,
        summary text,
        target text not null,
        visibility text not null,
        scopes text[] not null,
        categories text[] not null,
        blocks jsonb not null,
        content_sources jsonb not null,
        configurations jsonb not null,
        external_links jsonb not null,
        content_security_policy jsonb,
        icon_blob text,
        preview_blobs text[] not null,
        sealed_secrets bytea,
        dev_tunnel_url text,
        dev_all boolean not null default false,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint integrations_pkey primary key (id),
        constraint integrations_name_key unique (name),
        constraint integrations_target_check check (target in ('all', 'site', 'space', 'organization')),
        constraint integrations_visibility_check check (visibility in ('public', 'private', 'unlisted')),
        constraint integrations_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint integrations_script_hash_fkey foreign key (script_hash) references integration_scripts (hash)
      )`);
    await runner.query('create index integrations_organization_id_index on integrations (organization_id)');
    await runner.query('create index integrations_script_hash_index on integrations (script_hash)');
  }

  private async createInstallations(runner: QueryRunner): Promise<void> {
    // An installation acts as a service user, so that permissions are decided as for everybody.
    await runner.query(
      `alter table users add column kind text not null default 'person',
         add constraint users_kind_check check (kind in ('person', 'service'))`,
    );
    await runner.query(`
      create table integration_installations (
        id text not null,
        integration_id text not null,
        organization_id text not null,
        user_id text not null,
        status text not null,
        space_selection text not null,
        site_selection text not null,
        configuration jsonb not null,
        external_ids text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint integration_installations_pkey primary key (id),
        constraint integration_installations_key unique (integration_id, organization_id),
        constraint integration_installations_status_check check (status in ('active', 'pending', 'paused')),
        constraint integration_installations_space_selection_check check (space_selection in ('all', 'selected')),
        constraint integration_installations_site_selection_check check (site_selection in ('all', 'selected')),
        constraint integration_installations_integration_id_fkey
          foreign key (integration_id) references integrations (id) on delete cascade,
        constraint integration_installations_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade,
        constraint integration_installations_user_id_fkey foreign key (user_id) references users (id)
      )`);
    await runner.query(
      'create index integration_installations_organization_id_index on integration_installations (organization_id)',
    );
  }

  private async createTargets(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integration_targets (
        installation_id text not null,
        kind text not null,
        target_id text not null,
        organization_id text not null,
        status text not null,
        configuration jsonb not null,
        external_ids text[] not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint integration_targets_pkey primary key (installation_id, kind, target_id),
        constraint integration_targets_kind_check check (kind in ('space', 'site')),
        constraint integration_targets_status_check check (status in ('active', 'pending', 'paused')),
        constraint integration_targets_installation_id_fkey
          foreign key (installation_id) references integration_installations (id) on delete cascade
      )`);
    await runner.query(
      'create index integration_targets_target_index on integration_targets (organization_id, kind, target_id)',
    );
  }

  private async createEvents(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table integration_events (
        id text not null,
        integration_id text not null,
        installation_id text,
        sequence bigint generated always as identity,
        type text not null,
        payload jsonb not null,
        state text not null,
        attempts integer not null default 0,
        due_at timestamptz(3) not null,
        failure text,
        logs jsonb not null default '[]',
        created_at timestamptz(3) not null,
        finished_at timestamptz(3),
        constraint integration_events_pkey primary key (id),
        constraint integration_events_state_check check (state in ('waiting', 'success', 'failed', 'dead')),
        constraint integration_events_integration_id_fkey
          foreign key (integration_id) references integrations (id) on delete cascade
      )`);
    await runner.query(
      'create index integration_events_list_index on integration_events (integration_id, created_at, id)',
    );
    await runner.query(
      `create index integration_events_queue_index on integration_events (installation_id, sequence)
       where state in ('waiting', 'failed')`,
    );
  }
}
