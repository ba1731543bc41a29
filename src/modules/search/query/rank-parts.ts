import {
  organizationLexeme,
  spaceLexeme,
  SCOPE_PLACEHOLDER,
  SPACE_PLACEHOLDER,
} from '../indexing/lexemes.js';

/** More pages of a space are not counted: nobody can page further. */
export const MAX_COUNTED = 1000;
/** With fewer pages that have the words, those that have longer ones are looked for too. */
export const FEW = 20;

/**
 * The parameters of every statement. The queries name the organization or the spaces themselves, so the indexes find what is
 * needed and no more.
 */
export const SPACES = '$1::text[]';
export const ORGANIZATION = '$2';
export const MATCH = '$3';
export const LONGER = '$4';
export const MOST = '$5';
export const TITLED = '$6';
export const HEADED = '$7';
const WEIGHED = 'unnest($8::tsquery[], $9::tsquery[], $10::tsquery[]) as t (term, title, heading)';
const WORDS = '$11::tsquery';
const BONUSES = 'unnest($12::tsquery[]) as b (bonus)';
export const WANTED = '$13';
export const PARTLY_TITLED = '$14';
export const PARTLY_HEADED = '$15';

/**
 * Always true, and free; but the planner adds up what both sides cost. It does not know that vectors are kept apart and
 * that reading one takes a hundred times as long as reading its row, so without this it would read the whole table.
 */
export const READING_IS_DEAR = `(s.title_words >= 0 or to_tsvector('simple', s.page_id) is null)`;

/** Vectors are kept apart: fetched once here instead of in each function that looks into one. Nothing is deleted. */
const UNPACKED = `ts_delete(s.vector, '')`;

/** Reads a row by its place, whatever a planner believes. */
export const rowOf = (table: string): string =>
  `(select * from search_pages where ctid = ${table}.row offset 0) s`;

/** Its place among the current pages, which the index follows in the same transaction; or that of its parent. */
const pageOf = (table: string, id = 'page_id'): string => `(
  select page_id, title, path, parent_id from content_pages p where p.organization_id = ${ORGANIZATION}
    and p.space_id = ${table}.space_id and p.page_id = ${table}.${id} offset 0) p`;

/** Rows as a list of lists. Of an array JSON is made at once; made of columns, each of each row would be looked at for its type. */
const listed = (columns: string): string => `array_to_json(array_agg(array[${columns}]))`;

/** Fills the place of a query with an expression. */
const filled = (query: string, place: string, by: string): string =>
  `replace((select ${query}), '${place}', ${by})::tsquery`;
/** Nothing where there is but one organization, as in most installations: what all pages have need not be looked up. */
const IN_ORGANIZATION = `(select case when exists (select from organizations where id <> ${ORGANIZATION})
  then '''${organizationLexeme('')}' || ${ORGANIZATION} || ''' & ' else '' end)`;

/** A query of an organization; its pages are still to be told from those of others. */
export const ofAll = (query: string): string => filled(query, SCOPE_PLACEHOLDER, IN_ORGANIZATION);
/** The same of its space `w` alone. */
export const ofSpace = (query: string): string =>
  filled(query, SCOPE_PLACEHOLDER, `'''${spaceLexeme('')}' || w.id || ''' & '`);
/** True when the page `s` of the space `w` has the terms of the query in its title or headings. */
export const hasMarks = (query: string): string =>
  `search_marks(s.space_id, s.vector) @@ ${filled(query, SPACE_PLACEHOLDER, 'w.id')}`;

interface OfEach {
  /** A table of spaces, by `id`. */
  spaces: string;
  /** On the page `s`. */
  conditions: string[];
  /** Terms that its text must have too. */
  text?: Text;
  ofEach: number;
  most: number | string;
}

interface Text {
  /** An expression. */
  query: string;
  /** Of so many pages of a space that meet the conditions, the texts are read. */
  mostRead: number;
  /** Skips the step when fewer match: with rare words, pages that have them all are found by their texts at once. */
  ifMany?: boolean;
}

/** Pages of each space, which an index has in lists by space: one of every space, then another, and so on. */
export function pagesOfEach({ spaces, conditions, text, ofEach, most }: OfEach): string {
  const first = (limit: number): string =>
    `(select s.ctid as row, s.vector from search_pages s where ${conditions.join(' and ')} limit ${limit})`;
  const found = text ? withText(first(text.mostRead), text, ofEach) : first(ofEach);
  return `(select row, space_id from (
      select f.row, w.id as space_id, row_number() over (partition by w.id) as turn
      from ${spaces} w cross join lateral ${found} f
    ) turns order by turn limit ${most})`;
}

function withText(pages: string, { query, mostRead, ifMany }: Text, most: number): string {
  const counted = `(select *, count(*) over () = ${mostRead} as are_many from ${pages} first)`;
  const [read, condition] = ifMany ? [counted, 'are_many and'] : [pages, ''];
  return `(select row from ${read} read where ${condition} vector @@ ${query} limit ${most})`;
}

/** The union of some common tables, which share no page. */
export const together = (...tables: string[]): string =>
  `(${tables.map((table) => `select row, space_id from ${table}`).join(' union all ')}) together`;

/** A condition on the page `s`: it is in none of the tables. */
export const isNew = (...tables: string[]): string =>
  `(s.ctid in (select row from ${together(...tables)})) is not true`;

interface Answered {
  count: string;
  spaces: string;
  isComplete: string;
  /** A query of pages that were not weighed, to stand behind the others. */
  rest?: string;
  /** Number of answered pages of a space; all when absent. */
  ofEach?: string;
}

/** From `candidates` to the answer: the best first, with the rest behind them where there is one, and where they stand. */
export function weighing({ count, spaces, isComplete, rest, ofEach }: Answered): string {
  const best = `(select * from (
      select *, row_number() over (partition by space_id order by score desc, page_id) as place from scored
    ) places where place <= ${ofEach}) best`;
  // As lists, which planners take for short ones.
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
      select space_id, page_id, source, score from ${ofEach ? best : 'scored'} ${rest ? `union all ${rest}` : ''}
      order by score desc, page_id limit ${WANTED}
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
    select ${count} as count, ${spaces} as spaces, ${isComplete} as "isComplete",
      (select ${listed('space_id, page_id, source, title, path, parent_id')}
        from (select * from placed order by score desc, page_id) in_order) as found,
      (select ${listed('space_id, page_id, title, parent_id')} from above) as above`;
}
