import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The pages that each member read lately; they follow their space to another organization, and end with it. */
export class CreateRecentPages1772000000941 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table recent_pages (
        organization_id text not null,
        space_id text not null,
        page_id text not null,
        user_id text not null references users (id) on delete cascade,
        title text not null,
        read_at timestamptz(3) not null,
        primary key (organization_id, space_id, page_id, user_id),
        foreign key (organization_id, space_id) references spaces (organization_id, id)
          on delete cascade on update cascade
      )`);
    await runner.query(
      'create index recent_pages_user_idx on recent_pages (organization_id, user_id, read_at)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table recent_pages');
  }
}
