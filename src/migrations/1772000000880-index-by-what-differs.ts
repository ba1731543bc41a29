import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Indexes on content begin with what differs from row to row, and not with the organization. Of an organization that the statistics do
 * not know yet, planners expect one row: then every index that begins with it is as good as the right one to them, and a page that is
 * looked for by its id was found by reading its whole organization through an index on something else.
 */
export class IndexByWhatDiffers1772000000880 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const [index, , columns] of INDEXES) await this.replace(runner, index, columns);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [index, columns] of INDEXES) await this.replace(runner, index, columns);
  }

  private async replace(runner: QueryRunner, index: string, columns: string): Promise<void> {
    await runner.query(`drop index ${index}`);
    await runner.query(`create index ${index} on ${columns}`);
  }
}

/** Name, and its table and columns before and after. */
const INDEXES: [index: string, before: string, after: string][] = [
  [
    'content_pages_parent_idx',
    'content_pages (organization_id, parent_id, space_id)',
    'content_pages (parent_id, space_id)',
  ],
  [
    'content_pages_path_idx',
    'content_pages (organization_id, md5(path), space_id)',
    'content_pages (md5(path), space_id)',
  ],
  [
    'content_pages_document_idx',
    'content_pages (organization_id, document_hash) where document_hash is not null',
    'content_pages (document_hash, organization_id) where document_hash is not null',
  ],
  [
    'content_entries_document_idx',
    'content_entries (organization_id, document_hash) where document_hash is not null',
    'content_entries (document_hash, organization_id) where document_hash is not null',
  ],
  [
    'content_revisions_space_idx',
    'content_revisions (organization_id, space_id, created_at desc, id desc)',
    'content_revisions (space_id, organization_id, created_at desc, id desc)',
  ],
  [
    'content_revisions_snapshot_idx',
    'content_revisions (organization_id, snapshot)',
    'content_revisions (snapshot, organization_id)',
  ],
  [
    'search_pages_source_idx',
    'search_pages (organization_id, source)',
    'search_pages (source, organization_id)',
  ],
];
