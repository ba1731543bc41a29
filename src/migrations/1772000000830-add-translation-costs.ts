import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Cost of translation runs, including failed ones. Until now only the reports of successful runs had it. */
export class AddTranslationCosts1772000000830 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table translation_runs add column requests int not null default 0,
         add column prompt_tokens int not null default 0, add column completion_tokens int not null default 0`,
    );
    await runner.query(
      `update translation_runs set requests = (report->>'requests')::int,
         prompt_tokens = (report->>'promptTokens')::int, completion_tokens = (report->>'completionTokens')::int
       where report is not null`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table translation_runs drop column requests, drop column prompt_tokens, drop column completion_tokens',
    );
  }
}
