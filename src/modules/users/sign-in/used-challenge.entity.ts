import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge that a passkey has answered, kept until it would have expired: it counts once. */
@Entity('used_challenges')
@Index('used_challenges_expires_at_index', ['expiresAt'])
export class UsedChallengeEntity {
  @PrimaryColumn({ type: 'text' })
  challenge: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
