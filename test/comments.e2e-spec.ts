import { Members } from '../src/modules/organizations/index.js';
import { SpacesJobs } from '../src/modules/spaces/spaces.jobs.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, writePage } from './support/change-requests.js';
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
let commenter: TestUser;
let space: string;
let page: string;
let request: string;

const TEXT = 'First words.\n\n| Name | Age |\n| --- | --- |\n| Ann | 5 |\n';

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  ({ admin } = organization);
  commenter = await organization.member('comment');
  const { id } = await buildSpace(organization);
  space = `/v1/spaces/${id}`;
  [page = ''] = await buildPages(admin, id, [{ title: 'Home', markdown: TEXT }]);
  request = (await openChangeRequest(admin, id, { subject: 'Change' })).path;
});

const PLACES = [
  ['the main content', () => space],
  ['a change request', () => request],
] as const;
const tick = () => test.clock.advance(1000);

describe.each(PLACES)('a comment on %s', (_, placeOf) => {
  const list = async (query: Record<string, string | number | string[]> = {}, user = admin) => {
    const answer = await user.api.get(`${placeOf()}/comments`, { query });
    expect(answer.status).toBe(200);
    return answer.body as { items: { id: string; status: string }[]; count: number; next?: { page: string } };
  };
  const ids = async (query = {}) => (await list(query)).items.map((item) => item.id);
  const at = (id: string) => `${placeOf()}/comments/${id}`;

  it('is posted, read, listed and counted', async () => {
    const place = placeOf();
    const comment = await postComment(commenter, place, 'Is **this** right?');
    expect(comment).toMatchObject({
      object: 'comment',
      status: 'open',
      postedBy: { id: commenter.id },
      body: { markdown: 'Is **this** right?' },
      reactions: [],
      replies: 0,
      repliers: [],
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    expect(comment).not.toHaveProperty('editedAt');
    const { body: inPlace } = await admin.api.get(place);
    expect(inPlace).toMatchObject({ comments: 1 });
    expect(comment.target).toEqual({
      space: inPlace.space ?? inPlace.id,
      revision: inPlace.revision,
      ...(place === request ? { changeRequest: inPlace.id } : {}),
    });
    expect((await commenter.api.get(new URL(comment.urls.location).pathname)).body).toEqual(comment);
    expect(await list({}, commenter)).toEqual({ items: [comment], count: 1 });
    const other = place === request ? space : request;
    expect((await admin.api.get(`${other}/comments`)).body).toEqual({ items: [], count: 0 });
    expect((await admin.api.get(`${other}/comments/${comment.id}`)).status).toBe(404);
  });

  it('is written as Markdown or a document, and answered in the requested format', async () => {
    const { id } = await postComment(admin, placeOf(), 'Some *words*');
    const asDocument = await admin.api.get(at(id), { query: { format: 'document' } });
    expect(asDocument.body.body).toMatchObject({ document: { object: 'document' } });
    const again = await admin.api.post(`${placeOf()}/comments`, { body: asDocument.body.body });
    expect(again.body.body).toEqual({ markdown: expect.stringMatching(/^Some [*_]words[*_]/) as string });
    const listed = await admin.api.get(`${placeOf()}/comments`, { query: { format: 'document' } });
    expect(listed.body.items[0].body).toHaveProperty('document');
  });

  it('is filtered and paged', async () => {
    const place = placeOf();
    const one = await postComment(admin, place);
    tick();
    const two = await postComment(commenter, place, 'On a page', { page });
    tick();
    const three = await postComment(commenter, place);
    await admin.api.put(at(three.id), { resolved: true });
    expect(await ids()).toEqual([three.id, two.id, one.id]);
    expect(await ids({ order: 'asc' })).toEqual([one.id, two.id, three.id]);
    expect(await ids({ status: 'open' })).toEqual([two.id, one.id]);
    expect(await ids({ status: 'resolved' })).toEqual([three.id]);
    expect(await ids({ targetPage: page })).toEqual([two.id]);
    expect(await ids({ targetPage: 'none' })).toEqual([]);
    expect(await ids({ authors: commenter.id })).toEqual([three.id, two.id]);
    expect(await ids({ authors: `${commenter.id},${admin.id}` })).toHaveLength(3);
    expect(await ids({ authors: [commenter.id, admin.id], status: 'open', order: 'asc' })).toEqual([
      one.id,
      two.id,
    ]);
    const first = await list({ limit: 2, status: 'all' });
    expect(first).toMatchObject({ count: 3, items: [{ id: three.id }, { id: two.id }] });
    expect(await list({ limit: 2, page: first.next?.page ?? '' })).toMatchObject({
      count: 3,
      items: [{ id: one.id }],
    });
    for (const query of [
      { status: 'new' },
      { order: 'up' },
      { format: 'html' },
      { page: 'x' },
      { limit: -1 },
    ])
      expect((await admin.api.get(`${place}/comments`, { query })).status).toBe(400);
  });

  it('is edited by its author only, resolved by editors too', async () => {
    const comment = await postComment(commenter, placeOf());
    const editor = await organization.member('edit');
    const other = await organization.member('comment');
    const put = (user: TestUser, body: object) => user.api.put(at(comment.id), body);
    tick();
    const edited = await put(commenter, { body: { markdown: 'Better' } });
    expect(edited.body).toMatchObject({
      body: { markdown: 'Better' },
      editedAt: expect.any(String) as string,
    });
    for (const user of [admin, editor, other])
      expect((await put(user, { body: { markdown: 'Mine now' } })).status).toBe(403);
    expect((await put(other, { resolved: true })).status).toBe(403);
    // All or nothing: what is allowed of it does not happen either.
    expect((await put(other, { addedReactions: ['👍'], resolved: true })).status).toBe(403);
    const resolved = await put(editor, { resolved: true });
    expect(resolved.body).toMatchObject({ status: 'resolved', resolvedBy: { id: editor.id }, reactions: [] });
    expect((await put(admin, { resolved: true })).body.resolvedBy.id).toBe(editor.id);
    expect((await admin.api.get(placeOf())).body.comments).toBe(0);
    const reopened = await put(commenter, { resolved: false });
    expect(reopened.body.status).toBe('open');
    expect(reopened.body).not.toHaveProperty('resolvedAt');
    expect((await admin.api.get(placeOf())).body.comments).toBe(1);
    expect((await put(admin, {})).body).toMatchObject({ id: comment.id, status: 'open' });
  });

  it('has reactions, a set for each user', async () => {
    const { id } = await postComment(admin, placeOf());
    const react = (user: TestUser, body: object) => user.api.put(at(id), body);
    await react(admin, { addedReactions: ['👍', '1f44d', '🎉'] });
    tick();
    const both = await react(commenter, { addedReactions: ['1f44d', '❤'], removedReactions: ['❤️', '🎉'] });
    expect(both.body.reactions).toMatchObject([
      { emoji: '1f389', count: 1, users: [{ user: { id: admin.id } }] },
      { emoji: '1f44d', count: 2, users: [{ user: { id: admin.id } }, { user: { id: commenter.id } }] },
    ]);
    const less = await react(admin, { removedReactions: ['👍', '🎉'] });
    expect(less.body.reactions).toMatchObject([{ emoji: '1f44d', count: 1 }]);
    expect((await react(admin, { addedReactions: ['nice'] })).status).toBe(400);
    expect((await react(await organization.member('read'), { addedReactions: ['👍'] })).status).toBe(403);
    const flags = Array.from('ACDEFGHIJ').flatMap((a) =>
      Array.from('BDEGLMNOQRSTW').map((b) =>
        [a, b].map((x) => (x.charCodeAt(0) + 0x1f1a5).toString(16)).join('-'),
      ),
    );
    const valid = [];
    for (const flag of flags)
      if (
        new RegExp('^\\p{RGI_Emoji}$', 'v').test(
          String.fromCodePoint(...flag.split('-').map((x) => Number.parseInt(x, 16))),
        )
      )
        valid.push(flag);
    expect((await react(admin, { addedReactions: valid.slice(0, 49) })).status).toBe(200);
    const full = await react(commenter, { addedReactions: valid.slice(49, 51) });
    expect(full.status).toBe(400);
    expect(full.body.error.message).toContain('50');
  });

  it('is deleted by its author and by reviewers, replies and all', async () => {
    const mine = await postComment(commenter, placeOf());
    const other = await postComment(admin, placeOf());
    const reply = await postReply(admin, placeOf(), mine.id);
    expect((await commenter.api.delete(at(other.id))).status).toBe(403);
    expect((await (await organization.member('edit')).api.delete(at(other.id))).status).toBe(403);
    expect((await commenter.api.delete(at(mine.id))).status).toBe(204);
    expect((await commenter.api.delete(at(mine.id))).status).toBe(204);
    expect((await admin.api.get(`${at(mine.id)}/replies/${reply.id}`)).status).toBe(404);
    expect((await admin.api.get(`${at(mine.id)}/replies`)).status).toBe(404);
    await admin.api.put(at(other.id), { resolved: true });
    expect((await (await organization.member('review')).api.delete(at(other.id))).status).toBe(204);
    expect((await admin.api.get(placeOf())).body.comments).toBe(0);
    expect(await list()).toEqual({ items: [], count: 0 });
  });

  it('has replies', async () => {
    const { id } = await postComment(admin, placeOf());
    const one = await postReply(commenter, placeOf(), id, 'One');
    expect(one).toMatchObject({
      object: 'comment-reply',
      postedBy: { id: commenter.id },
      body: { markdown: expect.stringContaining('One') as string },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    tick();
    const two = await postReply(admin, placeOf(), id, 'Two');
    await postReply(admin, placeOf(), id, 'Three');
    const path = new URL(one.urls.location).pathname;
    expect(path).toBe(`${at(id)}/replies/${one.id}`);
    expect((await commenter.api.get(path)).body).toEqual(one);
    const asDocument = await commenter.api.get(path, { query: { format: 'document' } });
    expect(asDocument.body.body).toHaveProperty('document');
    const replies = await admin.api.get(`${at(id)}/replies`, { query: { limit: 2 } });
    expect(replies.body).toMatchObject({ count: 3, items: [{ id: one.id }, { id: two.id }] });
    const rest = await admin.api.get(`${at(id)}/replies`, { query: { page: replies.body.next.page } });
    expect(rest.body.items).toHaveLength(1);
    expect((await admin.api.get(at(id))).body).toMatchObject({
      replies: 3,
      repliers: [
        { user: { id: admin.id }, count: 2 },
        { user: { id: commenter.id }, count: 1 },
      ],
    });
    // Replies are no comments of their own.
    expect((await list()).count).toBe(1);
    expect((await admin.api.get(placeOf())).body.comments).toBe(1);
    expect((await admin.api.get(at(one.id))).status).toBe(404);
    expect((await admin.api.get(`${at(one.id)}/replies`)).status).toBe(404);
    expect((await admin.api.post(`${at(one.id)}/replies`, { body: { markdown: 'x' } })).status).toBe(404);

    const edited = await commenter.api.put(path, { body: { markdown: 'Uno' }, addedReactions: ['🎉'] });
    expect(edited.body).toMatchObject({
      reactions: [{ emoji: '1f389' }],
      editedAt: expect.any(String) as string,
    });
    expect((await admin.api.put(path, { body: { markdown: 'No' } })).status).toBe(403);
    expect((await admin.api.put(path, { resolved: true })).body).not.toHaveProperty('status');
    const elsewhere = await postComment(admin, placeOf());
    expect((await admin.api.get(`${at(elsewhere.id)}/replies/${one.id}`)).status).toBe(404);
    expect((await admin.api.delete(`${at(elsewhere.id)}/replies/${one.id}`)).status).toBe(204);
    expect((await admin.api.get(path)).status).toBe(200);
    expect((await commenter.api.delete(`${at(id)}/replies/${two.id}`)).status).toBe(403);
    expect((await commenter.api.delete(path)).status).toBe(204);
    expect((await commenter.api.delete(path)).status).toBe(204);
    expect((await admin.api.get(at(id))).body.replies).toBe(2);
  });

  it.each([
    [{}, 'body'],
    [{ body: {} }, 'body'],
    [{ body: 'words' }, 'body'],
    [{ body: { markdown: ' ' } }, 'something'],
    [{ body: { markdown: 'x'.repeat(10_001) } }, '10000'],
    [{ body: { document: { nodes: 5 } } }, 'body'],
    [
      { body: { markdown: 'One', document: { object: 'document', data: {}, nodes: [] } } },
      'body.markdown and body.document',
    ],
    [{ body: { markdown: '[x](bindery:user/nobody "mention")' } }, 'nobody'],
    [{ body: { markdown: 'x' }, page: 'none' }, 'page'],
    [{ body: { markdown: 'x' }, node: 'none' }, 'node'],
    [{ body: { markdown: 'x' }, tableCell: { record: 'a' } }, 'tableCell'],
  ])('is refused with the body %j', async (body, word) => {
    const answer = await admin.api.post(`${placeOf()}/comments`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(word);
    expect((await admin.api.get(placeOf())).body.comments).toBe(0);
  });

  it('still finds its block when the editor has moved it', async () => {
    const place = placeOf();
    const read = async () =>
      (await admin.api.get(`${place}/content/page/${page}`, { query: { format: 'document' } })).body.document;
    const document = await read();
    const [paragraph, table] = document.nodes;
    const { target } = await postComment(admin, place, 'x', { page, node: paragraph.key });
    const written = {
      ...paragraph,
      key: 'new',
      nodes: [{ object: 'text', leaves: [{ object: 'leaf', text: 'More.', marks: [] }] }],
    };
    const nodes = [written, table, paragraph];
    const changes = [{ operation: 'update_page', page, document: { document: { ...document, nodes } } }];
    const { revision } = target;
    const saved = await admin.api.post(`${place}/content`, { changes, revision, autosave: true });
    expect(saved.status, saved.text).toBe(200);
    const moved = (await read()).nodes as { key: string }[];
    expect(moved.map(({ key }) => key)).toEqual(['new', table.key, target.node.id]);
  });

  it('refers to a page, a block or a cell, and stays readable without them', async () => {
    const place = placeOf();
    const { body } = await admin.api.get(`${place}/content/page/${page}`, { query: { format: 'document' } });
    const [paragraph, table] = body.document.nodes;
    const [record] = Object.keys(table.data.records);
    const [definition] = Object.keys(table.data.definition);
    const onText = await postComment(admin, place, 'x', { page, node: paragraph.key });
    expect(onText.target).toMatchObject({
      page: { id: page, title: 'Home' },
      node: { id: paragraph.key, text: 'First words.' },
    });
    const tableCell = { record, definition };
    const onCell = await postComment(admin, place, 'x', { page, node: table.key, tableCell });
    expect(onCell.target).toMatchObject({ node: { id: table.key, text: 'Ann' }, tableCell });
    for (const wrong of [
      { node: 'none' },
      { node: paragraph.key, tableCell },
      { node: table.key, tableCell: { ...tableCell, record: 'x' } },
    ])
      expect(
        (await admin.api.post(`${place}/comments`, { body: { markdown: 'x' }, page, ...wrong })).status,
      ).toBe(400);

    const changes = [{ operation: 'delete_page', page }];
    expect((await admin.api.post(`${place}/content`, { changes })).status).toBe(200);
    expect((await admin.api.get(at(onCell.id))).body).toEqual(onCell);
    expect(await ids({ targetPage: page })).toHaveLength(2);
    expect((await admin.api.post(`${place}/comments`, { body: { markdown: 'x' }, page })).status).toBe(400);
    const then = `${space}/revisions/${onCell.target.revision}/page/${page}`;
    expect((await admin.api.get(then)).status).toBe(200);
  });

  it('refers to words of a block or a cell, which must be there', async () => {
    const place = placeOf();
    const { body } = await admin.api.get(`${place}/content/page/${page}`, { query: { format: 'document' } });
    const [paragraph, table] = body.document.nodes;
    const [record] = Object.keys(table.data.records);
    const [definition] = Object.keys(table.data.definition);
    const tableCell = { record, definition };
    const quote = { exact: 'First\n words', prefix: '', suffix: '.' };
    const onWords = await postComment(commenter, place, 'x', { page, node: paragraph.key, quote });
    expect(onWords.target).toMatchObject({ node: { text: 'First words.' }, quote });
    const inCell = { page, node: table.key, tableCell, quote: { exact: 'Ann' } };
    expect((await postComment(admin, place, 'x', inCell)).target).toMatchObject({
      tableCell,
      quote: { exact: 'Ann' },
    });
    expect((await list({}, commenter)).items).toContainEqual(onWords);
    const resolved = await admin.api.put(at(onWords.id), { resolved: true });
    expect(resolved.body.target).toEqual(onWords.target);
    const reworded = await admin.api.put(at(onWords.id), { resolved: false });
    expect(reworded.body.target.quote).toEqual(quote);
    for (const [wrong, sentence] of [
      [{ node: paragraph.key, quote: { exact: 'Last' } }, /^quote\.exact: .*"Last".*leave "quote" out/],
      [{ node: table.key, tableCell, quote: { exact: '5' } }, /^quote\.exact/],
      [{ node: paragraph.key, quote: { exact: ' ' } }, /^quote\.exact/],
      [{ node: paragraph.key, quote: { exact: '' } }, /^quote\.exact must not be empty/],
      [{ node: paragraph.key, quote: { exact: 'x'.repeat(301) } }, /^quote\.exact must have at most 300/],
      [{ node: paragraph.key, quote: { exact: 'First', prefix: 'x'.repeat(101) } }, /^quote\.prefix/],
      [{ node: paragraph.key, quote: { suffix: 'x' } }, /^quote\.exact/],
      [{ node: paragraph.key, quote: 'First' }, /^quote/],
      [{ quote: { exact: 'First' } }, /^quote: .*"node"/],
    ] as const) {
      const sent = { body: { markdown: 'x' }, page, ...wrong };
      const answer = await admin.api.post(`${place}/comments`, sent);
      expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringMatching(sentence)]);
    }
    const guest = await organization.member(null);
    const sent = { body: { markdown: 'x' }, page, node: paragraph.key, quote };
    expect((await guest.api.post(`${place}/comments`, sent)).status).toBe(404);
    const reader = await organization.member('read');
    expect((await reader.api.post(`${place}/comments`, sent)).status).toBe(403);

    await writePage(admin, place, page, 'Other words.');
    expect((await admin.api.get(at(onWords.id))).body.target.quote).toEqual(quote);
  });

  it('is hidden from other organizations and not written by readers', async () => {
    const comment = await postComment(admin, placeOf());
    const reply = await postReply(admin, placeOf(), comment.id);
    const stranger = (await buildOrganization(test)).admin;
    const reader = await organization.member('read');
    const body = { body: { markdown: 'x' } };
    for (const path of [
      `${placeOf()}/comments`,
      `${placeOf()}/commenters`,
      at(comment.id),
      `${at(comment.id)}/replies`,
    ]) {
      expect((await stranger.api.get(path)).status).toBe(404);
      expect((await reader.api.get(path)).status).toBe(200);
      expect((await test.api.get(path)).status).toBe(401);
    }
    for (const [user, status] of [
      [stranger, 404],
      [reader, 403],
    ] as const) {
      expect((await user.api.post(`${placeOf()}/comments`, body)).status).toBe(status);
      expect((await user.api.post(`${at(comment.id)}/replies`, body)).status).toBe(status);
      expect((await user.api.put(at(comment.id), { resolved: true })).status).toBe(status);
      expect(
        (await user.api.put(`${at(comment.id)}/replies/${reply.id}`, { addedReactions: ['👍'] })).status,
      ).toBe(status);
      expect((await user.api.delete(at(comment.id))).status).toBe(status);
    }
    expect((await reader.api.get(at(comment.id))).body.permissions).toEqual({
      view: true,
      edit: false,
      reply: false,
      delete: false,
    });
  });

  it('is written by a guest with the role commenter', async () => {
    const guest = await organization.member(null);
    expect((await guest.api.get(`${placeOf()}/comments`)).status).toBe(404);
    await admin.api.post(`${space}/permissions`, { users: [guest.id], role: 'comment' });
    const mine = await postComment(guest, placeOf());
    expect((await guest.api.put(at(mine.id), { resolved: true })).status).toBe(200);
    await admin.api.delete(`${space}/permissions/users/${guest.id}`);
    expect((await guest.api.get(at(mine.id))).status).toBe(404);
    expect((await admin.api.get(at(mine.id))).body.postedBy.id).toBe(guest.id);
  });

  it('stays when its author leaves', async () => {
    const { id } = await postComment(commenter, placeOf());
    await postReply(admin, placeOf(), id);
    const commenters = async () =>
      ((await admin.api.get(`${placeOf()}/commenters`)).body.items as { id: string }[]).map(
        (item) => item.id,
      );
    expect((await commenters()).sort()).toEqual([admin.id, commenter.id].sort());
    await admin.api.delete(`/v1/orgs/${organization.id}/members/${commenter.id}`);
    expect(await commenters()).toEqual([admin.id]);
    await test.db.query('delete from user_tokens where user_id = $1', [commenter.id]);
    await test.db.query('delete from users where id = $1', [commenter.id]);
    expect((await admin.api.get(at(id))).body.postedBy).toMatchObject({
      id: commenter.id,
      displayName: 'Former user',
    });
  });
});

it('comments are allowed in a locked space', async () => {
  await admin.api.patch(space, { editMode: 'locked' });
  expect(await postComment(commenter, space)).toMatchObject({ status: 'open' });
});

it.each(['archived', 'merged'])('comments are allowed in a change request that is %s', async (status) => {
  if (status === 'merged') await admin.api.post(`${request}/merge`);
  else await admin.api.patch(request, { status });
  expect((await admin.api.get(request)).body.status).toBe(status);
  const { id } = await postComment(commenter, request);
  await postReply(admin, request, id);
  expect((await admin.api.put(`${request}/comments/${id}`, { resolved: true })).status).toBe(200);
});

it('comments of a change request are found by its number', async () => {
  const { id } = await postComment(admin, `${space}/change-requests/1`);
  expect((await admin.api.get(`${request}/comments/${id}`)).status).toBe(200);
  expect((await admin.api.get(`${space}/change-requests/9/comments`)).status).toBe(404);
});

it('a comment counts as a contribution to a change request until it is deleted', async () => {
  const contributions = async () =>
    (
      (await admin.api.get(`${request}/contributors`)).body.items as {
        user: { id: string };
        actionType: string;
        count: number;
      }[]
    ).map(
      ({ user, actionType, count }) =>
        `${user.id === admin.id ? 'admin' : 'commenter'} ${actionType} ${count}`,
    );
  await writePage(admin, request, page, 'Changed');
  const mine = await postComment(admin, request);
  const reply = await postReply(commenter, request, mine.id);
  await postReply(commenter, request, mine.id);
  expect((await contributions()).sort()).toEqual(['admin comment 1', 'admin edit 1', 'commenter comment 2']);
  const found = await admin.api.get(`${space}/change-requests`, {
    query: { contributor: commenter.id, status: 'draft' },
  });
  expect(found.body.count).toBe(1);
  await commenter.api.delete(`${request}/comments/${mine.id}/replies/${reply.id}`);
  expect(await contributions()).toContain('commenter comment 1');
  await admin.api.delete(`${request}/comments/${mine.id}`);
  expect(await contributions()).toEqual(['admin edit 1']);
});

it('a review creates the comment that it contains', async () => {
  const reviewer = await organization.member('review');
  const submit = (body: object) => reviewer.api.post(`${request}/reviews`, { status: 'approved', ...body });
  const silent = await submit({ comment: {} });
  expect(silent.body).not.toHaveProperty('comment');
  expect((await submit({ comment: { markdown: '' } })).body.error.message).toContain('comment');
  const review = await submit({ comment: { markdown: 'Well done' } });
  expect(review.status).toBe(201);
  const { comment } = review.body;
  expect(comment).toMatchObject({
    object: 'comment',
    target: { review: review.body.id },
    postedBy: { id: reviewer.id },
  });
  expect((await admin.api.get(request)).body.comments).toBe(1);
  expect((await reviewer.api.get(`${request}/comments/${comment.id}`)).body).toEqual(comment);
  const listed = await admin.api.get(`${request}/reviews`, {
    query: { format: 'document', outdated: false },
  });
  expect(listed.body.items[0].comment).toMatchObject({ id: comment.id, permissions: { edit: false } });
  expect(listed.body.items[0].comment.body).toHaveProperty('document');
  await reviewer.api.delete(`${request}/comments/${comment.id}`);
  expect((await admin.api.get(`${request}/reviews/${review.body.id}`)).body).not.toHaveProperty('comment');
});

it('comments move with their space to another organization, but are not duplicated with it', async () => {
  const target = await buildOrganization(test);
  const { id } = await postComment(admin, space, 'In the space');
  await postReply(commenter, space, id);
  const inRequest = await postComment(commenter, request, 'In the request');
  await postReply(admin, request, inRequest.id);
  await admin.api.put(`${request}/comments/${inRequest.id}`, { addedReactions: ['👍'] });
  const copy = await admin.api.post(`${space}/duplicate`);
  expect(copy.body.comments).toBe(0);
  await test.app.get(Members).addMember(target.id, admin.id, 'admin');
  expect((await admin.api.post(`${space}/transfer`, { organization: target.id })).status).toBe(200);
  expect((await target.admin.api.get(space)).body.comments).toBe(1);
  expect((await target.admin.api.get(`${space}/comments/${id}`)).body).toMatchObject({ replies: 1 });
  expect((await target.admin.api.get(`${request}/comments/${inRequest.id}`)).body).toMatchObject({
    replies: 1,
    reactions: [{ count: 1 }],
  });
  const { items } = (await target.admin.api.get(`${request}/commenters`)).body as { items: { id: string }[] };
  expect(items.map((item) => item.id)).toEqual([admin.id]);
});

it('comments of a purged space are deleted', async () => {
  const { id } = await postComment(admin, space);
  await postReply(admin, space, id);
  await postComment(admin, request);
  await admin.api.delete(space);
  expect((await commenter.api.get(`${space}/comments/${id}`)).status).toBe(404);
  test.clock.advance(8 * 24 * 60 * 60 * 1000);
  await test.app.get(SpacesJobs).purge();
  expect(await test.db.query('select 1 from comments where organization_id = $1', [organization.id])).toEqual(
    [],
  );
});

it('mentions name members only', async () => {
  const stranger = (await buildOrganization(test)).admin;
  const answer = await admin.api.post(`${space}/comments`, { body: { markdown: mention(stranger) } });
  expect(answer.status).toBe(400);
  const comment = await postComment(admin, space, `Ask ${mention(commenter)}`);
  expect(comment.body.markdown).toContain(commenter.id);
});
