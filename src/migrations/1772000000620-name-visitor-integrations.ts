import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Spaces say which integration signs in the visitors of the site that shows them. */
export class NameVisitorIntegrations1772000000620 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table spaces add column published_integration text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table spaces drop column published_integration');
  }
}
