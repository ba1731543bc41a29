import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rows live for seconds, so nothing is lost with them when the server of the database crashes. */
export class ShowWhoEdits1772000000951 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      create unlogged table presences (
        text_id text not null,
        space_id text not null,
        change_request_id text not null,
        user_id text not null,
        client text not null,
        organization_id text not null,
        block text,
        selection jsonb,
        typing boolean not null,
        seen_at timestamptz(3) not null,
        constraint presences_pkey
          primary key (text_id, space_id, change_request_id, user_id, client, organization_id)
      ) with (fillfactor = 50)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table presences');
  }
}
