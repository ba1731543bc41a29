import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { apply, problemsOf, step } from '../src/modules/sites/structure/model/structure.fixture.js';
import { SiteStructureRepository } from '../src/modules/sites/structure/site-structure.repository.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

/** The header `Deprecation` of RFC 9745. */
const SINCE = /^@\d+$/;

let test: TestApp;
let organization: TestOrganization;
/** Address of the site of each test. */
let site: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

beforeEach(async () => {
  const made = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs' });
  site = `/v1/orgs/${organization.id}/sites/${(made.body as { id: string }).id}`;
});

interface Item {
  id: string;
  title: string;
  path: string;
  default: boolean;
  object: string;
  children: Item[];
  siteSpaces: Item[];
  urls: { published?: string };
}

const api = () => organization.admin.api;
const space = async (title: string): Promise<string> => (await buildSpace(organization, { title })).id;

async function added(what: string, body: object): Promise<Item> {
  const answer = await api().post(`${site}/${what}`, body);
  expect(answer.status, answer.text).toBe(201);
  const made = answer.body as Item;
  expect(new URL(answer.headers.get('location') ?? '').pathname).toBe(`${site}/${what}/${made.id}`);
  return made;
}

const addSpace = async (title: string, sectionId?: string): Promise<Item> =>
  added('site-spaces', { spaceId: await space(title), sectionId });
const addSection = async (title: string, more: object = {}): Promise<Item> =>
  added('sections', { spaceId: await space(title), ...more });

async function structure(): Promise<{ type: string; structure: Item[] }> {
  return (await api().get(`${site}/structure`)).body as { type: string; structure: Item[] };
}

/** Titles of the structure; groups as lists. */
async function outline(): Promise<unknown[]> {
  const titles = (items: Item[]): unknown[] =>
    items.map((item) => (item.children ? [item.title, ...titles(item.children)] : item.title));
  return titles((await structure()).structure);
}

async function refused(status: number, words: string, answer: Promise<{ status: number; text: string }>) {
  const { status: actual, text } = await answer;
  expect(actual, text).toBe(status);
  expect(text).toContain(words);
}

