import { SPACE_PLACE } from '../indexing/lexemes.js';

/** More pages of a space are not counted: nobody can page further. */
const MOST_COUNTED = 1000;
/** Pages that are weighed against each other: those with words in the title, then in headings, then the others. */
const MOST_TITLED = 24;
const MOST_HEADED = 24;
const MOST_WEIGHED = 48;
/** Of an organization: of all its spaces, at least one of each; and of one space. */
const MOST_WEIGHED_OF_ALL = 64;
const MOST_WEIGHED_OF_SPACE = 10;
/** Pages of a space with a word in title or headings whose text is asked for the others. */
const MOST_ASKED = 16;
/** Where an organization is searched, so many texts are looked at for spaces that have no page yet, and that could have more. */
const MOST_FOR_NONE = 40_000;
const MOST_FOR_FEW = 2000;
/** With fewer pages that have the words, those that have longer ones are looked for too. */
const FEW = 20;

/**
 * The parameters of every statement. The queries name the organization or the spaces themselves, so the indexes find what is
 * needed and no more.
 */
const SPACES = '$1::text[]';
const ORGANIZATION = '$2';
const MATCH = '$3';
const LONGER = '$4';
const MOST = '$5';
const TITLED = '$6';
const HEADED = '$7';
const WEIGHED = 'unnest($8::tsquery[], $9::tsquery[], $10::tsquery[]) as t (term, title, heading)';
const WORDS = '$11::tsquery';
const BONUSES = 'unnest($12::tsquery[]) as b (bonus)';
const WANTED = '$13';
/** Of spaces, the last two; of an organization, the last. */
const PARTLY_TITLED = '$14';
const PARTLY_HEADED = '$15';
const MAYBE = '$14';

/**
 * Always true, and free; but the planner adds up what both sides cost. It does not know that vectors are kept apart and
 * that reading one takes a hundred times as long as reading its row, so without this it would read the whole table.
 */
const READING_IS_DEAR = `(s.title_words >= 0 or to_tsvector('simple', s.page_id) is null)`;

/** Vectors are kept apart: fetched once here instead of in each function that looks into one. Nothing is deleted. */
const UNPACKED = `ts_delete(s.vector, '')`;

/** Reads a row by its place, whatever a planner believes. */
const rowOf = (table: string): string => `(select * from search_pages where ctid = ${table}.row offset 0) s`;

/** Its place among the current pages, which the index follows in the same transaction; or that of its parent. */
const pageOf = (table: string, id = 'page_id'): string => `(
  select page_id, title, path, parent_id from content_pages p where p.organization_id = ${ORGANIZATION}
    and p.space_id = ${table}.space_id and p.page_id = ${table}.${id} offset 0) p`;

/** Rows as a list of lists. Of an array JSON is made at once; made of columns, each of each row would be looked at for its type. */
const listed = (columns: string): string => `array_to_json(array_agg(array[${columns}]))`;

/**
 * The pages that match a query. One of the conditions that name no column is decided once: when it is false, nothing is read.
 */
function matching(query: string, most: number | string, ...conditions: string[]): string {
  const all = [`s.vector @@ (select ${query}::tsquery)`, READING_IS_DEAR, ...conditions];
  return `(select s.ctid as row, s.space_id from search_pages s where ${all.join(' and ')} limit ${most})`;
}

interface ByMarks {
  /** A table of spaces, by `id`. */
  spaces: string;
  query: string;
  /**
   * What the text must have too. Asked only where so many pages have the marks that very many must have the rest: where words are
   * rare, those that have them all are found by their texts at once.
   */
  text?: string;
  /** On the page `s`. */
  condition: string;
  ofEach: number | string;
  most: number;
}

/** Pages of each space by their marks, which the index has in lists by space: one of every space, then another, and so on. */
function marked({ spaces, query, text, condition, ofEach, most }: ByMarks): string {
  const hasMarks = `search_marks(s.space_id, s.vector) @@ replace((select ${query}), '${SPACE_PLACE}', w.id)::tsquery`;
  const first = (limit: number | string): string =>
    `(select s.ctid as row, s.vector from search_pages s where ${hasMarks} and ${condition} limit ${limit})`;
  const asked = `(select *, count(*) over () = ${MOST_ASKED} as are_many from ${first(MOST_ASKED)} first)`;
  const found = text
    ? `(select row from ${asked} asked where are_many and vector @@ (select ${text}::tsquery) limit ${ofEach})`
    : first(ofEach);
  return `(select row, space_id from (
      select f.row, w.id as space_id, row_number() over (partition by w.id) as turn
      from ${spaces} w cross join lateral ${found} f
    ) turns order by turn limit ${most})`;
}

