import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishSite } from './support/audience.js';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization, type TestUser } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let path: string;
let spaceId: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  ({ admin } = organization);
});

afterAll(() => test.close());

beforeEach(async () => {
  ({ id: spaceId } = await buildSpace(organization));
  path = `/v1/spaces/${spaceId}`;
});

interface Tag {
  slug: string;
  label: string;
}

const change = (base: string, changes: object[], more: object = {}) =>
  admin.api.post(`${base}/content`, { changes, ...more }, { query: { compat: false } });
const tag = (label: string, more: object = {}) => ({ operation: 'insert_tag', label, ...more });
const on = (...slugs: string[]) => slugs.map((slug) => ({ tag: { kind: 'tag', tag: slug } }));
const tagsOf = async (base = path) => (await admin.api.get(`${base}/content`)).body.tags as Tag[];
const slugsOn = async (page: string, base = path) =>
  ((await admin.api.get(`${base}/content/page/${page}`)).body.tags as { tag: { tag: string } }[]).map(
    ({ tag: ref }) => ref.tag,
  );

async function done(base: string, changes: object[], more: object = {}) {
  const answer = await change(base, changes, more);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.body as { revision: string; changes: { tag?: string; page?: { id: string } }[] };
}

async function insert(tags?: object[], title = 'Page'): Promise<string> {
  const operation = { operation: 'insert_page', title, document: { markdown: 'Text.' } };
  return (await done(path, [{ ...operation, ...(tags ? { tags } : {}) }])).changes[0]!.page!.id;
}

async function refusalOf(...changes: object[]): Promise<string> {
  const answer = await change(path, changes);
  expect([answer.status, answer.text]).toEqual([400, answer.text]);
  return answer.body.error.message as string;
}

describe('tags of a space', () => {
  it('are made, changed and deleted, and keep their slugs', async () => {
    const { changes } = await done(path, [
      tag('New'),
      tag('Beta version', { color: 'orange', icon: 'flask' }),
      tag('Out', { slug: 'deprecated', emoji: '2620' }),
    ]);
    expect(changes).toEqual(
      ['new', 'beta-version', 'deprecated'].map((slug) => ({ object: 'created_tag', tag: slug })),
    );
    expect(await tagsOf()).toEqual([
      { slug: 'new', label: 'New', color: 'default' },
      { slug: 'beta-version', label: 'Beta version', color: 'orange', icon: 'flask' },
      { slug: 'deprecated', label: 'Out', color: 'default', emoji: '2620' },
    ]);
    await done(path, [
      { operation: 'update_tag', tag: 'new', label: 'Newest', color: '$primary' },
      { operation: 'update_tag', tag: 'beta-version', emoji: '1f9ea' },
      { operation: 'delete_tag', tag: 'deprecated' },
      tag('Out', { slug: 'out' }),
    ]);
    expect(await tagsOf()).toEqual([
      { slug: 'new', label: 'Newest', color: '$primary' },
      { slug: 'beta-version', label: 'Beta version', color: 'orange', emoji: '1f9ea' },
      { slug: 'out', label: 'Out', color: 'default' },
    ]);
  });

  it('are refused with a sentence that says the way out', async () => {
    await done(path, [tag('New')]);
    expect(await refusalOf(tag('new '))).toContain(
      'this space has a tag “New” already; choose another label',
    );
    expect(await refusalOf(tag('Other', { slug: 'new' }))).toContain(
      'changes[0].slug: this space has a tag new',
    );
    expect(await refusalOf(tag('Other', { slug: 'A b' }))).toContain('changes[0].slug');
    expect(await refusalOf(tag(' '))).toContain('changes[0].label');
    expect(await refusalOf(tag('x'.repeat(51)))).toContain('changes[0].label');
    expect(await refusalOf(tag('Other', { color: 'mauve' }))).toContain('changes[0].color');
    expect(await refusalOf(tag('Other', { icon: 'flask', emoji: '1f9ea' }))).toContain('leave one out');
    expect(await refusalOf({ operation: 'update_tag', tag: 'gone', label: 'X' })).toContain('no tag gone');
    expect(await refusalOf({ operation: 'delete_tag', tag: 'gone' })).toContain('no tag gone');
    const some = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => tag(`Tag ${from + index}`));
    await done(path, some(0, 50));
    await done(path, some(50, 49));
    expect(await refusalOf(tag('One more'))).toContain('at most 100 tags; delete one first');
    await done(path, [{ operation: 'delete_tag', tag: 'new' }, tag('One more')]);
  });

  it('are listed for a space, a change request and a revision', async () => {
    const { revision } = await done(path, [tag('New', { color: 'green' })]);
    const request = await openChangeRequest(admin, spaceId);
    await done(request.path, [tag('Beta')]);
    const listed = async (place: string) =>
      ((await admin.api.get(`${path}${place}/tags`)).body.items as Tag[]).map(({ label }) => label);
    expect(await listed('/content')).toEqual(['New']);
    expect(await listed(`/change-requests/${request.id}/content`)).toEqual(['New', 'Beta']);
    expect(await listed(`/revisions/${revision}`)).toEqual(['New']);
    const reader = await organization.member('read');
    expect((await reader.api.get(`${path}/content/tags`)).status).toBe(200);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(`${path}/content/tags`)).status).toBe(404);
  });

  it('show below the title of the published page, the main one first', async () => {
    await done(path, [tag('New'), tag('Old', { color: 'red' })]);
    const [, old] = on('new', 'old');
    await insert([...on('new'), { ...old, primary: true }]);
    const site = await publishSite(organization, { spaces: [spaceId] });
    const { text } = await test.api.get(site.base);
    expect(text).toContain(
      '<ul class="page-tags"><li class="color-red"><bdi>Old</bdi></li><li><bdi>New</bdi></li></ul>',
    );
  });

  it('cannot be changed by who may only read', async () => {
    const reader = await organization.member('read');
    expect((await reader.api.post(`${path}/content`, { changes: [tag('New')] })).status).toBe(403);
    const stranger = await (
      await buildOrganization(test)
    ).admin.api.post(`${path}/content`, { changes: [tag('New')] });
    expect(stranger.status).toBe(404);
  });
});

