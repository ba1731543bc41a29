import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

interface Item {
  id: string;
  title: string;
  children?: Item[];
  siteSpaces: Item[];
}

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
  const { body } = await api().post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs' });
  site = `/v1/orgs/${organization.id}/sites/${body.id}`;
});

const api = () => organization.admin.api;
const space = async (title: string): Promise<string> => (await buildSpace(organization, { title })).id;
const added = async (what: string, body: object): Promise<Item> =>
  (await api().post(`${site}/${what}`, body)).body;
const addSpace = async (title: string, sectionId?: string) =>
  added('site-spaces', { spaceId: await space(title), sectionId });
const addSection = async (title: string) => added('sections', { spaceId: await space(title) });
const structure = async (): Promise<{ structure: Item[] }> => (await api().get(`${site}/structure`)).body;

/** Titles of the structure; groups as lists. */
async function outline(): Promise<unknown[]> {
  const titles = (items: Item[]): unknown[] =>
    items.map(({ title, children }) => (children ? [title, ...titles(children)] : title));
  return titles((await structure()).structure);
}

async function refused(status: number, words: string, answer: Promise<{ status: number; text: string }>) {
  const { status: actual, text } = await answer;
  expect(actual, text).toBe(status);
  expect(text).toContain(words);
}

describe('a move to another place', () => {
  const sort = (type: string, id: string, body: object) =>
    api().patch(`${site}/structure/sort`, { item: { type, id }, ...body });
  const at = (id: string, type = 'site-space') => ({ type, id });

  it('a move takes a space into another section, with a path that is free there', async () => {
    const [first, second] = [await addSection('First'), await addSection('Second')];
    const [own, other] = [await addSpace('Old', first.id), await addSpace('Old', second.id)];
    const into = second.id;
    const moved = await sort('site-space', own.id, { into, position: { before: at(other.id) } });
    expect(moved.body).toMatchObject({ section: second.id, path: 'old-2', default: false });
    const main = first.siteSpaces[0]!;
    const left = await sort('site-space', main.id, { into });
    expect(left.body).toMatchObject({ section: second.id, path: 'first', default: false });
    const back = await sort('site-space', second.siteSpaces[0]!.id, { into: first.id });
    expect(back.body).toMatchObject({ section: first.id, default: true });
    expect((await structure()).structure).toMatchObject([
      { id: first.id, siteSpaces: [{ id: second.siteSpaces[0]!.id, default: true }] },
      {
        id: second.id,
        siteSpaces: [{ id: own.id, default: true }, { id: other.id }, { id: main.id, default: false }],
      },
    ]);
  });

  it('a move takes sections, groups and links into groups and out of them', async () => {
    const section = await addSection('One');
    const [outer, inner] = [
      await added('section-groups', { title: 'Outer' }),
      await added('section-groups', { title: 'Inner' }),
    ];
    const link = await added('external-links', { title: 'Status', url: 'https://status.example.com/' });
    await sort('site-section-group', inner.id, { into: outer.id });
    await sort('site-section', section.id, { into: inner.id });
    await sort('site-external-link', link.id, {
      into: inner.id,
      position: { before: at(section.id, 'site-section') },
    });
    expect(await outline()).toEqual([['Outer', ['Inner', 'Status', 'One']]]);
    await refused(400, 'itself', sort('site-section-group', outer.id, { into: inner.id }));
    await refused(400, 'into', sort('site-section', section.id, { into: 'none' }));
    await refused(400, 'into', sort('site-space', section.siteSpaces[0]!.id, { into: null }));
    await sort('site-section', section.id, { into: null, position: {} });
    expect(await outline()).toEqual([['Outer', ['Inner', 'Status']], 'One']);
  });

  it('a move leaves spaces alone that the mover does not see', async () => {
    const mover = await organization.member('create');
    const hidden = await buildSpace(organization, { title: 'Hidden' });
    await api().patch(`/v1/spaces/${hidden.id}`, { defaultLevel: null });
    const { id } = await added('site-spaces', { spaceId: hidden.id });
    const body = { item: at(id) };
    expect((await mover.api.patch(`${site}/structure/sort`, body)).status).toBe(404);
    expect((await mover.api.post(`${site}/sections`, { siteSpaceId: id })).status).toBe(404);
  });

  it('a section is made of a space that the site shows', async () => {
    const [guide, reference] = [await addSpace('Guide'), await addSpace('Reference')];
    await addSpace('Extra');
    const made = await added('sections', { siteSpaceId: reference.id, title: 'API' });
    expect(made).toMatchObject({ default: false, siteSpaces: [{ id: reference.id, default: true }] });
    expect(await outline()).toEqual(['Guide', 'API']);
    const other = await added('sections', { siteSpaceId: guide.id });
    expect(other).toMatchObject({ title: 'Guide', siteSpaces: [{ id: guide.id }] });
    expect((await structure()).structure).toMatchObject([
      { title: 'Guide', default: true, siteSpaces: [{ title: 'Extra', default: true }] },
      { id: made.id },
      { id: other.id, default: false },
    ]);
    const add = (body: object) => api().post(`${site}/sections`, body);
    await refused(404, 'site space', add({ siteSpaceId: 'none' }));
    await refused(400, 'spaceId', add({ siteSpaceId: guide.id, spaceId: await space('More') }));
  });

  it('the space at the root of the site stays there when it gets a section of its own', async () => {
    const guide = await addSpace('Guide');
    await addSpace('Reference');
    await added('sections', { siteSpaceId: guide.id, title: 'Start' });
    expect((await structure()).structure).toMatchObject([
      { title: 'Start', default: true, siteSpaces: [{ id: guide.id }] },
      { title: 'Reference', default: false, siteSpaces: [{ default: true }] },
    ]);
    const alone = await api().post(`/v1/orgs/${organization.id}/sites`, { spaces: [await space('Only')] });
    const own = `/v1/orgs/${organization.id}/sites/${alone.body.id}`;
    const [shown] = (await api().get(`${own}/site-spaces`)).body.items as Item[];
    await api().post(`${own}/sections`, { siteSpaceId: shown!.id });
    const { body } = await api().get(`${own}/structure`);
    expect(body.structure).toMatchObject([{ title: 'Only', default: true, siteSpaces: [{ id: shown!.id }] }]);
  });
});
