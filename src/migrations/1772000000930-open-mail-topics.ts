import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The application knows the topics of mail and checks them; a new one needs no change of the table. */
export class OpenMailTopics1772000000930 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'alter table muted_mail_topics drop constraint if exists muted_mail_topics_topic_check',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `alter table muted_mail_topics add constraint muted_mail_topics_topic_check
         check (topic in ('invitations', 'reviews', 'mentions', 'discussions'))`,
    );
  }
}