describe('sections of a site', () => {
  it('sections begin when one is added; the existing spaces become the default section', async () => {
    await addSpace('Guide');
    await addSpace('Guide 2');
    expect(await structure()).toMatchObject({
      type: 'siteSpaces',
      structure: [{ title: 'Guide', default: true }, { title: 'Guide 2' }],
    });
    const section = await addSection('API', { title: null, icon: 'bolt' });
    expect(section).toMatchObject({ title: 'API', path: 'api', default: false, icon: 'bolt' });
    expect(section.siteSpaces).toMatchObject([{ title: 'API', default: true, section: section.id }]);
    const { type, structure: sections } = await structure();
    expect(type).toBe('sections');
    expect(sections).toMatchObject([
      {
        title: 'Guide',
        path: 'guide',
        default: true,
        siteSpaces: [{ title: 'Guide', path: 'guide', default: true }, { title: 'Guide 2' }],
      },
      { id: section.id },
    ]);
    expect((await api().get(`${site}/sections`)).body.items).toEqual(sections);
    const paged = await api().get(`${site}/sections`, { query: { limit: 1 } });
    expect(paged.body).toMatchObject({ count: 2, items: [{ title: 'Guide' }] });
  });

  it('sections change only the fields that are sent, and null removes one', async () => {
    const { id } = await addSection('API');
    const path = `${site}/sections/${id}`;
    const whole = { description: 'All calls', icon: 'bolt', condition: 'visitor.claims.unsigned.beta' };
    expect(
      (await api().patch(path, { ...whole, title: 'Reference', path: 'The Reference!' })).body,
    ).toMatchObject({ ...whole, title: 'Reference', path: 'the-reference' });
    const { body } = await api().patch(path, { description: null, icon: null, condition: null });
    expect(body).toMatchObject({ title: 'Reference', path: 'the-reference' });
    for (const gone of ['description', 'icon', 'condition']) expect(body).not.toHaveProperty(gone);
    expect((await api().patch(path, {})).body).toEqual(body);
  });

  it('sections refuse wrong values with a sentence that names the field', async () => {
    const { id, siteSpaces } = await addSection('API');
    const other = await addSection('Other');
    const path = `${site}/sections/${id}`;
    const change = (body: object) => api().patch(path, body);
    await refused(409, 'path', change({ path: 'other' }));
    await refused(400, 'path', change({ path: '文' }));
    await refused(400, 'path', change({ path: 'x'.repeat(101) }));
    await refused(400, 'title', change({ title: 'x' }));
    await refused(400, 'title', change({ title: null }));
    await refused(400, 'condition', change({ condition: 'visitor.claims.' }));
    await refused(400, 'condition', change({ condition: 'customer.isPaying' }));
    await refused(400, 'condition', change({ condition: '"yes"' }));
    await refused(400, 'condition', change({ condition: `${'true || '.repeat(200)}true` }));
    await refused(400, 'defaultSiteSpace', change({ defaultSiteSpace: other.siteSpaces[0]?.id }));
    await refused(400, 'siteSectionGroupId', change({ siteSectionGroupId: 'none' }));
    const add = (body: object) => api().post(`${site}/sections`, body);
    await refused(400, 'spaceId', add({ title: 'No space' }));
    await refused(404, 'space', add({ spaceId: 'none' }));
    await refused(409, 'spaceId', add({ spaceId: (siteSpaces[0] as unknown as { space: Item }).space.id }));
    await refused(404, 'section', api().patch(`${site}/sections/none`, { title: 'Nothing' }));
    expect(await outline()).toEqual(['API', 'Other']);
  });

  it('sections are deleted with their site spaces, and the next one becomes the default', async () => {
    const [first, second] = [await addSection('First'), await addSection('Second')];
    await addSection('Third');
    await api().patch(site, { defaultSiteSection: second.id });
    expect((await api().delete(`${site}/sections/${second.id}`)).status).toBe(204);
    expect((await api().delete(`${site}/sections/${second.id}`)).status).toBe(204);
    expect((await structure()).structure).toMatchObject([
      { id: first.id, default: false },
      { title: 'Third', default: true },
    ]);
    expect((await api().get(`${site}/site-spaces`)).body.count).toBe(2);
  });

  it('the default section and space are set by the site, also in groups', async () => {
    const [first, second] = [await addSection('First'), await addSection('Second')];
    const variant = await addSpace('Variant', second.id);
    await refused(400, 'defaultSiteSection', api().patch(site, { defaultSiteSection: 'none' }));
    await refused(400, 'defaultSiteSpace', api().patch(site, { defaultSiteSpace: variant.id }));
    const body = { defaultSiteSection: second.id, defaultSiteSpace: variant.id };
    expect((await api().patch(site, body)).status).toBe(200);
    expect((await structure()).structure).toMatchObject([
      { id: first.id, default: false },
      { id: second.id, default: true, siteSpaces: [{ default: false }, { id: variant.id, default: true }] },
    ]);
    const back = await api().patch(`${site}/sections/${second.id}`, {
      defaultSiteSpace: second.siteSpaces[0]?.id,
    });
    expect(back.body.siteSpaces).toMatchObject([{ default: true }, { default: false }]);
    const only = await api().get(`${site}/site-spaces`, { query: { default: true } });
    expect(only.body.items.map(({ title }: Item) => title)).toEqual(['First', 'Second']);
  });
});

