import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

interface Item {
  id: string;
  title: string;
  object: string;
  path: string;
  default: boolean;
  children?: Item[];
  siteSpaces?: Item[];
}

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
/** Address of the site in the API. */
let site: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
  const { body } = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs' });
  site = `/v1/orgs/${organization.id}/sites/${body.id}`;
  page = `/app/o/${organization.id}/sites/${body.id}/structure`;
});

const api = () => organization.admin.api;
const space = async (title: string) => (await buildSpace(organization, { title })).id;
const structure = async (): Promise<Item[]> => (await api().get(`${site}/structure`)).body.structure;

async function outline(): Promise<unknown[]> {
  const titles = (items: Item[]): unknown[] =>
    items.flatMap(({ title, children, siteSpaces }) => [
      title,
      ...(children ? [titles(children)] : siteSpaces ? [titles(siteSpaces)] : []),
    ]);
  return titles(await structure());
}

const addSection = async (title: string): Promise<Item> =>
  (await api().post(`${site}/sections`, { spaceId: await space(title) })).body;
const addSpace = async (title: string, sectionId?: string): Promise<Item> =>
  (await api().post(`${site}/site-spaces`, { spaceId: await space(title), sectionId })).body;

/** The place of an item as the page shows it. */
async function placeOf(id: string): Promise<string> {
  const found = new RegExp(`id="at-${id}"[^>]* data-place="([^"]+)"`).exec(await owner.read(page));
  return found![1]!;
}

async function done(answer: Promise<Response>, what: string): Promise<string> {
  const response = await answer;
  expect(response.status, await response.clone().text()).toBe(303);
  const location = response.headers.get('location') ?? '';
  expect(location).toContain(`?done=${what}`);
  return location;
}

