import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-in that began here and has not come back. */
@Entity('oidc_requests')
@Index('oidc_requests_provider_id_index', ['providerId', 'expiresAt'])
export class OidcRequestEntity {
  @PrimaryColumn({ type: 'text' })
  state: string;

  @Column({ name: 'provider_id', type: 'text' })
  providerId: string;

  /** Hash of a secret that the browser has. */
  @Column({ name: 'browser_hash', type: 'bytea' })
  browserHash: Buffer;

  @Column({ type: 'text' })
  nonce: string;

  /** Verifier of PKCE. */
  @Column({ name: 'code_verifier', type: 'text' })
  codeVerifier: string;

  /** Target path after the sign-in, below `/app/`. */
  @Column({ type: 'text' })
  next: string;

  /** A test by an administrator, which starts no session. */
  @Column({ name: 'is_test', type: 'boolean' })
  isTest: boolean;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
