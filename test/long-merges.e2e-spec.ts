import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { compute } from '../src/platform/compute/compute.js';
import { OverBudget } from '../src/platform/compute/over-budget.js';
import { Database } from '../src/platform/database/database.js';
import {
  openChangeRequest,
  readPage,
  type TestChangeRequest,
  tryToWritePage,
  writePage,
} from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/* Merges that are too long for the event loop: in a thread, before anything is locked. */

const MERGE = 'content/merge-snapshots';
/** Few paragraphs, but long ones: a merge is long by its characters, and takes time by its paragraphs. */
const lines = (edited: Record<number, string> = {}) =>
  Array.from(
    { length: 300 },
    (_, at) => edited[at] ?? `Line ${at} of a text that is long.${' It goes on and on.'.repeat(15)}`,
  ).join('\n\n');

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let main: string;
let page: string;
let request: TestChangeRequest;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  const { id } = await buildSpace(organization);
  main = `/v1/spaces/${id}`;
  [page = ''] = await buildPages(admin, id, [{ title: 'Home', markdown: lines() }]);
  request = await openChangeRequest(admin, id);
  await writePage(admin, request.path, page, lines({ 10: 'Mine.' }));
  await writePage(admin, main, page, lines({ 100: 'Main.' }));
});
afterEach(() => vi.restoreAllMocks());

const revision = async (path: string) => (await admin.api.get(path)).body.revision as string;
const objects = async () => {
  const sql = 'select count(*)::int as count from content_objects where organization_id = $1';
  return (await test.app.get(Database).query<{ count: number }>(sql, [organization.id]))[0]?.count;
};

/** Notes where merges run, and does something before each of them. */
function watch(before: (round: number) => Promise<unknown> = () => Promise.resolve()) {
  const inTransaction: boolean[] = [];
  const run = compute.run.bind(compute);
  vi.spyOn(compute, 'run').mockImplementation(async (task, input, options) => {
    if (task.name === MERGE) {
      inTransaction.push(test.app.get(Database).inTransaction);
      await before(inTransaction.length);
    }
    return run(task, input, options);
  });
  return inTransaction;
}

describe('a long merge', () => {
  it.each(['merge', 'update'])(
    'of a change request (%s) is made outside of the transaction',
    async (action) => {
      const inTransaction = watch();
      const answer = await admin.api.post(`${request.path}/${action}`);
      expect(answer).toMatchObject({ status: 200, body: { result: action } });
      expect(inTransaction).toEqual([false]);
      const merged = lines({ 10: 'Mine.', 100: 'Main.' });
      expect(await readPage(admin, action === 'merge' ? main : request.path, page)).toBe(merged);
    },
  );

  it('is computed again when the space has moved meanwhile, and loses nothing', async () => {
    const inTransaction = watch(async (round) => {
      if (round === 1) await writePage(admin, main, page, lines({ 100: 'Main.', 200: 'Later.' }));
    });
    expect(await admin.api.post(`${request.path}/merge`)).toMatchObject({ status: 200 });
    expect(inTransaction).toEqual([false, false]);
    expect(await readPage(admin, main, page)).toBe(lines({ 10: 'Mine.', 100: 'Main.', 200: 'Later.' }));
  });

  it('stores its conflicts, and succeeds once they are resolved', async () => {
    await writePage(admin, main, page, lines({ 10: 'Theirs.', 100: 'Main.' }));
    const inTransaction = watch();
    expect(await admin.api.post(`${request.path}/merge`)).toMatchObject({
      status: 200,
      body: { result: 'conflicts' },
    });
    const { items } = (await admin.api.get(`${request.path}/conflicts`)).body;
    expect(items).toHaveLength(1);
    const resolutions = [{ conflict: items[0].id, choice: 'main' }];
    await admin.api.post(`${request.path}/conflicts/resolve`, { resolutions });
    expect(await admin.api.post(`${request.path}/merge`)).toMatchObject({ body: { result: 'merge' } });
    expect(inTransaction).toEqual([false, false]);
    expect(await readPage(admin, main, page)).toBe(lines({ 10: 'Theirs.', 100: 'Main.' }));
  });

  it('over its budget is refused with a clear message, and nothing is written', async () => {
    const before = { main: await revision(main), objects: await objects() };
    watch(() => Promise.reject(new OverBudget()));
    const answer = await admin.api.post(`${request.path}/merge`);
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toMatch(/takes too much time or memory; split the largest pages/);
    expect({ main: await revision(main), objects: await objects() }).toEqual(before);
    expect((await admin.api.get(request.path)).body.status).toBe(request.status);
  });

  it('of edits on an older revision is made outside of the transaction too', async () => {
    const old = await revision(main);
    await writePage(admin, main, page, lines({ 100: 'Main.', 200: 'Later.' }));
    const inTransaction = watch();
    const change = {
      operation: 'update_page',
      page,
      document: { markdown: lines({ 10: 'Mine.', 100: 'Main.' }) },
    };
    const answer = await admin.api.post(`${main}/content?compat=false`, { revision: old, changes: [change] });
    expect(answer.status).toBe(200);
    expect(inTransaction).toEqual([false]);
    expect(await readPage(admin, main, page)).toBe(lines({ 10: 'Mine.', 100: 'Main.', 200: 'Later.' }));
  });

  it('of edits of the same block is refused, and nothing is written', async () => {
    const old = await revision(main);
    await writePage(admin, main, page, lines({ 10: 'Theirs.' }));
    const head = await revision(main);
    const change = { operation: 'update_page', page, document: { markdown: lines({ 10: 'Mine.' }) } };
    const answer = await admin.api.post(`${main}/content?compat=false`, { revision: old, changes: [change] });
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toMatch(/Somebody else changed the same content meanwhile/);
    expect(await revision(main)).toBe(head);
  });

  it('does not block others who write to the space', async () => {
    let other: Awaited<ReturnType<typeof tryToWritePage>> | undefined;
    watch(async (round) => {
      if (round === 1) other = await tryToWritePage(admin, main, page, lines({ 100: 'Main.', 3: 'Other.' }));
    });
    expect(await admin.api.post(`${request.path}/merge`)).toMatchObject({ status: 200 });
    expect(other?.status).toBe(200);
  });
});
