import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, readPage, type TestChangeRequest, writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { elements, parseHtml, textOf } from './support/html.js';
import { postComment, postReply } from './support/comments.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let writer: TestUser;
let reviewer: TestUser;
let spaceId: string;
let page: string;
let request: TestChangeRequest;
let writing: MemberBrowser;
let reviewing: MemberBrowser;
let review: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  writer = organization.admin;
  reviewer = await organization.member('review');
  ({ id: spaceId } = await buildSpace(organization));
  [page = ''] = await buildPages(writer, spaceId, [
    { title: 'Home', markdown: 'First words here.\n\nSecond words here.\n\nThird words here.' },
  ]);
  request = await openChangeRequest(writer, spaceId, { subject: 'Fix typos' });
  await writePage(
    writer,
    request.path,
    page,
    'First words here.\n\nSecond sentence here.\n\nThird words here.',
  );
  writing = await startMemberBrowser(test, writer.token);
  reviewing = await startMemberBrowser(test, reviewer.token);
  review = `/app/s/${spaceId}/~/changes/${request.number}/~/review`;
});

/** Sends a form and answers the page it leads to. */
async function send(
  browser: MemberBrowser,
  path: string,
  form: Record<string, string>,
): Promise<{ location: string; html: string }> {
  const answer = await browser.post(path, form);
  expect(answer.status, await answer.clone().text()).toBe(303);
  const location = answer.headers.get('location') ?? '';
  return {
    location,
    html: await browser.read(
      new URL(location, test.baseUrl + path).pathname +
        (location.includes('?') ? `?${location.split('?')[1]!.split('#')[0]!}` : ''),
    ),
  };
}
const refuse = async (browser: MemberBrowser, path: string, form: Record<string, string>) => {
  const answer = await browser.post(path, form);
  return { status: answer.status, html: await answer.text() };
};
const words = (html: string) => textOf(parseHtml(html)).replace(/\s+/g, ' ');
const comments = async () =>
  (
    (await writer.api.get(`${request.path}/comments`)).body as {
      items: {
        id: string;
        status: string;
        body: { markdown: string };
        reactions: { emoji: string }[];
        target: { node?: { id: string } };
      }[];
    }
  ).items;
const blockKey = async (at: number) => {
  const answer = await writer.api.get(`${request.path}/content/page/${page}`, {
    query: { format: 'document' },
  });
  return (answer.body as { document: { nodes: { key: string }[] } }).document.nodes[at]!.key;
};

describe('the list of change requests', () => {
  it('the list filters by status, counts, and names authors', async () => {
    const list = `/app/s/${spaceId}/~/changes`;
    const html = await reviewing.read(list);
    expect(words(html)).toContain('Fix typos');
    expect(words(html)).toContain('#1 by');
    expect(html).toContain(`href="${review}"`);
    expect(words(await reviewing.read(`${list}?status=merged`))).toContain(
      'There are no change requests here.',
    );
    expect(words(html)).toMatch(/In work 1Open 0Drafts 1Merged 0Archived 0/);
  });

  it('the form opens a change request, and keeps a subject that is refused', async () => {
    const list = `/app/s/${spaceId}/~/changes`;
    const { location, html } = await send(writing, list, { do: 'create', subject: 'New names' });
    expect(location).toContain('/changes/2/~/review');
    expect(words(html)).toContain('#2 New names');
    expect(words(html)).toContain('open as a draft');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(list)).not.toContain('New change request');
    const refused = await refuse(reader, list, { do: 'create', subject: 'Mine' });
    expect(refused.status).toBe(403);
  });
});

