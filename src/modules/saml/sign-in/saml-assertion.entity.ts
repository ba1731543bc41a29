import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An assertion that was taken, kept for as long as it could be sent again. */
@Entity('saml_assertions')
export class SamlAssertionEntity {
  @PrimaryColumn({ name: 'provider_id', type: 'text' })
  providerId: string;

  @PrimaryColumn({ name: 'assertion_id', type: 'text' })
  assertionId: string;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
