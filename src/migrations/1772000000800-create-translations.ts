import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Translations of spaces, and each time they were run. */
export class CreateTranslations1772000000800 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [TRANSLATIONS, RUNS, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table translation_runs, translations');
  }
}

// Not bound to the space it makes: when that is gone for good, the next run makes another one.
const TRANSLATIONS = `
  create table translations (
    organization_id text not null,
    id text not null,
    source_space_id text not null,
    source_language text not null,
    language text not null,
    instructions jsonb not null,
    automatic boolean not null,
    on_sites boolean not null,
    space_id text,
    revision_id text,
    machine_revision_id text,
    stats jsonb not null,
    actor_id text not null,
    created_at timestamptz(3) not null,
    updated_at timestamptz(3) not null,
    primary key (organization_id, id),
    constraint translations_source_language_key unique (organization_id, source_space_id, language),
    foreign key (organization_id, source_space_id) references spaces (organization_id, id)
      on delete cascade on update cascade
  )`;

const RUNS = `
  create table translation_runs (
    organization_id text not null,
    id text not null,
    translation_id text not null,
    trigger text not null check (trigger in ('created', 'asked', 'instructions', 'automatic')),
    actor_id text,
    status text not null check (status in ('pending', 'running', 'completed', 'failed')),
    attempts int not null,
    beat_at timestamptz(3),
    done int not null,
    total int not null,
    report jsonb,
    error text,
    created_at timestamptz(3) not null,
    started_at timestamptz(3),
    ended_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, translation_id) references translations (organization_id, id)
      on delete cascade on update cascade
  )`;

const INDEXES = [
  'create index translations_newest_idx on translations (organization_id, created_at, id)',
  'create index translations_result_idx on translations (organization_id, space_id) where space_id is not null',
  'create index translation_runs_newest_idx on translation_runs (organization_id, translation_id, created_at, id)',
  // One works, and one waits: whatever is asked for meanwhile is left to that one.
  `create unique index translation_runs_open_key on translation_runs (organization_id, translation_id, status)
     where status in ('pending', 'running')`,
  `create index translation_runs_open_idx on translation_runs (created_at) where status in ('pending', 'running')`,
  'create index translation_runs_ended_idx on translation_runs (ended_at) where ended_at is not null',
];
