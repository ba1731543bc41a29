import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What mail addresses turned off. No foreign key: whoever is invited is no user yet. */
export class CreateMutedMailTopics1772000000560 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table muted_mail_topics (
        address text not null,
        topic text not null check (topic in ('invitations', 'reviews', 'mentions', 'discussions')),
        muted_at timestamptz(3) not null,
        primary key (address, topic)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table muted_mail_topics');
  }
}
