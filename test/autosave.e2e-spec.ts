import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { GarbageCollector, Revisions } from '../src/modules/content/index.js';
import { Events } from '../src/platform/events/events.js';
import { SettledContentJobs } from '../src/modules/spaces/settled-content.jobs.js';
import { openChangeRequest, readPage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let spaceId: string;
/** Path of the space. */
let main: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  test.clock.reset();
  organization = await buildOrganization(test);
  admin = organization.admin;
  spaceId = (await buildSpace(organization)).id;
  main = `/v1/spaces/${spaceId}`;
  [page = ''] = await buildPages(admin, spaceId, [{ title: 'Page', markdown: 'One\n\nTwo\n\nThree' }]);
});

/** Saves a text of the page, by default as an editor does by itself. */
async function save(
  user: TestUser,
  markdown: string,
  { path = main, revision, autosave = true }: { path?: string; revision?: string; autosave?: boolean } = {},
) {
  const changes = [{ operation: 'update_page', page, document: { markdown } }];
  const body = { changes, autosave, ...(revision === undefined ? {} : { revision }) };
  return user.api.post(`${path}/content`, body, { query: { compat: false } });
}

async function saved(...args: Parameters<typeof save>): Promise<string> {
  const answer = await save(...args);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.revision as string;
}

async function listed(): Promise<string[]> {
  const answer = await admin.api.get(`${main}/revisions`, { query: { limit: 100 } });
  return answer.body.items.map(({ id }: { id: string }) => id);
}

describe('autosaves of the content of a space', () => {
  it('are one revision in the list, made from the revision before them', async () => {
    const before = await listed();
    const first = await saved(admin, 'One a\n\nTwo\n\nThree');
    test.clock.advance(29 * MINUTE);
    const second = await saved(admin, 'One a b\n\nTwo\n\nThree', { revision: first });
    test.clock.advance(29 * MINUTE);
    const third = await saved(admin, 'One a b c\n\nTwo\n\nThree', { revision: second });
    expect(await listed()).toEqual([third, ...before]);
    expect((await admin.api.get(`${main}/revisions/${third}`)).body.parents).toEqual([before[0]]);
    const changes = await admin.api.get(`${main}/revisions/${third}/page/${page}/changes`);
    expect(changes.body.blocks).toMatchObject([{ type: 'block_edited' }]);
    expect(JSON.stringify(changes.body.blocks[0].before)).toContain('"One"');
  });

  it.each([
    ['a pause', (): unknown => test.clock.advance(31 * MINUTE)],
    [
      'a revision of somebody else',
      async (): Promise<unknown> => saved(await organization.member('edit'), 'Else'),
    ],
    ['a save by hand', (): unknown => saved(admin, 'By hand', { autosave: false })],
  ])('begin a new revision after %s', async (_what, between) => {
    const first = await saved(admin, 'Before');
    await between();
    const last = await saved(admin, 'After');
    const all = await listed();
    expect(all).toContain(first);
    expect(all[0]).toBe(last);
  });

  it('end a revision after four hours without a pause', async () => {
    const before = await listed();
    for (let i = 0; i < 10; i++) {
      await saved(admin, `Text ${i}`);
      test.clock.advance(29 * MINUTE);
    }
    expect(await listed()).toHaveLength(before.length + 2);
  });

  it('are merged from an earlier one of them a day later, and nothing is lost', async () => {
    const away = await saved(admin, 'One\n\nTwo\n\nThree\n\nFour');
    await saved(admin, 'One and more\n\nTwo\n\nThree\n\nFour', { revision: away });
    test.clock.advance(DAY);
    await test.app.get(GarbageCollector).collectGarbage(organization.id, { batch: 100 });
    const answer = await save(admin, 'One\n\nTwo\n\nThree\n\nFour, written elsewhere', { revision: away });
    expect(answer.body).toMatchObject({ merged: true });
    expect(await readPage(admin, main, page)).toBe('One and more\n\nTwo\n\nThree\n\nFour, written elsewhere');
  });

  it('of several writers at once are all kept', async () => {
    const writers = [admin, await organization.member('edit'), await organization.member('edit')];
    const base = (await listed())[0]!;
    const texts = ['One!\n\nTwo\n\nThree', 'One\n\nTwo!\n\nThree', 'One\n\nTwo\n\nThree!'];
    await Promise.all(writers.map((writer, i) => saved(writer, texts[i]!, { revision: base })));
    expect(await readPage(admin, main, page)).toBe('One!\n\nTwo!\n\nThree!');
    expect(await listed()).toHaveLength(5);
  });

  it('of one writer in two windows at once are all kept, as one revision', async () => {
    const before = await listed();
    const texts = ['One!\n\nTwo\n\nThree', 'One\n\nTwo!\n\nThree', 'One\n\nTwo\n\nThree!'];
    await Promise.all(texts.map((text) => saved(admin, text, { revision: before[0]! })));
    expect(await readPage(admin, main, page)).toBe('One!\n\nTwo!\n\nThree!');
    expect(await listed()).toHaveLength(before.length + 1);
  });
});