describe('the overview', () => {
  it('subject and description change in place, and both are shown', async () => {
    const { html } = await send(writing, review, {
      do: 'describe',
      subject: 'Better words',
      description: 'Says *more*.',
    });
    expect(words(html)).toContain('#1 Better words');
    expect(html).toContain('<em>more</em>');
  });

  it('what was typed is kept where it is refused', async () => {
    const subject = 'x'.repeat(101);
    const form = { do: 'describe', subject, description: `${'y'.repeat(10_001)}` };
    const { status, html } = await refuse(writing, review, form);
    expect(status).toBe(400);
    expect(html).toContain('role="alert"');
    expect(html).toContain(subject);
  });

  it('a writer asks, a reviewer approves with a comment, the writer merges', async () => {
    const rules = [{ rule: 'require_specific_reviewers', users: [reviewer.id] }];
    await writer.api.patch(`/v1/spaces/${spaceId}`, { mergeRules: { type: 'rules', rules } });
    const { displayName, email } = (await reviewer.api.get('/v1/user')).body as Record<string, string>;
    const asked = await send(writing, review, { do: 'ask', reviewer: email! });
    expect(words(asked.html)).toContain(`${displayName} was asked`);
    expect(words(asked.html)).toContain('It cannot be merged yet');
    expect((await writer.api.get(request.path)).body).toMatchObject({ status: 'open' });
    const refused = await refuse(writing, review, { do: 'merge' });
    expect(refused.status).toBe(409);
    expect(words(refused.html)).toContain(`approve the current revision first: ${displayName}`);
    const approved = await send(reviewing, review, { do: 'approve', verdict: 'Well **done**.' });
    expect(words(approved.html)).toContain('It can be merged');
    expect(approved.html).toContain('<strong>done</strong>');
    const merged = await send(writing, review, { do: 'merge' });
    expect(words(merged.html)).toContain('It is merged');
    expect(await readPage(writer, `/v1/spaces/${spaceId}`, page)).toContain('Second sentence here.');
    expect(merged.html).not.toContain('value="merge"');
  });

  it('nobody is asked whom no member is called, and a request can be withdrawn', async () => {
    const refused = await refuse(writing, review, { do: 'ask', reviewer: 'Nobody' });
    expect(refused.status).toBe(400);
    expect(refused.html).toContain('value="Nobody"');
    const { email } = (await reviewer.api.get('/v1/user')).body as Record<string, string>;
    await send(writing, review, { do: 'ask', reviewer: email! });
    const { html } = await send(writing, review, { withdraw: reviewer.id });
    expect(words(html)).toContain('Nobody was asked yet.');
  });

  it('a change request is archived, reopened, and made a draft', async () => {
    expect(words((await send(writing, review, { do: 'archive' })).html)).toContain('It is archived.');
    expect((await writer.api.get(request.path)).body).toMatchObject({ status: 'archived' });
    await send(writing, review, { do: 'open' });
    await send(writing, review, { do: 'draft' });
    expect((await writer.api.get(request.path)).body).toMatchObject({ status: 'draft' });
  });

  it('a reader sees it without any button, and strangers do not see it', async () => {
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const html = await reader.read(review);
    const main = elements(parseHtml(html), 'main')[0]!;
    expect(elements(main, 'form')).toHaveLength(0);
    expect((await refuse(reader, review, { do: 'archive' })).status).toBe(403);
    const other = await buildOrganization(test);
    const stranger = await startMemberBrowser(test, other.admin.token);
    expect((await stranger.open(review)).status).toBe(404);
    expect((await stranger.post(review, { do: 'archive' })).status).toBe(404);
  });

  it('urls.app leads to it', async () => {
    const { urls } = (await writer.api.get(request.path)).body as { urls: { app: string } };
    expect(new URL(urls.app).pathname).toBe(review);
  });

  it('the PDF is an address away', async () => {
    const answer = await writing.open(`${review}/pdf`);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toContain('/~pdf/');
  });
});

