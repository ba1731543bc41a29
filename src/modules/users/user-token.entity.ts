import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { Proof } from '#platform/http/actor.js';

/** A personal token; only the hash of its text is kept. */
@Entity('user_tokens')
@Unique('user_tokens_token_hash_key', ['tokenHash'])
@Index('user_tokens_user_id_index', ['userId', 'createdAt'])
@Index('user_tokens_expires_at_index', ['expiresAt'])
export class UserTokenEntity {
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  @Column({ name: 'token_hash', type: 'bytea' })
  tokenHash: Buffer;

  @Column({ type: 'text' })
  label: string;

  /** Null: everything its user may do. */
  @Column({ type: 'text', array: true, nullable: true })
  scopes: string[] | null;

  /** The token it was made from, for sessions of browsers: they end with it. */
  @Column({ name: 'parent_id', type: 'text', nullable: true })
  parentId: string | null;

  @Column({ name: 'is_session', type: 'boolean' })
  isSession: boolean;

  /** Proof of the holder's identity. */
  @Column({ type: 'text' })
  proof: Proof;

  /** The only organization it is good for: its identity provider or administrator vouched for the holder. */
  @Column({ name: 'sso_organization_id', type: 'text', nullable: true })
  ssoOrganizationId: string | null;

  /** The browser of a session, as it names itself, and the network address that it came from. */
  @Column({ name: 'user_agent', type: 'text', nullable: true })
  userAgent: string | null;

  @Column({ type: 'text', nullable: true })
  address: string | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  expiresAt: Date | null;

  /** Written some minutes apart, not on every request. */
  @Column({ name: 'last_used_at', type: 'timestamptz', precision: 3, nullable: true })
  lastUsedAt: Date | null;
}
