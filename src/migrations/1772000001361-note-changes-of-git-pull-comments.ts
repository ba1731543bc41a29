import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Says of each comment of a pull request on which side it was written, and which text of it is in both places. */
export class NoteChangesOfGitPullComments1772000001361 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table git_pull_comments
        add column is_ours boolean not null default true,
        add column said text`);
    // Comments of hosts begin with a line that says so.
    await runner.query(`
      update git_pull_comments s set is_ours = false from comments c
      where c.organization_id = s.organization_id and c.id = s.comment_id and c.parent_id is null
        and c.body #>> '{nodes,0,nodes,0,leaves,0,text}' like '% wrote on the pull request%'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_pull_comments drop column is_ours, drop column said');
  }
}
