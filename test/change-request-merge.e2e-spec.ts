import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Revisions } from '../src/modules/content/index.js';
import { SpaceBranches, Spaces } from '../src/modules/spaces/index.js';
import { Events } from '../src/platform/events/events.js';
import { DomainError } from '../src/platform/http/errors.js';
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

/** Error of a step that is made to fail; answered as 503. */
const PLUG_PULLED = new DomainError(503, 'Somebody pulled the plug.');
const START = 'First\n\nSecond\n\nThird';

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
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ({ id: spaceId } = await buildSpace(organization));
  main = `/v1/spaces/${spaceId}`;
  [page = ''] = await buildPages(admin, spaceId, [{ title: 'Home', markdown: START }]);
});

afterEach(() => vi.restoreAllMocks());

const merge = (request: TestChangeRequest, user = admin) => user.api.post(`${request.path}/merge`);
const update = (request: TestChangeRequest, user = admin) => user.api.post(`${request.path}/update`);
const shown = async (request: TestChangeRequest) => (await admin.api.get(request.path)).body;
const mainRevision = async () => (await admin.api.get(main)).body.revision as string;
const conflictsOf = async (request: TestChangeRequest) =>
  (await admin.api.get(`${request.path}/conflicts`)).body.items as Conflict[];
const resolve = (request: TestChangeRequest, resolutions: object[], user = admin) =>
  user.api.post(`${request.path}/conflicts/resolve`, { resolutions });

interface Conflict {
  id: string;
  fingerprint: string;
  kind: string;
  page?: string;
  choices: string[];
  resolution?: string;
}

describe('a merge', () => {
  it('brings the change request into the main content and closes it', async () => {
    const reviewer = await organization.member('review');
    const request = await openChangeRequest(admin, spaceId, { subject: 'Better text' });
    await writePage(admin, request.path, page, 'First\n\nBetter\n\nThird');
    const before = await mainRevision();
    const { revision: head } = await shown(request);
    const answer = await merge(request, reviewer);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ revision: await mainRevision(), result: 'merge' });
    expect(answer.body.revision).not.toBe(before);
    expect(await readPage(admin, main, page)).toBe('First\n\nBetter\n\nThird');
    const merged = await shown(request);
    expect(merged).toMatchObject({
      status: 'merged',
      revision: head,
      revisionMerged: answer.body.revision,
      outdated: false,
    });
    const revision = await admin.api.get(`${main}/revisions/${answer.body.revision}`);
    expect(revision.body).toMatchObject({
      type: 'merge',
      parents: [before, head],
      mergedFrom: { id: request.id },
    });
    expect((await admin.api.get(main)).body).toMatchObject({ changeRequests: 1, changeRequestsDraft: 0 });
    const list = await admin.api.get(`${main}/change-requests`, { query: { status: 'merged' } });
    expect(list.body.items).toMatchObject([{ id: request.id }]);
    const changes = await admin.api.get(`${request.path}/changes`);
    expect(changes.body.changes).toMatchObject([{ type: 'page_edited', page: { id: page } }]);
  });

  it('of a change request without changes has no conflicts', async () => {
    const request = await openChangeRequest(admin, spaceId);
    expect((await merge(request)).body.result).toBe('merge');
    expect((await shown(request)).status).toBe('merged');
    expect(await readPage(admin, main, page)).toBe(START);
  });

  it('makes the change request read-only', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'Changed');
    await merge(request);
    for (const [method, path, body] of [
      ['POST', '/merge'],
      ['POST', '/update'],
      ['PATCH', '', { subject: 'Late' }],
      ['PATCH', '', { status: 'draft' }],
      ['POST', '/reviews', { status: 'approved' }],
      ['POST', '/requested-reviewers', { users: [admin.id] }],
      ['POST', '/conflicts/resolve', { resolutions: [{ conflict: 'any', choice: 'main' }] }],
    ] as const) {
      const answer = await admin.api.request(method, request.path + path, body);
      expect({ path, status: answer.status }).toEqual({ path, status: 409 });
    }
    expect((await tryToWritePage(admin, request.path, page, 'Late')).status).toBe(409);
    expect(await readPage(admin, request.path, page)).toBe('Changed');
  });

  it('of an archived change request answers 409, and so does an update', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await admin.api.patch(request.path, { status: 'archived' });
    expect((await merge(request)).status).toBe(409);
    expect((await update(request)).status).toBe(409);
  });

  it('works in a locked space, and requires the role reviewer', async () => {
    const editor = await organization.member('edit');
    const reviewer = await organization.member('review');
    const request = await openChangeRequest(editor, spaceId);
    await writePage(editor, request.path, page, 'Changed');
    await admin.api.patch(main, { editMode: 'locked' });
    expect((await merge(request, editor)).status).toBe(403);
    expect((await merge(request, reviewer)).body.result).toBe('merge');
    expect(await readPage(admin, main, page)).toBe('Changed');
  });

  it('combines edits of both sides, even in one page', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'First!\n\nSecond\n\nThird');
    await writePage(admin, main, page, 'First\n\nSecond\n\nThird!');
    const [added = ''] = await buildPages(admin, spaceId, [{ title: 'Added', markdown: 'Text' }]);
    expect((await shown(request)).outdated).toBe(true);
    expect((await merge(request)).body.result).toBe('merge');
    expect(await readPage(admin, main, page)).toBe('First!\n\nSecond\n\nThird!');
    expect(await readPage(admin, main, added)).toBe('Text');
  });
});

