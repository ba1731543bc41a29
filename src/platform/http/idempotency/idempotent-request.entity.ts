import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A write that came with an `Idempotency-Key`, and the answer to it. */
@Entity('idempotent_requests')
@Index('idempotent_requests_caller_index', ['caller', 'createdAt'])
@Index('idempotent_requests_created_at_index', ['createdAt'])
export class IdempotentRequestEntity {
  /** SHA-256 of caller, method, path and key. */
  @PrimaryColumn({ type: 'bytea' })
  id: Buffer;

  /** The token, or the installation of an integration, that it was sent with. */
  @Column({ type: 'text' })
  caller: string;

  /** SHA-256 of query and body. */
  @Column({ type: 'bytea' })
  fingerprint: Buffer;

  /** Tells one try to carry it out from the next one. */
  @Column({ type: 'text' })
  attempt: string;

  /** Until then a process works on it; one that lives moves the time on. */
  @Column({ name: 'leased_until', type: 'timestamptz', precision: 3 })
  leasedUntil: Date;

  /** A transaction of the request was committed: it is not carried out again, whatever happens. */
  @Column({ name: 'is_committed', type: 'boolean' })
  isCommitted: boolean;

  /** Status of the answer; null until there is one. */
  @Column({ type: 'smallint', nullable: true })
  status: number | null;

  /** The answer, encrypted: it may hold a token. Null where it is too large to keep. */
  @Column({ type: 'bytea', nullable: true })
  answer: Buffer | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
