import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { TsQueries } from './ts-query.js';

/** A page that matches. */
export interface Match {
  spaceId: string;
  pageId: string;
  /** Digest of what its text was made of: equal pages share it (`PageTexts`). */
  source: string;
}

export interface Ranking {
  /** All matching pages, as far as they are counted. */
  count: number;
  /** Spaces with matching pages. */
  spaces: number;
  /** The best first. */
  matches: Match[];
  /** Whether all pages of the spaces were in the index; false when nobody asked. */
  isComplete: boolean;
}

export interface SearchedSpace {
  id: string;
  title: string;
  language: string | null;
}

/** Where to search. */
export type SearchScope =
  | { organizationId: string; spaceIds: readonly string[]; isListedOnly?: boolean }
  | { organizationId: string; actor: Actor };

/** More pages of a space are not counted: nobody can page further. */
const MOST_COUNTED = 1000;
/** The spaces of so many pages are counted where an organization is searched. */
const MOST_LOOKED_AT = 10_000;
/** Pages that are weighed against each other: those with words in the title, then in headings, then the others. */
const MOST_TITLED = 24;
const MOST_HEADED = 24;
const MOST_WEIGHED = 48;

/** Every query that searches. */
@Injectable()
export class SearchRepository {
  constructor(private readonly db: Database) {}

  /**
   * Finds and ranks. The index alone says which pages match and which of them have the words in title or headings; only
   * the most promising are read and weighed.
   * @param rest how many of the other pages to add behind those.
   */
  async rank(scope: SearchScope, queries: TsQueries, rest: number): Promise<Ranking> {
    const isOrganization = 'actor' in scope;
    const values: unknown[] = isOrganization
      ? actorValues(scope.actor, scope.organizationId)
      : [scope.spaceIds];
    const statements = isOrganization ? RANK_VISIBLE : scope.isListedOnly ? RANK_LISTED : RANK_SPACES;
    const [row] = await this.db.query<RankRow>(rest > 0 ? statements.all : statements.best, [
      ...values,
      scope.organizationId,
      ...[queries.match, queries.titled, queries.headed, queries.most],
      ...[queries.terms, queries.titleTerms, queries.headingTerms, queries.words, queries.bonuses],
      ...(rest > 0 ? [rest] : []),
    ]);
    const { ids, owners, sources, ...counts } = row as RankRow;
    const matches = (ids ?? []).map((pageId, i) => ({
      pageId,
      spaceId: owners?.[i] as string,
      source: sources?.[i] as string,
    }));
    return { ...counts, matches };
  }

  /** The spaces of an organization that the actor may see. */
  listVisible(actor: Actor, organizationId: string): Promise<SearchedSpace[]> {
    return this.db.query<SearchedSpace & Record<string, unknown>>(
      `${visibleSpacesTable()} select v.id, v.title, s.language from visible_spaces v
       join spaces s on s.organization_id = v.organization_id and s.id = v.id`,
      actorValues(actor, organizationId),
    );
  }
}

/** Lists of equal length, or null when nothing was found. */
interface RankRow extends Pick<Ranking, 'count' | 'spaces' | 'isComplete'> {
  ids: string[] | null;
  owners: string[] | null;
  sources: string[] | null;
}

/**
 * Always true, and free; but the planner adds up what both sides cost. It does not know that vectors are kept apart and
 * that reading one takes a hundred times as long as reading its row, so without this it would read the whole table.
 */
const READING_IS_DEAR = `(s.title_words >= 0 or to_tsvector('simple', s.page_id) is null)`;

/** Vectors are kept apart: fetched once here instead of in each function that looks into one. Nothing is deleted. */
const UNPACKED = `ts_delete(s.vector, '')`;

/** Reads a row by its place, whatever a planner believes. */
const rowOf = (table: string): string => `(select * from search_pages where ctid = ${table}.row offset 0) s`;

interface RankSource {
  /** How the statement begins: `with`, and the common tables that the condition uses. */
  start: string;
  /** Number of the parameter with the organization; those of the queries follow it. */
  organization: number;
  /**
   * Which of the matching pages `s` count, beyond what the query says itself: it names the organization or the spaces, so
   * the index on the vector finds what is needed and no more.
   */
  condition?: string;
  /** Whether the best of each space is wanted, and the number of spaces. */
  isBySpace: boolean;
}

/** The best only, or with the rest behind them: without it, there is less to plan and nothing that depends on a number. */
function rankStatements(source: RankSource): { best: string; all: string } {
  return { best: rankStatement(source, false), all: rankStatement(source, true) };
}

