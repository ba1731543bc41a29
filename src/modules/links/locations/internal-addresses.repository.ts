import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

/** Which spaces published addresses belong to. */
@Injectable()
export class InternalAddressesRepository {
  constructor(private readonly db: Database) {}

  /** By address, the space with the longest published address that it starts with; others are missing. */
  async findSpaces(
    organizationId: string,
    base: string,
    addresses: readonly string[],
  ): Promise<Map<string, string>> {
    const rows = await this.db.query<{ address: string; spaceId: string }>(
      `with roots as materialized (
         select s.id, lower(rtrim(case when starts_with(s.published_url, '/') then $2 || s.published_url
           else s.published_url end, '/')) as root
         from spaces s
         where s.organization_id = $1 and s.published_url is not null and s.deleted_at is null
       )
       select distinct on (a.address) a.address, roots.id as "spaceId"
       from unnest($3::text[]) as a (address) join roots on starts_with(lower(a.address), roots.root)
         and substr(a.address, length(roots.root) + 1, 1) in ('', '/', '?', '#')
       order by a.address, length(roots.root) desc`,
      [organizationId, base, addresses],
    );
    return new Map(rows.map(({ address, spaceId }) => [address, spaceId]));
  }
}
