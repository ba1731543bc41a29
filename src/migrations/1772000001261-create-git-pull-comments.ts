import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Comments that are on a pull request and on its change request. */
export class CreateGitPullComments1772000001261 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table git_pull_comments (
        organization_id text not null,
        pull_id text not null,
        host_id text not null,
        comment_id text not null,
        parent_id text,
        constraint git_pull_comments_pkey primary key (organization_id, pull_id, host_id),
        constraint git_pull_comments_comment_key unique (organization_id, pull_id, comment_id),
        constraint git_pull_comments_pull_fkey foreign key (organization_id, pull_id)
          references git_pulls (organization_id, id) on delete cascade on update cascade
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table git_pull_comments');
  }
}