describe('site spaces', () => {
  it('site spaces are added to the default section unless another one is named', async () => {
    const [first, second] = [await addSection('First'), await addSection('Second')];
    expect(await addSpace('Here')).toMatchObject({ section: first.id, default: false });
    expect(await addSpace('There', second.id)).toMatchObject({ section: second.id });
    const spaceId = await space('Nowhere');
    await refused(400, 'sectionId', api().post(`${site}/site-spaces`, { spaceId, sectionId: 'none' }));
  });

  it('site spaces change their path, condition and space', async () => {
    const [one, two] = [await addSpace('One'), await addSpace('Two')];
    const path = `${site}/site-spaces/${two.id}`;
    const condition = 'visitor.claims.plan == "pro"';
    expect((await api().patch(path, { path: 'Version 2', condition })).body).toMatchObject({
      path: 'version-2',
      condition,
    });
    const other = await space('Other');
    const changed = await api().patch(path, { spaceId: other, condition: null });
    expect(changed.body).toMatchObject({ id: two.id, path: 'version-2', title: 'Other' });
    expect(changed.body).not.toHaveProperty('condition');
    await refused(409, 'path', api().patch(path, { path: one.path }));
    const taken = (one as unknown as { space: Item }).space.id;
    await refused(409, 'spaceId', api().patch(path, { spaceId: taken }));
    await refused(404, 'space', api().patch(path, { spaceId: 'none' }));
    await refused(400, 'condition', api().patch(path, { condition: ')' }));
    await refused(404, 'site space', api().patch(`${site}/site-spaces/none`, {}));
    const theirs = await buildSpace(await buildOrganization(test));
    await refused(404, 'space', api().patch(path, { spaceId: theirs.id }));
  });

  it('site spaces are copied with their content, right behind the original', async () => {
    const [one] = [await addSpace('One'), await addSpace('Two')];
    await api().patch(`${site}/site-spaces/${one.id}`, { condition: 'visitor.claims.beta' });
    const copy = await api().post(`${site}/site-spaces/${one.id}/duplicate`);
    expect(copy.status).toBe(201);
    expect(copy.headers.get('location')).toContain(`/site-spaces/${copy.body.id}`);
    expect(copy.body).toMatchObject({
      title: 'One (copy)',
      default: false,
      condition: 'visitor.claims.beta',
    });
    expect(await outline()).toEqual(['One', 'One (copy)', 'Two']);
    await refused(404, 'site space', api().post(`${site}/site-spaces/none/duplicate`));
    await refused(400, 'draft', api().post(`${site}/site-spaces/${one.id}/duplicate`, { draft: true }));
  });

  it('a variant of the default section is not named like a section', async () => {
    const first = await addSection('First');
    await addSection('Second');
    const variant = await addSpace('Second');
    expect(variant).toMatchObject({ section: first.id, path: 'second-2' });
    await refused(409, 'section', api().patch(`${site}/site-spaces/${variant.id}`, { path: 'second' }));
    await refused(409, 'default section', api().patch(`${site}/sections/${first.id}`, { path: 'second-2' }));
  });

  it('requests answer without a body to clients that prefer so', async () => {
    const headers = { prefer: 'return=minimal' };
    const { id } = await addSection('First');
    const answers = [
      await api().post(`${site}/site-spaces`, { spaceId: await space('More') }, { headers }),
      await api().patch(`${site}/sections/${id}`, { title: 'Changed' }, { headers }),
      await api().patch(`${site}/structure/sort`, { item: { type: 'site-section', id } }, { headers }),
    ];
    for (const { status, text, headers: sent } of answers)
      expect([status, text, sent.get('preference-applied')]).toEqual([204, '', 'return=minimal']);
    expect(answers[0]?.headers.get('location')).toContain('/site-spaces/');
    expect((await structure()).structure).toMatchObject([
      { title: 'Changed', siteSpaces: [{}, { title: 'More' }] },
    ]);
    const refusal = await api().patch(`${site}/sections/${id}`, { title: '' }, { headers });
    expect(refusal.status).toBe(400);
  });
});

