import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Instructions of organizations for agents; and a counter of changes that the readers of all sites of an organization
 * can see.
 */
export class CreateAgentInstructions1772000000540 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table agent_instructions (
        organization_id text not null,
        document jsonb not null,
        updated_at timestamptz(3) not null,
        updated_by text not null,
        constraint agent_instructions_pkey primary key (organization_id),
        constraint agent_instructions_organization_id_fkey
          foreign key (organization_id) references organizations (id) on delete cascade
      )`);
    await runner.query('alter table organizations add column public_version integer not null default 1');
    await runner.query('alter table organizations alter column public_version drop default');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table organizations drop column public_version');
    await runner.query('drop table agent_instructions');
  }
}