describe('the changes', () => {
  it('words are marked for eyes and for screen readers, and unchanged blocks are folded', async () => {
    const html = await reviewing.read(`${review}/changes`);
    const tree = parseHtml(html);
    const main = elements(tree, 'main')[0]!;
    expect(elements(main, 'ins').map(textOf).join(' ')).toContain('sentence');
    expect(elements(main, 'del').map(textOf).join(' ')).toContain('words');
    expect(words(html)).toContain('Deleted: words');
    expect(words(html)).toContain('1 unchanged block');
    expect(words(html)).toMatch(/Lines added: \+1 Lines removed: −1/);
  });

  it('the two sides and the Markdown are other views', async () => {
    const side = elements(
      parseHtml(await reviewing.read(`${review}/changes?view=side`)),
      'div',
      'review-sides',
    );
    expect(side.map(textOf).join('')).toMatch(/words[\s\S]*sentence/);
    const lines = elements(
      parseHtml(await reviewing.read(`${review}/changes?view=markdown`)),
      'div',
      'review-lines',
    );
    expect(lines.map(textOf).join('')).toContain('Added: + Second sentence here.');
  });

  it('settings, files, variables and structure are named', async () => {
    const changes = [
      { operation: 'update_page', page, title: 'Start', description: 'All about it', hidden: true },
      { operation: 'update_variables', variables: { version: '2' } },
      { operation: 'insert_page', title: 'Second page', document: { markdown: 'New.' } },
    ];
    const answer = await writer.api.post(`${request.path}/content`, { changes });
    expect(answer.status, answer.text).toBe(200);
    const text = words(await reviewing.read(`${review}/changes`));
    expect(text).toContain('TitleDeleted: Home Added: Start');
    expect(text).toContain('Description Added: All about it');
    expect(text).toContain('Hidden');
    expect(text).toContain('Variable version');
    expect(text).toMatch(/Second page ?new/);
  });

  it('a page is marked as viewed until it changes', async () => {
    const { html } = await send(reviewing, `${review}/changes`, { do: 'view', page });
    expect(words(html)).toContain('1 viewed');
    await writePage(writer, request.path, page, 'Other words.');
    expect(words(await reviewing.read(`${review}/changes`))).toContain('0 viewed');
    await send(reviewing, `${review}/changes`, { do: 'view', page });
    expect(words((await send(reviewing, `${review}/changes`, { do: 'unview', page })).html)).toContain(
      '0 viewed',
    );
  });

  it('only what is new since my review is shown when I ask for that', async () => {
    await reviewer.api.post(`${request.path}/reviews`, { status: 'changes-requested' });
    expect(words(await reviewing.read(`${review}/changes?since=review`))).toContain(
      'No page has changed since your review.',
    );
    await writePage(
      writer,
      request.path,
      page,
      'First words here.\n\nSecond sentence here.\n\nThird lines here.',
    );
    const html = await reviewing.read(`${review}/changes?since=review`);
    const main = elements(parseHtml(html), 'main')[0]!;
    expect(elements(main, 'ins').map(textOf).join(' ')).toContain('lines');
    expect(elements(main, 'ins').map(textOf).join(' ')).not.toContain('sentence');
    expect(await writing.read(`${review}/changes`)).not.toContain('Since my review');
  });
});

