import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spaces that stay the same as a branch of a repository. */
export class CreateGitConnections1772000001240 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_connections (
        organization_id text not null,
        id text not null,
        space_id text not null,
        provider text not null,
        url text not null,
        branch text not null,
        folder text not null,
        priority text not null check (priority in ('git', 'bindery')),
        commit_message text,
        secret bytea,
        public_key text,
        host_key text,
        webhook_secret bytea not null,
        webhook_seen_at timestamptz(3),
        is_paused boolean not null,
        problem jsonb,
        failures int not null,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        synced_at timestamptz(3),
        next_look_at timestamptz(3) not null,
        base_snapshot text,
        base_commit text,
        base_layout jsonb,
        base_files jsonb,
        space_revision text,
        pushing jsonb,
        parked jsonb,
        constraint git_connections_pkey primary key (organization_id, id),
        constraint git_connections_space_key unique (organization_id, space_id),
        constraint git_connections_space_fkey foreign key (organization_id, space_id)
          references spaces (organization_id, id) on delete cascade on update cascade
      )`);
    await runner.query(
      'create index git_connections_next_look_idx on git_connections (next_look_at) where not is_paused',
    );
    await runner.query('alter table import_runs drop constraint import_runs_kind_check');
    await runner.query(
      `alter table import_runs add constraint import_runs_kind_check
         check (kind in ('upload', 'git-import', 'git-export', 'git-sync'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from import_runs where kind = 'git-sync'`);
    await runner.query('alter table import_runs drop constraint import_runs_kind_check');
    await runner.query(
      `alter table import_runs add constraint import_runs_kind_check
         check (kind in ('upload', 'git-import', 'git-export'))`,
    );
    await runner.query('drop table git_connections');
  }
}
