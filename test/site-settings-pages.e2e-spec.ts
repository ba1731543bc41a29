import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
let spaceId: string;
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
  spaceId = (await buildSpace(organization)).id;
  const wanted = { title: '<i>Docs</i>', spaces: [spaceId] };
  const { body } = await api().post(`/v1/orgs/${organization.id}/sites`, wanted);
  site = `/v1/orgs/${organization.id}/sites/${body.id}`;
  page = `/app/o/${organization.id}/sites/${body.id}/settings`;
});

const api = () => organization.admin.api;

describe('the settings of a site', () => {
  it('change what was changed, and tell whoever is too late', async () => {
    const shown = await owner.read(page);
    expect(shown).toContain('&lt;i>Docs&lt;/i>');
    const before = { do: 'save', 'was-title': '<i>Docs</i>', 'was-agentsContext': 'included' };
    const saved = await owner.post(page, { ...before, title: 'Manual', agentsContext: 'included' });
    expect(saved.headers.get('location')).toBe(`${page}?done=save`);
    const both = { ...before, title: '<i>Docs</i>', agentsContext: 'excluded' };
    expect((await owner.post(page, both)).status).toBe(303);
    expect((await api().get(site)).body).toMatchObject({ title: 'Manual', agentsContext: 'excluded' });
    const late = await owner.post(page, { ...before, title: 'Guide', agentsContext: 'included' });
    expect(late.status).toBe(409);
    expect(await late.text()).toContain('Somebody else has changed “title” since this page was opened.');
    const short = await owner.post(page, { ...before, title: 'M', agentsContext: 'included' });
    expect(short.status).toBe(400);
    expect(await short.text()).toMatch(/id="title"[^>]* value="M"|value="M"[^>]* id="title"/);
    expect((await api().get(site)).body.title).toBe('Manual');
  });

  it('delete the site after its title was typed, say what goes, and keep the spaces', async () => {
    await api().post(`${site}/share-links`, { name: 'One' });
    await api().post(`${site}/share-links`, { name: 'Two' });
    await api().post(`${site}/redirects`, {
      source: '/old',
      destination: { kind: 'external', url: 'https://example.com/' },
    });
    await api().patch(site, { hostname: 'docs.acme.example' });
    const shown = await owner.read(page);
    expect(shown).toContain('2 share links and 1 redirect');
    expect(shown).toContain('docs.acme.example');
    expect(shown).toContain('The space that it shows stays');
    const refused = await owner.post(page, { do: 'delete', confirm: 'Docs' });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('Nothing was deleted');
    const done = await owner.post(page, { do: 'delete', confirm: '<i>Docs</i>' });
    expect(done.headers.get('location')).toBe(`/app/o/${organization.id}/sites?done=delete`);
    expect((await api().get(site)).status).toBe(404);
    expect((await api().get(`/v1/spaces/${spaceId}`)).status).toBe(200);
    expect(await owner.read(`/app/o/${organization.id}/sites?done=delete`)).toContain('The site is deleted.');
  });

  it('are looked at by readers, who change nothing, and not by strangers', async () => {
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const shown = await reader.read(page);
    expect(shown).toContain('People with the role “create”');
    expect(shown).not.toMatch(/value="(save|delete)"/);
    expect((await reader.post(page, { do: 'delete', confirm: '<i>Docs</i>' })).status).toBe(403);
    expect((await reader.post(page, { do: 'save', title: 'Mine' })).status).toBe(403);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await stranger.open(page)).status).toBe(404);
    expect((await stranger.post(page, { do: 'delete', confirm: '<i>Docs</i>' })).status).toBe(404);
    expect((await api().get(site)).body.title).toBe('<i>Docs</i>');
  });
});
