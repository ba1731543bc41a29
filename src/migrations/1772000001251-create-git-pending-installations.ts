import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Git Sync that was installed on a space, and has no repository yet; spaces know what they are synced with. */
export class CreateGitPendingInstallations1772000001251 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_pending_installations (
        organization_id text not null,
        id text not null,
        space_id text not null,
        provider text not null,
        settings jsonb not null,
        secret bytea,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint git_pending_installations_pkey primary key (organization_id, id),
        constraint git_pending_installations_space_key unique (organization_id, space_id),
        constraint git_pending_installations_space_fkey foreign key (organization_id, space_id)
          references spaces (organization_id, id) on delete cascade on update cascade
      )`);
    await runner.query(
      'create unique index git_pending_installations_id_key on git_pending_installations (id)',
    );
    await runner.query('alter table spaces add column git_sync jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table spaces drop column git_sync');
    await runner.query('drop table git_pending_installations');
  }
}
