import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import { SiteAddress } from './site-address.js';
import type { SiteVisibility } from './site.entity.js';

/** Where readers find a space, and who they are. */
export interface PublishedPlace {
  visibility: SiteVisibility;
  url: string;
}

/** What readers may open, read by every replica from the database so that a change holds at once everywhere. */
export interface PublishedSite {
  organizationId: string;
  siteId: string;
  title: string;
  visibility: SiteVisibility;
  hostname: string;
  basename: string;
  /** Changes whenever anything a reader could see changes. */
  version: string;
  /** In order; exactly one is the default. */
  spaces: PublishedSpace[];
}

export interface PublishedSpace {
  spaceId: string;
  title: string;
  emoji: string;
  language: string | null;
  path: string;
  isDefault: boolean;
  /** Hash of the content that readers see. */
  snapshot: string;
}

interface Row {
  organization_id: string;
  id: string;
  title: string;
  visibility: SiteVisibility;
  basename: string;
  updated_at: Date;
  spaces: PublishedSpace[];
}

/** Reads sites as readers see them: only published ones, only spaces that are not deleted, no actor involved. */
@Injectable()
export class SitePublishing {
  constructor(
    private readonly db: Database,
    private readonly address: SiteAddress,
  ) {}

  /** The published site at an address, or null. One statement: it runs for every page a reader opens. */
  async findPublished(hostname: string, basename: string): Promise<PublishedSite | null> {
    const [row] = await this.db.lookup<Row>(
      `select s.organization_id, s.id, s.title, s.visibility, s.basename, s.updated_at,
        (select json_agg(json_build_object('spaceId', sp.id, 'title', sp.title, 'emoji', sp.emoji, 'language', sp.language,
            'path', ss.path, 'isDefault', ss.is_default, 'snapshot', sp.snapshot) order by ss.position, ss.id)
          from site_spaces ss join spaces sp on sp.organization_id = ss.organization_id and sp.id = ss.space_id and sp.deleted_at is null
          where ss.organization_id = s.organization_id and ss.site_id = s.id) as spaces
      from organizations o join sites s on s.organization_id = o.id
      where o.hostname = $1 and s.basename = $2 and s.published`,
      [hostname, basename],
    );
    if (!row?.spaces) return null;
    const spaces = withOneDefault(row.spaces);
    const shown = spaces.map((space) => [space.snapshot, space.title, space.emoji, space.language]);
    const version = JSON.stringify([row.id, row.updated_at.getTime(), row.title, shown]);
    const { title, visibility } = row;
    return {
      organizationId: row.organization_id,
      siteId: row.id,
      title,
      visibility,
      hostname,
      basename,
      version,
      spaces,
    };
  }

  /** For each space the place of the oldest published site that shows it; null for those on none. */
  async placesOf(organizationId: string, spaceIds: string[]): Promise<Map<string, PublishedPlace | null>> {
    const rows = await this.db.query<{
      space_id: string;
      visibility: SiteVisibility;
      hostname: string;
      basename: string;
      path: string;
      is_default: boolean;
    }>(
      `select distinct on (ss.space_id) ss.space_id, s.visibility, o.hostname, s.basename, ss.path, ss.is_default
      from site_spaces ss
      join sites s on s.organization_id = ss.organization_id and s.id = ss.site_id and s.published
      join organizations o on o.id = s.organization_id
      where ss.organization_id = $1 and ss.space_id = any($2::text[])
      order by ss.space_id, s.created_at, s.id`,
      [organizationId, spaceIds],
    );
    const places = new Map<string, PublishedPlace | null>(spaceIds.map((id) => [id, null]));
    for (const row of rows) {
      const root = this.address.of(row.hostname, row.basename);
      places.set(row.space_id, {
        visibility: row.visibility,
        url: row.is_default ? root : `${root}${row.path}/`,
      });
    }
    return places;
  }
}

function withOneDefault(spaces: PublishedSpace[]): PublishedSpace[] {
  const index = Math.max(
    0,
    spaces.findIndex((space) => space.isDefault),
  );
  return spaces.map((space, i) => ({ ...space, isDefault: i === index }));
}
