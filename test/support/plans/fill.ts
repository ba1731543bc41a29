import type { PoolClient } from 'pg';

interface Column {
  table: string;
  column: string;
  type: string;
  isKey: boolean;
  /** The last columns of a unique key, which distinguish the copies. */
  isLast: boolean;
  /** Only some values are allowed. */
  isLimited: boolean;
}

/** Growing tables, with their rows for each content object. */
export const GROWING: Readonly<Record<string, number>> = {
  content_objects: 1,
  content_documents: 0.1,
  content_pages: 0.05,
  content_revisions: 0.05,
  content_entries: 0.02,
  content_former_paths: 0.02,
  search_pages: 0.01,
};
/** Rows of all other tables. Fewer rows are read as fast as they are found, and planners know it. */
const ROWS = 3000;
const LEFT_OUT = ['schema_migrations', 'installation_settings'];
/** Conditions on the rows to copy: the index of copies of long rows would take minutes. */
const MODELS: Readonly<Record<string, string>> = {
  content_objects: `where kind in ('page', 'document') order by length(body::text), hash`,
};
/** SQL of column values that copies get. */
const VALUES: Readonly<Record<string, string>> = {
  'search_pages.vector': `to_tsvector('simple', 'word' || g % 500)`,
};

/**
 * Copies rows of a database in use, with other keys, until it is as large as an installation with so many content
 * objects, most of them in the existing organizations. Statistics are not renewed.
 * @param from the number to which it was filled before.
 */
export async function fill(client: PoolClient, from: number, objects: number): Promise<void> {
  // Copies refer to rows that do not exist.
  await client.query('set session_replication_role = replica');
  const columns = await columnsOf(client);
  for (const table of new Set(columns.map((column) => column.table))) {
    const share = GROWING[table];
    const first = from === 0 ? 0 : rowsOf(table, from);
    const last = rowsOf(table, objects);
    if (last <= first) continue;
    const own = columns.filter((column) => column.table === table);
    await client.query(
      `insert into "${table}" (${own.map(({ column }) => `"${column}"`).join(', ')})
       select ${own.map((column) => valueOf(column, share !== undefined)).join(', ')}
       from (
         select row_number() over () - 1 as n, count(*) over () as models, model.*
         from (select * from "${table}" ${MODELS[table] ?? ''} limit 7) model
       ) t join generate_series(${first + 1}, ${last}) as g on g % t.models = t.n
       on conflict do nothing`,
    );
  }
  await client.query('set session_replication_role = origin');
}

function rowsOf(table: string, objects: number): number {
  if (table === 'content_objects') return objects;
  return Math.max(ROWS, Math.ceil(objects * (GROWING[table] ?? 0)));
}

function valueOf({ table, column, type, isKey, isLast, isLimited }: Column, isGrowing: boolean): string {
  const name = `t."${column}"`;
  const special = VALUES[`${table}.${column}`];
  if (special) return special;
  if (column === 'organization_id') {
    const own = isGrowing ? 'g % 3 > 0' : 'g % 50 = 0';
    return `case when ${own} then ${name} else ${name} || (g % 500) end`;
  }
  if (type === 'timestamp with time zone') return `${name} - g * interval '1 second'`;
  if ((type === 'integer' || type === 'bigint') && isLast) return `${name} + g`;
  if (type === 'bytea' && isKey) return `${name} || int4send(g)`;
  if (type === 'uuid' && isKey) return 'gen_random_uuid()';
  if (type !== 'text' || isLimited) return name;
  if (isLast || /(^|_)(hash|snapshot|path|email|hostname|basename|source)$/.test(column))
    return `${name} || '.' || g`;
  return /(^|_)(id|revision|author|created_by)$/.test(column) ? `${name} || '.' || (g / 200)` : name;
}

async function columnsOf(client: PoolClient): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `with keyed as (
       select k.indrelid, a.attname, a.attnum = k.indkey[k.indnkeyatts - 1] as is_last
       from pg_index k join pg_attribute a on a.attrelid = k.indrelid and a.attnum = any(k.indkey) where k.indisunique
     ), limited as (
       select k.conrelid, a.attname from pg_constraint k
       join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey) where k.contype = 'c'
     )
     select c.table_name as table, c.column_name as column, c.data_type as type,
       exists (select from keyed where indrelid = r.oid and attname = c.column_name) as "isKey",
       exists (select from keyed where indrelid = r.oid and attname = c.column_name and is_last) as "isLast",
       exists (select from limited where conrelid = r.oid and attname = c.column_name) as "isLimited"
     from information_schema.columns c join pg_class r on r.oid = to_regclass(quote_ident(c.table_name)) and r.relkind = 'r'
     where c.table_schema = 'public' and c.is_generated = 'NEVER' and c.is_identity = 'NO' and c.table_name <> all($1)
     order by c.table_name, c.ordinal_position`,
    [LEFT_OUT],
  );
  return rows;
}
