import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
let root: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
  root = `/app/o/${organization.id}`;
});

/** A site with one space, unpublished. */
async function makeSite(title = 'Handbook'): Promise<{ id: string; spaceId: string; path: string }> {
  const space = await buildSpace(organization);
  const { body } = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, {
    title,
    spaces: [space.id],
  });
  return { id: body.id, spaceId: space.id, path: `${root}/sites/${body.id}` };
}

const siteOf = async (id: string) =>
  (await organization.admin.api.get(`/v1/orgs/${organization.id}/sites/${id}`)).body;

describe('the list of sites', () => {
  it('says what to do first, to members who may make sites only', async () => {
    expect(await owner.read(`${root}/sites`)).toContain(`href="${root}/new-site"`);
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const shown = await reader.read(`${root}/sites`);
    expect(shown).toContain('There are no sites yet');
    expect(shown).not.toContain('new-site');
    expect((await reader.open(`${root}/new-site`)).status).toBe(403);
    expect((await reader.post(`${root}/new-site`, { do: 'create', title: 'Mine' })).status).toBe(403);
  });

  it('shows state, audience and address', async () => {
    const { id } = await makeSite('<b>Guide</b>');
    const before = await owner.read(`${root}/sites`);
    expect(before).toContain('&lt;b>Guide&lt;/b>');
    expect(before).toContain('Not published');
    const { body } = await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${id}/publish`);
    expect(await owner.read(`${root}/sites`)).toContain(`href="${body.urls.published}"`);
  });

  it('is not for strangers', async () => {
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    const { path } = await makeSite();
    for (const address of [`${root}/sites`, `${root}/new-site`, path])
      expect((await stranger.open(address)).status, address).toBe(404);
    expect((await stranger.post(path, { do: 'publish' })).status).toBe(404);
  });
});

describe('a new site', () => {
  it('shows the chosen spaces and a new one of a template', async () => {
    const space = await buildSpace(organization);
    expect(await owner.read(`${root}/new-site?space=${space.id}`)).toMatch(
      new RegExp(`value="${space.id}"[^>]* checked`),
    );
    const { body: templates } = await organization.admin.api.get('/v1/templates');
    const made = await owner.post(`${root}/new-site`, {
      do: 'create',
      title: 'Manual',
      space: space.id,
      begin: `template:${templates.items[0].id}`,
      visibility: 'unlisted',
    });
    expect(made.status).toBe(303);
    const [, id] = /sites\/([^?]+)\?done=new$/.exec(made.headers.get('location') ?? '') ?? [];
    expect(await siteOf(id!)).toMatchObject({
      title: 'Manual',
      visibility: 'unlisted',
      siteSpaces: 2,
      published: false,
    });
    expect(await owner.read(`${root}/sites/${id}?done=new`)).toContain('The site is made.');
  });

  it('leads to the import of its new space, and back from a space that was made first', async () => {
    const made = await owner.post(`${root}/new-site`, { do: 'create', title: 'Moved', begin: 'import' });
    expect(made.headers.get('location')).toMatch(/^\/app\/s\/\w+\/~\/import$/);
    const space = await owner.post(`${root}/new-space`, { title: 'First', next: 'site' });
    expect(space.headers.get('location')).toMatch(new RegExp(`^${root}/new-site\\?space=\\w+$`));
  });

  it('keeps what was typed where it is refused, and makes no space without its site', async () => {
    const foreign = await buildSpace(await buildOrganization(test));
    const refused = await owner.post(`${root}/new-site`, {
      do: 'create',
      title: 'M',
      begin: 'empty',
      visibility: 'unlisted',
    });
    expect(refused.status).toBe(400);
    const text = await refused.text();
    expect(text).toMatch(/role="alert"[^>]*>title/);
    expect(text).toMatch(/value="unlisted"[^>]* checked/);
    const stolen = { do: 'create', title: 'Stolen', begin: 'empty', space: foreign.id };
    expect((await owner.post(`${root}/new-site`, stolen)).status).toBe(404);
    expect((await owner.post(`${root}/new-site`, { ...stolen, visibility: 'all' })).status).toBe(400);
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/spaces`);
    expect(body.items).toEqual([]);
  });
});

describe('the overview of a site', () => {
  it('publishes and takes back, and says what readers will meet', async () => {
    const { id, path } = await makeSite();
    const before = await owner.read(path);
    expect(before).toContain('search engines may list it. They see the merged content of 1 space.');
    const published = await owner.post(path, { do: 'publish' });
    expect(published.headers.get('location')).toBe(`${path}?done=publish`);
    expect((await siteOf(id)).published).toBe(true);
    expect(await owner.read(`${path}?done=publish`)).toContain('Unpublish the site');
    await owner.post(path, { do: 'unpublish' });
    expect((await siteOf(id)).published).toBe(false);
    const { body: log } = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`, {
      query: { target: id },
    });
    expect(log.items.map(({ source }: { source: string }) => source)).toEqual(['ui', 'ui', 'api']);
  });

  it('names what is missing', async () => {
    const { admin, id } = organization;
    const { body: site } = await admin.api.post(`/v1/orgs/${id}/sites`, { title: 'Empty' });
    const empty = await owner.read(`${root}/sites/${site.id}`);
    expect(empty).toContain('It shows no space yet');
    expect(empty).not.toContain('value="publish"');
    expect((await owner.post(`${root}/sites/${site.id}`, { do: 'publish' })).status).toBe(400);
    const other = await makeSite();
    await admin.api.patch(`/v1/orgs/${id}/sites/${other.id}`, {
      visibility: 'share-link',
      hostname: 'docs.acme.example',
    });
    const shown = await owner.read(other.path);
    expect(shown).toContain('No share link is open');
    expect(shown).toContain('The domain docs.acme.example is not proven yet');
  });

  it('is looked at by readers, who change nothing', async () => {
    const { id, path } = await makeSite();
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const shown = await reader.read(path);
    expect(shown).not.toMatch(/value="(un)?publish"/);
    // A tab is shown to whom its page answers.
    for (const tab of ['looks', 'audience', 'share']) expect(shown).not.toContain(`"${path}/${tab}"`);
    for (const tab of ['addresses', 'redirects', 'integrations', 'insights']) {
      expect(shown).toContain(`"${path}/${tab}"`);
      await reader.read(`${path}/${tab}`);
    }
    const guest = await organization.member(null);
    const permissions = { users: [guest.id], role: 'read' };
    await organization.admin.api.post(`/v1/orgs/${organization.id}/sites/${id}/permissions`, permissions);
    const asGuest = await (await startMemberBrowser(test, guest.token)).read(path);
    expect(asGuest).toContain(`"${path}/insights"`);
    expect(asGuest).not.toContain('/integrations"');
    expect((await reader.post(path, { do: 'publish' })).status).toBe(403);
    expect((await siteOf(id)).published).toBe(false);
    const bare = await fetch(test.baseUrl + path, {
      method: 'POST',
      headers: { Cookie: owner.cookie },
      body: new URLSearchParams({ do: 'publish' }),
    });
    expect(bare.status).toBe(403);
  });
});
