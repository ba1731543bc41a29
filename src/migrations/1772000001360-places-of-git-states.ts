import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The paths that contents have in the commit of the last import or export. */
export class PlacesOfGitStates1772000001360 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_states add column places jsonb');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table git_states drop column places');
  }
}
