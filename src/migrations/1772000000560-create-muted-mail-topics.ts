import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Mail topics that addresses turned off. A foreign key is missing on purpose, because invited people are not users yet.
 */
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
