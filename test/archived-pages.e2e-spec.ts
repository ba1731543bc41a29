import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { openChangeRequest } from './support/change-requests.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { publishFolder } from './support/published-site.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let own: TestOrganization;
let admin: MemberBrowser;
let content: string;

beforeAll(async () => {
  test = await shareTestApp();
  own = await buildOrganization(test);
  admin = await startMemberBrowser(test, own.admin.token);
  content = `/app/o/${own.id}/content`;
});

afterAll(() => test.close());

const spaceOf = async (id: string) => (await own.admin.api.get(`/v1/spaces/${id}`)).body;

async function buildCollection(title: string, parent?: string): Promise<string> {
  const body = { title, ...(parent === undefined ? {} : { parent }) };
  return (await own.admin.api.post(`/v1/orgs/${own.id}/collections`, body)).body.id as string;
}

describe('the pages of an archived space', () => {
  it('say so, offer no changes, and bring it back for those who may', async () => {
    const { id } = await buildSpace(own, { title: 'Old handbook' });
    await buildPages(own.admin, id, [{ title: 'One', markdown: 'Text' }]);
    await openChangeRequest(own.admin, id, { subject: 'Better words' });
    expect(await admin.read(`/app/o/${own.id}`)).toContain('Better words');
    const settings = `/app/s/${id}/~/settings`;
    const dialog = await admin.read(settings);
    for (const words of ['Archive the space', 'goes on reading it', 'taken back at any time'])
      expect(dialog).toContain(words);
    const done = await admin.post(settings, { do: 'archive' });
    expect(done.headers.get('location')).toBe(`${content}/archived?done=archive`);
    expect((await spaceOf(id)).archivedAt).toBeDefined();
    const archived = await admin.read(`${content}/archived?done=archive`);
    for (const words of ['It is archived.', 'Old handbook', 'Unarchive: Old handbook'])
      expect(archived).toContain(words);
    for (const path of [content, `/app/o/${own.id}`, `/app/o/${own.id}/spaces`])
      expect(await admin.read(path), path).not.toContain('Old handbook');
    expect(await admin.read(`/app/o/${own.id}`)).not.toContain('Better words');
    // The search for titles finds it.
    expect(await admin.read(`${content}?search=handbook`)).toContain('archived · ');
    const reader = await startMemberBrowser(test, (await own.member('edit')).token);
    for (const path of [`/app/s/${id}`, `/app/s/${id}/~/changes`, `/app/s/${id}/~/comments`, settings]) {
      const [mine, theirs] = [await admin.read(path), await reader.read(path)];
      for (const text of [mine, theirs]) expect(text, path).toContain('This space was archived');
      expect([mine.includes('value="unarchive"'), theirs.includes('value="unarchive"')], path).toEqual([
        true,
        false,
      ]);
      expect(mine, path).not.toContain('~/edit');
    }
    const closed = await admin.read(settings);
    expect([closed.includes('Delete the space'), closed.includes('Duplicate the space')]).toEqual([
      true,
      false,
    ]);
    expect(await admin.read(`/app/s/${id}/~/git`)).toContain('This space was archived');
    expect(
      (await admin.post(settings, { do: 'save', 'was-title': 'Old handbook', title: 'New' })).status,
    ).toBe(403);
    expect((await reader.post(settings, { do: 'unarchive' })).status).toBe(403);
    expect((await admin.post(settings, { do: 'unarchive' })).headers.get('location')).toBe(
      `${settings}?done=unarchive`,
    );
    expect(await admin.read(settings)).not.toContain('This space was archived');
    expect(await admin.read(content)).toContain('Old handbook');
  });
});

it('a site goes on showing an archived space, as the dialog says', async () => {
  const { space, url } = await publishFolder(test, own, { 'README.md': '# Welcome\n\nRead on.\n' });
  expect(await admin.read(`/app/s/${space}/~/settings`)).toMatch(/shows it, and will go on\s+doing so/);
  expect((await own.admin.api.post(`/v1/spaces/${space}/archive`)).status).toBe(200);
  const answer = await fetch(url);
  expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Read on.')]);
  expect((await spaceOf(space)).urls.published).toBeDefined();
});

describe('the pages of an archived collection', () => {
  it('show what is in it, and lead from there to the collection', async () => {
    const outer = await buildCollection('Former products');
    const inner = await buildCollection('First product', outer);
    const { id } = await buildSpace(own, { title: 'Manual', parent: inner });
    const settings = `/app/c/${outer}/settings`;
    expect(await admin.read(settings)).toContain('All collections and spaces in it are archived with it.');
    expect((await admin.post(settings, { do: 'archive' })).status).toBe(303);
    const list = await admin.read(`${content}/archived`);
    expect(list).toContain('Former products');
    expect(list).not.toContain('First product');
    expect(await admin.read(content)).not.toContain('Former products');
    expect(await admin.read(`${content}?in=${outer}`)).toContain('First product');
    for (const path of [`${content}?in=${outer}`, `/app/c/${outer}`, settings]) {
      const text = await admin.read(path);
      expect(text, path).toContain('This collection was archived');
      expect(text, path).toContain('value="unarchive"');
      expect(text, path).not.toContain('New collection');
    }
    expect(await admin.read(`/app/c/${inner}`)).toContain('Manual');
    const page = await admin.read(`/app/s/${id}/~/settings`);
    expect(page).toMatch(/is in the archived collection\s*<a href="[^"]*" dir="auto">First product/);
    expect(page).not.toContain('value="unarchive"');
    const back = await admin.post(`${content}/archived`, { do: 'unarchive', item: `collection:${outer}` });
    expect(back.status).toBe(303);
    expect(await admin.read(`${content}/archived?done=unarchive`)).toContain('It is not archived any more');
    expect((await spaceOf(id)).archivedAt).toBeUndefined();
  });

  it('bring back nothing of another organization', async () => {
    const other = await buildOrganization(test);
    const { id } = await buildSpace(other);
    const form = { do: 'unarchive', item: `space:${id}` };
    expect((await admin.post(`${content}/archived`, form)).status).toBe(404);
    expect((await admin.post(`${content}/archived`, { do: 'archive' })).status).toBe(400);
  });
});
