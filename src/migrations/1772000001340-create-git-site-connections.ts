import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Sites whose structure stays the same as a file in a repository, and the connections of their spaces. */
export class CreateGitSiteConnections1772000001340 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_site_connections (
        organization_id text not null,
        id text not null,
        site_id text not null,
        provider text not null,
        url text not null,
        branch text not null,
        folder text not null,
        priority text not null check (priority in ('git', 'bindery')),
        commit_message text,
        secret bytea,
        app_installation_id text,
        repository_id text,
        hook_id text,
        public_key text,
        host_key text,
        webhook_secret bytea not null,
        webhook_seen_at timestamptz(3),
        is_paused boolean not null,
        pull_requests text not null default 'preview',
        has_pull_comments boolean not null default false,
        problem jsonb,
        failures int not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        synced_at timestamptz(3),
        next_look_at timestamptz(3) not null,
        base_commit text,
        base_shape jsonb,
        keys jsonb not null,
        pushing jsonb,
        constraint git_site_connections_pkey primary key (organization_id, id),
        constraint git_site_connections_site_key unique (organization_id, site_id),
        constraint git_site_connections_site_fkey foreign key (organization_id, site_id)
          references sites (organization_id, id) on delete cascade
      )`);
    await this.createIndexes(runner);
    await this.createRuns(runner);
  }

  private async createIndexes(runner: QueryRunner): Promise<void> {
    await runner.query('create unique index git_site_connections_id_key on git_site_connections (id)');
    await runner.query(
      'create index git_site_connections_next_look_idx on git_site_connections (next_look_at) where not is_paused',
    );
    await runner.query(
      `create index git_site_connections_app_idx on git_site_connections (app_installation_id, repository_id)
         where app_installation_id is not null`,
    );
    await runner.query('alter table git_connections add column site_connection_id text');
    await runner.query(
      `create index git_connections_site_connection_idx on git_connections (organization_id, site_connection_id)
         where site_connection_id is not null`,
    );
  }

  private async createRuns(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_site_runs (
        organization_id text not null,
        id text not null,
        site_id text not null,
        actor_id text not null,
        source text not null,
        state text not null check (state in ('running', 'success', 'failure')),
        stage text not null,
        attempts int not null,
        claimed_at timestamptz(3),
        error text,
        report jsonb,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        completed_at timestamptz(3),
        constraint git_site_runs_pkey primary key (organization_id, id),
        constraint git_site_runs_site_fkey foreign key (organization_id, site_id)
          references sites (organization_id, id) on delete cascade
      )`);
    await runner.query(
      'create index git_site_runs_site_idx on git_site_runs (organization_id, site_id, created_at, id)',
    );
    await runner.query(
      `create index git_site_runs_running_idx on git_site_runs (updated_at) where state = 'running'`,
    );
    await runner.query(
      `create index git_site_runs_ended_idx on git_site_runs (completed_at) where state <> 'running'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from git_connections where site_connection_id is not null');
    await runner.query('alter table git_connections drop column site_connection_id');
    await runner.query('drop table git_site_runs');
    await runner.query('drop table git_site_connections');
  }
}
