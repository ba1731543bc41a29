import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pull requests of connected repositories. */
export class CreateGitPulls1772000001260 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_connections
        add column pull_requests text not null default 'preview'
          check (pull_requests in ('off', 'preview', 'change-request')),
        add column has_pull_comments boolean not null default false`);
    await runner.query(`
      create table git_pulls (
        organization_id text not null,
        id text not null,
        connection_id text not null,
        space_id text not null,
        number int not null,
        title text not null,
        author text not null,
        url text not null,
        is_fork boolean not null,
        state text not null check (state in ('open', 'merged', 'closed')),
        host_updated text not null default '',
        head text,
        main_snapshot text,
        revision_id text,
        has_other_files boolean not null default false,
        change_request_id text,
        is_request_archived boolean not null default false,
        problem text,
        comment_id text,
        told text,
        host_problem text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint git_pulls_pkey primary key (organization_id, id),
        constraint git_pulls_number_key unique (organization_id, connection_id, number),
        constraint git_pulls_connection_fkey foreign key (organization_id, connection_id)
          references git_connections (organization_id, id) on delete cascade on update cascade
      )`);
    await runner.query(
      `create index git_pulls_change_request_idx on git_pulls (organization_id, change_request_id)
         where change_request_id is not null`,
    );
    await runner.query('create index git_pulls_space_idx on git_pulls (organization_id, space_id, number)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table git_pulls');
    await runner.query(
      'alter table git_connections drop column pull_requests, drop column has_pull_comments',
    );
  }
}
