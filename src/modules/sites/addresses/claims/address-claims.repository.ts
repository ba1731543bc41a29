import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import {
  AddressClaimEntity,
  type AddressKind,
  type AddressProof,
  type AddressStatus,
} from './address-claim.entity.js';
import type { AddressCheck } from './address-claim.state.js';

interface Row {
  organization_id: string;
  site_id: string;
  kind: AddressKind;
  address: string;
  token: string;
  proof: AddressProof | null;
  status: AddressStatus | null;
  found: string[] | null;
  checked_at: Date | null;
  verified_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

type SiteAndKind = Pick<AddressClaimEntity, 'organizationId' | 'siteId' | 'kind'>;

/** Every query on the addresses that sites claim. */
@Injectable()
export class AddressClaimsRepository {
  constructor(private readonly db: Database) {}

  async find({ organizationId, siteId, kind }: SiteAndKind): Promise<AddressClaimEntity | null> {
    const sql = 'select * from address_claims where organization_id = $1 and site_id = $2 and kind = $3';
    const [row] = await this.db.query<Row>(sql, [organizationId, siteId, kind]);
    return row ? toClaim(row) : null;
  }

  /** Claims of the domain by these organizations, the proven one first; one for each organization at most. */
  async listHostname(hostname: string, organizationIds: readonly string[]): Promise<AddressClaimEntity[]> {
    const sql = `select * from address_claims where kind = 'hostname' and address = $1 and organization_id = any($2::text[])
      order by verified_at is null, created_at, site_id`;
    return (await this.db.query<Row>(sql, [hostname, organizationIds])).map(toClaim);
  }

  /** Text with which a site proves its claim of an address on another website; null for a site without such a claim. */
  async findToken(hostname: string, basename: string): Promise<string | null> {
    const sql = `select c.token from address_claims c
      join sites s on s.organization_id = c.organization_id and s.id = c.site_id
      join organizations o on o.id = s.organization_id
      where o.hostname = $1 and s.basename = $2 and c.kind = 'proxy'`;
    return this.db.queryValue<string>(sql, [hostname, basename]);
  }

  /** Proven claims of these addresses. */
  async listProvenAt(addresses: readonly string[]): Promise<AddressClaimEntity[]> {
    const sql = 'select * from address_claims where address = any($1::text[]) and verified_at is not null';
    return (await this.db.query<Row>(sql, [addresses])).map(toClaim);
  }

  /** Claims that were kept without a proof, by other organizations, of this address and of those below it. */
  async listKeptFrom(address: string, organizationId: string): Promise<AddressClaimEntity[]> {
    const sql = `select * from address_claims where proof = 'kept' and verified_at is not null and organization_id <> $2
      and (address = $1 or starts_with(address, $1 || '/'))`;
    return (await this.db.query<Row>(sql, [address, organizationId])).map(toClaim);
  }

  /** Until the transaction ends, nobody else decides who has which address on this domain. */
  async lockDomain(domain: string): Promise<void> {
    await this.db.query(`select pg_advisory_xact_lock(hashtext('addresses ' || $1))`, [domain]);
  }

  /** @returns false when another site of the organization claims the domain. */
  async insert({
    organizationId,
    siteId,
    kind,
    address,
    token,
    createdAt,
  }: AddressClaimEntity): Promise<boolean> {
    const sql = `insert into address_claims (organization_id, site_id, kind, address, token, created_at)
      values ($1, $2, $3, $4, $5, $6) on conflict (organization_id, address) where kind = 'hostname' do nothing`;
    const values = [organizationId, siteId, kind, address, token, createdAt];
    return (await this.db.execute(sql, values)) > 0;
  }

  async delete({ organizationId, siteId, kind }: SiteAndKind): Promise<void> {
    const sql = 'delete from address_claims where organization_id = $1 and site_id = $2 and kind = $3';
    await this.db.execute(sql, [organizationId, siteId, kind]);
  }

  /** @returns false when it is not the claim that was checked any more, or was proven or taken away meanwhile. */
  async update(claim: AddressClaimEntity, check: AddressCheck): Promise<boolean> {
    const sql = `update address_claims
      set proof = $5, status = $6, checked_at = $7, verified_at = $8, failing_since = $9, found = $11
      where organization_id = $1 and site_id = $2 and kind = $3 and token = $4 and verified_at is not distinct from $10`;
    const { organizationId, siteId, kind, token } = claim;
    const { proof, status, found, checkedAt, verifiedAt, failingSince } = check;
    const key = [organizationId, siteId, kind, token];
    const values = [...key, proof, status, checkedAt, verifiedAt, failingSince, claim.verifiedAt, found];
    return (await this.db.execute(sql, values)) > 0;
  }

  /** Claims whose proof is to be checked: organizations take turns, and the claim checked longest ago comes first. */
  async listDue(
    before: { fresh: Date; claimed: Date; proven: Date },
    limit: number,
  ): Promise<AddressClaimEntity[]> {
    const sql = `select c.* from (
        select *, row_number() over (partition by organization_id order by checked_at nulls first, address, site_id) as turn
        from address_claims where case
          when verified_at is null then created_at > $2 and (checked_at is null or checked_at <= $1)
          when failing_since is not null then checked_at <= $1
          else checked_at is null or checked_at <= $3 end) c
      order by turn, checked_at nulls first, organization_id limit $4`;
    const rows = await this.db.query<Row>(sql, [before.fresh, before.claimed, before.proven, limit]);
    return rows.map(toClaim);
  }
}

function toClaim(row: Row): AddressClaimEntity {
  return Object.assign(new AddressClaimEntity(), {
    organizationId: row.organization_id,
    siteId: row.site_id,
    kind: row.kind,
    address: row.address,
    token: row.token,
    proof: row.proof,
    status: row.status,
    found: row.found,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  });
}