describe('autosaves of a change request', () => {
  it('count as one contribution', async () => {
    const request = await openChangeRequest(admin, spaceId);
    for (const text of ['a', 'b', 'c']) await saved(admin, text, { path: request.path });
    const contributors = await admin.api.get(`${request.path}/contributors`);
    expect(contributors.body.items).toMatchObject([{ actionType: 'edit', count: 1 }]);
  });

  it('do not continue those of the content that the request was opened on', async () => {
    const onMain = await saved(admin, 'On main');
    const request = await openChangeRequest(admin, spaceId);
    const inRequest = await saved(admin, 'In the request', { path: request.path });
    expect((await admin.api.get(`${main}/revisions/${inRequest}`)).body.parents).toEqual([onMain]);
    expect((await listed())[0]).toBe(onMain);
  });
});

describe('autosaves that were continued', () => {
  const collect = () => test.app.get(GarbageCollector).collectGarbage(organization.id, { batch: 100 });

  it('are removed after two days, except those that something refers to', async () => {
    const first = await saved(admin, 'First\n\nTwo');
    const request = await openChangeRequest(admin, spaceId);
    const second = await saved(admin, 'Second\n\nTwo');
    const third = await saved(admin, 'Third\n\nTwo');
    const last = await saved(admin, 'Last\n\nTwo');
    test.clock.advance(2 * DAY + MINUTE);
    await collect();
    const find = (id: string) => test.app.get(Revisions).findRevision(organization.id, id);
    const found = await Promise.all([first, second, third, last].map(find));
    expect(found.map((revision) => revision !== null)).toEqual([true, false, false, true]);
    expect(await test.app.get(Revisions).commonAncestor(organization.id, first, last)).toMatchObject({
      id: first,
    });
    await saved(admin, 'First\n\nTwo, in the request', { path: request.path });
    const merge = await admin.api.post(`${request.path}/merge`);
    expect(merge.body).toMatchObject({ result: 'merge' });
    expect(await readPage(admin, main, page)).toBe('Last\n\nTwo, in the request');
    test.clock.advance(2 * DAY);
    await collect();
    expect(await readPage(admin, main, page)).toBe('Last\n\nTwo, in the request');
    expect((await save(admin, 'Too late', { revision: second })).status).toBe(400);
  });

  it('are removed in small parts without a gap in the history', async () => {
    const [, before] = [0, (await listed())[0]!];
    const ids: string[] = [];
    for (let i = 0; i < 6; i++) ids.push(await saved(admin, `Text ${i}`));
    test.clock.advance(2 * DAY + MINUTE);
    for (let i = 0; i < 5; i++)
      await test.app.get(GarbageCollector).collectGarbage(organization.id, { batch: 1 });
    const rows = await test.db.query<{ id: string; parents: string[] }>(
      'select id, parents from content_revisions where organization_id = $1 and released_at is null and run_base = $2',
      [organization.id, before],
    );
    expect(rows).toEqual([{ id: ids[5], parents: [before] }]);
  });
});

describe('what others hear of autosaves', () => {
  it('is one event once nobody has saved for two minutes', async () => {
    const publish = vi.spyOn(test.app.get(Events), 'publish');
    const told = () => publish.mock.calls.filter(([name]) => name === 'space.content-updated');
    const settle = () =>
      test.app.get(SettledContentJobs).settle({ organizationId: organization.id, spaceId });
    await saved(admin, 'a');
    await saved(admin, 'b');
    test.clock.advance(MINUTE);
    await settle();
    expect(told()).toEqual([]);
    const last = await saved(admin, 'c');
    test.clock.advance(3 * MINUTE);
    await settle();
    expect(told().map(([, event]) => event)).toMatchObject([{ spaceId, revisionId: last }]);
    const byHand = await saved(admin, 'd', { autosave: false });
    expect(told().at(-1)?.[1]).toMatchObject({ revisionId: byHand });
    await settle();
    expect(told()).toHaveLength(2);
  });
});

describe('a save that conflicts', () => {
  it('answers both versions of each block, and the revision that has the other one', async () => {
    const base = (await listed())[0]!;
    const other = await saved(admin, 'One by another\n\nTwo\n\nThree', { revision: base });
    const answer = await save(admin, 'One by me\n\nTwo\n\nThree', { revision: base });
    expect(answer.status).toBe(409);
    expect(answer.body.error).toMatchObject({
      revision: other,
      conflicts: [{ kind: 'block', page, block: expect.any(String) }],
    });
    const [conflict] = answer.body.error.conflicts;
    expect(JSON.stringify(conflict.base)).toContain('"One"');
    expect(JSON.stringify(conflict.main)).toContain('One by another');
    expect(JSON.stringify(conflict.mine)).toContain('One by me');
  });
});
