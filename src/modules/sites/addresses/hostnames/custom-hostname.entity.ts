import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What DNS said of a custom hostname when it was last asked; the contract's names. */
export type CustomHostnameStatus = 'dns_passed' | 'dns_no_cname' | 'dns_wrong_cname' | 'internal_error';

/** A domain that a site wants to be read under. It does only while the organization proves that the domain is its own. */
@Entity('custom_hostnames')
export class CustomHostname {
  @PrimaryColumn({ type: 'text' })
  hostname: string;

  @Column({ name: 'organization_id', type: 'text' })
  organizationId: string;

  @Column({ name: 'site_id', type: 'text' })
  siteId: string;

  /** What the domain's TXT record must say. */
  @Column({ type: 'text' })
  token: string;

  @Column({ type: 'text', nullable: true })
  status: CustomHostnameStatus | null;

  @Column({ name: 'checked_at', type: 'timestamptz', precision: 3, nullable: true })
  checkedAt: Date | null;

  /** Since when readers find the site there; null while they do not. */
  @Column({ name: 'verified_at', type: 'timestamptz', precision: 3, nullable: true })
  verifiedAt: Date | null;

  /** Since when the record of a verified hostname is missing. */
  @Column({ name: 'failing_since', type: 'timestamptz', precision: 3, nullable: true })
  failingSince: Date | null;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  createdAt: Date;
}
