import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ListStatement, paginate } from '../src/platform/database/pagination.js';
import { Database, sqlState } from '../src/platform/database/database.js';
import { BadRequest } from '../src/platform/http/errors.js';
import { createTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let db: Database;

beforeAll(async () => {
  test = await createTestApp();
  db = test.db;
  await db.execute('create table things (id int primary key, name text not null)');
});

afterAll(() => test.close());

beforeEach(() => db.execute('truncate things'));

const add = (id: number, name = 'x') => db.execute('insert into things values ($1, $2)', [id, name]);
const ids = async () =>
  (await db.query<{ id: number }>('select id from things order by id')).map((row) => row.id);

describe('ambient transactions', () => {
  it('commit together, nested calls included', async () => {
    await db.transaction(async () => {
      await add(1);
      await db.transaction(() => add(2));
    });
    expect(await ids()).toEqual([1, 2]);
  });

  it('roll back together', async () => {
    const work = db.transaction(async () => {
      await add(1);
      await db.transaction(() => add(2));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await ids()).toEqual([]);
  });

  it('roll back after a failed inner call even if its error is caught', async () => {
    const work = db.transaction(async () => {
      await add(1);
      await db.transaction(() => Promise.reject(new Error('inner'))).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('inner');
    expect(await ids()).toEqual([]);
  });

  it('run after-commit hooks outside, and only after a commit', async () => {
    const seen: string[] = [];
    await db.transaction(async () => {
      db.afterCommit(() => seen.push(`committed ${db.inTransaction}`));
      await add(1);
      expect(seen).toEqual([]);
    });
    await new Promise(setImmediate);
    expect(seen).toEqual(['committed false']);
    await db
      .transaction(() => (db.afterCommit(() => seen.push('never')), Promise.reject(new Error('no'))))
      .catch(() => undefined);
    await new Promise(setImmediate);
    expect(seen).toEqual(['committed false']);
  });

  it('are not shared by parallel callers', async () => {
    const first = db.transaction(async () => {
      await add(1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      throw new Error('first fails');
    });
    await Promise.all([expect(first).rejects.toThrow('first fails'), db.transaction(() => add(2))]);
    expect(await ids()).toEqual([2]);
  });

  it('refuse a query after a forgotten await', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await db.transaction(async () => {
      late = new Promise((resolve) => setTimeout(resolve, 30)).then(() => add(1));
      late.catch(() => undefined);
      await add(2);
    });
    await expect(late).rejects.toThrow('an await is missing');
    expect(await ids()).toEqual([2]);
  });

  it('are left by work that outlives them', async () => {
    let late: Promise<unknown> = Promise.resolve();
    await db.transaction(async () => {
      late = db.outside(() => new Promise((resolve) => setTimeout(resolve, 1)).then(() => add(1)));
      await add(2);
    });
    await late;
    expect(await ids()).toEqual([1, 2]);
  });

  it('start again when a row that they refer to was removed meanwhile', async () => {
    await db.script('create table parents (id int primary key); insert into parents values (1)');
    await db.execute('create table children (parent int not null references parents)');
    const seen: number[] = [];
    const adopt = db.transaction(async () => {
      const parents = await db.query('select id from parents');
      seen.push(parents.length);
      if (parents.length === 0) throw new BadRequest('gone');
      await db.outside(() => db.execute('delete from parents'));
      await db.execute('insert into children values (1)');
    });
    await expect(adopt).rejects.toThrow('gone');
    expect(seen).toEqual([1, 0]);
  });

  it('start again only once when a reference forbids a removal', async () => {
    await db.script('create table owners (id int primary key); insert into owners values (1)');
    await db.script('create table owned (owner int references owners); insert into owned values (1)');
    let attempts = 0;
    const remove = db.transaction(async () => {
      attempts++;
      await db.execute('delete from owners');
    });
    await expect(remove).rejects.toMatchObject({ code: '23503' });
    expect(attempts).toBe(2);
  });

  it('start again from the outermost call after a deadlock', async () => {
    await add(1);
    await add(2);
    let attempts = 0;
    let holding = 0;
    let bothHold = (): void => undefined;
    const held = new Promise<void>((resolve) => (bothHold = resolve));
    const cross = (first: number, second: number) =>
      db.transaction(async () => {
        attempts++;
        await db.execute(`update things set name = name || $2 where id = $1`, [first, `${first}`]);
        if (++holding === 2) bothHold();
        await held;
        await db.transaction(() =>
          db.execute(`update things set name = name || $2 where id = $1`, [second, `${first}`]),
        );
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    expect(attempts).toBeGreaterThan(2);
    const rows = await db.query<{ name: string }>('select name from things');
    for (const { name } of rows) expect(name).toMatch(/^x(12|21)$/);
  });

  it('report the SQLSTATE of an error', async () => {
    await add(1);
    const error = await add(1).catch((caught: unknown) => caught);
    expect(sqlState(error)).toBe('23505');
  });
});

describe('keyset pages', () => {
  const list: ListStatement = {
    select: 't.id, t.name',
    from: 'from things t where t.id > $1',
    values: [0],
    by: [
      { sql: 't.name', type: 'text', direction: 'desc' },
      { sql: 't.id', type: 'int', direction: 'desc' },
    ],
  };

  it('visit every row once, in order, while rows come and go', async () => {
    for (let id = 1; id <= 25; id++) await add(id, id % 2 ? 'odd' : 'even');
    const seen: number[] = [];
    const counts: number[] = [];
    let page: string | undefined;
    do {
      const result = await paginate<{ id: number }>(db, { limit: 7, page }, list);
      counts.push(result.count);
      seen.push(...result.items.map((item) => item.id));
      page = result.next?.page;
      // The row the cursor came from may be gone by the next request.
      await db.execute('delete from things where id = $1', [seen.at(-1)]);
    } while (page);
    expect(counts[0]).toBe(25);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
    expect(seen[0]).toBe(25);
    expect(seen.at(-1)).toBe(2);
  });

  it('answer the count alone for a limit of 0', async () => {
    await add(1);
    expect(await paginate(db, { limit: 0 }, list)).toEqual({ items: [], count: 1 });
  });

  it.each(['nonsense', 'W10', Buffer.from('["a"]').toString('base64url'), ''])(
    'refuse the cursor %j',
    async (page) => {
      await expect(paginate(db, { page }, list)).rejects.toThrow(BadRequest);
    },
  );
});
