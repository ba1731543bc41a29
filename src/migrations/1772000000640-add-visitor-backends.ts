import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Kind of sign-in for the visitors of a site: a service of the organization or an integration. */
export class AddVisitorBackends1772000000640 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table sites add column visitor_backend text not null default 'custom',
         add constraint sites_visitor_backend_check check (visitor_backend in ('custom', 'integration'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table sites drop column visitor_backend');
  }
}
