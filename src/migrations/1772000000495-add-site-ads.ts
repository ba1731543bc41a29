import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Settings of a site about showing ads. */
export class AddSiteAds1772000000495 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sites add column ads_topic text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sites drop column ads_topic');
  }
}
