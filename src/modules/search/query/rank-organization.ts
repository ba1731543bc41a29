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
  READING_IS_DEAR,
  ofAll,
  ofSpace,
  hasMarks,
  pagesOfEach,
  together,
  isNew,
  weighing,
} from './rank-parts.js';

/** Pages that are weighed against each other: of all spaces, at least one of each; and of one. Half as many of one are answered. */
const MAX_OF_ALL = 48;
const MAX_OF_SPACE = 20;
const MAX_ANSWERED = 10;
/** Beside these, of those that have nearly all words. */
const MAX_NEARLY = 16;
/** Of so many pages with the words anywhere, it is looked at which space they are in. */
const MAX_LOOKED_AT = 2000;

/** Of pages of a space with one of the words in the title, so many are asked for the others. */
const MAX_ASKED = 16;

/** Number of pages for each space, by the number of spaces with matches. */
const each = (kinds: readonly string[]): string => `(
  select greatest(1, least(${MAX_OF_SPACE}, ${MAX_OF_ALL} / greatest(1, count(distinct space_id)))) from ${together(...kinds)})`;

/** The spaces that have fewer. */
const lacking = (kinds: readonly string[]): string => `(select id from shown where (id in (
    select space_id from ${together(...kinds)} group by space_id having count(*) >= ${each(kinds)})) is not true)`;

/** Number of further pages to weigh. */
const room = (kinds: readonly string[]): string => `(
  select greatest((select count(*) from shown), ${MAX_OF_ALL} - count(*)) from ${together(...kinds)})`;

/** Pages of spaces that have too few, by words of titles and headings. @param before what was found so far. */
function byMarks(before: readonly string[], query: string, text?: string): string {
  return pagesOfEach({
    spaces: lacking(before),
    conditions: [hasMarks(query), isNew(...before)],
    ofEach: MAX_OF_SPACE,
    most: room(before),
    ...(text ? { text: { query: ofAll(text), mostRead: MAX_ASKED, ifMany: true } } : {}),
  });
}

/** As `byMarks`, by words anywhere; `pages` says how many were looked at. */
function byText(before: readonly string[], query: string, ...conditions: string[]): string {
  // Not as a join, which may compare every page with every space, or go round the index on the vector: as a test by hash.
  const wanted = [
    `exists ${lacking(before)}`,
    `(s.space_id in ${lacking(before)}) is true`,
    isNew(...before),
  ];
  const has = [`s.vector @@ ${ofAll(query)}`, READING_IS_DEAR, ...wanted, ...conditions].join(' and ');
  return `(select row, space_id, pages from (
      select row, space_id, row_number() over (partition by space_id) as turn, count(*) over () as pages
      from (select s.ctid as row, s.space_id from search_pages s where ${has} limit ${MAX_LOOKED_AT}) found
    ) turns where turn <= ${MAX_OF_SPACE} order by turn limit ${room(before)})`;
}

/**
 * Ranks pages of many spaces, some of each, as many as there are spaces with hits. Pages with the words in title or headings come
 * first anyway and are found at once; texts are looked at only for spaces that have too few of them.
 */
function rankOfOrganization(): string {
  const kinds = ['nothing', 'titled', 'headed', 'partly', 'exact', 'absent', 'longer'];
  const before = (kind: string): string[] => kinds.slice(0, kinds.indexOf(kind));
  const seen = '(select coalesce(max(pages), 0) from exact)';
  const areFew = `${seen} + (select count(*) from ${together(...before('exact'))}) < ${FEW}`;
  return `with recursive shown as materialized (
      select id from unnest((select ${SPACES})) as id
      where (select min(p.page_id) from search_pages p
        where p.organization_id = ${ORGANIZATION} and p.space_id = id) is not null
    ), nothing as (
      select null::tid as row, null::text as space_id where false
    ), titled as materialized ${byMarks(before('titled'), TITLED)},
    headed as materialized ${byMarks(before('headed'), HEADED)},
    partly as materialized ${byMarks(before('partly'), PARTLY_TITLED, MATCH)},
    exact as materialized ${byText(before('exact'), MATCH)},
    absent as materialized ${pagesOfEach({
      // After the limit of pages that are looked at, the spaces without any of them.
      spaces: `(select id from shown where ${seen} = ${MAX_LOOKED_AT}
        and (id in (select space_id from ${together(...before('absent'))})) is not true)`,
      conditions: [`s.vector @@ ${ofSpace(MATCH)}`, READING_IS_DEAR],
      ofEach: MAX_OF_SPACE,
      most: room(before('absent')),
    })},
    longer as materialized ${byText(before('longer'), LONGER, areFew)},
    nearly as materialized (
      select s.ctid as row from search_pages s
      where s.vector @@ ${ofAll(MOST)} and ${READING_IS_DEAR} and (s.space_id in (select id from shown)) is true
      limit ${MAX_NEARLY}
    ),
    candidates as materialized (
      select row from ${together(...kinds)} union select row from nearly limit ${MAX_COUNTED}
    ), ${weighing({
      count: '(select count(*)::int from candidates)',
      spaces: `(select count(distinct space_id)::int from ${together(...kinds)})`,
      isComplete: 'false',
      ofEach: `(select greatest(1, least(${MAX_ANSWERED}, ${MAX_OF_ALL} / count(distinct space_id))) from scored)`,
    })}`;
}

export const RANK_ORGANIZATION = rankOfOrganization();
