import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Operators look after the whole installation, and what they do to it is noted. */
export class CreateOperators1772000001170 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table operators (
        user_id text not null,
        added_at timestamptz(3) not null,
        added_by text,
        constraint operators_pkey primary key (user_id),
        constraint operators_user_id_fkey foreign key (user_id) references users (id) on delete cascade
      )`);
    await runner.query(`
      create table installation_events (
        id uuid not null,
        occurred_at timestamptz(3) not null,
        action text not null,
        actor_type text not null,
        actor_id text not null,
        actor_label text,
        source text not null,
        request_id text,
        address text,
        target_type text not null,
        target_id text not null,
        target_label text,
        changes jsonb not null,
        constraint installation_events_pkey primary key (id)
      )`);
    await runner.query(
      'create index installation_events_occurred_at_index on installation_events (occurred_at, id)',
    );
    await this.nameFirst(runner);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table installation_events');
    await runner.query('drop table operators');
  }

  /**
   * The first start makes the first user and the first organization together, so whoever is both the oldest user and still an administrator
   * of the oldest organization holds the account of the first start. Administrators of other organizations are tenants. Where the two do not
   * fit, nobody is named: the command `bindery operator add` does it.
   */
  private async nameFirst(runner: QueryRunner): Promise<void> {
    await runner.query(`
      insert into operators (user_id, added_at)
      select m.user_id, now() from organization_members m
      where m.user_id = (select id from users where kind = 'person' order by created_at, id limit 1)
        and m.organization_id = (select id from organizations order by created_at, id limit 1)
        and m.role = 'admin' and not m.disabled`);
  }
}
