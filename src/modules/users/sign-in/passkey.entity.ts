import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A passkey of somebody: the public half of a key that their device, or their password manager, keeps. */
@Entity('passkeys')
@Index('passkeys_organization_id_index', ['organizationId'], { where: 'organization_id is not null' })
@Index('passkeys_user_id_index', ['userId', 'createdAt'])
export class PasskeyEntity {
  /** Given by the authenticator, in base64url. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  /** COSE key. */
  @Column({ name: 'public_key', type: 'bytea' })
  publicKey: Buffer;

  /** Number of uses that the authenticator counts; 0 for ever where it counts none. */
  @Column({ type: 'bigint', transformer: { to: (value: number) => value, from: Number } })
  counter: number;

  @Column({ type: 'text', array: true })
  transports: string[];

  /** Given by its owner. */
  @Column({ type: 'text' })
  name: string;

  /** True where a password manager carries it to other devices. */
  @Column({ name: 'is_synced', type: 'boolean' })
  isSynced: boolean;

  /** The only organization that it opens: its administrator made the link after which it was added. */
  @Column({ name: 'organization_id', type: 'text', nullable: true })
  organizationId: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
