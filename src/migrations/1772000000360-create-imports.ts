import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files on their way in, and the imports of websites and files. Imports follow their space. */
export class CreateImports1772000000360 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const statement of [UPLOADS, CONTENT_IMPORTS, ITEMS, ...INDEXES]) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['content_import_items', 'content_imports', 'uploads'])
      await runner.query(`drop table ${table}`);
  }
}

const UPLOADS = `
  create table uploads (
    organization_id text not null,
    key text not null,
    kind text not null check (kind in ('customization_font', 'import_file', 'content_file')),
    name text not null,
    content_type text not null,
    size int not null,
    created_by text not null,
    created_at timestamptz(3) not null,
    expires_at timestamptz(3) not null,
    blob text,
    primary key (organization_id, key)
  )`;

const CONTENT_IMPORTS = `
  create table content_imports (
    organization_id text not null,
    id text not null,
    space_id text not null,
    change_request_id text,
    page_id text,
    actor_id text not null,
    source jsonb not null,
    status text not null check (status in ('pending', 'in-progress', 'completed', 'failed', 'cancelled')),
    attempts int not null,
    error text,
    landed_change_request_id text,
    revision_id text,
    created_at timestamptz(3) not null,
    started_at timestamptz(3),
    updated_at timestamptz(3) not null,
    ended_at timestamptz(3),
    primary key (organization_id, id),
    foreign key (organization_id, space_id) references spaces (organization_id, id)
      on delete cascade on update cascade
  )`;

const ITEMS = `
  create table content_import_items (
    organization_id text not null,
    import_id text not null,
    position int not null,
    source text not null,
    status text not null check (status in ('pending', 'completed', 'skipped', 'failed')),
    reason text,
    title text,
    page_id text,
    primary key (organization_id, import_id, position),
    foreign key (organization_id, import_id) references content_imports (organization_id, id)
      on delete cascade on update cascade
  )`;

const INDEXES = [
  'create index uploads_expires_idx on uploads (expires_at)',
  'create index uploads_blob_idx on uploads (organization_id, blob) where blob is not null',
  'create index content_imports_space_idx on content_imports (organization_id, space_id)',
  'create index content_imports_newest_idx on content_imports (organization_id, created_at, id)',
  `create index content_imports_open_idx on content_imports (updated_at) where status in ('pending', 'in-progress')`,
];
