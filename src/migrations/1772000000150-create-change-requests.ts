import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Change requests with their contributors, conflicts, reviews and requested reviewers. All follow their space when it is
 * purged or moves to another organization, by their foreign keys.
 */
export class CreateChangeRequests1772000000150 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table change_requests (
        organization_id text not null,
        id text not null,
        space_id text not null,
        number int not null,
        status text not null check (status in ('draft', 'open', 'archived', 'merged')),
        subject text not null,
        description jsonb,
        created_by text not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        revision_id text not null,
        snapshot text not null,
        revision_initial_id text not null,
        revision_merged_ancestor_id text,
        revision_merged_id text,
        merged_by text,
        merged_at timestamptz(3),
        primary key (organization_id, id),
        constraint change_requests_number_key unique (organization_id, space_id, number),
        foreign key (organization_id, space_id) references spaces (organization_id, id)
          on delete cascade on update cascade
      )`);
    await runner.query(
      `create index change_requests_space_idx on change_requests (organization_id, space_id, status, created_at, id)`,
    );
    await runner.query(
      `create index change_requests_status_idx on change_requests (organization_id, status, created_at, id)`,
    );
    await runner.query(
      `create index change_requests_creator_idx on change_requests (organization_id, created_by, created_at)`,
    );
    for (const statement of [CONTRIBUTORS, CONFLICTS, REVIEWS, REQUESTED_REVIEWERS]) {
      await runner.query(statement);
    }
    await runner.query(
      `create index change_request_contributors_user_idx on change_request_contributors (organization_id, user_id)`,
    );
    await runner.query(
      `create index change_request_reviews_request_idx on change_request_reviews (organization_id, change_request_id, created_at, id)`,
    );
    await runner.query(
      `create index change_request_requested_reviewers_user_idx on change_request_requested_reviewers (organization_id, user_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['requested_reviewers', 'reviews', 'conflicts', 'contributors']) {
      await runner.query(`drop table change_request_${table}`);
    }
    await runner.query('drop table change_requests');
  }
}

const BELOW_CHANGE_REQUEST = `foreign key (organization_id, change_request_id)
  references change_requests (organization_id, id) on delete cascade on update cascade`;

const CONTRIBUTORS = `
  create table change_request_contributors (
    organization_id text not null,
    change_request_id text not null,
    user_id text not null,
    count int not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, change_request_id, user_id),
    ${BELOW_CHANGE_REQUEST}
  )`;

const CONFLICTS = `
  create table change_request_conflicts (
    organization_id text not null,
    change_request_id text not null,
    id text not null,
    position int not null,
    kind text not null,
    place jsonb not null,
    "values" jsonb not null,
    choices text[] not null,
    fingerprint text not null,
    resolution text,
    resolved_by text,
    resolved_at timestamptz(3),
    primary key (organization_id, change_request_id, id),
    ${BELOW_CHANGE_REQUEST}
  )`;

const REVIEWS = `
  create table change_request_reviews (
    organization_id text not null,
    id text not null,
    change_request_id text not null,
    revision_id text not null,
    reviewer_id text not null,
    requested_by text,
    status text not null check (status in ('changes-requested', 'approved')),
    superseded boolean not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id),
    ${BELOW_CHANGE_REQUEST}
  )`;

const REQUESTED_REVIEWERS = `
  create table change_request_requested_reviewers (
    organization_id text not null,
    change_request_id text not null,
    user_id text not null,
    revision_id text not null,
    requested_by text not null,
    created_at timestamptz(3) not null,
    primary key (organization_id, change_request_id, user_id),
    ${BELOW_CHANGE_REQUEST}
  )`;
