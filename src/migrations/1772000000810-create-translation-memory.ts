import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Earlier translations of texts, and glossaries of organizations. */
export class CreateTranslationMemory1772000000810 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table translation_memory (
        organization_id text not null references organizations (id) on delete cascade,
        key bytea not null,
        translation text not null,
        created_at timestamptz(3) not null,
        used_at timestamptz(3) not null,
        primary key (organization_id, key)
      )`);
    await runner.query('create index translation_memory_used on translation_memory (used_at)');
    await runner.query(`
      create table glossary_entries (
        organization_id text not null references organizations (id) on delete cascade,
        id text not null,
        translations jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (organization_id, id)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table glossary_entries, translation_memory');
  }
}
