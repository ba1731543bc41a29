import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('the page with the history of a space', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let browser: MemberBrowser;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await startMemberBrowser(test, organization.admin.token);
  });
  afterAll(() => test.close());

  /** A space with a page that was edited, and one that was deleted. */
  async function buildHistory(editMode: 'live' | 'locked') {
    const { api } = organization.admin;
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const [travel, hotels] = await buildPages(organization.admin, space, [
      { title: 'Travel', markdown: 'Keep the receipts.' },
      { title: 'Hotels', markdown: 'Two stars.' },
    ]);
    const first = (await api.get(`/v1/spaces/${space}`)).body.revision as string;
    for (const change of [
      { operation: 'update_page', page: travel, document: { markdown: 'Lose the receipts.' } },
      { operation: 'delete_page', page: hotels },
    ])
      await api.post(`/v1/spaces/${space}/content`, { changes: [change] });
    await api.patch(`/v1/spaces/${space}`, { editMode });
    const textOf = async (page: string | undefined, place = '') =>
      (await api.get(`/v1/spaces/${space}${place}/content/page/${page}?format=markdown`)).body
        .markdown as string;
    return { space, first, travel, hotels, textOf, path: `/app/s/${space}/~/history` };
  }

  it('says who changed what, and leads to each revision', async () => {
    const { path, first, space } = await buildHistory('live');
    test.clock.advance(3 * 3_600_000);
    const text = await browser.read(path);
    expect(text).toContain('3 hours ago');
    expect(text).toContain('edited Travel');
    expect(text).toContain('deleted Hotels');
    expect(text).toContain(`/app/s/${space}/~/revisions/${first}`);
    expect(await browser.read(`/app/s/${space}`)).toContain(`href="${path}"`);
  });

  it('restores the space and brings back a deleted page, at once where the space is live', async () => {
    const { path, first, travel, hotels, textOf } = await buildHistory('live');
    const last = /name="revision" value="([^"]+)"[^>]*>\s*<button[^>]*value="bring-back"/.exec(
      await browser.read(path),
    )![1]!;
    const back = await browser.post(path, { do: 'bring-back', page: hotels!, revision: last });
    expect([back.status, back.headers.get('location')]).toEqual([303, `${path}?notice=restored`]);
    expect(await textOf(hotels)).toContain('Two stars.');
    expect(await textOf(travel)).toContain('Lose the receipts.');
    expect((await browser.post(path, { do: 'restore', revision: first })).status).toBe(303);
    expect(await textOf(travel)).toContain('Keep the receipts.');
    const again = await browser.post(path, { do: 'restore', revision: first });
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining('The content is the same as at this revision.'),
    ]);
  });

  it('shows the changes of a revision, of one page, and between any two', async () => {
    const { path, first, space, travel, hotels } = await buildHistory('live');
    const { api } = organization.admin;
    const { items } = (await api.get(`/v1/spaces/${space}/revisions`)).body as { items: { id: string }[] };
    const [deleted, edited] = items.map(({ id }) => id);
    const one = await browser.read(`${path}/${edited}`);
    expect(one).toContain(`id="p-${travel}"`);
    expect(one).not.toContain(`id="p-${hotels}"`);
    expect(one).toMatch(/<del[^>]*><span[^>]*>Deleted: <\/span>Keep/);
    expect(one).toMatch(/<ins[^>]*><span[^>]*>Added: <\/span>Lose/);
    expect(await browser.read(path)).toContain(`href="${path}/${edited}"`);
    const picked = await browser.open(`${path}?before=${first}&after=${deleted}`);
    expect(picked.headers.get('location')).toBe(`${path}/${deleted}?against=${first}`);
    const two = await browser.read(`${path}/${deleted}?against=${first}`);
    for (const page of [travel, hotels]) expect(two).toContain(`id="p-${page}"`);
    const narrow = await browser.read(`${path}/${deleted}?against=${first}&page=${travel}`);
    expect(narrow).not.toContain(`id="p-${hotels}"`);
    expect(await browser.read(`${path}/${edited}?view=markdown`)).toContain('Markdown of Travel');
    const elsewhere = await buildHistory('live');
    expect((await browser.open(`${path}/${elsewhere.first}`)).status).toBe(404);
    expect((await browser.open(`${path}/${edited}?against=${elsewhere.first}`)).status).toBe(404);
  });

  it('shows the history of a page and restores a version of it', async () => {
    const { path, first, space, travel, textOf } = await buildHistory('live');
    const page = `${path}/pages/${travel}`;
    const text = await browser.read(page);
    expect(text).toContain('added the page');
    expect(text).toContain('edited the page');
    expect(text).not.toContain('deleted the page');
    expect(countsIn(text)).toEqual(['+1 −1', '+1 −0']);
    expect(await browser.read(`/app/s/${space}`)).toContain(`href="${page}"`);
    const restored = await browser.post(page, { do: 'restore', revision: first });
    expect([restored.status, restored.headers.get('location')]).toEqual([303, `${page}?notice=restored`]);
    expect(await textOf(travel)).toContain('Keep the receipts.');
    expect((await browser.open(`${path}/pages/nothing`)).status).toBe(404);
  });

  /** A space with a page, and a way to write it anew; `first` is the revision with its first text. */
  async function buildPage(markdown: string) {
    const { api } = organization.admin;
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const [page = ''] = await buildPages(organization.admin, space, [{ title: 'Travel', markdown }]);
    const first = (await api.get(`/v1/spaces/${space}`)).body.revision as string;
    const change = async (...changes: object[]) =>
      (await api.post(`/v1/spaces/${space}/content`, { changes })).body.revision as string;
    const write = (text: string) => change({ operation: 'update_page', page, document: { markdown: text } });
    /** Without the title. */
    const read = async (place = '') => {
      const { body } = await api.get(`/v1/spaces/${space}${place}/content/page/${page}?format=markdown`);
      return (body.markdown as string).replace('# Travel\n\n', '');
    };
    const revisions = async () =>
      ((await api.get(`/v1/spaces/${space}/revisions`)).body.items as object[]).length;
    return { space, page, first, change, write, read, revisions, path: `/app/s/${space}/~/history` };
  }

  /** The fields of the forms that put a block back, with the beginning of its words. */
  function restoresIn(text: string) {
    const form =
      /name="page" value="([^"]*)"[^>]*><input[^>]*name="revision" value="([^"]*)"[^>]*><input[^>]*name="block" value="([^"]*)"[^>]*><button[^>]*value="restore-block"[^>]*aria-label="Restore this block: ([^"]*)"/g;
    return [...text.matchAll(form)].map(([, page = '', revision = '', block = '', words]) => ({
      words,
      form: { do: 'restore-block', page, revision, block },
    }));
  }

  it('shows only the page that the address names', async () => {
    const { path, page, first, change } = await buildPage('Keep the receipts.');
    const second = await change(
      { operation: 'update_page', page, document: { markdown: 'Lose the receipts.' } },
      { operation: 'insert_page', title: 'Hotels', document: { markdown: 'Two stars.' } },
      { operation: 'update_variables', variables: { city: 'Bern' } },
    );
    const all = await browser.read(`${path}/${second}`);
    const one = await browser.read(`${path}/${second}?page=${page}&view=side`);
    for (const words of ['Hotels', 'Variable city']) {
      expect(all).toContain(words);
      expect(one).not.toContain(words);
    }
    expect(one).toContain('Lose');
    expect(one).toContain(`href="${path}/${second}?view=side">Show all that differs`);
    expect(await browser.read(`${path}/${first}?against=${first}&page=${page}`)).toContain(
      'The page is the same in both revisions.',
    );
  });

  it('says that a comparison is reversed, turns it, and restores nothing from it', async () => {
    const { path, page, first, write } = await buildPage('Keep the receipts.');
    test.clock.advance(1000);
    const second = await write('Lose the receipts.');
    const reversed = await browser.read(`${path}/${first}?against=${second}&page=${page}`);
    expect(reversed).toContain('This comparison is reversed');
    const turned = `${path}/${second}?against=${first}&page=${page}`;
    expect(reversed).toContain(`href="${turned.replace('&', '&amp;')}"`);
    expect(restoresIn(reversed)).toEqual([]);
    const text = await browser.read(turned);
    expect(text).not.toContain('This comparison is reversed');
    expect(restoresIn(text)).toHaveLength(1);
  });

  /** The lines that entries say were added and removed. */
  function countsIn(text: string): string[] {
    const counts = /<span class="review-counts">.*?<\/span><\/span>/g;
    return [...text.matchAll(counts)].map(([html]) =>
      html.replace(/<span class="visually-hidden">[^<]*<\/span>|<[^>]*>/g, ''),
    );
  }

  it('puts one block back and keeps what others changed in the page', async () => {
    const { path, page, first, write, read } = await buildPage(
      'Keep the receipts.\n\nTake the train.\n\nBe on time.',
    );
    const second = await write('Lose all the receipts.\n\nTake the train.\n\nBe on time.');
    await write('Burn all of the receipts.\n\nTake the bus.\n\nBe on time.\n\nSay thanks.');
    const [one, ...others] = restoresIn(await browser.read(`${path}/${second}`));
    expect([one?.words, others]).toEqual(['Keep the receipts.', []]);
    const done = await browser.post(`${path}/${second}?view=side`, one!.form);
    expect([done.status, done.headers.get('location')]).toEqual([
      303,
      `${path}/${second}?view=side&notice=restored#p-${page}`,
    ]);
    expect(await read()).toBe('Keep the receipts.\n\nTake the bus.\n\nBe on time.\n\nSay thanks.\n');
    expect(await browser.read(`${path}/${second}?notice=restored`)).toContain(
      'The earlier version of the block is in',
    );
    expect(await browser.read(`${path}/pages/${page}`)).toContain(
      `/~/history/now?against=${first}&amp;page=${page}`,
    );
  });

  it('keeps both blocks that two people put back at once', async () => {
    const { path, write, read } = await buildPage('Keep the receipts.\n\nTake the train.\n\nBe on time.');
    const second = await write('Lose the receipts.\n\nTake the bus.\n\nBe on time.');
    const other = await startMemberBrowser(test, (await organization.member('edit')).token);
    const found = restoresIn(await other.read(`${path}/${second}`));
    expect(found).toHaveLength(2);
    const done = await Promise.all(
      [browser, other].map((one, at) => one.post(`${path}/${second}`, found[at]!.form)),
    );
    expect(done.map(({ status }) => status)).toEqual([303, 303]);
    expect(await read()).toBe('Keep the receipts.\n\nTake the train.\n\nBe on time.\n');
  });

  it('puts a deleted block back behind its neighbour, or at the start, and a moved one to its place', async () => {
    const { path, first, write, read } = await buildPage(
      '## Rules\n\nKeep the receipts.\n\n> Be on time.\n\nTake the train.',
    );
    await write('Take the train.\n\nSay thanks.\n\n> Be on time.');
    const now = `${path}/now?against=${first}`;
    const putBack = async (words: string) => {
      const found = restoresIn(await browser.read(now)).find((one) => one.words === words);
      const done = await browser.post(now, found!.form);
      expect([words, done.status]).toEqual([words, 303]);
    };
    await putBack('Keep the receipts.');
    expect(await read()).toBe('Keep the receipts.\n\nTake the train.\n\nSay thanks.\n\n> Be on time.\n');
    await putBack('Rules');
    expect(await read()).toBe(
      '## Rules\n\nKeep the receipts.\n\nTake the train.\n\nSay thanks.\n\n> Be on time.\n',
    );
    for (const { words } of restoresIn(await browser.read(now))) await putBack(words!);
    expect(await read()).toBe(
      '## Rules\n\nKeep the receipts.\n\nSay thanks.\n\n> Be on time.\n\nTake the train.\n',
    );
    expect(restoresIn(await browser.read(now))).toEqual([]);
  });

  it('says so when a block is as it was, or has no place any more', async () => {
    const { path, page, first, change, write, revisions } = await buildPage(
      'Keep the receipts.\n\nBe on time.',
    );
    const second = await write('Lose the receipts.\n\nBe on time.');
    const [found] = restoresIn(await browser.read(`${path}/${second}`));
    expect((await browser.post(`${path}/${second}`, found!.form)).status).toBe(303);
    const count = await revisions();
    const again = await browser.post(`${path}/${second}`, found!.form);
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining('The page has this block as it was then, so nothing was changed.'),
    ]);
    expect(await revisions()).toBe(count);
    const unknown = await browser.post(`${path}/${second}`, { ...found!.form, block: 'nothing' });
    expect([unknown.status, await unknown.text()]).toEqual([
      400,
      expect.stringContaining('has no such block'),
    ]);
    expect((await browser.post(`${path}/${second}`, { ...found!.form, revision: 'nothing' })).status).toBe(
      404,
    );
    await change({ operation: 'delete_page', page });
    const text = await browser.read(`${path}/now?against=${first}`);
    expect(text).toContain('The page is deleted now. Bring the page back first, then its blocks.');
    expect(restoresIn(text)).toEqual([]);
    expect((await browser.post(`${path}/${second}`, found!.form)).status).toBe(409);
  });

  it('proposes a block where the space is locked, and lets readers put back none', async () => {
    const { space, path, write, read } = await buildPage('Keep the receipts.\n\nBe on time.');
    const second = await write('Lose the receipts.\n\nBe late.');
    await organization.admin.api.patch(`/v1/spaces/${space}`, { editMode: 'locked' });
    const address = `${path}/${second}`;
    const [found] = restoresIn(await browser.read(address));
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(restoresIn(await reader.read(address))).toEqual([]);
    expect((await reader.post(address, found!.form)).status).toBe(403);
    const other = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await other.post(address, found!.form)).status).toBe(404);
    const done = await browser.post(address, found!.form);
    expect(done.headers.get('location')).toBe(`/app/s/${space}/~/changes/1/~/review`);
    expect(await read()).toBe('Lose the receipts.\n\nBe late.\n');
    expect(await read('/change-requests/1')).toBe('Keep the receipts.\n\nBe late.\n');
  });

  it('proposes a version of a page where the space is locked, and offers readers none', async () => {
    const { path, first, space, travel, textOf } = await buildHistory('locked');
    const page = `${path}/pages/${travel}`;
    // A refused change leaves no empty change request behind.
    expect((await browser.post(page, { do: 'restore', revision: space })).status).toBe(400);
    const now = (await organization.admin.api.get(`/v1/spaces/${space}`)).body.revision as string;
    const same = await browser.post(page, { do: 'restore', revision: now });
    expect([same.status, await same.text()]).toEqual([409, expect.stringContaining('would change nothing')]);
    const restored = await browser.post(page, { do: 'restore', revision: first });
    expect(restored.headers.get('location')).toBe(`/app/s/${space}/~/changes/1/~/review`);
    expect(await textOf(travel)).toContain('Lose the receipts.');
    expect(await textOf(travel, '/change-requests/1')).toContain('Keep the receipts.');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(page)).not.toContain('value="restore"');
    expect((await reader.post(page, { do: 'restore', revision: first })).status).toBe(403);
    const other = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const address of [page, `${path}/${first}`]) expect((await other.open(address)).status).toBe(404);
  });

  it('opens a change request where the space is locked', async () => {
    const { path, first, space, travel, hotels, textOf } = await buildHistory('locked');
    const restored = await browser.post(path, { do: 'restore', revision: first });
    expect(restored.headers.get('location')).toBe(`/app/s/${space}/~/changes/1/~/review`);
    expect(await textOf(travel)).toContain('Lose the receipts.');
    expect(await textOf(travel, '/change-requests/1')).toContain('Keep the receipts.');
    const back = await browser.post(path, { do: 'bring-back', page: hotels!, revision: first });
    expect(back.headers.get('location')).toBe(`/app/s/${space}/~/changes/2/~/review`);
    expect(await textOf(hotels, '/change-requests/2')).toContain('Two stars.');
  });

  it('shows readers the past and no way to change it, and other organizations nothing', async () => {
    const { path, first } = await buildHistory('live');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(path)).not.toContain('value="restore"');
    expect((await reader.post(path, { do: 'restore', revision: first })).status).toBe(403);
    const other = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await other.open(path)).status).toBe(404);
  });
});
