import { Injectable } from '@nestjs/common';
import {
  actorValues,
  ALL_COLLECTIONS,
  COLLECTION_ACCESS,
  visibleSpacesTable,
} from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import {
  badCursor,
  decodeCursor,
  encodeCursor,
  limitOf,
  type Page,
  type PageRequest,
} from '#platform/database/pagination.js';
import type { Actor } from '#platform/http/actor.js';
import type { ContentSide } from './graph/content-side.js';
import { contentTables } from './graph/content-tables.js';
import { LINK_KEY, linkTable, sameLink } from './graph/link-tables.js';
import { Parameters } from './graph/parameters.js';
import { type StatusParameters, statusTable, surroundings } from './graph/status-table.js';
import type { HolderKind, LinkFilter, LinkGroup, LinkStats } from './link.types.js';

/** Places of one link that are told; more are counted nowhere, and the backlinks of the target list them all. */
export const MAX_PLACES = 20;

/** Facts about the installation that decide on the status of links. */
export interface LinkSurroundings {
  /** PUBLIC_URL. */
  base: string;
  /** OpenAPI specifications that the actor may see. */
  specifications: readonly string[];
}

export interface LinkPage extends Page<LinkGroup> {
  stats: LinkStats;
}

interface Row {
  total: number;
  broken: number;
  brokenByChangeRequest: number | null;
  count: number;
  items: (Omit<LinkGroup, 'places'> & {
    first: string;
    id: string;
    places: [HolderKind, string, string | null][];
  })[];
  [column: string]: unknown;
}

/** The statement that reads the links of a content: from the outside in, one table after the other. */
@Injectable()
export class LinksRepository {
  constructor(private readonly db: Database) {}

  /**
   * Links by target, in the order of the first place where they stand, with the numbers of all.
   * @param base the content to compare with, for links that a change request broke.
   * @throws BadRequest for a cursor that this list did not make.
   */
  async list(
    actor: Actor,
    { now, base }: { now: ContentSide; base?: ContentSide },
    around: LinkSurroundings,
    filter: LinkFilter,
    request: PageRequest,
  ): Promise<LinkPage> {
    const limit = limitOf(request);
    const cursor = request.page === undefined ? undefined : decodeCursor(request.page, 2);
    // Cursors of other lists have two members as well.
    if (cursor && !/^[0-9a-f]{32}$/.test(cursor[1] ?? '')) throw badCursor();
    const parameters = new Parameters(actorValues(actor, now.organizationId));
    const tables = [
      ...linkTables({ now, base }, around, filter, parameters),
      ...pageTables(filter, parameters, limit, cursor),
    ];
    const text = `${visibleSpacesTable()}, ${tables.join(', ')} ${ANSWER}`;
    const [row] = await this.db.query<Row>(text, parameters.values);
    if (!row) throw new Error('A statement without a table answers one row.');
    return presentRow(row, now.spaceId, limit, base !== undefined);
  }
}

function linkTables(
  { now, base }: { now: ContentSide; base?: ContentSide },
  around: LinkSurroundings,
  { pageId }: LinkFilter,
  parameters: Parameters,
): string[] {
  const address = parameters.add(around.base.toLowerCase(), 'text');
  const given: StatusParameters & { page?: string } = {
    organization: parameters.add(now.organizationId, 'text'),
    space: parameters.add(now.spaceId, 'text'),
    specifications: parameters.add(around.specifications, 'text[]'),
    ...(pageId === undefined ? {} : { page: parameters.add(pageId, 'text') }),
  };
  return [
    ...surroundings(address, `${ALL_COLLECTIONS} ${COLLECTION_ACCESS}`),
    ...contentTables('now', now, parameters),
    linkTable('now', given),
    NOW_TARGETS,
    statusTable('now', given),
    ...(base ? brokenTables(base, given, parameters) : [NOBODYS_FAULT]),
  ];
}