describe('the page about the structure of a site', () => {
  it('says what to do first, and adds spaces, sections, groups and links', async () => {
    const [guide, reference] = [await space('Guide'), await space('Reference')];
    expect(await owner.read(page)).toContain('The site shows nothing yet.');
    const added = await done(owner.post(page, { do: 'add-space', space: guide }), 'add-space');
    const [first] = await structure();
    expect(added).toBe(`${page}?done=add-space#at-${first!.id}`);
    expect(await owner.read(`${page}?done=add-space`)).toContain('The space is on the site.');
    await done(
      owner.post(page, { do: 'add-section', space: reference, title: 'API', icon: 'bolt' }),
      'add-section',
    );
    const [, section] = await structure();
    await done(
      owner.post(page, { do: 'add-group', title: '<b>More</b>', section: section!.id }),
      'add-group',
    );
    const link = { do: 'add-link', title: 'Status', url: 'https://status.example.com/', draft: 'on' };
    await done(owner.post(page, link), 'add-link');
    expect(await outline()).toEqual(['Guide', ['Guide'], '<b>More</b>', ['API', ['Reference']], 'Status']);
    const shown = await owner.read(page);
    expect(shown).toContain('&lt;b>More&lt;/b>');
    expect(shown).toContain('kept from readers');
    // Its address is there, though the site is not published.
    expect(shown).toMatch(/\/sites\/[^/]+\/docs\/api\/</);
    expect(shown).toContain('once the site is published');
  });

  it('makes a section of a space that the site shows', async () => {
    await addSpace('Guide');
    const { id } = await addSpace('Reference');
    const form = { do: 'add-section', space: `shown:${id}`, title: 'API' };
    await done(owner.post(page, form), 'add-section');
    expect(await outline()).toEqual(['Guide', ['Guide'], 'API', ['Reference']]);
  });

  it('keeps what was typed where it is refused', async () => {
    await addSection('Guide');
    const refused = await owner.post(page, { do: 'add-link', title: 'Status', url: 'javascript:alert(1)' });
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toMatch(/role="alert"[^>]*>url/);
    expect(text).toContain('value="Status"');
    const theirs = await buildSpace(await buildOrganization(test));
    expect((await owner.post(page, { do: 'add-space', space: theirs.id })).status).toBe(404);
    expect((await owner.post(page, { do: 'add-group', title: 'G', section: 'none' })).status).toBe(400);
  });

  it('moves things up and down without scripts, and to other places', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    const item = (section: Item) => `site-section:${section.id}`;
    const up = { do: 'up', item: item(two), place: await placeOf(two.id), previous: item(one) };
    expect(await done(owner.post(page, up), 'up')).toContain(`#at-${two.id}`);
    expect(await outline()).toEqual(['Two', ['Two'], 'One', ['One']]);
    const down = { do: 'down', item: item(two), place: await placeOf(two.id), next: item(one) };
    await done(owner.post(page, down), 'down');
    const variant = await addSpace('Variant', one.id);
    const into = { item: `site-space:${variant.id}`, into: two.id, place: await placeOf(variant.id) };
    const before = `site-space:${two.siteSpaces![0]!.id}`;
    await done(owner.post(page, { do: 'move', ...into, before }), 'move');
    expect(await outline()).toEqual(['One', ['One'], 'Two', ['Variant', 'Two']]);
  });

  it('refuses to move what somebody else has moved, or to a neighbour that went elsewhere', async () => {
    const [one, two, three] = [await addSection('One'), await addSection('Two'), await addSection('Three')];
    const item = (section: Item) => `site-section:${section.id}`;
    const place = await placeOf(three.id);
    const up = { do: 'up', item: item(three), place, previous: item(two) };
    const pointer = { type: 'site-section', id: three.id };
    const position = { before: { type: 'site-section', id: one.id } };
    await api().patch(`${site}/structure/sort`, { item: pointer, position });
    const stale = await owner.post(page, up);
    expect(stale.status).toBe(409);
    expect(await stale.text()).toContain('Somebody else has moved it since this page was opened.');
    expect(await outline()).toEqual(['Three', ['Three'], 'One', ['One'], 'Two', ['Two']]);
    await api().post(`${site}/section-groups`, { title: 'Group', sections: [two.id] });
    const again = { ...up, place: await placeOf(three.id) };
    const lost = await owner.post(page, again);
    expect(lost.status).toBe(409);
    expect(await lost.text()).toContain('what it was to stand beside');
    expect(await outline()).toEqual(['Three', ['Three'], 'One', ['One'], 'Group', ['Two', ['Two']]]);
  });

  it('merges moves of different things at the same time', async () => {
    const [one, two, three] = [await addSection('One'), await addSection('Two'), await addSection('Three')];
    const item = (section: Item) => `site-section:${section.id}`;
    const [ofThree, ofOne] = [await placeOf(three.id), await placeOf(one.id)];
    const answers = await Promise.all([
      owner.post(page, { do: 'up', item: item(three), place: ofThree, previous: item(two) }),
      owner.post(page, { do: 'down', item: item(one), place: ofOne, next: item(two) }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 303]);
    const order = (await structure()).map(({ title }) => title);
    expect(order.indexOf('Three')).toBeLessThan(order.indexOf('Two'));
    expect(order.indexOf('Two')).toBeLessThan(order.indexOf('One'));
  });

  it('is looked at by readers, who change nothing, and is not for strangers', async () => {
    const { id } = await addSection('One');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const shown = await reader.read(page);
    expect(shown).toContain('One');
    expect(shown).not.toMatch(/value="(up|add-space)"/);
    expect((await reader.post(page, { do: 'add-group', title: 'Mine' })).status).toBe(403);
    expect((await reader.open(`${page}/site-section/${id}`)).status).toBe(403);
    expect((await reader.post(`${page}/site-section/${id}`, { do: 'remove' })).status).toBe(403);
    const other = await buildOrganization(test);
    const stranger = await startMemberBrowser(test, other.admin.token);
    for (const address of [page, `${page}/site-section/${id}`]) {
      expect((await stranger.open(address)).status, address).toBe(404);
      expect((await stranger.post(address, { do: 'remove' })).status, address).toBe(404);
    }
    expect(await outline()).toEqual(['One', ['One']]);
  });
});