describe('section groups', () => {
  it('section groups have sections and groups, in order', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    await addSection('Three');
    const group = await added('section-groups', {
      title: 'Group',
      icon: 'folder',
      sections: [two.id, one.id],
    });
    expect(group).toMatchObject({
      icon: 'folder',
      sections: [{ id: two.id, sectionGroup: group.id }, { id: one.id }],
      children: [{ id: two.id }, { id: one.id }],
    });
    const inner = await added('section-groups', { title: 'Inner', parent: group.id });
    expect(inner).toMatchObject({ sectionGroup: group.id, children: [] });
    expect(await outline()).toEqual(['Three', ['Group', 'Two', 'One', ['Inner']]]);
    const moved = await api().post(`${site}/section-groups/${inner.id}/sections`, { sectionId: one.id });
    expect([moved.status, moved.headers.get('location')]).toEqual([201, expect.stringContaining(inner.id)]);
    await refused(
      409,
      'sectionId',
      api().post(`${site}/section-groups/${inner.id}/sections`, { sectionId: one.id }),
    );
    await refused(
      400,
      'sectionId',
      api().post(`${site}/section-groups/${inner.id}/sections`, { sectionId: 'none' }),
    );
    expect(await outline()).toEqual(['Three', ['Group', 'Two', ['Inner', 'One']]]);
    const list = (await api().get(`${site}/section-groups`)).body;
    expect(list.items.map(({ title }: Item) => title)).toEqual(['Group', 'Inner']);
    expect((await api().delete(`${site}/section-groups/${inner.id}/sections/${two.id}`)).status).toBe(204);
    expect((await api().delete(`${site}/section-groups/${inner.id}/sections/${one.id}`)).status).toBe(204);
    expect((await api().delete(`${site}/section-groups/none/sections/${one.id}`)).status).toBe(404);
    expect(await outline()).toEqual(['Three', ['Group', 'Two', ['Inner']], 'One']);
  });

  it('section groups leave their content in its place when they are deleted', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    await addSection('Three');
    const outer = await added('section-groups', { title: 'Outer', sections: [one.id] });
    const inner = await added('section-groups', { title: 'Inner', parent: outer.id, sections: [two.id] });
    const position = { before: { type: 'site-section', id: one.id } };
    const item = { type: 'site-section-group', id: inner.id };
    await api().patch(`${site}/structure/sort`, { item, position });
    expect(await outline()).toEqual(['Three', ['Outer', ['Inner', 'Two'], 'One']]);
    expect((await api().delete(`${site}/section-groups/${inner.id}`)).status).toBe(204);
    expect((await api().delete(`${site}/section-groups/${inner.id}`)).status).toBe(204);
    expect(await outline()).toEqual(['Three', ['Outer', 'Two', 'One']]);
  });

  it('section groups move into each other, but not into themselves and not too deep', async () => {
    const ids: string[] = [];
    for (const title of ['A', 'B', 'C', 'D', 'E'])
      ids.push((await added('section-groups', { title, parent: ids.at(-1) })).id);
    const [a, , c, , e] = ids;
    const path = (id?: string) => `${site}/section-groups/${id}`;
    await refused(400, 'parent', api().post(`${site}/section-groups`, { title: 'F', parent: e }));
    await refused(400, 'itself', api().patch(path(a), { parentSectionGroupId: e }));
    await refused(400, 'itself', api().patch(path(a), { parentSectionGroupId: a }));
    await refused(400, 'parentSectionGroupId', api().patch(path(a), { parentSectionGroupId: 'none' }));
    const moved = await api().patch(path(c), { parentSectionGroupId: null, title: 'See', icon: null });
    expect(moved.body).toMatchObject({ title: 'See' });
    expect(moved.body).not.toHaveProperty('sectionGroup');
    const list = (await api().get(`${site}/section-groups`)).body.items as Item[];
    expect(list.map(({ title }) => title)).toEqual(['A', 'B', 'See', 'D', 'E']);
    await refused(400, 'title', api().post(`${site}/section-groups`, { title: '' }));
    await refused(400, 'sections', api().post(`${site}/section-groups`, { title: 'G', sections: ['none'] }));
    await refused(400, 'parent', api().post(`${site}/section-groups`, { title: 'G', parent: 'none' }));
  });

  it('section groups take sections by a change of the section', async () => {
    const { id } = await addSection('One');
    const group = await added('section-groups', { title: 'Group' });
    const inside = await api().patch(`${site}/sections/${id}`, { siteSectionGroupId: group.id });
    expect(inside.body).toMatchObject({ sectionGroup: group.id });
    const outside = await api().patch(`${site}/sections/${id}`, { siteSectionGroupId: null });
    expect(outside.body).not.toHaveProperty('sectionGroup');
    expect(await addSection('Two', { siteSectionGroupId: group.id })).toMatchObject({
      sectionGroup: group.id,
    });
  });
});

