import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Validators of servers for conditional requests to sources; and deleted specifications that pages still show. */
export class ExtendOpenApiSpecs1772000000550 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table openapi_specs
        add column source_etag text,
        add column source_last_modified text,
        add column deletion_id text`);
    // A specification that was deleted leaves its name to the next one.
    await runner.query('alter table openapi_specs drop constraint openapi_specs_slug_key');
    await runner.query(`
      create unique index openapi_specs_slug_key on openapi_specs (organization_id, slug)
      where deletion_id is null`);
    await runner.query(`
      create index openapi_specs_deleted_idx on openapi_specs (organization_id, slug)
      where deletion_id is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('delete from openapi_specs where deletion_id is not null');
    await runner.query('drop index openapi_specs_deleted_idx, openapi_specs_slug_key');
    await runner.query(
      'alter table openapi_specs add constraint openapi_specs_slug_key unique (organization_id, slug)',
    );
    await runner.query(`
      alter table openapi_specs
        drop column source_etag, drop column source_last_modified, drop column deletion_id`);
  }
}
