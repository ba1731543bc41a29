import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { ProxyClaim, type ProxyProof, type ProxyStatus } from './proxy-claim.entity.js';
import type { ProxyCheck } from './proxy-claim.state.js';

interface Row {
  organization_id: string;
  site_id: string;
  address: string;
  token: string;
  proof: ProxyProof | null;
  status: ProxyStatus | null;
  checked_at: Date | null;
  verified_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

/** Every query on the addresses that sites claim on other websites. */
@Injectable()
export class ProxyClaimsRepository {
  constructor(private readonly db: Database) {}

  async findOfSite(organizationId: string, siteId: string): Promise<ProxyClaim | null> {
    const sql = 'select * from proxy_claims where organization_id = $1 and site_id = $2';
    const [row] = await this.db.query<Row>(sql, [organizationId, siteId]);
    return row ? toClaim(row) : null;
  }

  /** What a site with these names has to say to prove its claim; null without one. */
  async findToken(hostname: string, basename: string): Promise<string | null> {
    const sql = `select p.token from proxy_claims p join sites s on s.organization_id = p.organization_id and s.id = p.site_id
      join organizations o on o.id = s.organization_id where o.hostname = $1 and s.basename = $2`;
    const [row] = await this.db.query<{ token: string }>(sql, [hostname, basename]);
    return row?.token ?? null;
  }

  /** Proven claims of these addresses. */
  async listProvenAt(addresses: readonly string[]): Promise<ProxyClaim[]> {
    const sql = 'select * from proxy_claims where address = any($1::text[]) and verified_at is not null';
    return (await this.db.query<Row>(sql, [addresses])).map(toClaim);
  }

  /** Claims that were kept without a proof, by other organizations, of this address and of those below it. */
  async listKeptFrom(address: string, organizationId: string): Promise<ProxyClaim[]> {
    const sql = `select * from proxy_claims where proof = 'kept' and verified_at is not null and organization_id <> $2
      and (address = $1 or starts_with(address, $1 || '/'))`;
    return (await this.db.query<Row>(sql, [address, organizationId])).map(toClaim);
  }

  /** Organizations that have proven the domain as the custom hostname of a site. */
  async listHoldersOf(domain: string): Promise<string[]> {
    const sql =
      'select organization_id from custom_hostnames where hostname = $1 and verified_at is not null';
    const rows = await this.db.query<{ organization_id: string }>(sql, [domain]);
    return rows.map((row) => row.organization_id);
  }

  /** Until the transaction ends, nobody else decides who has which address on this domain. */
  async lockDomain(domain: string): Promise<void> {
    await this.db.query(`select pg_advisory_xact_lock(hashtext('proxies ' || $1))`, [domain]);
  }

  async insert({ organizationId, siteId, address, token, createdAt }: ProxyClaim): Promise<void> {
    const sql = `insert into proxy_claims (organization_id, site_id, address, token, created_at) values ($1, $2, $3, $4, $5)`;
    await this.db.execute(sql, [organizationId, siteId, address, token, createdAt]);
  }

  async delete({ organizationId, siteId }: ProxyClaim): Promise<void> {
    const sql = 'delete from proxy_claims where organization_id = $1 and site_id = $2';
    await this.db.execute(sql, [organizationId, siteId]);
  }

  /** @returns false when it is not the claim that was checked any more. */
  async update({ organizationId, siteId, token }: ProxyClaim, check: ProxyCheck): Promise<boolean> {
    const sql = `update proxy_claims set proof = $4, status = $5, checked_at = $6, verified_at = $7, failing_since = $8
      where organization_id = $1 and site_id = $2 and token = $3`;
    const { proof, status, checkedAt, verifiedAt, failingSince } = check;
    const values = [organizationId, siteId, token, proof, status, checkedAt, verifiedAt, failingSince];
    return (await this.db.execute(sql, values)) > 0;
  }

  /** Those whose proof is to be looked for, longest not looked at first. */
  async listDue(before: { fresh: Date; claimed: Date; proven: Date }, limit: number): Promise<ProxyClaim[]> {
    const sql = `select * from proxy_claims where case
        when verified_at is null then created_at > $2 and (checked_at is null or checked_at <= $1)
        when failing_since is not null then checked_at <= $1
        else checked_at is null or checked_at <= $3 end
      order by checked_at nulls first, address, site_id limit $4`;
    const rows = await this.db.query<Row>(sql, [before.fresh, before.claimed, before.proven, limit]);
    return rows.map(toClaim);
  }
}

function toClaim(row: Row): ProxyClaim {
  return Object.assign(new ProxyClaim(), {
    organizationId: row.organization_id,
    siteId: row.site_id,
    address: row.address,
    token: row.token,
    proof: row.proof,
    status: row.status,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  });
}
