import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

it('concurrent look-ups each get their own rows', async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => test.db.lookup<{ n: number }>('select $1::int as n', [i])),
  );
  expect(answers).toEqual(Array.from({ length: 50 }, (_, n) => [{ n }]));
});

it('a look-up that fails does not fail the others', async () => {
  const divide = (by: number) => test.db.lookup<{ n: number }>('select 6 / $1::int as n', [by]);
  const results = await Promise.allSettled([divide(2), divide(0), divide(3)]);
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
    [{ n: 3 }],
    'failed',
    [{ n: 2 }],
  ]);
});

it('a lost connection fails the look-ups on it, and the next ones work', async () => {
  await expect(test.db.lookup('select pg_terminate_backend(pg_backend_pid())')).rejects.toThrow(
    'terminating connection',
  );
  expect(await test.db.lookup('select 1 as one')).toEqual([{ one: 1 }]);
});

it('a look-up in a transaction sees what the transaction wrote', async () => {
  await test.db.transaction(async () => {
    await test.db.script('create temporary table mine on commit drop as select 7 as n');
    expect(await test.db.lookup('select n from mine')).toEqual([{ n: 7 }]);
  });
});
