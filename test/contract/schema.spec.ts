import { afterAll, beforeAll, expect, it } from 'vitest';
import { migrate } from '../../src/platform/database/migrate.js';
import { createTestApp, type TestApp } from '../support/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await createTestApp();
});

afterAll(() => test.close());

it('entities and migrations describe the same tables', async () => {
  const { upQueries } = await test.dataSource.driver.createSchemaBuilder().log();
  expect(upQueries.map((query) => query.query)).toEqual([]);
});

it('replicas that start together migrate once', async () => {
  const runs = await Promise.all([migrate(test.dataSource), migrate(test.dataSource)]);
  expect(runs.flat()).toEqual([]);
});
