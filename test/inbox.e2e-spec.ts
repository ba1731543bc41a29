import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DELETE_OLD_ENTRIES } from '../src/modules/home/inbox/inbox.jobs.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { openChangeRequest } from './support/change-requests.js';
import { mention, postComment, postReply } from './support/comments.js';
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
let admin: TestUser;
let ann: TestUser;
let bob: TestUser;
let spaceId: string;
let space: string;
let page: string;
let inbox: string;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ann = await organization.member('review');
  bob = await organization.member('comment');
  ({ id: spaceId } = await buildSpace(organization, { title: 'Handbook' }));
  space = `/v1/spaces/${spaceId}`;
  inbox = `/v1/orgs/${organization.id}/inbox`;
  [page = ''] = await buildPages(admin, spaceId, [{ title: 'Home', markdown: 'Words.' }]);
});

interface Entry {
  id: string;
  kind: string;
  readAt?: string;
  createdAt: string;
  comment?: { text: string };
  changeRequest?: { number: number };
}

async function entriesOf(user: TestUser, query: Record<string, string> = {}): Promise<Entry[]> {
  await test.settle();
  const answer = await user.api.get(inbox, { query });
  expect(answer.status, answer.text).toBe(200);
  return (answer.body as { items: Entry[] }).items;
}

const kindsOf = async (user: TestUser): Promise<string[]> => (await entriesOf(user)).map(({ kind }) => kind);

async function unreadOf(user: TestUser): Promise<number> {
  await test.settle();
  return ((await user.api.get(`${inbox}/count`)).body as { unread: number }).unread;
}

describe('The inbox', () => {
  it('tells people of comments, replies and mentions that concern them, but not what they did themselves', async () => {
    const { id } = await postComment(admin, space, `Look, ${mention(ann)}`, { page });
    expect(await kindsOf(admin)).toEqual([]);
    expect(await kindsOf(bob)).toEqual([]);
    expect(await entriesOf(ann)).toMatchObject([
      {
        kind: 'mention',
        actor: { id: admin.id },
        space: { id: spaceId, title: 'Handbook' },
        comment: { page: { id: page, title: 'Home' }, text: expect.stringContaining('Look, @') as string },
      },
    ]);
    await postReply(bob, space, id, 'I think so');
    expect(await kindsOf(admin)).toEqual(['reply']);
    expect(await kindsOf(ann)).toEqual(['reply', 'mention']);
  });

  it('tells of requests for a review, of reviews and of merges, with the change request', async () => {
    const request = await openChangeRequest(ann, spaceId, { subject: 'New names' });
    await ann.api.patch(request.path, { status: 'open' });
    await ann.api.post(`${request.path}/requested-reviewers`, { users: [admin.id] });
    expect(await entriesOf(admin)).toMatchObject([
      {
        kind: 'review-requested',
        changeRequest: { number: request.number, subject: 'New names', status: 'open' },
      },
    ]);
    await admin.api.post(`${request.path}/reviews`, { status: 'approved' });
    await admin.api.post(`${request.path}/merge`, {});
    expect(await kindsOf(ann)).toEqual(['merged', 'approved']);
    expect(await kindsOf(admin)).toEqual(['review-requested']);
  });

  it('tells of one comment once, and again when an edit mentions somebody', async () => {
    const comment = await postComment(admin, space, `Look, ${mention(ann)}`, { page });
    const { id } = await postReply(bob, space, comment.id as string, 'Well');
    expect(await kindsOf(ann)).toEqual(['reply', 'mention']);
    await ann.api.post(`${inbox}/read`, {});
    expect(await unreadOf(ann)).toBe(0);
    const edit = { body: { markdown: `Well, ${mention(ann)}` } };
    await bob.api.put(`${space}/comments/${comment.id}/replies/${id}`, edit);
    expect(await kindsOf(ann)).toEqual(['mention', 'mention']);
    expect(await unreadOf(ann)).toBe(1);
  });

  it('is marked as read entry by entry, until a time, and as unread', async () => {
    for (const text of ['One', 'Two', 'Three']) await postComment(admin, space, `${text}, ${mention(ann)}`);
    const [newest, middle, oldest] = await entriesOf(ann);
    expect(await unreadOf(ann)).toBe(3);
    expect((await ann.api.post(`${inbox}/read`, { entries: [newest!.id] })).status).toBe(204);
    expect((await entriesOf(ann, { unread: 'true' })).map(({ id }) => id)).toEqual([middle!.id, oldest!.id]);
    await ann.api.post(`${inbox}/read`, { until: oldest!.createdAt });
    expect((await entriesOf(ann, { unread: 'true' })).map(({ id }) => id)).toEqual([middle!.id]);
    await ann.api.post(`${inbox}/unread`, { entries: [oldest!.id] });
    expect(await unreadOf(ann)).toBe(2);
    await ann.api.post(`${inbox}/read`, {});
    expect(await unreadOf(ann)).toBe(0);
  });

  it('is paged, newest first', async () => {
    for (const text of ['One', 'Two', 'Three']) await postComment(admin, space, `${text}, ${mention(ann)}`);
    await test.settle();
    const first = await ann.api.get(inbox, { query: { limit: 2 } });
    const { items, next } = first.body as { items: Entry[]; next: { page: string } };
    expect(items.map(({ comment }) => comment?.text.slice(0, 3))).toEqual(['Thr', 'Two']);
    const second = await entriesOf(ann, { limit: '2', page: next.page });
    expect(second.map(({ comment }) => comment?.text.slice(0, 3))).toEqual(['One']);
  });

  it('is of one person: nobody reads or marks the entries of others', async () => {
    await postComment(admin, space, `Look, ${mention(ann)}`);
    const [entry] = await entriesOf(ann);
    expect(await entriesOf(bob)).toEqual([]);
    expect((await bob.api.post(`${inbox}/read`, { entries: [entry!.id] })).status).toBe(204);
    expect(await unreadOf(ann)).toBe(1);
    const stranger = (await buildOrganization(test)).admin;
    for (const answer of [
      await stranger.api.get(inbox),
      await stranger.api.get(`${inbox}/count`),
      await stranger.api.post(`${inbox}/read`, {}),
    ])
      expect(answer.status).toBe(404);
  });

  it('hides what is about a space that somebody does not see any more, and forgets what is deleted', async () => {
    const comment = await postComment(admin, space, `Look, ${mention(ann)}`);
    await postComment(admin, space, `And, ${mention(bob)}`);
    expect(await unreadOf(ann)).toBe(1);
    await admin.api.patch(space, { defaultLevel: null });
    expect(await entriesOf(ann)).toEqual([]);
    expect(await unreadOf(ann)).toBe(0);
    await admin.api.patch(space, { defaultLevel: 'inherit' });
    expect(await unreadOf(ann)).toBe(1);
    await admin.api.delete(`${space}/comments/${comment.id}`);
    expect(await entriesOf(ann)).toEqual([]);
    expect(await unreadOf(bob)).toBe(1);
  });

  it('forgets entries after half a year', async () => {
    await postComment(admin, space, `Look, ${mention(ann)}`);
    await postComment(admin, space, `Again, ${mention(ann)}`);
    const [, old] = await entriesOf(ann);
    await test.db.query(`update inbox_entries set created_at = now() - interval '200 days' where id = $1`, [
      old!.id,
    ]);
    await test.app.get(Jobs).enqueue(DELETE_OLD_ENTRIES, {});
    expect((await entriesOf(ann)).map(({ comment }) => comment?.text.slice(0, 5))).toEqual(['Again']);
  });
});
