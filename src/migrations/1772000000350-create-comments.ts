import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Comments with their replies and reactions, who commented on change requests, and which mails were sent.
 *
 * A comment follows its space to another organization by one foreign key and its change request by another. Whichever
 * comes first, the other one holds again only when both are through: that check waits for the commit.
 */
export class CreateComments1772000000350 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [COMMENTS, ...INDEXES, REACTIONS, SENT_MAILS]) await runner.query(statement);
    await runner.query(`create index sent_mails_sent_idx on sent_mails (sent_at)`);
    await runner.query(`alter table change_requests add column comments_open int not null default 0`);
    await runner.query(`
      alter table change_request_contributors
        add column action_type text not null default 'edit' check (action_type in ('edit', 'comment')),
        drop constraint change_request_contributors_pkey,
        add primary key (organization_id, change_request_id, user_id, action_type)`);
    await runner.query(`alter table change_request_contributors alter column action_type drop default`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`delete from change_request_contributors where action_type = 'comment'`);
    await runner.query(`
      alter table change_request_contributors
        drop column action_type,
        add primary key (organization_id, change_request_id, user_id)`);
    await runner.query(`alter table change_requests drop column comments_open`);
    for (const table of ['sent_mails', 'comment_reactions', 'comments'])
      await runner.query(`drop table ${table}`);
  }
}

const COMMENTS = `
  create table comments (
    organization_id text not null,
    id text not null,
    space_id text not null,
    change_request_id text,
    parent_id text,
    review_id text,
    body jsonb not null,
    mentions text[] not null,
    target jsonb,
    page_id text,
    revision_id text not null,
    posted_by text not null,
    posted_at timestamptz(3) not null,
    edited_at timestamptz(3),
    resolved_at timestamptz(3),
    resolved_by text,
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references spaces (organization_id, id)
      on delete cascade on update cascade,
    foreign key (organization_id, change_request_id) references change_requests (organization_id, id)
      on delete cascade on update cascade deferrable initially deferred,
    foreign key (organization_id, parent_id) references comments (organization_id, id)
      on delete cascade on update cascade deferrable initially deferred
  )`;

const INDEXES = [
  `create index comments_space_idx on comments (organization_id, space_id, posted_at, id)
    where parent_id is null and change_request_id is null`,
  `create index comments_request_idx on comments (organization_id, change_request_id, posted_at, id)
    where parent_id is null and change_request_id is not null`,
  `create index comments_replies_idx on comments (organization_id, parent_id, posted_at, id)
    where parent_id is not null`,
  `create index comments_review_idx on comments (organization_id, review_id) where review_id is not null`,
  `create index comments_place_idx on comments (organization_id, space_id, change_request_id, posted_by)`,
];

const REACTIONS = `
  create table comment_reactions (
    organization_id text not null,
    comment_id text not null,
    emoji text not null,
    user_id text not null,
    reacted_at timestamptz(3) not null,
    primary key (organization_id, comment_id, emoji, user_id),
    foreign key (organization_id, comment_id) references comments (organization_id, id)
      on delete cascade on update cascade
  )`;

const SENT_MAILS = `
  create table sent_mails (
    key text not null constraint sent_mails_pkey primary key,
    sent_at timestamptz(3) not null
  )`;