describe('tags on pages', () => {
  beforeEach(() => done(path, [tag('New'), tag('Beta'), tag('Old')]));

  it('are put on new and existing pages, and taken away', async () => {
    const page = await insert(on('new'));
    expect(await slugsOn(page)).toEqual(['new']);
    const primary = [{ ...on('beta')[0], primary: true }, ...on('new')];
    await done(path, [{ operation: 'update_page', page, tags: primary }]);
    const { pages } = (await admin.api.get(`${path}/content/pages`)).body as { pages: object[] };
    expect(pages).toMatchObject([{ tags: primary }]);
    await done(path, [{ operation: 'update_page', page, title: 'Title' }]);
    expect(await slugsOn(page)).toEqual(['beta', 'new']);
    await done(path, [{ operation: 'update_page', page, tags: null }]);
    expect(await slugsOn(page)).toEqual([]);
  });

  it('come from the same batch, and go on to copies', async () => {
    const { changes } = await done(path, [
      tag('Fresh'),
      { operation: 'insert_page', title: 'A', document: { markdown: 'A' }, tags: on('fresh') },
    ]);
    const page = changes[1]!.page!.id;
    const copy = (await done(path, [{ operation: 'duplicate_page', page }])).changes[0]!.page!.id;
    expect(await slugsOn(copy)).toEqual(['fresh']);
  });

  it('are refused where they are none', async () => {
    const page = await insert();
    const update = (tags: object[]) => refusalOf({ operation: 'update_page', page, tags });
    expect(await update(on('gone'))).toContain('changes[0].tags[0].tag: this space has no tag gone');
    expect(await update(on('new', 'new'))).toContain('once already');
    expect(await update([{ tag: { kind: 'page', page } }])).toContain('a reference to a tag');
    expect(await update([{ tag: { kind: 'tag', tag: 'new', space: 'other' } }])).toContain(
      'its own space only',
    );
    const both = on('new', 'beta').map((one) => ({ ...one, primary: true }));
    expect(await update(both)).toContain('changes[0].tags[1].primary: one tag of a page is primary');
    expect(await update(Array.from({ length: 21 }, () => on('new')[0]!))).toContain('changes[0].tags');
    const group = { operation: 'insert_page', type: 'group', title: 'G', tags: on('new') };
    expect(await refusalOf(group)).toContain('a page of type group has no tags');
    const late = [
      { operation: 'delete_tag', tag: 'new' },
      { operation: 'update_page', page, tags: on('new') },
    ];
    expect(await refusalOf(...late)).toContain('changes[1].tags[0].tag: this space has no tag new');
  });

  it('leave every page when the tag is deleted, also pages that are nested or that come back', async () => {
    const parent = await insert(on('new', 'beta'));
    const child = { operation: 'insert_page', title: 'Child', document: { markdown: 'x' }, into: parent };
    const { changes, revision } = await done(path, [{ ...child, tags: on('new') }]);
    const below = changes[0]!.page!.id;
    const { updatedAt } = (await admin.api.get(`${path}/content/page/${below}`)).body;
    await done(path, [{ operation: 'delete_page', page: below }]);
    await done(path, [{ operation: 'delete_tag', tag: 'new' }]);
    expect(await slugsOn(parent)).toEqual(['beta']);
    await done(path, [{ operation: 'revert_page', page: below, revision }]);
    expect(await slugsOn(below)).toEqual([]);
    await done(path, [{ operation: 'update_page', page: below, tags: on('old') }]);
    const before = (await admin.api.get(`${path}/content/page/${below}`)).body.updatedAt;
    await done(path, [{ operation: 'delete_tag', tag: 'old' }]);
    expect((await admin.api.get(`${path}/content/page/${below}`)).body).toMatchObject({
      tags: [],
      updatedAt: before,
    });
    expect(updatedAt).not.toBe(before);
    const { stats } = (await admin.api.get(`${path}/links`)).body;
    expect(stats.broken.total).toBe(0);
  });
});

