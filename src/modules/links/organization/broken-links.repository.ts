import { Injectable } from '@nestjs/common';
import { actorValues, ALL_COLLECTIONS, COLLECTION_ACCESS } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import type { PageRequest } from '#platform/database/pagination.js';
import { perRow } from '#platform/database/per-row.js';
import type { Actor } from '#platform/http/actor.js';
import { LINK_KEY } from '../graph/link-tables.js';
import { Parameters } from '../graph/parameters.js';
import { IS_RELATIVE, statusTable, surroundings } from '../graph/status-table.js';
import { seenLinks, seenPages } from './organization-holders.js';
import type { BrokenLink, BrokenLinks, SeenFilter } from './organization-link.types.js';
import { readSeenList } from './seen-list.js';

/** The statement that finds the broken links of all spaces that somebody sees. */
@Injectable()
export class BrokenLinksRepository {
  constructor(private readonly db: Database) {}

  /**
   * Broken links by the title of their space, then in the order of the paths of its pages.
   * @param around PUBLIC_URL, and the OpenAPI specifications that the actor may see.
   * @throws BadRequest for a cursor that this list did not make.
   */
  list(
    actor: Actor,
    organizationId: string,
    around: { base: string; specifications: readonly string[] },
    { spaceId }: SeenFilter,
    request: PageRequest,
  ): Promise<BrokenLinks> {
    const parameters = new Parameters(actorValues(actor, organizationId));
    const organization = parameters.add(organizationId, 'text');
    const address = parameters.add(around.base.toLowerCase(), 'text');
    const given = {
      organization,
      // All spaces are looked up alike, in the tables of the projection.
      space: parameters.add('', 'text'),
      specifications: parameters.add(around.specifications, 'text[]'),
    };
    const only = spaceId === undefined ? undefined : parameters.add(spaceId, 'text');
    const tables = [
      seenPages(only),
      ...surroundings(address, `${ALL_COLLECTIONS} ${COLLECTION_ACCESS}`),
      ...NO_OWN_CONTENT,
      targets(organization, only),
      statusTable('now', given),
      BROKEN,
      LISTED,
    ];
    const list = {
      tables,
      shown: shownIn(organization),
      totals: COUNT,
      spaceId,
      isNarrowed: only !== undefined,
    };
    return readSeenList<BrokenLink, { count: number }>(this.db, parameters, list, request);
  }
}

const COUNT = `json_build_object('count', count(*))`;

const NO_OWN_CONTENT = [
  `now_pages as (select null::text as page_id, null::text as type, null::text as document_hash, null::jsonb as refs where false)`,
  `now_entries as (select null::text as kind, null::text as entry_id, null::text as document_hash where false)`,
];

/**
 * Every target once, with the places that lead to it: a join of all links with those that are broken would be left to estimates of
 * tables that a statement made. Addresses of other servers are never broken.
 */
const targets = (organization: string, only: string | undefined): string => `now_targets as materialized (
  select ${LINK_KEY}, array_agg(json_build_array(space_id, holder_kind, holder, sort, node, position)::text) as places
  from (${seenLinks(organization, only)}) t where t.kind <> 'url' or ${IS_RELATIVE} group by ${LINK_KEY})`;

const BROKEN = `broken as materialized (
  select distinct on (place ->> 0, place ->> 1, place ->> 2, ${LINK_KEY}) place ->> 0 as held_in, place ->> 1 as holder_kind,
    place ->> 2 as holder, place ->> 3 as sort, place ->> 4 as node, (place ->> 5)::int as position, ${LINK_KEY}
  from now_status s cross join lateral unnest(s.places) as one (text) cross join lateral (select one.text::jsonb as place) p
  where s.status = 'broken'
  order by place ->> 0, place ->> 1, place ->> 2, ${LINK_KEY}, (place ->> 5)::int)`;

const LISTED = `listed as materialized (
  select concat(lower(v.title), ' ', v.id, ' ', b.sort, ' ', b.holder, ' ', lpad(b.position::text, 6, '0'), ' ',
      md5(json_build_array(${LINK_KEY})::text)) collate "C" as place,
    v.id as "spaceId", v.title as "spaceTitle", v.role, b.*
  from broken b join visible_spaces v on v.id = b.held_in)`;

/** Titles are looked up for the rows of the page alone. What the target was is told only of spaces that the actor sees. */
const shownIn = (
  organization: string,
): string => `select page.place, page."spaceId", page."spaceTitle", page.role,
    page.holder_kind as "holderKind", page.holder as "holderId", coalesce(holder_page.title, holder_text.name, '') as "holderTitle",
    holder_page.type as "pageType", page.node, page.target, page.anchor,
    coalesce(target_page.title, target_text.name) as "targetTitle",
    case when page.kind = 'url' then 'address'
      when page.anchor <> '' and coalesce(target_page.title, target_text.name) is not null then 'heading'
      else page.kind end as problem
  from page
  left join ${perRow(
    `select title, type from content_pages where page.holder_kind = 'page' and organization_id = ${organization}
       and space_id = page."spaceId" and page_id = page.holder`,
  )} holder_page on true
  left join ${perRow(
    `select name from content_entries where organization_id = ${organization} and space_id = page."spaceId"
       and kind = page.holder_kind and entry_id = page.holder`,
  )} holder_text on true
  left join visible_spaces target_space on target_space.id = page.space
  left join ${perRow(
    `select title from content_pages where page.kind = 'page' and organization_id = ${organization}
       and space_id = target_space.id and page_id = page.target`,
  )} target_page on true
  left join ${perRow(
    `select name from content_entries where organization_id = ${organization} and space_id = target_space.id
       and kind = page.kind and entry_id = page.target`,
  )} target_text on true`;
