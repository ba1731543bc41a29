import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link that was mailed to somebody who wants to sign in. Good once, for some minutes. */
@Entity('sign_in_links')
@Index('sign_in_links_email_index', ['email'])
@Index('sign_in_links_expires_at_index', ['expiresAt'])
export class SignInLinkEntity {
  @PrimaryColumn({ name: 'secret_hash', type: 'bytea' })
  secretHash: Buffer;

  /** In lower case. There may be no user with it yet. */
  @Column({ type: 'text' })
  email: string;

  /** Target path after the sign-in, below `/app/`. */
  @Column({ type: 'text' })
  next: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