function rankStatement(
  { start, organization: p, condition, isBySpace }: RankSource,
  hasRest: boolean,
): string {
  const matching = (
    query: number,
  ): string => `select s.ctid as row${isBySpace ? ', s.space_id' : ''} from search_pages s
    where s.vector @@ (select $${p + query}::tsquery) and ${READING_IS_DEAR}${condition ? ` and ${condition}` : ''}`;
  const ranked = '(select count(*) from titled) - (select count(*) from headed)';
  const theRest = `(select s.space_id, s.page_id, s.source, -1 from matched m cross join lateral ${rowOf('m')}
    where m.row not in (select row from candidates) order by s.page_id limit $${p + 10})`;
  const spaces = isBySpace ? '(select count(distinct space_id)::int from matched)' : '1';
  const isComplete = isBySpace
    ? 'false'
    : `not exists (select from search_backlog b where b.organization_id = $${p} and b.space_id = any($1::text[]))`;
  const test = (of: string): string => `(r.vector @@ t.${of})::int`;
  return `${start} matched as materialized (${matching(1)} limit ${isBySpace ? MOST_LOOKED_AT : MOST_COUNTED}
    ), titled as materialized (${matching(2)} limit ${MOST_TITLED}
    ), headed as materialized (${matching(3)} and ${isRoomFor('titled', MOST_TITLED)} limit ${MOST_HEADED}
    ), nearly as materialized (${matching(4)} limit ${MOST_WEIGHED}
    ), candidates as materialized (
      select row from titled union select row from headed union select row from nearly
      union (select row from matched limit greatest(0, ${MOST_WEIGHED} - ${ranked}))
      ${isBySpace ? 'union (select distinct on (space_id) row from matched order by space_id, row)' : ''}
    ), read as materialized (
      select s.space_id, s.page_id, s.source, s.title_words, ${UNPACKED} as vector
      from candidates c cross join lateral ${rowOf('c')}
      where s.organization_id = $${p}${isBySpace ? '' : ' and s.space_id = any($1::text[])'}
    ), scored as materialized (
      select r.space_id, r.page_id, r.source, (
        select sum(${test('term')} + 2.5 * ${test('title')} + 0.8 * ${test('heading')}) / count(*)
          + case when bool_and(r.vector @@ t.title) then 3.0 * least(1, count(*)::float8 / greatest(r.title_words, 1)) else 0 end
        from unnest($${p + 5}::tsquery[], $${p + 6}::tsquery[], $${p + 7}::tsquery[]) as t (term, title, heading)
      ) + 2 * ts_rank('{0.15, 0.4, 0.6, 1}', r.vector, $${p + 8}::tsquery, 1)
        + (select 1.2 * count(*) from unnest($${p + 9}::tsquery[]) as b (bonus) where r.vector @@ b.bonus) as score
      from read r
    ), ordered as (
      select * from scored ${hasRest ? `union all ${theRest}` : ''} order by score desc, page_id
    )
    select (select count(*)::int from matched) as count, ${spaces} as spaces, ${isComplete} as "isComplete",
      array_agg(page_id) as ids, array_agg(space_id) as owners, array_agg(source) as sources
    from ordered`;
}

/** A condition on no column is decided once: when it is false, nothing is read. */
const isRoomFor = (table: string, most: number): string => `(select count(*) < ${most} from ${table})`;

const RANK_SPACES = rankStatements({
  start: 'with',
  organization: 2,
  isBySpace: false,
});

/** For readers: without pages that are hidden, below a hidden one, or kept from search. */
const RANK_LISTED = rankStatements({
  start: `with recursive unlisted as (
     select p.space_id, p.page_id from content_pages p
     where p.organization_id = $2 and p.space_id = any($1::text[]) and p.hidden
     union
     select p.space_id, p.page_id from unlisted u join content_pages p
       on p.organization_id = $2 and p.space_id = u.space_id and p.parent_id = u.page_id
   ), kept_out as materialized (
     select space_id, page_id from unlisted
     union
     select p.space_id, p.page_id from content_pages p
     where p.organization_id = $2 and p.space_id = any($1::text[]) and p.no_index
   ),`,
  organization: 2,
  condition: 'not exists (select from kept_out k where k.space_id = s.space_id and k.page_id = s.page_id)',
  isBySpace: false,
});

const RANK_VISIBLE = rankStatements({
  start: `${visibleSpacesTable()}, shown as materialized (select id from visible_spaces),`,
  organization: ACTOR_PARAMETERS + 1,
  // Not as a join, which may compare every page with every space, or go round the index on the vector: as a test by hash.
  condition: '(s.space_id in (select id from shown)) is true',
  isBySpace: true,
});
