import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A link that was mailed, or handed, to somebody who wants to sign in. Good once, for a short time. */
@Entity('sign_in_links')
@Index('sign_in_links_organization_id_index', ['organizationId'], { where: 'organization_id is not null' })
@Index('sign_in_links_email_index', ['email'])
@Index('sign_in_links_expires_at_index', ['expiresAt'])
@Index('sign_in_links_user_id_index', ['userId'], { where: 'user_id is not null' })
export class SignInLinkEntity {
  @PrimaryColumn({ name: 'secret_hash', type: 'bytea' })
  secretHash: Buffer;

  /** In lower case. There may be no user with it yet. */
  @Column({ type: 'text' })
  email: string;

  /** The user whom it lets in whatever their address is, where it was handed over; null for a mailed one. */
  @Column({ name: 'user_id', type: 'text', nullable: true })
  userId: string | null;

  /** The only organization that it opens: its administrator made it; null for a mailed one, and one of an operator. */
  @Column({ name: 'organization_id', type: 'text', nullable: true })
  organizationId: string | null;

  /** Target path after the sign-in, below `/app/`. */
  @Column({ type: 'text' })
  next: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
