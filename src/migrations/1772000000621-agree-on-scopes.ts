import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Installations keep to the scopes that somebody agreed to, whatever later versions ask for. */
export class AgreeOnScopes1772000000621 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table integration_installations add column scopes text[]');
    await runner.query(
      'update integration_installations i set scopes = n.scopes from integrations n where n.id = i.integration_id',
    );
    await runner.query('alter table integration_installations alter column scopes set not null');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table integration_installations drop column scopes');
  }
}
