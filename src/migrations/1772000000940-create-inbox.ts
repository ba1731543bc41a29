import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The inbox: news of members, beside mail. Like a comment, an entry follows its space to another organization by one foreign
 * key and its change request and comment by others, which hold again at the commit.
 */
export class CreateInbox1772000000940 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table inbox_entries (
        organization_id text not null,
        id text not null,
        user_id text not null references users (id) on delete cascade,
        key text not null,
        kind text not null,
        space_id text not null,
        change_request_id text,
        comment_id text,
        actor_id text not null,
        created_at timestamptz(3) not null,
        read_at timestamptz(3),
        primary key (organization_id, id),
        constraint inbox_entries_key unique (organization_id, user_id, key),
        foreign key (organization_id, space_id) references spaces (organization_id, id)
          on delete cascade on update cascade,
        foreign key (organization_id, change_request_id) references change_requests (organization_id, id)
          on delete cascade on update cascade deferrable initially deferred,
        foreign key (organization_id, comment_id) references comments (organization_id, id)
          on delete cascade on update cascade deferrable initially deferred
      )`);
    for (const index of [
      'inbox_entries_user_idx on inbox_entries (organization_id, user_id, created_at, id)',
      'inbox_entries_unread_idx on inbox_entries (organization_id, user_id) where read_at is null',
      'inbox_entries_created_idx on inbox_entries (created_at)',
      // Foreign keys find the entries of what is deleted by these.
      'inbox_entries_space_idx on inbox_entries (organization_id, space_id)',
      'inbox_entries_request_idx on inbox_entries (organization_id, change_request_id) where change_request_id is not null',
      'inbox_entries_comment_idx on inbox_entries (organization_id, comment_id) where comment_id is not null',
    ])
      await runner.query(`create index ${index}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table inbox_entries');
  }
}
