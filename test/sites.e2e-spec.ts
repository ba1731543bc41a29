import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { publishedEnum } from './support/published-enum.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});

afterAll(() => test.close());

/** As the contract names them. */
const SITE_FEATURES = publishedEnum('SiteFeatureKey');

const sites = () => `/v1/orgs/${organization.id}/sites`;

async function createSite(body: object = {}): Promise<{ id: string; basename: string }> {
  const answer = await organization.admin.api.post(sites(), { title: 'Docs', ...body });
  expect(answer.status).toBe(201);
  expect(answer.headers.get('location')).toBe(answer.body.urls.location);
  return answer.body as { id: string; basename: string };
}

describe('sites', () => {
  it('sites are created, read, changed and deleted', async () => {
    const { id } = await createSite({ title: 'Prodüct Docs', visibility: 'unlisted' });
    const path = `${sites()}/${id}`;
    const read = await organization.admin.api.get(path);
    expect(read.body).toMatchObject({
      title: 'Prodüct Docs',
      basename: 'product-docs',
      visibility: 'unlisted',
      published: false,
      siteSpaces: 0,
    });
    const changed = await organization.admin.api.patch(path, { title: 'Renamed', unknown: 1 });
    expect(changed.body).toMatchObject({
      title: 'Renamed',
      basename: 'product-docs',
      visibility: 'unlisted',
    });
    expect((await organization.admin.api.patch(path, {})).body).toMatchObject({ title: 'Renamed' });
    expect((await organization.admin.api.delete(path)).status).toBe(204);
    expect((await organization.admin.api.get(path)).status).toBe(404);
    expect((await organization.admin.api.delete(path)).status).toBe(204);
  });

  it('sites have every feature, whatever their type, and serve agents unless told otherwise', async () => {
    const { id } = await createSite({ type: 'sponsored' });
    const path = `${sites()}/${id}`;
    const { body } = await organization.admin.api.get(path);
    expect(body).toMatchObject({ type: 'sponsored', agentsContext: 'included' });
    const features = body.features as { id: string; plan: string; frozen: boolean }[];
    expect(features.map((feature) => feature.id).sort()).toEqual([...SITE_FEATURES].sort());
    expect(features.every(({ plan, frozen }) => plan === 'sponsored' && !frozen)).toBe(true);
    const changed = await organization.admin.api.patch(path, { agentsContext: 'excluded' });
    expect(changed.body.agentsContext).toBe('excluded');
    expect((await organization.admin.api.get(path)).body.agentsContext).toBe('excluded');
  });

  it('sites get free basenames, and refuse one that is taken', async () => {
    const first = await createSite({ title: 'Same' });
    const second = await createSite({ title: 'Same' });
    expect([first.basename, second.basename]).toEqual(['same', 'same-2']);
    const answer = await organization.admin.api.patch(`${sites()}/${second.id}`, { basename: 'same' });
    expect(answer.status).toBe(409);
    expect(answer.body.error.message).toContain('basename');
  });

  it('sites are listed by title, filtered by space, title and state', async () => {
    const own = await buildOrganization(test);
    const { api } = own.admin;
    const space = await buildSpace(own);
    const path = `/v1/orgs/${own.id}/sites`;
    for (const title of ['Beta', 'Alpha', 'Gamma']) await api.post(path, { title });
    const shown = (await api.post(path, { title: 'Shown', spaces: [space.id] })).body as { id: string };
    await api.post(`${path}/${shown.id}/publish`);
    const titles = async (query: Record<string, string | number | boolean>) =>
      ((await api.get(path, { query })).body.items as { title: string }[]).map((site) => site.title);
    expect(await titles({})).toEqual(['Alpha', 'Beta', 'Gamma', 'Shown']);
    expect(await titles({ title: 'ALP' })).toEqual(['Alpha']);
    expect(await titles({ title: '%' })).toEqual([]);
    expect(await titles({ published: true })).toEqual(['Shown']);
    expect(await titles({ space: space.id })).toEqual(['Shown']);
    const first = (await api.get(path, { query: { limit: 3 } })).body;
    expect(first.count).toBe(4);
    expect(await titles({ limit: 3, page: first.next.page })).toEqual(['Shown']);
  });

  it.each([
    [{ title: 'x' }, 'title'],
    [{ visibility: 'secret' }, 'visibility'],
    [{ agentsContext: 'sometimes' }, 'agentsContext'],
    [{ basename: 'Not A Slug' }, 'basename'],
    [{ adaptiveContent: {} }, 'adaptiveContent'],
    [{ defaultSiteSpace: 'nothing' }, 'defaultSiteSpace'],
    [{ defaultSiteSection: 'nothing' }, 'defaultSiteSection'],
  ])('sites refuse %j with a sentence that names the field', async (body, field) => {
    const { id } = await createSite();
    const answer = await organization.admin.api.patch(`${sites()}/${id}`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(field);
  });

  it('sites are changed by creators only, and hidden from guests and strangers', async () => {
    const { id } = await createSite();
    const path = `${sites()}/${id}`;
    const reviewer = await organization.member('review');
    expect((await reviewer.api.get(path)).status).toBe(200);
    expect((await reviewer.api.patch(path, { title: 'No' })).status).toBe(403);
    expect((await reviewer.api.post(sites(), { title: 'No' })).status).toBe(403);
    const guest = await organization.member(null);
    expect((await guest.api.get(path)).status).toBe(404);
    expect((await guest.api.get(sites())).body.items).toEqual([]);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await stranger.api.delete(path)).status).toBe(404);
    expect((await organization.admin.api.get(path)).status).toBe(200);
  });
});