describe('an update', () => {
  it('brings the main content into the change request', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'First!\n\nSecond\n\nThird');
    await writePage(admin, main, page, 'First\n\nSecond\n\nThird!');
    const { revision: head } = await shown(request);
    const answer = await update(request);
    expect(answer.body.result).toBe('update');
    expect(await shown(request)).toMatchObject({
      revision: answer.body.revision,
      revisionMergedAncestor: await mainRevision(),
      outdated: false,
      status: 'draft',
    });
    expect(await readPage(admin, request.path, page)).toBe('First!\n\nSecond\n\nThird!');
    const revision = await admin.api.get(`${request.path}/content`);
    expect(revision.body).toMatchObject({ type: 'update', parents: [head, await mainRevision()] });
    const changes = await admin.api.get(`${request.path}/changes`);
    expect(changes.body.changes).toHaveLength(1);

    await writePage(admin, main, page, 'First\n\nSecond?\n\nThird!');
    expect((await shown(request)).outdated).toBe(true);
    expect((await merge(request)).body.result).toBe('merge');
    expect(await readPage(admin, main, page)).toBe('First!\n\nSecond?\n\nThird!');
  });

  it('makes no revision when the main content did not change', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'Changed');
    const { revision } = await shown(request);
    expect((await update(request)).body).toEqual({ revision, result: 'update' });
    expect(await shown(request)).not.toHaveProperty('revisionMergedAncestor');
  });

  it('requires the role editor', async () => {
    const request = await openChangeRequest(admin, spaceId);
    expect((await update(request, await organization.member('comment'))).status).toBe(403);
    expect((await update(request, await organization.member('edit'))).status).toBe(200);
  });
});

