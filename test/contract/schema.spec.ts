import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.js';
import { shareTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

it('entities and migrations describe the same tables and columns', async () => {
  const rows = await test.db.query<{ name: string }>(`
    select table_name || '.' || column_name || ' ' || udt_name || case is_nullable when 'YES' then ' null' else '' end as name
    from information_schema.columns
    where table_schema = 'public' and table_name <> 'schema_migrations'`);
  const declared = test.dataSource.entityMetadatas.flatMap((entity) =>
    entity.columns.map((column) => {
      const type = column.enumName ?? TYPES[String(column.type)] ?? String(column.type);
      return `${entity.tableName}.${column.databaseName} ${column.isArray ? `_${type}` : type}${column.isNullable ? ' null' : ''}`;
    }),
  );
  expect(declared.sort()).toEqual(rows.map((row) => row.name).sort());
});

/** PostgreSQL's internal names of the types that have two. */
const TYPES: Record<string, string> = {
  integer: 'int4',
  int: 'int4',
  bigint: 'int8',
  smallint: 'int2',
  boolean: 'bool',
};

it('replicas that start together migrate once', async () => {
  const runs = await Promise.all([migrate(test.dataSource), migrate(test.dataSource)]);
  expect(runs.flat()).toEqual([]);
});
