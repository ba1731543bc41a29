import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A sign-in that began here and has not come back. */
@Entity('saml_requests')
@Index('saml_requests_provider_id_index', ['providerId', 'expiresAt'])
export class SamlRequestEntity {
  /** The ID of the AuthnRequest. */
  @PrimaryColumn({ type: 'text' })
  id: string;

  @Column({ name: 'provider_id', type: 'text' })
  providerId: string;

  /** Hash of a secret that the browser has; null where it could not keep one. */
  @Column({ name: 'browser_hash', type: 'bytea', nullable: true })
  browserHash: Buffer | null;

  /** Target path after the sign-in, below `/app/`. */
  @Column({ type: 'text' })
  next: string;

  /** A test by an administrator, which starts no session. */
  @Column({ name: 'is_test', type: 'boolean', default: false })
  isTest: boolean;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
