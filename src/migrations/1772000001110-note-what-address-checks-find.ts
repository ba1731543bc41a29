import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Checks of addresses note what they found in place of the proof, so that pages can show it beside what is expected. */
export class NoteWhatAddressChecksFind1772000001110 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table address_claims add column found text[]');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table address_claims drop column found');
  }
}
