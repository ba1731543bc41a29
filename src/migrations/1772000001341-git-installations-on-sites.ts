import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Git Sync that was installed on a site, and has no repository yet. */
export class GitInstallationsOnSites1772000001341 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_pending_installations alter column space_id drop not null');
    await runner.query('alter table git_pending_installations add column site_id text');
    await runner.query(
      'alter table git_pending_installations add constraint git_pending_installations_site_key unique (organization_id, site_id)',
    );
    await runner.query(
      `alter table git_pending_installations add constraint git_pending_installations_site_fkey
         foreign key (organization_id, site_id) references sites (organization_id, id) on delete cascade`,
    );
    await runner.query(
      `alter table git_pending_installations add constraint git_pending_installations_target_check
         check (num_nonnulls(space_id, site_id) = 1)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from git_pending_installations where space_id is null');
    await runner.query('alter table git_pending_installations drop column site_id');
    await runner.query('alter table git_pending_installations alter column space_id set not null');
  }
}