describe('the page about a part of a structure', () => {
  const at = (type: string, id: string) => `${page}/${type}/${id}`;

  it('changes only what was changed on it', async () => {
    const { id } = await addSection('One');
    const path = at('site-section', id);
    const shown = await owner.read(path);
    expect(shown).toContain('name="was-path" value="one"');
    const before = { 'was-title': 'One', 'was-path': 'one', 'was-icon': '' };
    await api().patch(`${site}/sections/${id}`, { path: 'first', icon: 'bolt' });
    const form = { ...before, title: 'Start', path: 'one', icon: '' };
    await done(owner.post(path, { do: 'save', ...form }), 'save');
    expect((await structure())[0]).toMatchObject({ title: 'Start', path: 'first', icon: 'bolt' });
    const stale = await owner.post(path, { do: 'save', ...form, title: 'Begin', path: 'intro' });
    expect(stale.status).toBe(409);
    const text = await stale.text();
    expect(text).toContain('Somebody else has changed “title”, “path” since this page was opened.');
    expect(text).toContain('value="Begin"');
    expect((await structure())[0]).toMatchObject({ title: 'Start', path: 'first' });
    const refused = await owner.post(path, { do: 'save', 'was-path': 'first', path: '文' });
    expect(refused.status).toBe(400);
  });

  it('sets path, condition and space of a variant, and which one readers get first', async () => {
    await addSpace('Guide');
    const { id } = await addSpace('Old guide');
    const path = at('site-space', id);
    const other = await space('New guide');
    const shown = await owner.read(path);
    const [, own] = /name="was-spaceId" value="([^"]+)"/.exec(shown)!;
    const before = { 'was-path': 'old-guide', 'was-condition': '', 'was-spaceId': own! };
    const form = { path: 'next', condition: 'visitor.claims.beta', spaceId: other };
    await done(owner.post(path, { do: 'save', ...before, ...form }), 'save');
    await done(owner.post(path, { do: 'first' }), 'first');
    expect(await structure()).toMatchObject([
      { title: 'Guide', default: false },
      { title: 'New guide', path: 'next', condition: 'visitor.claims.beta', default: true },
    ]);
    await done(owner.post(path, { do: 'copy' }), 'copied');
    expect(await outline()).toEqual(['Guide', 'New guide', 'New guide (copy)']);
    await done(owner.post(path, { do: 'section' }), 'add-section');
    const [section] = await structure();
    expect(section).toMatchObject({ title: 'New guide', default: true });
    await done(owner.post(at('site-section', section!.id), { do: 'first' }), 'first');
  });

  it('puts sections into groups and takes them out', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    const { body: group } = await api().post(`${site}/section-groups`, { title: 'Group' });
    const path = at('site-section-group', group.id);
    await done(owner.post(path, { do: 'take-in', section: two.id }), 'take-in');
    expect(await outline()).toEqual(['One', ['One'], 'Group', ['Two', ['Two']]]);
    await done(owner.post(path, { do: 'take-out', section: two.id }), 'take-out');
    const into = { item: `site-section:${one.id}`, place: await placeOf(one.id), into: group.id };
    await done(owner.post(at('site-section', one.id), { do: 'move', ...into }), 'move');
    await done(owner.post(path, { do: 'save', 'was-title': 'Group', title: 'Set', 'was-icon': '' }), 'save');
    expect(await outline()).toEqual(['Set', ['One', ['One']], 'Two', ['Two']]);
    expect(await owner.read(path)).toContain('Only the group goes: its content, 1 entry, takes');
    expect(await done(owner.post(path, { do: 'remove' }), 'removed')).toBe(`${page}?done=removed`);
    expect(await outline()).toEqual(['One', ['One'], 'Two', ['Two']]);
  });

  it('says what readers lose, removes, and keeps the spaces', async () => {
    const one = await addSection('One');
    const two = await addSection('Two');
    await api().post(`${site}/publish`);
    const shown = await owner.read(at('site-section', two.id));
    expect(shown).toMatch(/no longer find this section at https?:[^ ]+\/docs\/two\/ nor the 1 space in it/);
    expect(shown).toContain('The spaces themselves stay');
    await done(owner.post(at('site-section', two.id), { do: 'remove' }), 'removed');
    const link = { title: 'Status', url: 'https://status.example.com/' };
    const { body } = await api().post(`${site}/external-links`, link);
    const path = at('site-external-link', body.id);
    const form = {
      ...link,
      'was-title': 'Status',
      'was-url': link.url,
      'was-draft': '',
      draft: 'on',
    };
    await done(owner.post(path, { do: 'save', ...form }), 'save');
    expect((await structure())[1]).toMatchObject({ title: 'Status', draft: true });
    await done(owner.post(path, { do: 'remove' }), 'removed');
    await done(owner.post(at('site-space', one.siteSpaces![0]!.id), { do: 'remove' }), 'removed');
    expect(await outline()).toEqual(['One', []]);
    const { body: spaces } = await api().get(`/v1/orgs/${organization.id}/spaces`);
    expect(spaces.items).toHaveLength(2);
    expect((await owner.open(at('site-section', two.id))).status).toBe(404);
    expect((await owner.open(at('page', two.id))).status).toBe(404);
  });

  it('is not there for a space that one does not see', async () => {
    const { id } = await addSpace('Hidden');
    const { body } = await api().get(`${site}/site-spaces`);
    await api().patch(`/v1/spaces/${body.items[0].space.id}`, { defaultLevel: null });
    const creator = await startMemberBrowser(test, (await organization.member('create')).token);
    expect((await creator.open(at('site-space', id))).status).toBe(404);
    expect((await creator.post(at('site-space', id), { do: 'remove' })).status).toBe(404);
    const shown = await creator.read(page);
    expect(shown).toContain('And 1 space that you do not see.');
    expect(shown).not.toContain('Hidden');
  });
});
