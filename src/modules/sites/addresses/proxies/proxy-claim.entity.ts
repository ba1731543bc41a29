import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * What proves that an organization may have an address: a DNS record, the answer of the website there, another address above it that
 * the organization has proven, or the word of whoever runs this server. `kept` are those from before proofs were asked for: they count
 * until somebody proves the address.
 */
export const PROXY_PROOFS = ['dns', 'http', 'held', 'operator', 'kept'] as const;
export type ProxyProof = (typeof PROXY_PROOFS)[number];

/** What the last look found; `taken` where another organization has proven the address, or one above it. */
export const PROXY_STATUSES = ['proven', 'missing', 'unanswered', 'taken'] as const;
export type ProxyStatus = (typeof PROXY_STATUSES)[number];

/** The address of another website that a site wants to be read at. It is while the organization proves that it may. */
@Entity('proxy_claims')
@Index('proxy_claims_address', ['address'])
@Index('proxy_claims_proven_key', ['address'], { unique: true, where: 'verified_at is not null' })
export class ProxyClaim {
  @PrimaryColumn({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  /** Domain in lower case and path, as in `example.com/docs`. */
  @Column({ type: 'text' })
  address: string;

  /** What the domain's TXT record, or the website, must say. */
  @Column({ type: 'text' })
  token: string;

  /** What proved it last; null while nothing did. */
  @Column({ type: 'text', nullable: true })
  proof: ProxyProof | null;

  @Column({ type: 'text', nullable: true })
  status: ProxyStatus | null;

  @Column({ name: 'checked_at', type: 'timestamptz', precision: 3, nullable: true })
  checkedAt: Date | null;

  /** Since when readers find the site there; null while they do not. */
  @Column({ name: 'verified_at', type: 'timestamptz', precision: 3, nullable: true })
  verifiedAt: Date | null;

  /** Since when the proof of a proven address is missing. */
  @Column({ name: 'failing_since', type: 'timestamptz', precision: 3, nullable: true })
  failingSince: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
