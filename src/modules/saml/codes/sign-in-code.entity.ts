import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { Proof } from '#platform/http/actor.js';
import type { Scope } from '#platform/http/scopes.js';

/** A code that a program exchanges once for a token that can do what the session it was shown in can do. */
@Entity('sign_in_codes')
@Index('sign_in_codes_token_id_index', ['tokenId'])
export class SignInCodeEntity {
  @PrimaryColumn({ name: 'code_hash', type: 'bytea' })
  codeHash: Buffer;

  @Column({ name: 'user_id', type: 'text' })
  userId: string;

  /** The session; the code ends with it. */
  @Column({ name: 'token_id', type: 'text' })
  tokenId: string;

  @Column({ type: 'text', array: true, nullable: true })
  scopes: Scope[] | null;

  @Column({ type: 'text' })
  proof: Proof;

  @Column({ name: 'sso_organization_id', type: 'text', nullable: true })
  ssoOrganizationId: string | null;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  expiresAt: Date;
}