/** Equal links of all holders, with the first place they stand in as their sort key. */
const NOW_TARGETS = `now_targets as (
  select ${LINK_KEY}, min(sort || ' ' || lpad(position::text, 6, '0') collate "C") as first,
    md5(json_build_array(${LINK_KEY})::text) as id
  from now_links group by ${LINK_KEY})`;

/**
 * Which broken links the change request broke: those with a place that was no broken link in the content it was started
 * from. There the target was there still, or the link was not.
 */
function brokenTables(base: ContentSide, given: StatusParameters, parameters: Parameters): string[] {
  return [
    `broken as materialized (select ${LINK_KEY} from now_status where status = 'broken')`,
    ...contentTables('base', base, parameters),
    linkTable('base', given),
    `base_targets as (select distinct ${LINK_KEY} from base_links join broken using (${LINK_KEY}))`,
    statusTable('base', given),
    `base_broken as materialized (
      select distinct holder_kind, holder, ${LINK_KEY} from base_links join base_status using (${LINK_KEY})
      where status = 'broken')`,
    `fresh as materialized (
      select distinct ${LINK_KEY} from now_links join broken using (${LINK_KEY})
      left join base_broken b using (holder_kind, holder, ${LINK_KEY}) where b.holder is null)`,
    `listed as materialized (
      select s.*, s.status = 'broken' and exists (select from fresh f where ${sameLink('f', 's')}) as is_fresh
      from now_status s)`,
  ];
}

const NOBODYS_FAULT = 'listed as materialized (select s.*, false as is_fresh from now_status s)';

function pageTables(
  { status, brokenContext }: LinkFilter,
  parameters: Parameters,
  limit: number,
  cursor: string[] | undefined,
): string[] {
  const conditions = ['true'];
  if (status) conditions.push(`status = ${parameters.add(status, 'text')}`);
  if (brokenContext)
    conditions.push(`status = 'broken' and ${brokenContext === 'space' ? 'not' : ''} is_fresh`);
  const after = cursor
    ? `where (first, id) > (${parameters.add(cursor[0], 'text')} collate "C", ${parameters.add(cursor[1], 'text')})`
    : '';
  return [
    `matching as (select * from listed where ${conditions.join(' and ')})`,
    `page as materialized (
      select * from matching ${after} order by first, id limit ${parameters.add(limit + 1, 'int')})`,
    `places as materialized (
      select id, json_agg(json_build_array(holder_kind, holder, node) order by number) as list from (
        select page.id, l.holder_kind, l.holder, l.node, row_number() over (
          partition by page.id order by l.sort collate "C", l.holder, l.position) as number
        from page join now_links l on ${sameLink('l', 'page')}
      ) numbered where number <= ${MAX_PLACES} group by id)`,
  ];
}

const ANSWER = `select
  (select count(*)::int from listed) as total,
  (select count(*)::int from listed where status = 'broken') as broken,
  (select count(*)::int from listed where is_fresh) as "brokenByChangeRequest",
  (select count(*)::int from matching) as count,
  (select coalesce(json_agg(json_build_object('first', first, 'id', id, 'relation', relation, 'kind', kind,
      'space', space, 'target', target, 'anchor', anchor, 'status', status, 'places', places.list)
      order by first, id), '[]') from page join places using (id)) as items`;

function presentRow(row: Row, spaceId: string, limit: number, isChangeRequest: boolean): LinkPage {
  const items = row.items.slice(0, limit);
  const last = items.at(-1);
  const next =
    row.items.length > limit && last ? { next: { page: encodeCursor([last.first, last.id]) } } : {};
  return {
    ...next,
    count: row.count,
    stats: {
      total: row.total,
      broken: row.broken,
      ...(isChangeRequest ? { brokenByChangeRequest: row.brokenByChangeRequest ?? 0 } : {}),
    },
    items: items.map(({ first: _first, id: _id, places, ...link }) => ({
      ...link,
      places: places.map(([kind, id, node]) => ({ spaceId, kind, id, node })),
    })),
  };
}
