import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The hash of a token that was revoked before its end, for some time: whoever still sends the token is told. The database notes it. */
@Entity('revoked_tokens')
@Index('revoked_tokens_revoked_at_index', ['revokedAt'])
export class RevokedTokenEntity {
  @PrimaryColumn({ name: 'token_hash', type: 'bytea' })
  tokenHash: Buffer;

  @Column({ name: 'revoked_at', type: 'timestamptz', precision: 3 })
  revokedAt: Date;
}