describe('threads', () => {
  const changes = () => `${review}/changes`;

  it('a block is commented on, answered, reacted to, resolved and reopened', async () => {
    const block = await blockKey(1);
    const { html } = await send(reviewing, changes(), {
      do: 'comment',
      page,
      block,
      words: `Why? @${writer.id}`,
    });
    expect(words(html)).toContain('Why?');
    const [comment] = await comments();
    expect(comment).toMatchObject({ status: 'open', target: { node: { id: block } } });
    const on = { comment: comment!.id };
    expect(words((await send(writing, changes(), { do: 'reply', reply: 'Because.', ...on })).html)).toContain(
      'Because.',
    );
    await send(writing, changes(), { react: '1f44d', ...on });
    expect((await comments())[0]).toMatchObject({ reactions: [{ emoji: '1f44d' }] });
    await send(writing, changes(), { unreact: '1f44d', ...on });
    expect((await comments())[0]).toMatchObject({ reactions: [] });
    await send(writing, changes(), { do: 'close', ...on });
    expect((await comments())[0]).toMatchObject({ status: 'resolved' });
    await send(writing, changes(), { do: 'reopen', ...on });
    expect((await comments())[0]).toMatchObject({ status: 'open' });
    await send(reviewing, changes(), { do: 'delete-comment', ...on });
    expect(await comments()).toEqual([]);
  });

  it('a block gets its version before again, and the rest of the change request stays', async () => {
    await writePage(
      writer,
      request.path,
      page,
      'First sentence here.\n\nSecond sentence here.\n\nA new one.',
    );
    const blocks = async () => {
      const html = await writing.read(changes());
      const form = /name="block" value="([^"]+)"[^>]*><button[^>]*aria-label="Restore this block: ([^"]*)"/g;
      return new Map([...html.matchAll(form)].map(([, key = '', text = '']) => [text, key]));
    };
    const found = await blocks();
    const back = (text: string) => ({ do: 'restore-block', page, revision: '', block: found.get(text)! });
    expect([...found.keys()]).toContain('Second words here.');
    const { html, location } = await send(writing, changes(), back('Second words here.'));
    expect(location).toContain(`notice=restored#p-${page}`);
    expect(words(html)).toContain('The version before of the block is in the change request again.');
    expect(await readPage(writer, request.path, page)).toBe(
      'First sentence here.\n\nSecond words here.\n\nA new one.',
    );
    const again = await refuse(writing, changes(), back('Second words here.'));
    expect([again.status, words(again.html)]).toEqual([
      409,
      expect.stringContaining('The page has this block as it was then, so nothing was changed.'),
    ]);
    const reading = await startMemberBrowser(test, (await organization.member('comment')).token);
    expect(words(await reading.read(changes()))).not.toContain('Restore this block');
    expect((await refuse(reading, changes(), back('First words here.'))).status).toBe(403);
    await writer.api.post(`${request.path}/merge`, {});
    expect((await refuse(writing, changes(), back('First words here.'))).status).toBe(409);
  });

  it('the Markdown view restores a block, and leads to the view with its threads', async () => {
    const [first, second] = [await blockKey(0), await blockKey(1)];
    const markdown = 'First text here.\n\nSecond sentence here.\n\nThird words here.\n\nA new one.';
    await writePage(writer, request.path, page, markdown);
    const view = `${changes()}?view=markdown`;
    const html = await writing.read(view);
    expect(html.match(/value="restore-block"/g)).toHaveLength(2);
    expect(words(html)).toContain('+ First text here. Restore this block');
    for (const key of [first, second]) {
      expect(html).toContain(`${changes()}#b-${key}"`);
      expect(await writing.read(changes())).toContain(`id="b-${key}"`);
    }
    const form = { do: 'restore-block', page, revision: '', block: second };
    await send(writing, view, form);
    expect(await readPage(writer, request.path, page)).toContain('First text here.\n\nSecond words here.');
    const reader = await startMemberBrowser(test, (await organization.member('comment')).token);
    expect(await reader.read(view)).not.toContain('restore-block');
  });

  it('own words are changed, with their mentions and suggested wording, and those of others are not', async () => {
    const { displayName } = (await writer.api.get('/v1/user')).body as { displayName: string };
    const block = await blockKey(1);
    await send(reviewing, changes(), {
      ...{ do: 'comment', page, block, words: `Look, @${displayName}.`, wording: 'Shorter.' },
    });
    const [comment] = await comments();
    const on = { comment: comment!.id, 'reply-id': '' };
    const own = await reviewing.read(changes());
    expect(own).toContain(`Look, @${displayName}.</textarea>`);
    expect(own).toContain('The comment and its suggested wording are deleted for everybody');
    expect(await writing.read(changes())).not.toContain('Edit your comment');
    const edit = { do: 'edit', ...on, words: `Please look, @${displayName}.` };
    const { html, location } = await send(reviewing, changes(), { ...edit, wording: 'Even shorter.' });
    expect(location).toContain(`notice=rewritten#c-${comment!.id}`);
    expect(words(html)).toContain('Your new words are posted.');
    const { markdown } = (await comments())[0]!.body;
    for (const part of ['Please look', `bindery:user/${writer.id}`, '```suggestion\nEven shorter.\n```'])
      expect(markdown).toContain(part);
    expect((await refuse(writing, changes(), edit)).status).toBe(403);
    const empty = await refuse(reviewing, changes(), { ...edit, words: ' ', wording: '' });
    expect(empty.status).toBe(400);
    expect((await comments())[0]!.body.markdown).toBe(markdown);
  });

  it('replies are reacted to, changed and deleted, each by whom the API lets', async () => {
    await send(reviewing, changes(), { do: 'comment', page, block: '', words: 'Why?' });
    const [comment] = await comments();
    const on = { comment: comment!.id };
    await send(writing, changes(), { do: 'reply', reply: 'Because.', ...on });
    const replies = async () =>
      (await writer.api.get(`${request.path}/comments/${comment!.id}/replies`)).body.items as {
        id: string;
        body: { markdown: string };
        reactions: { emoji: string }[];
      }[];
    const [reply] = await replies();
    const to = { ...on, 'reply-id': reply!.id };
    const { location } = await send(reviewing, changes(), { react: '1f389', ...to });
    expect(location).toContain(`notice=reacted#r-${reply!.id}`);
    expect(await replies()).toMatchObject([{ reactions: [{ emoji: '1f389' }] }]);
    expect((await comments())[0]!.reactions).toEqual([]);
    await send(reviewing, changes(), { unreact: '1f389', ...to });
    expect(await replies()).toMatchObject([{ reactions: [] }]);
    expect((await refuse(reviewing, changes(), { do: 'edit', words: 'Mine.', ...to })).status).toBe(403);
    expect(
      words((await send(writing, changes(), { do: 'edit', words: 'Never mind.', ...to })).html),
    ).toContain('Never mind.');
    expect(await reviewing.read(changes())).toContain('The comment and its reply are deleted for everybody');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const seen = await reader.read(changes());
    for (const button of ['Edit your', 'Delete this', 'name="react"']) expect(seen).not.toContain(button);
    const forms: Record<string, string>[] = [{ react: '1f389' }, { do: 'delete-comment' }];
    for (const form of forms) expect((await refuse(reader, changes(), { ...form, ...to })).status).toBe(403);
    await send(writing, changes(), { do: 'delete-comment', ...to });
    expect(await replies()).toEqual([]);
    expect(await comments()).toHaveLength(1);
  });

  it('a comment is about one cell of a table', async () => {
    const table = (price: string) => `| Plan | Price |\n| - | - |\n| Small | 5 |\n| Large | ${price} |`;
    await writePage(writer, `/v1/spaces/${spaceId}`, page, table('40'));
    await writePage(writer, request.path, page, table('42'));
    const block = await blockKey(0);
    const html = await reviewing.read(changes());
    const idOf = (words: string) =>
      new RegExp(`<option value="([^"]+)"[^>]*>${words}</option>`).exec(html)![1]!;
    const cell = { row: idOf('2: Large'), column: idOf('Price') };
    const form = { do: 'comment', page, block, words: 'Too much.' };
    const refused = await refuse(reviewing, changes(), { ...form, row: cell.row, column: '' });
    expect([refused.status, words(refused.html)]).toEqual([
      400,
      expect.stringContaining('Choose both the row and the column of the cell, or neither.'),
    ]);
    const posted = await send(reviewing, changes(), { ...form, ...cell });
    expect(posted.html).toMatch(/<blockquote[^>]*>42<\/blockquote>/);
    expect((await comments())[0]!.target).toMatchObject({
      node: { id: block, text: '42' },
      tableCell: { record: cell.row, definition: cell.column },
    });
    await send(reviewing, changes(), { ...form, row: '', column: '' });
    expect((await comments())[0]!.target).not.toHaveProperty('tableCell');
  });

  it('a comment on words marks them in their block, until they are gone', async () => {
    const block = await blockKey(1);
    const form = { do: 'comment', page, block, words: 'Which one?' };
    const refused = await refuse(reviewing, changes(), { ...form, quote: 'words here' });
    expect(refused.status).toBe(400);
    expect(words(refused.html)).toContain('the text does not hold the words "words here"');
    expect(refused.html).toContain('value="words here"');
    const long = await refuse(reviewing, changes(), { ...form, quote: 'x'.repeat(301) });
    expect([long.status, words(long.html)]).toEqual([400, expect.stringContaining('at most 300 characters')]);
    const posted = await send(reviewing, changes(), {
      ...form,
      quote: 'sentence\r\nhere',
      'quote-prefix': 'Second ',
      'quote-suffix': '.',
    });
    expect((await comments())[0]!.target).toMatchObject({
      quote: { exact: 'sentence\nhere', prefix: 'Second ', suffix: '.' },
    });
    const marks = (html: string) => elements(parseHtml(html), 'mark').map(textOf).join('');
    expect(marks(posted.html)).toBe('sentence here');
    expect(words(posted.html)).toContain('on “sentence here”');
    expect(posted.html).not.toContain('The words have changed since.');
    const side = await reviewing.read(`${changes()}?view=side`);
    expect(marks(side)).toBe('sentence here');

    await writePage(
      writer,
      request.path,
      page,
      'First words here.\n\nSecond text here.\n\nThird words here.',
    );
    const later = await reviewing.read(changes());
    expect(marks(later)).toBe('');
    expect(words(later)).toContain('on “sentence here”The words have changed since.');
    expect(await reviewing.read(review)).toContain('The words have changed since.');
  });

  it('a page of many threads with replies asks the database as often as one of few', async () => {
    const block = await blockKey(1);
    const target = { page, node: block, quote: { exact: 'sentence' } };
    const count = async (path: string) => {
      const before = test.db.statements;
      await writing.read(path);
      return test.db.statements - before;
    };
    const post = async () => {
      const { id } = await postComment(writer, request.path, 'Look', target);
      for (let left = 3; left > 0; left--) await postReply(writer, request.path, id, `Reply ${left}`);
    };
    await post();
    await post();
    // The first visit reads what is kept in memory then.
    for (const path of [review, changes()]) await count(path);
    const few = [await count(review), await count(changes())];
    for (let left = 10; left > 0; left--) await post();
    expect([await count(review), await count(changes())]).toEqual(few);
    const html = await writing.read(review);
    expect(html.match(/id="r-/g)).toHaveLength(36);
  });

  it('of comments that fill a page, the last are plain words, and each is shown alone', async () => {
    const formulas = Array.from({ length: 8 }, (_, at) => `$$\n${at}${'x^{2}+'.repeat(160)}c\n$$\n`).join(
      '\n',
    );
    const ids: string[] = [];
    for (let left = 4; left > 0; left--)
      ids.push(
        ((await postComment(writer, request.path, `Words ${left}.\n\n${formulas}`)) as { id: string }).id,
      );
    await postComment(writer, request.path, 'A short one');
    const html = await writing.read(review);
    expect(words(html)).toContain('A short one');
    expect(words(html)).toContain('There is too much on this page');
    expect(html.length).toBeLessThan(6_000_000);
    for (let left = 4; left > 0; left--) expect(words(html)).toContain(`Words ${left}.`);
    const alone = await writing.read(`${review}?thread=${ids[0]}`);
    expect(alone).not.toContain('There is too much on this page');
    expect(alone.match(/class="review-thread"/g)).toHaveLength(1);
  });

  it('@ and a name mention the member', async () => {
    const { displayName } = (await writer.api.get('/v1/user')).body as { displayName: string };
    await send(reviewing, review, { do: 'comment', page: '', block: '', words: `Look, @${displayName}.` });
    expect((await comments())[0]!.body.markdown).toContain(`bindery:user/${writer.id}`);
  });

  it('suggested wording is written by a click, as the one who clicks', async () => {
    const block = await blockKey(1);
    const before = 'Second sentence here.';
    await send(reviewing, changes(), {
      ...{ do: 'comment', page, block, words: 'Shorter:' },
      ...{ wording: 'Second, shorter.', 'wording-before': before },
    });
    const [comment] = await comments();
    expect(comment!.body.markdown).toContain('```suggestion');
    expect(words(await writing.read(changes()))).toContain('Apply this wording');
    const reader = await startMemberBrowser(test, (await organization.member('comment')).token);
    expect(await reader.read(changes())).not.toContain('Apply this wording');
    expect((await refuse(reader, changes(), { do: 'apply', comment: comment!.id })).status).toBe(403);
    await send(writing, changes(), { do: 'apply', comment: comment!.id });
    expect(await readPage(writer, request.path, page)).toBe(
      'First words here.\n\nSecond, shorter.\n\nThird words here.',
    );
    expect((await comments())[0]).toMatchObject({ status: 'resolved', target: { node: { id: block } } });
    expect(await blockKey(1)).toBe(block);
    const { items } = (await writer.api.get(`${request.path}/revisions`)).body as {
      items: { createdBy: string }[];
    };
    expect(items[0]).toMatchObject({ createdBy: writer.id });
  });

  it('an empty comment is refused, and what was typed is kept', async () => {
    const block = await blockKey(1);
    const { status, html } = await refuse(reviewing, changes(), { do: 'comment', page, block, words: '  ' });
    expect(status).toBe(400);
    expect(html).toContain('must say something');
    const gone = await refuse(reviewing, changes(), {
      do: 'comment',
      page,
      block: 'gone',
      words: 'Kept words',
    });
    expect(gone.status).toBe(400);
  });

  it('the comments of a space have a page of their own', async () => {
    const path = `/app/s/${spaceId}/~/comments`;
    const { html } = await send(writing, path, { do: 'comment', words: 'About all of it.' });
    expect(words(html)).toContain('About all of it.');
    const [, comment = ''] = /name="comment" value="([^"]+)"/.exec(html)!;
    const edited = await send(writing, path, { do: 'edit', comment, words: 'About most of it.' });
    expect(edited.location).toContain(`notice=rewritten#c-${comment}`);
    expect(words(await reviewing.read(path))).toContain('About most of it.');
    expect(words(await reviewing.read(`${path}?status=resolved`))).toContain('There are no threads here.');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(path)).not.toContain('<textarea');
    expect((await refuse(reader, path, { do: 'comment', words: 'No' })).status).toBe(403);
  });
});

