import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time when members were last seen, by organization, because one must not learn about activity in another. */
export class AddLastSeenToMembers1772000000541 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table organization_members add column last_seen_at timestamptz(3)');
    await runner.query(`
      update organization_members m set last_seen_at = u.last_seen_at from users u where u.id = m.user_id`);
    await runner.query(`
      create index organization_members_last_seen_at_index
        on organization_members (organization_id, last_seen_at, user_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index organization_members_last_seen_at_index');
    await runner.query('alter table organization_members drop column last_seen_at');
  }
}
