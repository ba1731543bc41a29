import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A browser in which somebody signed in before, by the hash of a secret that its cookie holds. */
@Entity('known_browsers')
@Index('known_browsers_seen_at_index', ['seenAt'])
export class KnownBrowserEntity {
  @PrimaryColumn({ name: 'user_id', type: 'text' })
  userId: string;

  @PrimaryColumn({ name: 'secret_hash', type: 'bytea' })
  secretHash: Buffer;

  /** The last sign-in with it. */
  @Column({ name: 'seen_at', type: 'timestamptz', precision: 3 })
  seenAt: Date;
}