describe('site spaces', () => {
  it('site spaces are added once each; the first is the default, the next one inherits it', async () => {
    const [first, second] = [
      await buildSpace(organization, { title: 'One' }),
      await buildSpace(organization, { title: 'Two' }),
    ];
    const site = await createSite();
    const path = `${sites()}/${site.id}/site-spaces`;
    const { api } = organization.admin;
    const added = await api.post(path, { spaceId: first.id });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ default: true, path: 'one', space: { id: first.id } });
    expect((await api.post(path, { spaceId: second.id })).body).toMatchObject({
      default: false,
      path: 'two',
    });
    expect((await api.post(path, { spaceId: first.id })).status).toBe(409);
    expect((await api.post(path, { spaceId: 'nothing' })).status).toBe(404);
    const only = await api.get(path, { query: { default: true } });
    expect(only.body.items).toHaveLength(1);
    expect((await api.delete(`${path}/${added.body.id}`)).status).toBe(204);
    const rest = await api.get(path);
    expect(rest.body.items).toMatchObject([{ default: true, space: { id: second.id } }]);
  });

  it('the space names the site where it is published', async () => {
    const space = await buildSpace(organization);
    const site = await createSite({ spaces: [space.id] });
    const { api } = organization.admin;
    const published = await api.post(`${sites()}/${site.id}/publish`);
    expect(published.body.published).toBe(true);
    expect((await api.get(`/v1/spaces/${space.id}`)).body).toMatchObject({
      visibility: 'public',
      urls: { published: published.body.urls.published },
    });
    expect((await api.post(`${sites()}/${site.id}/unpublish`)).body.urls.published).toBeUndefined();
    expect((await api.get(`/v1/spaces/${space.id}`)).body.visibility).toBe('private');
  });

  it('spaces of another organization are refused', async () => {
    const other = await buildOrganization(test);
    const space = await buildSpace(other);
    const site = await createSite();
    const answer = await organization.admin.api.post(`${sites()}/${site.id}/site-spaces`, {
      spaceId: space.id,
    });
    expect(answer.status).toBe(404);
  });
});