describe('the order of a site structure', () => {
  const sort = (type: string, id: string, position?: object) =>
    api().patch(`${site}/structure/sort`, { item: { type, id }, position });

  it('the order is changed by neighbours, in the older form too', async () => {
    const ids = new Map<string, string>();
    for (const title of ['One', 'Two', 'Three']) ids.set(title, (await addSection(title)).id);
    const id = (title: string) => ids.get(title) ?? '';
    const to = (title: string) => ({ type: 'site-section', id: id(title) });
    expect((await sort('site-section', id('Three'), { before: to('One') })).body).toMatchObject({
      title: 'Three',
    });
    expect(await outline()).toEqual(['Three', 'One', 'Two']);
    await sort('site-section', id('Two'), { after: to('Three'), before: to('One') });
    expect(await outline()).toEqual(['Three', 'Two', 'One']);
    await sort('site-section', id('Three'), {});
    expect(await outline()).toEqual(['Two', 'One', 'Three']);
    const before = { type: 'site-section', siteSection: id('One') };
    const moved = await api().post(`${site}/sections/${id('Three')}/move`, { position: { before } });
    expect([moved.status, moved.headers.get('deprecation'), moved.body.id]).toEqual([
      200,
      expect.stringMatching(SINCE),
      id('Three'),
    ]);
    expect(await outline()).toEqual(['Two', 'Three', 'One']);
    await api().post(`${site}/sections/${id('Two')}/move`, {});
    expect(await outline()).toEqual(['Three', 'One', 'Two']);
  });

  it('the order of site spaces is within their section', async () => {
    const [one, two] = [await addSpace('One'), await addSpace('Two')];
    const move = (id: string, position: object) => api().post(`${site}/site-spaces/${id}/move`, { position });
    const moved = await move(two.id, { before: { type: 'site-space', siteSpace: one.id } });
    expect([moved.status, moved.headers.get('deprecation')]).toEqual([200, expect.stringMatching(SINCE)]);
    expect(await outline()).toEqual(['Two', 'One']);
    await sort('site-space', two.id, { after: { type: 'site-space', id: one.id } });
    expect(await outline()).toEqual(['One', 'Two']);
    await refused(404, 'site space', move('none', {}));
  });

  it('the order mixes sections, groups and links', async () => {
    const { id } = await addSection('One');
    const group = await added('section-groups', { title: 'Group' });
    const position = { before: { type: 'site-section', id } };
    const moved = await api().post(`${site}/section-groups/${group.id}/move`, { position });
    expect([moved.status, moved.headers.get('deprecation')]).toEqual([200, expect.stringMatching(SINCE)]);
    expect(await outline()).toEqual([['Group'], 'One']);
  });

  it('the order refuses neighbours in other places', async () => {
    const [one, two] = [await addSection('One'), await addSection('Two')];
    const three = await addSection('Three');
    const group = await added('section-groups', { title: 'Group', sections: [two.id] });
    const at = (id: string, type = 'site-section') => ({ type, id });
    await refused(400, 'itself', sort('site-section', one.id, { before: at(one.id) }));
    await refused(400, 'position.before', sort('site-section', one.id, { before: at(two.id) }));
    await refused(400, 'position.after', sort('site-section', one.id, { after: at('none') }));
    await refused(400, 'position.after', sort('site-section', one.id, { after: at(three.id, 'site-space') }));
    const apart = { after: at(group.id, 'site-section-group'), before: at(three.id) };
    await refused(400, 'side by side', sort('site-section', one.id, apart));
    const [first, second] = [one.siteSpaces[0]?.id ?? '', two.siteSpaces[0]?.id ?? ''];
    await refused(400, 'position', sort('site-space', first, { after: at(second, 'site-space') }));
    await refused(404, 'section', sort('site-section', 'none', {}));
    await refused(400, 'type', sort('page', one.id, {}));
    expect(await outline()).toEqual(['One', 'Three', ['Group', 'Two']]);
  });
});

