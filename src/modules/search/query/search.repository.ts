import { Injectable } from '@nestjs/common';
import { ACTOR_PARAMETERS, actorValues, visibleSpacesTable } from '#modules/access/index.js';
import { Database } from '#platform/database/database.js';
import type { Actor } from '#platform/http/actor.js';
import type { Section } from '../text/sections.js';
import type { TsQueries } from './ts-query.js';

/** A page that matches. */
export interface Match {
  spaceId: string;
  pageId: string;
}

export interface Ranking {
  /** All matching pages, up to `MOST_COUNTED`. */
  count: number;
  /** Spaces with matching pages. */
  spaces: number;
  /** The best first. */
  matches: Match[];
}

export const keyOf = ({ spaceId, pageId }: Match): string => `${spaceId}:${pageId}`;

export interface SearchedSpace {
  id: string;
  title: string;
  language: string | null;
}

/** Where to search. */
export type SearchScope =
  | { organizationId: string; spaceIds: readonly string[]; isListedOnly?: boolean }
  | { organizationId: string; actor: Actor };

/** More pages are not counted. */
export const MOST_COUNTED = 10_000;
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
    const [row] = await this.db.query<{ count: number; spaces: number; ids: string[]; owners: string[] }>(
      rest > 0 ? statements.all : statements.best,
      [
        ...values,
        scope.organizationId,
        ...[queries.match, queries.titled, queries.headed, queries.most],
        ...[queries.terms, queries.titleTerms, queries.headingTerms, queries.words, queries.bonuses],
        ...(rest > 0 ? [rest] : []),
      ],
    );
    const { count = 0, spaces = 0, ids, owners } = row ?? {};
    const matches = (ids ?? []).map((pageId, i) => ({ pageId, spaceId: owners?.[i] as string }));
    return { count, spaces, matches };
  }

  /** The text of pages by heading, by space and page (`keyOf`); pages that are gone by now are absent. */
  async findSections(organizationId: string, matches: readonly Match[]): Promise<Map<string, Section[]>> {
    // Row by row: whole tables look small to a planner with old statistics.
    const rows = await this.db.lookup<Match & { sections: Section[] } & Record<string, unknown>>(
      `select w.space_id as "spaceId", w.page_id as "pageId", found.sections
       from unnest($2::text[], $3::text[]) as w (space_id, page_id)
       cross join lateral (
         select s.sections from search_pages s
         where s.organization_id = $1 and s.space_id = w.space_id and s.page_id = w.page_id limit 1
       ) found`,
      [organizationId, matches.map(({ spaceId }) => spaceId), matches.map(({ pageId }) => pageId)],
    );
    return new Map(rows.map((row) => [keyOf(row), row.sections]));
  }

  /** The spaces of an organization that the actor may see. */
  listVisible(actor: Actor, organizationId: string): Promise<SearchedSpace[]> {
    return this.db.query<SearchedSpace & Record<string, unknown>>(
      `${visibleSpacesTable()} select v.id, v.title, s.language from visible_spaces v
       join spaces s on s.organization_id = v.organization_id and s.id = v.id`,
      actorValues(actor, organizationId),
    );
  }

  /** Whether all pages of a space are in the index. */
  async isComplete(organizationId: string, spaceId: string): Promise<boolean> {
    const rows = await this.db.lookup(
      'select from search_backlog where organization_id = $1 and space_id = $2',
      [organizationId, spaceId],
    );
    return rows.length === 0;
  }
}

/**
 * Always true, and free; but the planner adds up what both sides cost. It does not know that vectors are kept apart and
 * that reading one takes a hundred times as long as reading its row, so without this it would read the whole table.
 */
const READING_IS_DEAR = `(s.title_words >= 0 or to_tsvector('simple', s.page_id) is null)`;

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
  const matching = (query: number): string => `select s.ctid as row, s.space_id, s.page_id from search_pages s
    where s.vector @@ (select $${p + query}::tsquery) and ${READING_IS_DEAR}${condition ? ` and ${condition}` : ''}`;
  const ranked = '(select count(*) from titled) - (select count(*) from headed)';
  const theRest = `(select space_id, page_id, -1 from matched m
    where (m.space_id, m.page_id) not in (select c.space_id, c.page_id from candidates c)
    order by page_id limit $${p + 10})`;
  // A row is read by its place; columns are compared as expressions, or a planner with old statistics takes an index instead. What is matched is written down only where it is looked at more than once; to count it, nothing has to be copied.
  return `${start} matched as ${isBySpace ? '' : 'not '}materialized (${matching(1)} limit ${MOST_COUNTED}
    ), titled as materialized (${matching(2)} limit ${MOST_TITLED}
    ), headed as materialized (${matching(3)} and ${isRoomFor('titled', MOST_TITLED)} limit ${MOST_HEADED}
    ), nearly as materialized (${matching(4)} limit ${MOST_WEIGHED}
    ), candidates as (
      select * from titled union select * from headed union select * from nearly
      union (select * from matched limit greatest(0, ${MOST_WEIGHED} - ${ranked}))
      ${isBySpace ? 'union (select distinct on (space_id) * from matched order by space_id, page_id)' : ''}
    ), read as materialized (
      select c.space_id, c.page_id, s.title_words, s.vector || ''::tsvector as vector
      from candidates c join search_pages s on s.ctid = c.row
      where (s.organization_id || '') = $${p}${isBySpace ? '' : " and (s.space_id || '') = any($1::text[])"}
    ), scored as (
      select r.space_id, r.page_id, (
        select sum((r.vector @@ t.term)::int + 2.5 * (r.vector @@ t.title)::int + 0.8 * (r.vector @@ t.heading)::int
          ) / count(*)
          + case when bool_and(r.vector @@ t.title) then 3.0 * least(1, count(*)::float8 / greatest(r.title_words, 1)) else 0 end
        from unnest($${p + 5}::tsquery[], $${p + 6}::tsquery[], $${p + 7}::tsquery[]) as t (term, title, heading)
      ) + 2 * ts_rank('{0.15, 0.4, 0.6, 1}', r.vector, $${p + 8}::tsquery, 1)
        + (select 1.2 * count(*) from unnest($${p + 9}::tsquery[]) as b (bonus) where r.vector @@ b.bonus) as score
      from read r
    ), ordered as (
      select space_id, page_id, score from scored ${hasRest ? `union all ${theRest}` : ''}
    )
    select (select count(*)::int from matched) as count, ${isBySpace ? '(select count(distinct space_id)::int from matched)' : '1'} as spaces,
      array_agg(page_id order by score desc, page_id) as ids, array_agg(space_id order by score desc, page_id) as owners
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
  // As an expression, to keep the planner from clever ways round the index on the vector.
  condition: "(s.space_id || '') in (select id from shown)",
  isBySpace: true,
});
