import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { MailTopic } from './topics.js';

/** A topic that an address gets no mail about; topics are on unless they are here. */
@Entity('muted_mail_topics')
export class MutedMailTopicEntity {
  /** In lower case; need not be that of a user. */
  @PrimaryColumn({ type: 'text' })
  address: string;

  @PrimaryColumn({ type: 'text' })
  topic: MailTopic;

  @Column({ name: 'muted_at', type: 'timestamptz', precision: 3 })
  mutedAt: Date;
}