describe('external links in a site structure', () => {
  it('external links stand among the sections', async () => {
    const link = { title: 'Status', url: 'https://status.example.com/' };
    await refused(400, 'section', api().post(`${site}/external-links`, link));
    const { id: sectionId } = await addSection('One');
    const made = await added('external-links', { ...link, description: 'Is it up?', icon: 'heart' });
    expect(made).toMatchObject({ object: 'site-external-link', ...link, draft: false });
    const group = await added('section-groups', { title: 'Group' });
    const path = `${site}/external-links/${made.id}`;
    const changed = await api().patch(path, { title: 'Health', parent: group.id, draft: true, icon: null });
    expect(changed.body).toMatchObject({ title: 'Health', sectionGroup: group.id, draft: true });
    expect(changed.body).not.toHaveProperty('icon');
    await refused(400, 'url', api().patch(path, { url: 'javascript:alert(1)' }));
    await refused(400, 'parent', api().patch(path, { parent: 'none' }));
    await refused(400, 'condition', api().patch(path, { condition: '1 +' }));
    expect((await structure()).structure).toMatchObject([
      { id: sectionId },
      { id: group.id, sections: [], children: [{ id: made.id, object: 'site-external-link' }] },
    ]);
    const groups = (await api().get(`${site}/section-groups`)).body.items;
    expect(groups).toMatchObject([{ id: group.id, children: [{ id: made.id }] }]);
    const item = { type: 'site-external-link', id: made.id };
    expect((await api().patch(`${site}/structure/sort`, { item })).body).toMatchObject({ id: made.id });
    await api().patch(path, { parent: null });
    const { structure: items } = await structure();
    expect(items.map(({ id }) => id)).toEqual([sectionId, group.id, made.id]);
    expect((await api().delete(path)).status).toBe(204);
    expect((await api().delete(path)).status).toBe(204);
    expect((await api().patch(path, {})).status).toBe(404);
  });
});