/** What is in some common tables, which have no page in common. */
const together = (...tables: string[]): string =>
  `(${tables.map((table) => `select row, space_id from ${table}`).join(' union all ')}) together`;

/** A condition on the page `s`: it is in none of the tables. */
const isNew = (...tables: string[]): string =>
  `(s.ctid in (select row from ${together(...tables)})) is not true`;

/** From `candidates` to the answer: the best first, with the rest behind them where there is one, and where they stand. */
function weighing(counts: { count: string; spaces: string; isComplete: string }, rest = ''): string {
  // As lists, which planners take for short ones; else they expect so many pages that they compile the statement first.
  const listOf = (column: string): string =>
    `(select array_agg(${column}) from placed where parent_id is not null)`;
  const test = (of: string): string => `(r.vector @@ t.${of})::int`;
  return `read as materialized (
      select s.space_id, s.page_id, s.source, s.title_words, ${UNPACKED} as vector
      from candidates c cross join lateral ${rowOf('c')}
      where s.organization_id = ${ORGANIZATION} and s.space_id = any(${SPACES})
    ), scored as materialized (
      select r.space_id, r.page_id, r.source, (
        select sum(${test('term')} + 2.5 * ${test('title')} + 0.8 * ${test('heading')}) / count(*)
          + case when bool_and(r.vector @@ t.title) then 3.0 * least(1, count(*)::float8 / greatest(r.title_words, 1)) else 0 end
        from ${WEIGHED}
      ) + 2 * ts_rank('{0.15, 0.4, 0.6, 1}', r.vector, ${WORDS}, 1)
        + (select 1.2 * count(*) from ${BONUSES} where r.vector @@ b.bonus) as score
      from read r
    ), ordered as (
      select * from scored ${rest} order by score desc, page_id limit ${WANTED}
    ), placed as materialized (
      select o.space_id, o.page_id, o.source, o.score, p.title, p.path, p.parent_id
      from ordered o cross join lateral ${pageOf('o')}
    ), above as (
      select start.space_id, p.page_id, p.title, p.parent_id
      from (select distinct * from unnest(${listOf('space_id')}, ${listOf('parent_id')}) as s (space_id, page_id)) start
      cross join lateral ${pageOf('start')}
      union
      select a.space_id, p.page_id, p.title, p.parent_id from above a cross join lateral ${pageOf('a', 'parent_id')}
    )
    select ${counts.count} as count, ${counts.spaces} as spaces, ${counts.isComplete} as "isComplete",
      (select ${listed('space_id, page_id, source, title, path, parent_id')}
        from (select * from placed order by score desc, page_id) in_order) as found,
      (select ${listed('space_id, page_id, title, parent_id')} from above) as above`;
}

/**
 * Ranks pages of some spaces. All that match are found first; which of them have the words in title or headings matters
 * where they are too many to be weighed.
 * @param before common tables that the condition uses. @param condition which matching pages `s` count.
 */
function rankOfSpaces(hasRest: boolean, before = 'with recursive', condition = 'true'): string {
  const areTooMany = `(select pages > ${MOST_WEIGHED} from size)`;
  const areFew = `(select count(*) < ${FEW} from (select from exact limit ${FEW}) seen)`;
  const hasRoom = (most: number, ...kinds: string[]): string =>
    `${areTooMany} and (select count(*) < ${most} from ${together(...kinds)})`;
  const byMarks = (query: string, most: number, when: string, is: string): string => {
    const spaces = `(select id from unnest((select ${SPACES})) as id where ${when})`;
    return marked({ spaces, query, condition: `${is} and ${condition}`, ofEach: most, most });
  };
  const titled = ['titled', 'partly_titled'];
  const headed = [...titled, 'headed'];
  const chosen = [...headed, 'partly_headed'];
  const rest = `union all (select s.space_id, s.page_id, s.source, -1 from matched m cross join lateral ${rowOf('m')}
    where m.row not in (select row from candidates) order by s.page_id limit ${WANTED})`;
  return `${before} exact as materialized ${matching(MATCH, MOST_COUNTED, condition)},
    longer as materialized ${matching(LONGER, MOST_COUNTED, condition, areFew)},
    matched as materialized (
      select row from longer union all select row from exact where not exists (select from longer)
    ), size as materialized (
      select count(*)::int as pages from matched
    ), titled as materialized ${byMarks(TITLED, MOST_TITLED, areTooMany, 'true')},
    partly_titled as materialized ${matching(PARTLY_TITLED, MOST_TITLED, condition, hasRoom(MOST_TITLED, 'titled'), isNew('titled'))},
    headed as materialized ${byMarks(HEADED, MOST_HEADED, hasRoom(MOST_TITLED, ...titled), isNew(...titled))},
    partly_headed as materialized ${matching(PARTLY_HEADED, MOST_HEADED, condition, hasRoom(MOST_TITLED, ...headed), isNew(...headed))},
    nearly as materialized ${matching(MOST, MOST_WEIGHED, condition, areTooMany)},
    candidates as materialized (
      select row from ${together(...chosen)} union select row from nearly union (
        select row from matched limit greatest(0, ${MOST_WEIGHED} - (select count(*) from ${together(...chosen)})))
    ), ${weighing(
      {
        count: '(select pages from size)',
        spaces: '1',
        isComplete: `not exists (
          select from search_backlog b where b.organization_id = ${ORGANIZATION} and b.space_id = any(${SPACES}))`,
      },
      hasRest ? rest : '',
    )}`;
}

