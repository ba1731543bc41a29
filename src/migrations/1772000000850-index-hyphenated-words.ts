import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pages are found by `email` where they write `e-mail`: their vectors are made once more, in jobs after the start. */
export class IndexHyphenatedWords1772000000850 implements MigrationInterface {
  readonly name = 'IndexHyphenatedWords1772000000850';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'insert into search_backlog (organization_id, space_id) select organization_id, id from spaces on conflict do nothing',
    );
  }

  /** The vectors have more words than before, which does no harm. */
  down(): Promise<void> {
    return Promise.resolve();
  }
}
