import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The user who deleted a space, for the list of deleted spaces, and the index of that list. */
export class BinOfSpaces1772000001160 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table spaces add column deleted_by text');
    await runner.query(`
      update spaces s set deleted_by = (
        select e.actor_id from audit_events e
        where e.organization_id = s.organization_id and e.target_id = s.id and e.action = 'space.deleted' and e.actor_type = 'user'
        order by e.occurred_at desc limit 1)
      where s.deleted_at is not null`);
    await runner.query(
      `create index spaces_bin_index on spaces (organization_id, deleted_at, id) where deleted_at is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index spaces_bin_index');
    await runner.query('alter table spaces drop column deleted_by');
  }
}
