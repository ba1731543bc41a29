import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { AgentsContext } from '../site/site.entity.js';
import type { SiteLocation } from '../addresses/site-address.js';

/** A site that anybody may find. */
export interface PublicSite extends SiteLocation {
  agentsContext: AgentsContext;
}

/** Maximum number of sites in one text. */
const MAX_SITES = 2000;

/** The sites that search engines may list, at the addresses that they have without a custom domain. */
@Injectable()
export class PublicSites {
  constructor(private readonly db: Database) {}

  /** @param hostname of the organization they are of; all organizations when absent. */
  list(hostname?: string): Promise<PublicSite[]> {
    return this.db.query<PublicSite & { [column: string]: unknown }>(
      `select o.hostname, s.basename, null as "customHostname", null as proxy,
        case when o.ai then s.agents_context else 'excluded' end as "agentsContext"
      from sites s join organizations o on o.id = s.organization_id
      where s.published and s.visibility = 'public' and ($1::text is null or o.hostname = $1)
        and not exists (select 1 from address_claims c
          where c.organization_id = s.organization_id and c.site_id = s.id and c.verified_at is not null)
      order by s.id limit ${MAX_SITES}`,
      [hostname ?? null],
    );
  }
}