describe('a conflict', () => {
  let request: TestChangeRequest;

  beforeEach(async () => {
    request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'First\n\nMine\n\nThird!');
    await writePage(admin, main, page, 'First\n\nTheirs\n\nThird');
  });

  it.each(['merge', 'update'])('is answered by a %s, which then changes nothing', async (operation) => {
    const before = { request: await shown(request), main: await mainRevision() };
    const answer = await admin.api.post(`${request.path}/${operation}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ revision: before.request.revision, result: 'conflicts' });
    expect({ request: await shown(request), main: await mainRevision() }).toEqual(before);
    expect(await readPage(admin, main, page)).toBe('First\n\nTheirs\n\nThird');
    const [conflict, ...others] = await conflictsOf(request);
    expect(others).toEqual([]);
    expect(conflict).toMatchObject({ object: 'change-request-conflict', kind: 'block', page });
    expect(conflict).not.toHaveProperty('resolution');
    for (const [side, text] of Object.entries({ base: 'Second', main: 'Theirs', mine: 'Mine' })) {
      expect(JSON.stringify((conflict as unknown as Record<string, unknown>)[side])).toContain(text);
    }
  });

  it.each([
    ['main', 'First\n\nTheirs\n\nThird!'],
    ['mine', 'First\n\nMine\n\nThird!'],
    ['both', 'First\n\nTheirs\n\nMine\n\nThird!'],
  ])('is resolved by keeping %s', async (choice, expected) => {
    expect((await merge(request)).body.result).toBe('conflicts');
    const [conflict] = await conflictsOf(request);
    const resolved = await resolve(request, [{ conflict: conflict?.id, choice }]);
    expect(resolved.status).toBe(200);
    expect(resolved.body.items).toMatchObject([{ resolution: choice, resolvedBy: { id: admin.id } }]);
    expect(await conflictsOf(request)).toEqual(resolved.body.items);
    expect((await merge(request)).body.result).toBe('merge');
    expect(await readPage(admin, main, page)).toBe(expected);
    expect(await conflictsOf(request)).toEqual([]);
  });

  it('of an update is resolved in the same way', async () => {
    await update(request);
    const [conflict] = await conflictsOf(request);
    await resolve(request, [{ conflict: conflict?.id, choice: 'both' }]);
    expect((await update(request)).body.result).toBe('update');
    expect(await readPage(admin, request.path, page)).toBe('First\n\nTheirs\n\nMine\n\nThird!');
    expect(await readPage(admin, main, page)).toBe('First\n\nTheirs\n\nThird');
    expect(await shown(request)).toMatchObject({ outdated: false });
    expect((await merge(request)).body.result).toBe('merge');
    expect(await readPage(admin, main, page)).toBe('First\n\nTheirs\n\nMine\n\nThird!');
  });

  it('is open again when a side changes after the resolution', async () => {
    await merge(request);
    const [conflict] = await conflictsOf(request);
    await resolve(request, [{ conflict: conflict?.id, choice: 'mine', fingerprint: conflict?.fingerprint }]);
    await writePage(admin, main, page, 'First\n\nNewer\n\nThird');
    expect((await merge(request)).body.result).toBe('conflicts');
    const [reopened] = await conflictsOf(request);
    expect(reopened?.id).toBe(conflict?.id);
    expect(reopened).not.toHaveProperty('resolution');
    const stale = [{ conflict: conflict?.id, choice: 'mine', fingerprint: conflict?.fingerprint }];
    expect((await resolve(request, stale)).status).toBe(409);
    expect(await readPage(admin, main, page)).toBe('First\n\nNewer\n\nThird');
  });

  it('keeps its resolution while other conflicts are still open', async () => {
    const [second = ''] = await buildPages(admin, spaceId, [{ title: 'Second', markdown: 'Alpha' }]);
    const other = await openChangeRequest(admin, spaceId);
    await writePage(admin, other.path, page, 'First\n\nA\n\nThird');
    await writePage(admin, other.path, second, 'Mine');
    await writePage(admin, main, page, 'First\n\nB\n\nThird');
    await writePage(admin, main, second, 'Theirs');
    await merge(other);
    const conflicts = await conflictsOf(other);
    expect(conflicts.map((conflict) => conflict.page ?? '').sort()).toEqual([page, second].sort());
    const [one, two] = conflicts;
    await resolve(other, [{ conflict: one?.id, choice: 'mine' }]);
    expect((await merge(other)).body.result).toBe('conflicts');
    const left = await conflictsOf(other);
    expect(
      left.filter((conflict) => conflict.resolution === undefined).map((conflict) => conflict.id),
    ).toEqual([two?.id]);
    await resolve(other, [{ conflict: two?.id, choice: 'main' }]);
    expect((await merge(other)).body.result).toBe('merge');
    const texts = { [one?.page ?? '']: 'mine', [two?.page ?? '']: 'main' };
    expect(await readPage(admin, main, second)).toBe(texts[second] === 'mine' ? 'Mine' : 'Theirs');
    expect(await readPage(admin, main, page)).toBe(
      texts[page] === 'mine' ? 'First\n\nA\n\nThird' : 'First\n\nB\n\nThird',
    );
  });

  it('disappears when one side takes the text of the other', async () => {
    await merge(request);
    await writePage(admin, request.path, page, 'First\n\nTheirs\n\nThird!');
    expect((await merge(request)).body.result).toBe('merge');
    expect(await readPage(admin, main, page)).toBe('First\n\nTheirs\n\nThird!');
  });

  it('between a deletion and an edit can be resolved either way', async () => {
    const [doomed = ''] = await buildPages(admin, spaceId, [{ title: 'Doomed', markdown: 'Text' }]);
    const other = await openChangeRequest(admin, spaceId);
    await writePage(admin, other.path, doomed, 'Edited');
    await admin.api.post(`${main}/content`, { changes: [{ operation: 'delete_page', page: doomed }] });
    expect((await merge(other)).body.result).toBe('conflicts');
    const [conflict] = await conflictsOf(other);
    expect(conflict).toMatchObject({ kind: 'page-deleted', page: doomed });
    await resolve(other, [{ conflict: conflict?.id, choice: 'mine' }]);
    expect((await merge(other)).body.result).toBe('merge');
    expect(await readPage(admin, main, doomed)).toBe('Edited');
  });

  it('rejects invalid, partial and unauthorized resolutions', async () => {
    await merge(request);
    const [conflict] = await conflictsOf(request);
    const good = { conflict: conflict?.id, choice: 'mine' };
    for (const bad of [
      [],
      [{ conflict: 'none', choice: 'main' }],
      [{ conflict: conflict?.id, choice: 'neither' }],
      [{ choice: 'main' }],
      [good, { conflict: 'none', choice: 'main' }],
    ]) {
      expect((await resolve(request, bad)).status).toBe(400);
    }
    expect((await resolve(request, [good], await organization.member('comment'))).status).toBe(403);
    const stranger = (await buildOrganization(test)).admin;
    expect((await resolve(request, [good], stranger)).status).toBe(404);
    expect(await conflictsOf(request)).toEqual([conflict]);
    expect((await resolve(request, [good], await organization.member('edit'))).status).toBe(200);
  });
});

describe('concurrent merges', () => {
  it('of different blocks both succeed', async () => {
    const requests = [
      await openChangeRequest(admin, spaceId),
      await openChangeRequest(admin, spaceId),
    ] as const;
    await writePage(admin, requests[0].path, page, 'First!\n\nSecond\n\nThird');
    await writePage(admin, requests[1].path, page, 'First\n\nSecond\n\nThird!');
    const answers = await Promise.all(requests.map((request) => merge(request)));
    expect(answers.map((answer) => answer.body.result)).toEqual(['merge', 'merge']);
    expect(await readPage(admin, main, page)).toBe('First!\n\nSecond\n\nThird!');
    expect(await statusesOfHistory()).toEqual(['merge', 'merge', 'edits']);
  });

  it('of the same block end in one success and one conflict', async () => {
    const requests = [
      await openChangeRequest(admin, spaceId),
      await openChangeRequest(admin, spaceId),
    ] as const;
    await writePage(admin, requests[0].path, page, 'First\n\nOne\n\nThird');
    await writePage(admin, requests[1].path, page, 'First\n\nTwo\n\nThird');
    const answers = await Promise.all(requests.map((request) => merge(request)));
    const results = answers.map((answer) => answer.body.result as string);
    expect(results.toSorted((a, b) => a.localeCompare(b))).toEqual(['conflicts', 'merge']);
    const winner = results.indexOf('merge');
    expect(await readPage(admin, main, page)).toBe(`First\n\n${winner === 0 ? 'One' : 'Two'}\n\nThird`);
    expect((await shown(requests[winner === 0 ? 1 : 0])).status).toBe('draft');
  });

  it('of one change request succeed once', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'Changed');
    const answers = await Promise.all([1, 2, 3].map(() => merge(request)));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await statusesOfHistory()).toEqual(['merge', 'edits']);
  });

  it('neither block nor lose updates, edits and changes of status', async () => {
    const request = await openChangeRequest(admin, spaceId);
    const others = await Promise.all([1, 2, 3].map(() => openChangeRequest(admin, spaceId)));
    for (const [n, other] of others.entries()) await insertPage(other.path, `Other ${n}`);
    const answers = await Promise.all([
      ...others.map((other) => merge(other)),
      update(request),
      insertPage(request.path, 'Mine'),
      insertPage(main, 'Direct'),
      admin.api.patch(request.path, { status: 'open' }),
      update(request),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect((await merge(request)).body.result).toBe('merge');
    const pages = (await admin.api.get(`${main}/content/pages`)).body.pages as { title: string }[];
    const titles = pages.map((item) => item.title).sort();
    expect(titles).toEqual(['Direct', 'Home', 'Mine', 'Other 0', 'Other 1', 'Other 2']);
  });
});

describe('a failure in the midst', () => {
  it.each([
    ['pointing the space at the revision', () => vi.spyOn(test.app.get(SpaceBranches), 'moveHead')],
    ['counting', () => vi.spyOn(test.app.get(Spaces), 'countChangeRequests')],
    ['publishing the event', () => vi.spyOn(test.app.get(Events), 'publish')],
  ])('of a merge, %s, leaves no trace', async (_, spy) => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, request.path, page, 'Changed');
    const before = { request: await shown(request), space: (await admin.api.get(main)).body };
    const revisions = await countRevisions();
    const broken = spy().mockRejectedValue(PLUG_PULLED);
    expect((await merge(request)).status).toBe(503);
    broken.mockRestore();
    expect({ request: await shown(request), space: (await admin.api.get(main)).body }).toEqual(before);
    expect(await countRevisions()).toBe(revisions);
    expect(await readPage(admin, main, page)).toBe(START);
    expect((await merge(request)).body.result).toBe('merge');
  });

  it('of an update leaves no trace', async () => {
    const request = await openChangeRequest(admin, spaceId);
    await writePage(admin, main, page, 'Changed');
    const before = await shown(request);
    const revisions = await countRevisions();
    const broken = vi.spyOn(test.app.get(Events), 'publish').mockRejectedValue(PLUG_PULLED);
    expect((await update(request)).status).toBe(503);
    broken.mockRestore();
    expect(await shown(request)).toEqual(before);
    expect(await countRevisions()).toBe(revisions);
    expect((await update(request)).body.result).toBe('update');
  });

  it('of opening a change request leaves no gap in the numbers', async () => {
    const broken = vi.spyOn(test.app.get(Events), 'publish').mockRejectedValue(PLUG_PULLED);
    expect((await admin.api.post(`${main}/change-requests`)).status).toBe(503);
    broken.mockRestore();
    expect((await openChangeRequest(admin, spaceId)).number).toBe(1);
    expect((await admin.api.get(main)).body.changeRequests).toBe(1);
  });

  it('of an edit leaves no trace', async () => {
    const request = await openChangeRequest(admin, spaceId);
    const broken = vi.spyOn(test.app.get(Revisions), 'commitEdits').mockRejectedValue(PLUG_PULLED);
    expect((await tryToWritePage(admin, request.path, page, 'Changed')).status).toBe(503);
    broken.mockRestore();
    expect(await shown(request)).toMatchObject({ revision: request.revision });
    expect((await admin.api.get(`${request.path}/contributors`)).body.items).toEqual([]);
  });
});

function insertPage(path: string, title: string) {
  const changes = [{ operation: 'insert_page', title, document: { markdown: title } }];
  return admin.api.post(`${path}/content`, { changes });
}

async function countRevisions(): Promise<number> {
  const sql = 'select count(*)::int as count from content_revisions where organization_id = $1';
  const [row] = await test.db.query<{ count: number }>(sql, [organization.id]);
  return row?.count ?? 0;
}

/** Types of the revisions of the main line since the space was made, newest first. */
async function statusesOfHistory(): Promise<string[]> {
  const types: string[] = [];
  for (let id: string | undefined = await mainRevision(); id !== undefined;) {
    const { type, parents } = (await admin.api.get(`${main}/revisions/${id}`)).body as {
      type: string;
      parents: string[];
    };
    if (parents.length > 0) types.push(type);
    id = parents[0];
  }
  return types;
}
