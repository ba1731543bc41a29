import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationRow } from '#platform/database/organization-rows.js';

/** A domain of the site's own, or a path of another website that hands requests on. A site claims one of each at most. */
export const ADDRESS_KINDS = ['hostname', 'proxy'] as const;
export type AddressKind = (typeof ADDRESS_KINDS)[number];

/**
 * Proofs that an organization may use an address: a DNS record, the answer of the website there, a parent domain that
 * the organization has proven, or the word of the operator. `kept` claims date from before proofs were required: they
 * count until another organization proves the address.
 */
export const ADDRESS_PROOFS = ['dns', 'http', 'held', 'operator', 'kept'] as const;
export type AddressProof = (typeof ADDRESS_PROOFS)[number];

/**
 * Result of the last check. `wrong`: the domain has a record with another value; `taken`: another site has proven the
 * address, or another organization a parent domain.
 */
export const ADDRESS_STATUSES = ['proven', 'missing', 'wrong', 'unanswered', 'taken'] as const;
export type AddressStatus = (typeof ADDRESS_STATUSES)[number];

/**
 * An address that a site wants to be read at. Any number of organizations may claim the same one; it counts for the one that proves it,
 * while it does, and a claim without proof keeps nobody from anything.
 */
@Entity('address_claims')
@Index('address_claims_address', ['address'])
@Index('address_claims_proven_key', ['address'], { unique: true, where: 'verified_at is not null' })
@Index('address_claims_hostname_key', ['organizationId', 'address'], {
  unique: true,
  where: "kind = 'hostname'",
})
export class AddressClaimEntity extends OrganizationRow {
  @PrimaryColumn({ name: 'site_id', type: 'text' })
  siteId: string;

  @PrimaryColumn({ type: 'text' })
  kind: AddressKind;

  /** Domain in lower case, with a path behind it where it is on another website: `docs.example.com`, `example.com/docs`. */
  @Column({ type: 'text' })
  address: string;

  /** Text that the domain's TXT record, or the website, must hold. */
  @Column({ type: 'text' })
  token: string;

  /** The last proof; null for a claim without one. */
  @Column({ type: 'text', nullable: true })
  proof: AddressProof | null;

  @Column({ type: 'text', nullable: true })
  status: AddressStatus | null;

  /** Findings of the last check where it was no proof: values of TXT records, and for a website its answer in words. */
  @Column({ type: 'text', array: true, nullable: true })
  found: string[] | null;

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
