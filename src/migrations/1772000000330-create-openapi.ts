import type { MigrationInterface, QueryRunner } from 'typeorm';

/** OpenAPI specifications of organizations, and a version for each content that a specification ever had. */
export class CreateOpenApi1772000000330 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table openapi_specs (
        organization_id text not null references organizations (id) on delete cascade,
        id text not null,
        slug text not null,
        source_url text,
        source_text text,
        source_number int not null,
        processing_state text not null check (processing_state in ('pending', 'progress', 'complete')),
        visibility text not null check (visibility in ('private', 'public')),
        last_version_id text,
        last_processed_at timestamptz(3),
        last_error_code text check (last_error_code in ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
        last_errors jsonb not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint openapi_specs_pkey primary key (organization_id, id),
        constraint openapi_specs_slug_key unique (organization_id, slug),
        check ((source_url is null) <> (source_text is null))
      )`);
    await runner.query(`
      create index openapi_specs_refresh_idx on openapi_specs (last_processed_at)
      where source_url is not null`);
    await runner.query(`
      create table openapi_versions (
        organization_id text not null,
        id text not null,
        spec_id text not null,
        source_hash text not null,
        source text not null,
        specification text not null,
        created_at timestamptz(3) not null,
        constraint openapi_versions_pkey primary key (organization_id, id),
        foreign key (organization_id, spec_id) references openapi_specs (organization_id, id) on delete cascade
      )`);
    await runner.query(
      'create index openapi_versions_spec_idx on openapi_versions (organization_id, spec_id, id)',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table openapi_versions');
    await runner.query('drop table openapi_specs');
  }
}
