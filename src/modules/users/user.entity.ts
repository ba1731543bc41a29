import { Column, Entity, PrimaryColumn, Unique } from 'typeorm';

/** Somebody who does things, mostly a person; belongs to any number of organizations. */
@Entity('users')
@Unique('users_email_key', ['email'])
export class UserEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  /** `service` is what an installation of an integration acts as; no person. */
  @Column({ type: 'text', default: 'person' })
  kind: 'person' | 'service';

  /** Lower case. */
  @Column({ type: 'text' })
  email: string;

  @Column({ name: 'display_name', type: 'text' })
  displayName: string;

  @Column({ name: 'photo_url', type: 'text', nullable: true })
  photoUrl: string | null;

  /** When it was proven that the address is theirs; null: never. */
  @Column({ name: 'email_verified_at', type: 'timestamptz', precision: 3, nullable: true })
  emailVerifiedAt: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  /** Written some minutes apart, from the use of tokens. */
  @Column({ name: 'last_seen_at', type: 'timestamptz', precision: 3, nullable: true })
  lastSeenAt: Date | null;
}