describe('conflicts', () => {
  const conflicts = () => `${review}/conflicts`;
  const listed = async () =>
    (
      (await writer.api.get(`${request.path}/conflicts`)).body as {
        items: { id: string; fingerprint: string; resolution?: string }[];
      }
    ).items;

  beforeEach(async () => {
    await writePage(
      writer,
      `/v1/spaces/${spaceId}`,
      page,
      'First words here.\n\nSecond lines here.\n\nThird words here.',
    );
  });

  it('both texts and the one before them are shown, and one is taken', async () => {
    expect(words(await writing.read(review))).toContain('1 place was changed on both sides.');
    const found = await send(writing, review, { do: 'merge' });
    expect(found.location).toContain('/conflicts');
    expect(words(found.html)).toMatch(/Second words here.*Second lines here.*Second sentence here/);
    const [conflict] = await listed();
    const form = { conflict: conflict!.id, fingerprint: conflict!.fingerprint, choice: 'main' };
    const { html } = await send(writing, conflicts(), form);
    expect(words(html)).toContain('Every conflict has a choice.');
    await send(writing, conflicts(), { do: 'update' });
    expect(await readPage(writer, request.path, page)).toContain('Second lines here.');
  });

  it('another text is written in place of both', async () => {
    await send(writing, conflicts(), { do: 'update' });
    const [conflict] = await listed();
    await send(writing, conflicts(), {
      do: 'edit-conflict',
      conflict: conflict!.id,
      text: 'Second of both.',
    });
    expect((await listed())[0]).toMatchObject({ resolution: 'mine' });
    await send(writing, review, { do: 'merge' });
    expect(await readPage(writer, `/v1/spaces/${spaceId}`, page)).toBe(
      'First words here.\n\nSecond of both.\n\nThird words here.',
    );
  });

  it('all conflicts get one choice, and a choice about other values is refused', async () => {
    await send(writing, conflicts(), { do: 'update' });
    const [conflict] = await listed();
    const old = { conflict: conflict!.id, fingerprint: 'other', choice: 'mine' };
    expect((await refuse(writing, conflicts(), old)).status).toBe(409);
    await send(writing, conflicts(), { all: 'mine' });
    expect((await listed())[0]).toMatchObject({ resolution: 'mine' });
    expect((await refuse(writing, conflicts(), { all: 'mine' })).status).toBe(400);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect((await refuse(reader, conflicts(), { all: 'mine' })).status).toBe(400);
    expect((await refuse(reader, conflicts(), { ...old, fingerprint: conflict!.fingerprint })).status).toBe(
      403,
    );
  });
});
