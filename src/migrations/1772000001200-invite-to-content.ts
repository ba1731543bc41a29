import type { MigrationInterface, QueryRunner } from 'typeorm';

const TARGETS = [
  ['space', 'spaces'],
  ['collection', 'collections'],
  ['site', 'sites'],
] as const;

/** Invitations by mail lead to a space, collection or site too: an address may have one for each of them. */
export class InviteToContent1772000001200 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table invitations add column space_id text, add column collection_id text, add column site_id text,
        drop constraint invitations_email_key`);
    for (const [name, table] of TARGETS) {
      await runner.query(`
        alter table invitations add constraint invitations_${name}_fkey foreign key (organization_id, ${name}_id)
          references ${table} (organization_id, id) on update cascade on delete cascade`);
      await runner.query(
        `create index invitations_${name}_index on invitations (organization_id, ${name}_id, created_at, id)
         where ${name}_id is not null`,
      );
    }
    await runner.query(`
      alter table invitations
        add constraint invitations_email_key
          unique nulls not distinct (organization_id, email, space_id, collection_id, site_id),
        add constraint invitations_target_check check (
          num_nonnulls(space_id, collection_id, site_id) = 0
          or (num_nonnulls(space_id, collection_id, site_id) = 1 and role is not null and not sso))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from invitations where num_nonnulls(space_id, collection_id, site_id) > 0');
    await runner.query(`
      alter table invitations drop column space_id, drop column collection_id, drop column site_id`);
    await runner.query(
      'alter table invitations add constraint invitations_email_key unique (organization_id, email)',
    );
  }
}
