import { visibleSpacesTable } from '#modules/access/index.js';
import { type Database, sqlState } from '#platform/database/database.js';
import {
  badCursor,
  decodeCursor,
  encodeCursor,
  limitOf,
  type Page,
  type PageRequest,
} from '#platform/database/pagination.js';
import type { Parameters } from '../graph/parameters.js';

/** A space to which a list can be limited. */
export interface SpaceCount {
  id: string;
  title: string;
  /** Its rows; null where the list reads another space alone, and does not look. */
  count: number | null;
}

/** One page of a list across the spaces that somebody sees. */
export interface SeenPage<Row, Totals> extends Page<Row> {
  /**
   * All spaces with rows, whichever of them the list is limited to; all that the actor sees where the list reads that one alone, up to
   * a thousand.
   */
  spaces: SpaceCount[];
  totals: Totals;
}

/** The parts of the statement of a list across spaces. */
export interface SeenList {
  /** Common table expressions; the last is `listed`, with `place` (unique, in the order of the list), `"spaceId"` and `"spaceTitle"`. */
  tables: string[];
  /** Condition on `listed`. */
  condition?: string;
  /** A statement that reads the rows of `page` with all that is shown of them, and `place`. */
  shown: string;
  /** Expression over `listed`, limited to the space. */
  totals: string;
  /** Only this space. */
  spaceId?: string;
  /** The tables read nothing but this space: what others have is not known, and not looked for. */
  isNarrowed?: boolean;
}

/**
 * Reads a list across the spaces that the actor sees: its page, the number of rows by space, and totals, in one statement.
 * @param parameters begin with the values of the actor (`actorValues`).
 * @throws BadRequest for a cursor that this list did not make.
 */
export async function readSeenList<Row, Totals>(
  db: Database,
  parameters: Parameters,
  { tables, condition = 'true', shown, totals, spaceId, isNarrowed = false }: SeenList,
  request: PageRequest,
): Promise<SeenPage<Row, Totals>> {
  const limit = limitOf(request);
  const [cursor] = request.page === undefined ? [] : decodeCursor(request.page, 1);
  const inSpace = spaceId === undefined ? 'true' : `"spaceId" = ${parameters.add(spaceId, 'text')}`;
  const after = cursor === undefined ? 'true' : `place > ${parameters.add(cursor, 'text')} collate "C"`;
  const text = `${visibleSpacesTable()}, ${tables.join(', ')},
    matching as materialized (select * from listed where ${condition}),
    page as materialized (
      select * from matching where ${inSpace} and ${after} order by place limit ${parameters.add(limit + 1, 'int')})
    select (select count(*)::int from matching where ${inSpace}) as count,
      (select ${totals} from listed where ${inSpace}) as totals,
      (select coalesce(json_agg(s order by lower(s.title), s.id), '[]') from (${isNarrowed ? SEEN : WITH_ROWS}) s) as spaces,
      (select coalesce(json_agg(s order by s.place), '[]') from (${shown}) s) as items`;
  const [row] = await db.query<Answer<Row, Totals>>(text, parameters.values).catch((error: unknown) => {
    // A cursor of the right shape with what no text of the database can hold (SQLSTATE class 22).
    throw cursor !== undefined && sqlState(error)?.startsWith('22') ? badCursor() : error;
  });
  if (!row) throw new Error('A statement without a table answers one row.');
  const items = row.items.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    count: row.count,
    spaces: row.spaces,
    totals: row.totals,
    ...(row.items.length > limit && last ? { next: { page: encodeCursor([last.place]) } } : {}),
  };
}

const WITH_ROWS = `select "spaceId" as id, max("spaceTitle") as title, count(*)::int as count from matching group by "spaceId"`;

/** As many as a choice can hold. */
const SEEN = `select v.id, v.title, (select count(*)::int from matching m where m."spaceId" = v.id having count(*) > 0) as count
  from visible_spaces v order by lower(v.title), v.id limit 1000`;

interface Answer<Row, Totals> {
  count: number;
  totals: Totals;
  spaces: SpaceCount[];
  items: (Row & { place: string })[];
  [column: string]: unknown;
}