it('an empty site cannot be published', async () => {
  const site = await createSite();
  const answer = await organization.admin.api.post(`${sites()}/${site.id}/publish`);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain('space');
});

it('a site can be the default content of its organization until it is deleted', async () => {
  const site = await createSite();
  const { api } = organization.admin;
  const defaultContent = { type: 'site', site: site.id };
  expect((await api.patch(`/v1/orgs/${organization.id}`, { defaultContent })).body.defaultContent).toEqual(
    defaultContent,
  );
  await api.delete(`${sites()}/${site.id}`);
  expect((await api.get(`/v1/orgs/${organization.id}`)).body.defaultContent).toBeUndefined();
});

it('a space that a site shows stays in its organization', async () => {
  const space = await buildSpace(organization);
  const site = await createSite({ title: 'Keeps it', spaces: [space.id] });
  const target = await buildOrganization(test);
  await test.app.get(Members).addMember(target.id, organization.admin.id, 'admin');
  const { api } = organization.admin;
  const refused = await api.post(`/v1/spaces/${space.id}/transfer`, { organization: target.id });
  expect(refused.status).toBe(412);
  expect(refused.body.error.message).toContain('Keeps it');
  await api.delete(`${sites()}/${site.id}`);
  expect((await api.post(`/v1/spaces/${space.id}/transfer`, { organization: target.id })).status).toBe(200);
});

it('a new hostname of the organization moves its sites, and the spaces answer the new address', async () => {
  const own = await buildOrganization(test);
  const space = await buildSpace(own, { title: 'X' });
  await buildPages(own.admin, space.id, [{ title: 'Hello' }]);
  const { api } = own.admin;
  const site = await api.post(`/v1/orgs/${own.id}/sites`, { spaces: [space.id] });
  expect(site.body.title).toBe('Untitled site');
  const before = await api.post(`/v1/orgs/${own.id}/sites/${site.body.id}/publish`);
  const hostname = `moved-${own.hostname}`.slice(0, 30).replace(/-+$/, '');
  expect((await api.patch(`/v1/orgs/${own.id}`, { hostname })).status).toBe(200);
  const after = (await api.get(`/v1/orgs/${own.id}/sites/${site.body.id}`)).body.urls.published as string;
  expect(after).not.toBe(before.body.urls.published);
  expect((await api.get(`/v1/spaces/${space.id}`)).body.urls.published).toBe(after);
  expect((await test.api.get(new URL(after).pathname)).status).toBe(200);
});

it('a restored space returns to the site that showed it', async () => {
  const space = await buildSpace(organization, { title: 'Comes back' });
  await buildPages(organization.admin, space.id, [{ title: 'Hello' }]);
  const site = await createSite({ spaces: [space.id] });
  const { api } = organization.admin;
  await api.post(`${sites()}/${site.id}/publish`);
  await api.delete(`/v1/spaces/${space.id}`);
  expect((await api.get(`${sites()}/${site.id}`)).body.siteSpaces).toBe(0);
  await api.post(`/v1/spaces/${space.id}/restore`);
  expect((await api.get(`${sites()}/${site.id}`)).body.siteSpaces).toBe(1);
});

it('the ads settings of a site are kept, and can be withdrawn', async () => {
  const site = await createSite({ title: 'With ads' });
  const { api } = organization.admin;
  const path = `${sites()}/${site.id}`;
  const ads = async () => (await api.get(path)).body.ads;
  expect(await ads()).toEqual({ status: 'pending', submittable: true });
  expect((await api.post(`${path}/ads`, { status: 'in-review' })).status).toBe(400);
  expect((await api.post(`${path}/ads`, { status: 'in-review', topic: 'webdev' })).status).toBe(204);
  expect(await ads()).toEqual({ status: 'in-review', topic: 'webdev' });
  expect((await api.post(`${path}/ads`, { status: 'disabled' })).status).toBe(204);
  expect(await ads()).toEqual({ status: 'pending', submittable: true });
});
