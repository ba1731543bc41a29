import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The number of all problems of a specification, of which the first are stored. */
export class CountSpecificationProblems1772000000910 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table openapi_specs add column last_error_count integer not null default 0');
    await runner.query('update openapi_specs set last_error_count = jsonb_array_length(last_errors)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table openapi_specs drop column last_error_count');
  }
}
