import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A mail that went out, so that a job that runs twice does not send it twice. */
@Entity('sent_mails')
@Index('sent_mails_sent_idx', ['sentAt'])
export class SentMailEntity {
  @PrimaryColumn({ type: 'text' })
  key: string;

  @Column({ name: 'sent_at', type: 'timestamptz', precision: 3 })
  sentAt: Date;
}
