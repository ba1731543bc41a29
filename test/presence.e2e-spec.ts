import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TextPresence } from '../src/modules/editing/presence/text-presence.js';
import { openChangeRequest, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let ann: TestUser;
let ben: TestUser;
/** Path of the space. */
let main: string;
let spaceId: string;
let page: string;
let other: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  test.clock.reset();
  organization = await buildOrganization(test);
  ann = organization.admin;
  ben = await organization.member('edit');
  spaceId = (await buildSpace(organization)).id;
  main = `/v1/spaces/${spaceId}`;
  [page = '', other = ''] = await buildPages(ann, spaceId, [{ title: 'Page' }, { title: 'Other' }]);
});

async function beat(user: TestUser, body: object = {}, { path = main, at = page } = {}) {
  const answer = await user.api.put(`${path}/content/page/${at}/presence`, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body as {
    revision: string;
    version: string;
    documentId?: string;
    people: { user: { id: string }; client: string; block?: string }[];
  };
}

describe('presence in a page', () => {
  it('shows where others are, each window by itself, and not oneself', async () => {
    const selection = { start: 3, end: 9, endBlock: 'k2' };
    expect((await beat(ann, { client: 'left', block: 'k1', selection, typing: true })).people).toEqual([]);
    await beat(ann, { client: 'right' });
    expect((await beat(ben)).people).toEqual([
      {
        user: expect.objectContaining({ id: ann.id }),
        ...{ client: 'left', block: 'k1', selection, typing: true, at: expect.any(String) },
      },
      {
        user: expect.objectContaining({ id: ann.id }),
        client: 'right',
        typing: false,
        at: expect.any(String),
      },
    ]);
    const { people } = await beat(ann, { client: 'left', block: 'k3' });
    expect(new Map(people.map(({ user, client }) => [user.id, client]))).toEqual(
      new Map([
        [ann.id, 'right'],
        [ben.id, ''],
      ]),
    );
  });

  it('is by page and by content', async () => {
    const request = await openChangeRequest(ann, spaceId);
    await beat(ann);
    expect((await beat(ben, {}, { at: other })).people).toEqual([]);
    expect((await beat(ben, {}, { path: request.path })).people).toEqual([]);
    expect((await beat(ann, {}, { path: `${main}/change-requests/${request.number}` })).people).toMatchObject(
      [{ user: { id: ben.id } }],
    );
  });

  it('ends when the editor is closed, or has said nothing for ten seconds', async () => {
    await beat(ann, { client: 'a' });
    await beat(ann, { client: 'b' });
    const left = await ann.api.delete(`${main}/content/page/${page}/presence`, { query: { client: 'a' } });
    expect(left.status).toBe(204);
    expect((await beat(ben)).people).toMatchObject([{ client: 'b' }]);
    test.clock.advance(11_000);
    expect((await beat(ben)).people).toEqual([]);
    await test.app.get(TextPresence).removeGone();
    const rows = await test.db.query('select user_id from presences where text_id = $1', [page]);
    expect(rows).toEqual([{ user_id: ben.id }]);
  });

  it('tells that the page has changed, and nothing of changes elsewhere', async () => {
    const before = await beat(ann);
    await writePage(ben, main, other, 'Elsewhere');
    const elsewhere = await beat(ann);
    expect(elsewhere.revision).not.toBe(before.revision);
    expect(elsewhere.version).toBe(before.version);
    await writePage(ben, main, page, 'Here');
    const here = await beat(ann);
    expect(here.version).not.toBe(before.version);
    const shown = await ann.api.get(`${main}/content/page/${page}`);
    expect(here.documentId).toBe(shown.body.documentId);
    const changes = [{ operation: 'update_page', page, title: 'Renamed' }];
    await ben.api.post(`${main}/content`, { changes });
    expect((await beat(ann)).version).not.toBe(here.version);
    const since = await ann.api.get(`${main}/revisions/${here.revision}/page/${page}/changes`, {
      query: { from: before.revision },
    });
    expect(since.body.blocks.length).toBeGreaterThan(0);
  });

  it('is refused for a page that is not there, and for somebody who may not see it', async () => {
    const stranger = (await buildOrganization(test)).admin;
    const path = `${main}/content/page`;
    expect((await stranger.api.put(`${path}/${page}/presence`, {})).status).toBe(404);
    expect((await ann.api.put(`${path}/nowhere/presence`, {})).status).toBe(404);
    const selection = { start: -1, end: 2 };
    expect((await ann.api.put(`${path}/${page}/presence`, { selection })).status).toBe(400);
    expect((await ann.api.put(`${path}/${page}/presence`, { block: 'x'.repeat(129) })).status).toBe(400);
  });
});