describe('readers of a site structure', () => {
  it('readers find sections and variants at the addresses of the API', async () => {
    const guide = await buildSpace(organization, { title: 'Guide' });
    await buildPages(organization.admin, guide.id, [{ title: 'Hello', markdown: 'From the guide.' }]);
    await added('site-spaces', { spaceId: guide.id });
    const reference = await buildSpace(organization, { title: 'API' });
    await buildPages(organization.admin, reference.id, [{ title: 'Calls', markdown: 'From the reference.' }]);
    const section = await added('sections', { spaceId: reference.id });
    const old = await buildSpace(organization, { title: 'v1' });
    await buildPages(organization.admin, old.id, [{ title: 'Old calls', markdown: 'From the old one.' }]);
    await added('site-spaces', { spaceId: old.id, sectionId: section.id });
    expect((await structure()).structure[0]?.urls).toEqual({});
    const root = (await api().post(`${site}/publish`)).body.urls.published as string;
    const addresses = (await structure()).structure.flatMap(({ siteSpaces, urls }) => [
      urls.published,
      ...siteSpaces.map((own) => own.urls.published),
    ]);
    expect(addresses).toEqual([root, root, `${root}api/`, `${root}api/`, `${root}api/v1/`]);
    const read = async (address = ''): Promise<string> =>
      (await (await fetch(test.baseUrl + new URL(address).pathname)).text()).replace(/<[^>]*>/g, ' ');
    expect(await read(root)).toContain('From the guide.');
    expect(await read(`${root}guide/guide/`)).toContain('From the guide.');
    expect(await read(`${root}api/`)).toContain('From the reference.');
    expect(await read(`${root}api/v1/`)).toContain('From the old one.');
    await api().patch(site, { defaultSiteSection: section.id });
    expect(await read(root)).toContain('From the reference.');
    expect(await read(`${root}v1/`)).toContain('From the old one.');
    await api().delete(`${site}/sections/${section.id}`);
    expect(await read(root)).toContain('From the guide.');
    expect((await api().get(`/v1/spaces/${old.id}`)).body).not.toHaveProperty('urls.published');
    for (const { id } of (await structure()).structure) await api().delete(`${site}/sections/${id}`);
    expect((await fetch(test.baseUrl + new URL(root).pathname)).status).toBe(404);
  });

  it('a variant never hides behind a section of the same name', async () => {
    const first = await addSection('First');
    const second = await addSection('Second');
    const variant = await addSpace('First', second.id);
    expect(variant.path).toBe('first');
    await api().post(`${site}/publish`);
    await api().patch(site, { defaultSiteSection: second.id });
    const spaces = (await api().get(`${site}/site-spaces`)).body.items as Item[];
    const root = spaces.find(({ id }) => id === second.siteSpaces[0]?.id)?.urls.published;
    expect(spaces.map(({ urls }) => urls.published?.slice(root?.length))).toEqual([
      'first/',
      '',
      'second/first/',
    ]);
    expect(first.path).toBe('first');
  });
});

describe('permissions on a site structure', () => {
  it('roles on a site come from the organization and from permissions on the site', async () => {
    const guest = await organization.member(null);
    const reader = await organization.member('read');
    expect((await guest.api.get(`${site}/structure`)).status).toBe(404);
    const permissions = `${site}/permissions`;
    expect((await api().post(permissions, { users: [guest.id, reader.id], role: 'create' })).status).toBe(
      204,
    );
    expect((await guest.api.post(`${site}/section-groups`, { title: 'Mine' })).status).toBe(201);
    const users = (await api().get(`${permissions}/users`)).body.items as { user: Item }[];
    expect(users.map(({ user }) => user.id).sort()).toEqual([guest.id, reader.id].sort());
    await refused(403, 'admin', guest.api.post(permissions, { users: [guest.id], role: 'admin' }));
    const everybody = (await api().get(`${permissions}/aggregate`)).body.items as {
      user: Item;
      permission: string;
      origin: object;
    }[];
    const originOf = (id: string) => everybody.find(({ user }) => user.id === id);
    const siteId = site.split('/').at(-1);
    expect(originOf(guest.id)).toMatchObject({
      permission: 'create',
      origin: { type: 'site', site: siteId, reason: 'member' },
    });
    expect(originOf(organization.admin.id)).toMatchObject({
      permission: 'admin',
      origin: { type: 'organization', organization: organization.id },
    });
    expect((await api().patch(`${permissions}/users/${guest.id}`, { role: 'read' })).status).toBe(204);
    expect((await guest.api.post(`${site}/section-groups`, { title: 'No' })).status).toBe(403);
    expect((await guest.api.get(`${site}/structure`)).status).toBe(200);
    expect((await api().delete(`${permissions}/users/${guest.id}`)).status).toBe(204);
    expect((await guest.api.get(`${site}/structure`)).status).toBe(404);
    const team = (await api().put(`/v1/orgs/${organization.id}/teams`, { title: 'Writers' })).body as Item;
    await api().put(`/v1/orgs/${organization.id}/teams/${team.id}/members/${guest.id}`, {});
    await api().post(permissions, { teams: [team.id], role: 'edit' });
    const teams = (await api().get(`${permissions}/teams`)).body.items;
    expect(teams).toMatchObject([{ permission: 'edit', team: { id: team.id } }]);
    const [found] = (await api().get(`${permissions}/aggregate`, { query: { role: 'edit' } })).body.items;
    expect(found).toMatchObject({ user: { id: guest.id }, origin: { reason: 'team' } });
  });

  it('nobody adds a space that they do not manage, or sees one through a site', async () => {
    const hidden = await buildSpace(organization, { title: 'Hidden' });
    await api().patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null });
    const creator = await organization.member('create');
    await refused(404, 'space', creator.api.post(`${site}/sections`, { spaceId: hidden.id }));
    await added('site-spaces', { spaceId: hidden.id });
    const seen = await creator.api.get(`${site}/structure`);
    expect(seen.body).toEqual({ type: 'siteSpaces', structure: [] });
    const [own] = (await structure()).structure;
    await refused(404, 'site space', creator.api.patch(`${site}/site-spaces/${own?.id}`, { path: 'x' }));
    await refused(404, 'site space', creator.api.post(`${site}/site-spaces/${own?.id}/duplicate`));
    const section = await creator.api.post(`${site}/sections`, { spaceId: await space('Seen') });
    expect(section.status).toBe(201);
    // The title of the section for what was there before does not tell what is not seen.
    expect((await creator.api.get(`${site}/sections`)).text).not.toContain('Hidden');
  });
});

