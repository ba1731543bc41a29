import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { importUploads } from './support/imports.js';
import { definition, uniqueName } from './support/integrations.js';
import { smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { buildTranslation, startTranslatorFor } from './support/translations.js';

/** Members that version 0.202.0 of the contract requires, and the version that the other tests hold answers against does not know. */
describe('answers of version 0.202.0 of the contract', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let spaceId: string;
  let siteId: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    spaceId = (await buildSpace(organization, { title: 'Handbook' })).id;
    await buildPages(organization.admin, spaceId, [
      {
        title: 'Brewing',
        markdown: 'Hot coffee.\n\n## Beans\n\nFresh coffee.\n\n## Water\n\nSoft coffee water.',
      },
    ]);
    const site = { title: 'Docs', spaces: [spaceId] };
    siteId = (await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, site)).body.id;
  });
  afterAll(() => test.close());

  const get = async (path: string, user = organization.admin) => (await user.api.get(path)).body;

  it('tell that a member may open the organization', async () => {
    const { permissions } = await get(`/v1/orgs/${organization.id}`);
    expect(permissions.access).toBe(true);
  });

  it('count the sites of members, and those that a guest was invited to', async () => {
    const path = `/v1/orgs/${organization.id}/members`;
    const reader = await organization.member('read');
    const guest = await organization.member(null);
    const invited = await organization.member(null);
    const permissions = `/v1/orgs/${organization.id}/sites/${siteId}/permissions`;
    await organization.admin.api.post(permissions, { users: [invited.id], role: 'read' });
    const sitesOf = async ({ id }: { id: string }) => (await get(`${path}/${id}`)).sites;
    expect([await sitesOf(reader), await sitesOf(guest), await sitesOf(invited)]).toEqual([1, 0, 1]);
  });

  it('hold the whole layout of pages', async () => {
    const { pages } = await get(`/v1/spaces/${spaceId}/content`);
    expect(pages[0].layout).toMatchObject({ coverSize: 'hero', coverMask: 'none' });
  });

  it('score the sections of a search hit, the best first', async () => {
    await test.settle();
    for (const path of [`/v1/spaces/${spaceId}/search?query=coffee`]) {
      const { items } = await get(path);
      const scores = items[0].sections.map(({ score }: { score: number }) => score);
      expect(scores[0]).toBe(1);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(new Set(scores).size).toBe(scores.length);
    }
    const { items } = await get(`/v1/orgs/${organization.id}/search?query=coffee`);
    expect(items[0].pages[0].sections[0].score).toBe(1);
  });

  it('count all problems of a specification', async () => {
    const path = `/v1/orgs/${organization.id}/openapi`;
    await organization.admin.api.put(`${path}/good`, { source: { text: smallSpec() } });
    const operations = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [`/things/${at}`, { get: { parameters: [{ in: 'nowhere' }] } }]),
    );
    await organization.admin.api.put(`${path}/odd`, { source: { text: smallSpec({ paths: operations }) } });
    await organization.admin.api.put(`${path}/broken`, { source: { text: '{' } });
    await test.settle();
    const [good, odd, broken] = [
      await get(`${path}/good`),
      await get(`${path}/odd`),
      await get(`${path}/broken`),
    ];
    expect(good.lastProcessedErrorCount).toBe(good.lastProcessedErrors.length);
    expect(odd.lastProcessedErrorCount).toBeGreaterThan(odd.lastProcessedErrors.length);
    expect(broken).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR', lastProcessedErrorCount: 1 });
  });

  it('name the preview of a site, which requires a member', async () => {
    const { urls, permissions } = await get(`/v1/orgs/${organization.id}/sites/${siteId}`);
    expect(permissions).toMatchObject({ view: true, access: true, admin: true });
    const address = test.baseUrl + new URL(urls.preview).pathname;
    const refused = await fetch(address, { redirect: 'manual' });
    expect(refused.headers.get('location')).toContain('/app/sign-in');
  });

  it('tell that nothing on a site is a draft', async () => {
    const { structure } = await get(`/v1/orgs/${organization.id}/sites/${siteId}/structure`);
    expect(structure[0].draft).toBe(false);
    const published = await get(`/v1/orgs/${organization.id}/sites/${siteId}/published`);
    expect(published.structure.structure[0].draft).toBe(false);
  });

  it('name the language of a translated space', async () => {
    const translator = await startTranslatorFor(test);
    const translation = await buildTranslation(test, organization, spaceId);
    expect(translation.result.language).toBe('fr');
    await translator.close();
  });

  it('name the address where integrations show content', async () => {
    const name = uniqueName();
    const { admin } = organization;
    const published = await admin.api.post(`/v1/integrations/${name}`, definition(organization.id));
    expect(published.body.urls.publicContentEndpoint).toBe(published.body.urls.publicEndpoint);
    const installed = await admin.api.post(`/v1/integrations/${name}/installations`, {
      organization: organization.id,
    });
    expect(installed.body.urls.publicContentEndpoint).toBe(installed.body.urls.publicEndpoint);
  });

  it('list the pages that an import made', async () => {
    const file = { name: 'tea.md', content: '# Tea\n\nGreen.' };
    const run = await importUploads(test, organization.admin, organization.id, { space: spaceId }, [file]);
    expect(run.pages).toMatchObject([{ type: 'page' }]);
  });
});
