import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds the spaces whose merge rules are not those of the organization: in most organizations a few of many. */
export class SpacesWithOwnMergeRules1772000001140 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create index spaces_own_rules_index on spaces (organization_id, position, id)
      where deleted_at is null and merge_rules ->> 'type' <> 'inherit'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index spaces_own_rules_index');
  }
}