/**
 * Ranks pages of many spaces, some of each. Pages with the words in title or headings come first anyway and are found at
 * once, while words that are used everywhere are in very many texts: these are looked at only for spaces that have too few.
 */
function rankOfOrganization(): string {
  const each = '(select each from share)';
  const spacesWith = (kinds: string[], pages: string): string =>
    `(select space_id from ${together(...kinds)} group by space_id having count(*) ${pages})`;
  const lacking = (kinds: string[], pages = each): string =>
    `(select id from shown where (id in ${spacesWith(kinds, `>= ${pages}`)}) is not true)`;
  const byMarks = (spaces: string, query: string, condition: string, text?: string): string =>
    marked({ spaces, query, condition, ofEach: each, most: MOST_COUNTED, ...(text ? { text } : {}) });
  const byText = (query: string, kinds: string[], ...conditions: string[]): string => {
    const most = `(select case when exists ${lacking(kinds, '1')} then ${MOST_FOR_NONE} else ${MOST_FOR_FEW} end)`;
    // Not as a join, which may compare every page with every space, or go round the index on the vector: as a test by hash.
    const isLacking = [
      `exists ${lacking(kinds)}`,
      `(s.space_id in ${lacking(kinds)}) is true`,
      isNew(...kinds),
    ];
    return `(select row, space_id from (
        select row, space_id, row_number() over (partition by space_id) as turn
        from ${matching(query, most, ...isLacking, ...conditions)} found
      ) turns where turn <= ${each})`;
  };
  const marks = ['titled', 'headed', 'partly'];
  const kinds = [...marks, 'exact', 'longer'];
  const areFew = `(select count(*) < ${FEW} from exact)`;
  return `with recursive shown as materialized (
      select id from unnest((select ${SPACES})) as id
      where exists (select from search_pages p where p.organization_id = ${ORGANIZATION} and p.space_id = id)
    ), share as materialized (
      select greatest(1, least(${MOST_WEIGHED_OF_SPACE}, ${MOST_WEIGHED_OF_ALL} / greatest(1, count(*)))) as each from shown
    ), titled as materialized ${byMarks('shown', TITLED, 'true')},
    headed as materialized ${byMarks(lacking(['titled']), HEADED, isNew('titled'))},
    partly as materialized ${byMarks(lacking(['titled', 'headed']), MAYBE, isNew('titled', 'headed'), MATCH)},
    exact as materialized ${byText(MATCH, marks)},
    longer as materialized ${byText(LONGER, [...marks, 'exact'], areFew)},
    nearly as materialized ${matching(MOST, MOST_TITLED, '(s.space_id in (select id from shown)) is true')},
    candidates as materialized (
      select row from ${together(...kinds)} union select row from nearly limit ${MOST_COUNTED}
    ), ${weighing({
      count: '(select count(*)::int from candidates)',
      spaces: `(select count(distinct space_id)::int from ${together(...kinds)})`,
      isComplete: 'false',
    })}`;
}

/** Without pages that are hidden, below a hidden one, or kept from search. */
const LISTED = `with recursive unlisted as (
     select p.space_id, p.page_id from content_pages p
     where p.organization_id = ${ORGANIZATION} and p.space_id = any(${SPACES}) and p.hidden
     union
     select p.space_id, p.page_id from unlisted u join content_pages p
       on p.organization_id = ${ORGANIZATION} and p.space_id = u.space_id and p.parent_id = u.page_id
   ), kept_out as materialized (
     select space_id, page_id from unlisted
     union
     select p.space_id, p.page_id from content_pages p
     where p.organization_id = ${ORGANIZATION} and p.space_id = any(${SPACES}) and p.no_index
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
export const RANK_ORGANIZATION = rankOfOrganization();
