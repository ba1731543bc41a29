import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Domains of blocks to search by, and integrations that are gone but for the events that say so. */
export class ExtendIntegrations1772000000610 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table integrations add column block_domains text[] not null default '{}',
         add column unpublished_at timestamptz(3)`,
    );
    await runner.query(
      'create index integrations_block_domains_index on integrations using gin (block_domains)',
    );
    await runner.query(
      'create index integration_installations_user_id_index on integration_installations (user_id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index integration_installations_user_id_index');
    await runner.query('alter table integrations drop column block_domains, drop column unpublished_at');
  }
}
