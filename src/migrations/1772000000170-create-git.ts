import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Git repositories of spaces, and the runs of their imports and exports. All are deleted with their space. */
export class CreateGit1772000000170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_states (
        organization_id text not null,
        space_id text not null,
        snapshot text not null,
        config jsonb not null,
        url text,
        ref text,
        commit text,
        updated_at timestamptz(3) not null,
        primary key (organization_id, space_id),
        foreign key (organization_id, space_id) references spaces (organization_id, id)
          on delete cascade on update cascade
      )`);
    await runner.query(`
      create table import_runs (
        organization_id text not null,
        id text not null,
        space_id text not null,
        actor_id text not null,
        kind text not null check (kind in ('upload', 'git-import', 'git-export')),
        source text not null,
        input jsonb not null,
        secret text,
        state text not null check (state in ('running', 'success', 'failure')),
        stage text not null,
        done int not null,
        total int not null,
        attempts int not null,
        claimed_at timestamptz(3),
        error text,
        report jsonb,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        completed_at timestamptz(3),
        primary key (organization_id, id),
        foreign key (organization_id, space_id) references spaces (organization_id, id)
          on delete cascade on update cascade
      )`);
    await runner.query(
      `create index import_runs_space_idx on import_runs (organization_id, space_id, created_at, id)`,
    );
    await runner.query(
      `create index import_runs_running_idx on import_runs (updated_at) where state = 'running'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table import_runs');
    await runner.query('drop table git_states');
  }
}
