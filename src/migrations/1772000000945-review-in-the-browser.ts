import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages of change requests that users have viewed, and lists of change requests by their last change. */
export class ReviewInTheBrowser1772000000945 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table change_request_viewed_pages (
        organization_id text not null,
        change_request_id text not null,
        user_id text not null,
        page_id text not null,
        fingerprint text not null,
        viewed_at timestamptz(3) not null,
        primary key (organization_id, change_request_id, user_id, page_id),
        foreign key (organization_id, change_request_id) references change_requests (organization_id, id)
          on delete cascade on update cascade
      )`);
    await runner.query(
      'create index change_requests_space_updated_idx on change_requests (organization_id, space_id, updated_at, id)',
    );
    await runner.query(
      'create index change_requests_updated_idx on change_requests (organization_id, updated_at, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index change_requests_updated_idx');
    await runner.query('drop index change_requests_space_updated_idx');
    await runner.query('drop table change_request_viewed_pages');
  }
}
