import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';

export interface PublishedSiteKey {
  organizationId: string;
  siteId: string;
}

/** Which spaces stand on which sites. */
@Injectable()
export class SiteSpacesRepository {
  constructor(private readonly db: Database) {}

  /** Title of a site that shows one of the spaces, or null. */
  async findSiteTitle(organizationId: string, spaceIds: string[]): Promise<string | null> {
    const sql = `select s.title from site_spaces ss join sites s on s.organization_id = ss.organization_id and s.id = ss.site_id
      where ss.organization_id = $1 and ss.space_id = any($2::text[]) limit 1`;
    return this.db.queryValue<string>(sql, [organizationId, spaceIds]);
  }

  /** Ids of the sites that show a space. */
  async listSiteIds(organizationId: string, spaceId: string): Promise<string[]> {
    const sql = `select distinct site_id from site_spaces where organization_id = $1 and space_id = $2`;
    return this.db.queryColumn<string>(sql, [organizationId, spaceId]);
  }

  /** Ids of the spaces that one site shows, or any site of the organization. */
  async listSpaceIds(organizationId: string, siteId: string | null = null): Promise<string[]> {
    const sql = `select distinct space_id from site_spaces
      where organization_id = $1 and ($2::text is null or site_id = $2)`;
    return this.db.queryColumn<string>(sql, [organizationId, siteId]);
  }

  /** Published sites: those of an organization, or those that show a space of it; all where nothing is named. */
  async listPublishedSites(
    organizationId: string | null,
    spaceId: string | null,
  ): Promise<PublishedSiteKey[]> {
    const sql = `select s.organization_id as "organizationId", s.id as "siteId" from sites s
      where s.published and ($1::text is null or s.organization_id = $1)
        and ($2::text is null or exists (select from site_spaces ss
          where ss.organization_id = s.organization_id and ss.site_id = s.id and ss.space_id = $2))`;
    return this.db.query<PublishedSiteKey & { [column: string]: unknown }>(sql, [organizationId, spaceId]);
  }

  /** Ids of the spaces on sites whose visitors an integration signs in. */
  async listSignedInSpaceIds(organizationId: string): Promise<string[]> {
    const sql = `select distinct ss.space_id from sites s
      join site_spaces ss on ss.organization_id = s.organization_id and ss.site_id = s.id
      where s.organization_id = $1 and s.published and s.visibility = 'visitor-auth' and s.visitor_backend = 'integration'`;
    return this.db.queryColumn<string>(sql, [organizationId]);
  }

  /** Takes a space off every site of the organization. */
  async removeSpace(organizationId: string, spaceId: string): Promise<void> {
    const sql = 'delete from site_spaces where organization_id = $1 and space_id = $2';
    await this.db.execute(sql, [organizationId, spaceId]);
  }
}
