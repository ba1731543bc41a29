import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { CustomHostname, type CustomHostnameStatus } from './custom-hostname.entity.js';
import type { CustomHostnameCheck } from './custom-hostname.state.js';

interface Row {
  hostname: string;
  organization_id: string;
  site_id: string;
  token: string;
  status: CustomHostnameStatus | null;
  checked_at: Date | null;
  verified_at: Date | null;
  failing_since: Date | null;
  created_at: Date;
}

/** Every query on custom hostnames. */
@Injectable()
export class CustomHostnamesRepository {
  constructor(private readonly db: Database) {}

  async find(hostname: string): Promise<CustomHostname | null> {
    const [row] = await this.db.query<Row>('select * from custom_hostnames where hostname = $1', [hostname]);
    return row ? toCustomHostname(row) : null;
  }

  async findOfSite(organizationId: string, siteId: string): Promise<CustomHostname | null> {
    const sql = 'select * from custom_hostnames where organization_id = $1 and site_id = $2';
    const [row] = await this.db.query<Row>(sql, [organizationId, siteId]);
    return row ? toCustomHostname(row) : null;
  }

  /** @returns false when somebody has it. */
  async insert(claim: CustomHostname): Promise<boolean> {
    const sql = `insert into custom_hostnames (hostname, organization_id, site_id, token, created_at)
      values ($1, $2, $3, $4, $5) on conflict (hostname) do nothing`;
    const { hostname, organizationId, siteId, token, createdAt } = claim;
    return (await this.db.execute(sql, [hostname, organizationId, siteId, token, createdAt])) > 0;
  }

  async delete(hostname: string): Promise<void> {
    await this.db.execute('delete from custom_hostnames where hostname = $1', [hostname]);
  }

  /** @returns false when it is not the claim that was checked any more. */
  async update({ hostname, token }: CustomHostname, check: CustomHostnameCheck): Promise<boolean> {
    const sql = `update custom_hostnames set status = $3, checked_at = $4, verified_at = $5, failing_since = $6
      where hostname = $1 and token = $2`;
    const { status, checkedAt, verifiedAt, failingSince } = check;
    const values = [hostname, token, status, checkedAt, verifiedAt, failingSince];
    return (await this.db.execute(sql, values)) > 0;
  }

  /** Those that DNS is to be asked about, longest not asked first. */
  async listDue(
    before: { fresh: Date; claimed: Date; proven: Date },
    limit: number,
  ): Promise<CustomHostname[]> {
    const sql = `select * from custom_hostnames where case
        when verified_at is null then created_at > $2 and (checked_at is null or checked_at <= $1)
        when failing_since is not null then checked_at <= $1
        else checked_at <= $3 end
      order by checked_at nulls first, hostname limit $4`;
    const rows = await this.db.query<Row>(sql, [before.fresh, before.claimed, before.proven, limit]);
    return rows.map(toCustomHostname);
  }
}

function toCustomHostname(row: Row): CustomHostname {
  return Object.assign(new CustomHostname(), {
    hostname: row.hostname,
    organizationId: row.organization_id,
    siteId: row.site_id,
    token: row.token,
    status: row.status,
    checkedAt: row.checked_at,
    verifiedAt: row.verified_at,
    failingSince: row.failing_since,
    createdAt: row.created_at,
  });
}
