import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The id with a letter for its first digit, in the order of the digits. */
const lettered = (id: string): string =>
  `translate(left(${id}, 1), '0123456789', 'ABCDEFGHIJ') || substr(${id}, 2)`;

/** Columns that hold ids of sections or of their groups. */
const COLUMNS = [
  ['site_section_groups', 'id'],
  ['site_section_groups', 'parent_id'],
  ['site_sections', 'id'],
  ['site_sections', 'group_id'],
  ['site_spaces', 'section_id'],
  ['site_external_links', 'group_id'],
  ['site_events', 'site_section_id'],
] as const;

/**
 * Ids of sections and of their groups begin with a letter: pages of other renderers use them as selectors of CSS, in which no
 * id may begin with a digit. The server still knows them by the ids that they had.
 */
export class LetterSectionIds1772000000890 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const references = (await runner.query(`
      select conrelid::regclass::text as "table", quote_ident(conname) as name from pg_constraint
      where contype = 'f' and confrelid in ('site_sections'::regclass, 'site_section_groups'::regclass)`)) as {
      table: string;
      name: string;
    }[];
    for (const { table, name } of references)
      await runner.query(`alter table ${table} alter constraint ${name} deferrable`);
    await runner.query('set constraints all deferred');
    // Cached pages and look-ups have the former ids.
    await runner.query(`
      update sites s set version = version + 1 where exists (
        select from site_sections c where c.organization_id = s.organization_id and c.site_id = s.id and c.id ~ '^[0-9]')`);
    for (const [table, column] of COLUMNS)
      await runner.query(`update ${table} set ${column} = ${lettered(column)} where ${column} ~ '^[0-9]'`);
    await runner.query(`
      update site_redirects
      set destination = jsonb_set(destination, '{siteSectionId}', to_jsonb(${lettered(`(destination ->> 'siteSectionId')`)}))
      where destination ->> 'siteSectionId' ~ '^[0-9]'`);
    await runner.query('set constraints all immediate');
    for (const { table, name } of references)
      await runner.query(`alter table ${table} alter constraint ${name} not deferrable`);
  }

  /** Ids with a letter were always valid, so they stay. */
  async down(): Promise<void> {}
}