describe('random changes of a site structure', () => {
  it('each change is stored as it was made', async () => {
    const free = await Promise.all(Array.from({ length: 8 }, (_, n) => space(`Space ${n}`)));
    const [siteId = ''] = site.split('/').slice(-1);
    const repository = test.app.get(SiteStructureRepository, { strict: false });
    const load = () => repository.load(organization.id, siteId);
    const byId = (items: { id: string }[]) => [...items].sort((a, b) => (a.id < b.id ? -1 : 1));
    const steps = fc.sample(fc.array(step, { minLength: 60, maxLength: 60 }), 1).flat();
    for (const [n, one] of steps.entries()) {
      const { structure: done } = await test.db.transaction(async () => {
        const structure = await load();
        const shown = new Set(structure.items.spaces.map(({ spaceId }) => spaceId));
        apply(structure, `${siteId}${n}`, free.find((id) => !shown.has(id)) ?? free[0] ?? '', one);
        await repository.save(structure);
        return { structure };
      });
      const stored = await load();
      expect(problemsOf(stored)).toEqual([]);
      for (const kind of ['spaces', 'sections', 'groups', 'links'] as const)
        expect(byId(stored.items[kind]), one.action).toEqual(byId(done.items[kind]));
    }
  });
});

describe('concurrent changes of a site structure', () => {
  it('the changes run one after the other', async () => {
    const spaces = await Promise.all(['A', 'B', 'C', 'D'].map(() => space('Same')));
    const answers = await Promise.all([
      ...spaces.map((spaceId) => api().post(`${site}/sections`, { spaceId, title: 'Same' })),
      api().post(`${site}/section-groups`, { title: 'Group' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const sections = (await api().get(`${site}/sections`)).body.items as Item[];
    expect(sections.map(({ path }) => path).sort()).toEqual(['same', 'same-2', 'same-3', 'same-4']);
    expect(sections.filter((section) => section.default)).toHaveLength(1);
    const twice = await Promise.all([0, 1].map(() => api().delete(`${site}/sections/${sections[0]?.id}`)));
    expect(twice.map(({ status }) => status)).toEqual([204, 204]);
    const same = await Promise.all(
      [1, 2].map((n) => api().patch(`${site}/sections/${sections[n]?.id}`, { path: 'wanted' })),
    );
    expect(same.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409]);
  });
});
