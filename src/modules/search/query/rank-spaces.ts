import { perRow } from '#platform/database/per-row.js';
import {
  MAX_COUNTED,
  FEW,
  SPACES,
  ORGANIZATION,
  MATCH,
  LONGER,
  MOST,
  TITLED,
  HEADED,
  PARTLY_TITLED,
  PARTLY_HEADED,
  WANTED,
  READING_IS_DEAR,
  rowOf,
  hasMarks,
  pagesOfEach,
  together,
  isNew,
  weighing,
} from './rank-parts.js';

/** Pages that are weighed against each other: those with words in title and headings, the others. */
const MAX_MARKED = 24;
const MAX_WEIGHED = 48;
/** Of pages with one of the words in the title, or in a heading, so many are asked for the others. */
const MAX_ASKED = 200;

/**
 * The pages that match a query. One of the conditions that name no column is decided once: when it is false, nothing is read.
 */
function matching(query: string, most: number | string, ...conditions: string[]): string {
  const all = [`s.vector @@ (select ${query}::tsquery)`, READING_IS_DEAR, ...conditions];
  return `(select s.ctid as row, s.space_id from search_pages s where ${all.join(' and ')} limit ${most})`;
}

/**
 * Ranks pages of some spaces. All that match are found first; which of them have the words in title or headings matters
 * where they are too many to be weighed.
 * @param before common tables that the condition uses. @param condition which matching pages `s` count.
 */
function rankOfSpaces(hasRest: boolean, before = 'with recursive', condition = 'true'): string {
  const areTooMany = `(select pages > ${MAX_WEIGHED} from size)`;
  const areFew = `(select count(*) < ${FEW} from (select from exact limit ${FEW}) seen)`;
  const hasRoom = (kinds: readonly string[]): string =>
    kinds.length === 0
      ? areTooMany
      : `${areTooMany} and (select count(*) < ${MAX_MARKED} from ${together(...kinds)})`;
  const byMarks = (query: string, before: readonly string[], text?: string): string =>
    pagesOfEach({
      spaces: `(select id from unnest((select ${SPACES})) as id where ${hasRoom(before)})`,
      conditions: [hasMarks(query), condition, ...(before.length > 0 ? [isNew(...before)] : [])],
      ofEach: MAX_MARKED,
      most: MAX_MARKED,
      ...(text ? { text: { query: `(select ${text}::tsquery)`, mostRead: MAX_ASKED } } : {}),
    });
  const titled = ['titled', 'partly_titled'];
  const headed = [...titled, 'headed'];
  const chosen = [...headed, 'partly_headed'];
  const rest = `(select s.space_id, s.page_id, s.source, -1 from matched m cross join lateral ${rowOf('m')}
    where m.row not in (select row from candidates) order by s.page_id limit ${WANTED})`;
  return `${before} exact as materialized ${matching(MATCH, MAX_COUNTED, condition)},
    longer as materialized ${matching(LONGER, MAX_COUNTED, condition, areFew)},
    matched as materialized (
      select row from longer union all select row from exact where not exists (select from longer)
    ), size as materialized (
      select count(*)::int as pages from matched
    ), titled as materialized ${byMarks(TITLED, [])},
    partly_titled as materialized ${byMarks(PARTLY_TITLED, ['titled'], MATCH)},
    headed as materialized ${byMarks(HEADED, titled)},
    partly_headed as materialized ${byMarks(PARTLY_HEADED, headed, MATCH)},
    nearly as materialized ${matching(MOST, MAX_WEIGHED, condition, areTooMany)},
    candidates as materialized (
      select row from ${together(...chosen)} union select row from nearly union (
        select row from matched limit greatest(0, ${MAX_WEIGHED} - (select count(*) from ${together(...chosen)})))
    ), ${weighing({
      count: '(select pages from size)',
      spaces: '1',
      isComplete: `not exists (
        select from search_backlog b where b.organization_id = ${ORGANIZATION} and b.space_id = any(${SPACES}))`,
      ...(hasRest ? { rest } : {}),
    })}`;
}

/** Without pages that are hidden, below a hidden one, or kept from search. */
const LISTED = `with recursive unlisted as (
     select p.space_id, p.page_id from unnest(${SPACES}) as space cross join ${perRow(
       `select space_id, page_id from content_pages where organization_id = ${ORGANIZATION} and space_id = space and hidden`,
     )} p
     union
     select p.space_id, p.page_id from unlisted u cross join ${perRow(
       `select space_id, page_id from content_pages
        where organization_id = ${ORGANIZATION} and space_id = u.space_id and parent_id = u.page_id`,
     )} p
   ), kept_out as materialized (
     select space_id, page_id from unlisted
     union
     select p.space_id, p.page_id from unnest(${SPACES}) as space cross join ${perRow(
       `select space_id, page_id from content_pages where organization_id = ${ORGANIZATION} and space_id = space and no_index`,
     )} p
   ),`;
const IS_LISTED =
  'not exists (select from kept_out k where k.space_id = s.space_id and k.page_id = s.page_id)';

/** For first hits only there is less to plan and nothing that depends on a number. */
export const RANK_SPACES = { best: rankOfSpaces(false), all: rankOfSpaces(true) };
/** For readers. */
export const RANK_LISTED = {
  best: rankOfSpaces(false, LISTED, IS_LISTED),
  all: rankOfSpaces(true, LISTED, IS_LISTED),
};