describe('tags in change requests', () => {
  it('show among the changes, and are merged one by one', async () => {
    await done(path, [tag('New'), tag('Beta')]);
    const [first, second] = [await insert(on('new'), 'First'), await insert(undefined, 'Second')];
    const request = await openChangeRequest(admin, spaceId);
    await done(request.path, [
      tag('Mine'),
      { operation: 'update_tag', tag: 'beta', label: 'Preview' },
      { operation: 'update_page', page: first, tags: on('new', 'mine') },
      { operation: 'update_page', page: second, tags: on('new', 'beta') },
    ]);
    expect((await tagsOf()).map(({ slug }) => slug)).toEqual(['new', 'beta']);
    // The version of the contract that answers are held against has no tags.
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${test.baseUrl}${request.path}/changes`, { headers });
    expect(((await answer.json()) as { changes: object[] }).changes).toEqual(
      expect.arrayContaining([
        { type: 'tag_created', tag: { slug: 'mine', label: 'Mine' } },
        {
          type: 'tag_edited',
          tag: { slug: 'beta', label: 'Preview' },
          attributes: { label: { before: 'Beta', after: 'Preview' } },
        },
        expect.objectContaining({ type: 'page_edited', attributes: { tags: expect.anything() } }),
      ]),
    );
    await done(path, [
      tag('Main'),
      { operation: 'update_tag', tag: 'beta', color: 'red' },
      { operation: 'update_page', page: first, tags: on('main', 'new') },
      { operation: 'delete_tag', tag: 'new' },
    ]);
    expect((await admin.api.post(`${request.path}/merge`)).status).toBe(200);
    expect(await tagsOf()).toEqual([
      { slug: 'beta', label: 'Preview', color: 'red' },
      { slug: 'main', label: 'Main', color: 'default' },
      { slug: 'mine', label: 'Mine', color: 'default' },
    ]);
    expect([await slugsOn(first), await slugsOn(second)]).toEqual([['main', 'mine'], ['beta']]);
  });

  it('are a conflict of the kind tag where both sides change one differently', async () => {
    await done(path, [tag('New')]);
    const request = await openChangeRequest(admin, spaceId);
    await done(request.path, [{ operation: 'update_tag', tag: 'new', label: 'Mine' }]);
    const { revision } = await done(path, [{ operation: 'update_tag', tag: 'new', label: 'Main' }]);
    expect((await admin.api.post(`${request.path}/merge`)).body.result).toBe('conflicts');
    const conflicts = (await admin.api.get(`${request.path}/conflicts`)).body;
    expect(conflicts.items).toMatchObject([{ kind: 'tag', field: 'new' }]);
    const gone = [{ operation: 'delete_tag', tag: 'new' }];
    await done(path, gone);
    const late = await change(path, [{ operation: 'update_tag', tag: 'new', label: 'Late' }], { revision });
    expect([late.status, late.body.error.conflicts]).toMatchObject([409, [{ kind: 'tag' }]]);
  });

  it('leave a page that got them on the other side meanwhile, in a live space, too', async () => {
    await done(path, [tag('New'), tag('Beta')]);
    const page = await insert();
    const { revision } = (await admin.api.get(path)).body as { revision: string };
    await done(path, [{ operation: 'delete_tag', tag: 'new' }]);
    await done(path, [{ operation: 'update_page', page, tags: on('new', 'beta') }], { revision });
    expect(await slugsOn(page)).toEqual(['beta']);
  });
});
