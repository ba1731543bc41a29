import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The indexes of current pages by path and by parent, with the space last. To a planner without statistics, as after an
 * import, every index that begins with organization and space finds one page, and it read a whole space for a page by its id.
 */
export class OrderPageIndexes1772000000820 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.create(runner, 'organization_id, parent_id, space_id', 'organization_id, md5(path), space_id');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.create(runner, 'organization_id, space_id, parent_id', 'organization_id, space_id, md5(path)');
  }

  private async create(runner: QueryRunner, byParent: string, byPath: string): Promise<void> {
    await runner.query('drop index content_pages_parent_idx, content_pages_path_idx');
    await runner.query(`create index content_pages_parent_idx on content_pages (${byParent})`);
    await runner.query(`create index content_pages_path_idx on content_pages (${byPath})`);
  }
}
