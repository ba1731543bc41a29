import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['sign_in_links', 'user_passwords', 'passkeys'];

/** Links of administrators, and the passwords and passkeys that are chosen after them, open the administrator's organization alone. */
export class WaysInOfOneOrganization1772000001060 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // Nobody knows any more who made a link.
    await runner.query('delete from sign_in_links where user_id is not null');
    for (const table of TABLES) {
      await runner.query(`
        alter table ${table} add column organization_id text,
          add constraint ${table}_organization_id_fkey
            foreign key (organization_id) references organizations (id) on delete cascade`);
      await runner.query(
        `create index ${table}_organization_id_index on ${table} (organization_id) where organization_id is not null`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      // Without the column they would open everything.
      await runner.query(`delete from ${table} where organization_id is not null`);
      await runner.query(`alter table ${table} drop column organization_id`);
    }
  }
}
