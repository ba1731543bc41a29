import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildUser,
  type TestOrganization,
} from './support/factories.js';
import { Members } from '../src/modules/organizations/index.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
});

afterAll(() => test.close());

const settingsOf = (space: string) => `/app/s/${space}/~/settings`;
const spaceOf = async (id: string) => (await organization.admin.api.get(`/v1/spaces/${id}`)).body;

async function buildCollection(title: string, parent?: string): Promise<string> {
  const made = await organization.admin.api.post(`/v1/orgs/${organization.id}/collections`, {
    title,
    parent,
  });
  return made.body.id as string;
}

/** An organization whose administrators are those of the first one, too. */
async function buildNeighbour(): Promise<TestOrganization> {
  const neighbour = await buildOrganization(test);
  await test.app.get(Members).addMember(neighbour.id, organization.admin.id, 'admin');
  return neighbour;
}

describe('the settings of a space', () => {
  it('save what was changed, keep what somebody else changed meanwhile, and escape what is refused', async () => {
    const { id } = await buildSpace(organization, { title: 'Before', emoji: '1f4d8' });
    const page = settingsOf(id);
    const shown = { 'was-title': 'Before', 'was-emoji': '1f4d8', 'was-icon': '', 'was-language': '' };
    const text = await admin.read(page);
    for (const words of [
      'Direct edits',
      'Conditions for merging',
      'Duplicate the space',
      'name="was-title" value="Before"',
    ])
      expect(text).toContain(words);
    await organization.admin.api.patch(`/v1/spaces/${id}`, { title: 'Theirs' });
    const form = { do: 'save', ...shown, title: 'Before', emoji: '1f4d8', icon: '', language: 'fr' };
    expect((await admin.post(page, form)).headers.get('location')).toBe(`${page}?done=save`);
    expect(await spaceOf(id)).toMatchObject({ title: 'Theirs', language: 'fr', emoji: '1f4d8' });
    const icon = { ...form, 'was-language': 'fr', icon: 'https://example.com/icon.png' };
    expect((await admin.post(page, icon)).status).toBe(303);
    expect(await spaceOf(id)).toMatchObject({ emoji: '', urls: { icon: 'https://example.com/icon.png' } });
    const long = await admin.post(page, { ...form, title: `"<b>${'x'.repeat(50)}` });
    expect(long.status).toBe(400);
    const refused = await long.text();
    expect(refused).toContain('role="alert"');
    expect(refused).toContain('value="&quot;&lt;b>xxx');
    expect((await admin.post(page, { ...form, icon: 'javascript:alert(1)' })).status).toBe(400);
    expect((await admin.post(page, { ...form, language: 'xx' })).status).toBe(400);
    expect((await admin.post(page, { do: 'none' })).status).toBe(400);

    expect((await admin.post(page, { do: 'lock' })).status).toBe(303);
    expect((await spaceOf(id)).editMode).toBe('locked');
    expect(await admin.read(page)).toContain('Unlock the space');
    expect((await admin.post(page, { do: 'unlock' })).status).toBe(303);
    expect((await admin.post(page, { do: 'rules', rules: 'none' })).status).toBe(303);
    expect((await spaceOf(id)).mergeRules).toEqual({ type: 'none' });
    expect((await admin.post(page, { do: 'rules', rules: 'rules' })).status).toBe(400);
  });

  it('merge rules of its own are added and removed one at a time, by who may change settings', async () => {
    const { id } = await buildSpace(organization);
    const page = settingsOf(id);
    const reviewer = await organization.member('review');
    expect(await admin.read(page)).toContain(`<option value="${reviewer.email}">`);
    const add = (fields: Record<string, string>) => admin.post(page, { do: 'add-rule', ...fields });
    expect((await add({ rule: 'require_change_request_subject' })).status).toBe(303);
    expect((await add({ rule: 'require_specific_reviewers', people: reviewer.email })).status).toBe(303);
    const [subject, people] = [
      { rule: 'require_change_request_subject' },
      { rule: 'require_specific_reviewers', users: [reviewer.id] },
    ];
    expect((await spaceOf(id)).mergeRules).toEqual({ type: 'rules', rules: [subject, people] });
    expect(await admin.read(page)).toContain('The space has rules of its own');
    const outsider = await buildUser(test);
    const refused = await add({ rule: 'allow_bypass', people: outsider.email });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('No member has the mail address');
    // The choice as it was shown says nothing, and keeps the rules.
    expect((await admin.post(page, { do: 'rules', rules: 'rules', 'was-rules': 'rules' })).status).toBe(303);

    const remove = (index: number, rule: object) =>
      admin.post(page, { do: 'remove-rule', index: String(index), seen: JSON.stringify(rule) });
    expect((await remove(0, people)).status).toBe(409);
    expect((await remove(0, subject)).status).toBe(303);
    expect((await spaceOf(id)).mergeRules).toEqual({ type: 'rules', rules: [people] });
    expect((await remove(0, people)).status).toBe(303);
    expect((await spaceOf(id)).mergeRules).toEqual({ type: 'none' });

    const editor = await startMemberBrowser(test, (await organization.member('edit')).token);
    const form = { do: 'add-rule', rule: 'allow_bypass', people: outsider.email };
    expect((await editor.post(page, form)).status).toBe(403);
  });

  it('move and duplicate it', async () => {
    const guides = await buildCollection('Guides');
    const nested = await buildCollection('API', guides);
    const { id } = await buildSpace(organization, { title: 'Original' });
    const page = settingsOf(id);
    expect(await admin.read(page)).toContain(`<option value="${nested}">Guides / API</option>`);
    expect((await admin.post(page, { do: 'move', parent: nested })).status).toBe(303);
    expect((await spaceOf(id)).parent).toBe(nested);
    expect(await admin.read(page)).toContain('<strong dir="auto">Guides / API</strong>');
    expect((await admin.post(page, { do: 'move', parent: nested })).status).toBe(409);
    expect((await admin.post(page, { do: 'move', parent: '' })).status).toBe(303);
    const copied = (await admin.post(page, { do: 'duplicate' })).headers.get('location')!;
    expect(copied).toMatch(/\/settings\?done=duplicate$/);
    expect(copied).not.toContain(id);
    const text = await admin.read(copied);
    for (const words of ['This is the copy', 'value="Original (copy)"']) expect(text).toContain(words);
  });

  it('give it to another organization, unless a site shows it', async () => {
    const { id } = await buildSpace(organization, { title: 'Moving' });
    const page = settingsOf(id);
    expect(await admin.read(page)).toContain('There is no other one.');
    const neighbour = await buildNeighbour();
    const site = (
      await organization.admin.api.post(`/v1/orgs/${organization.id}/sites`, {
        title: 'Docs <i>',
        spaces: [id],
      })
    ).body.id as string;
    const kept = await admin.read(page);
    for (const words of ['Docs &lt;i>', 'take the space off the site first', 'readers lose it at once'])
      expect(kept).toContain(words);
    expect((await admin.post(page, { do: 'transfer', organization: neighbour.id })).status).toBe(412);
    await organization.admin.api.delete(`/v1/orgs/${organization.id}/sites/${site}`);
    for (const words of ['Everybody else loses access', 'stay behind'])
      expect(await admin.read(page)).toContain(words);
    expect((await admin.post(page, { do: 'transfer', organization: 'none' })).status).toBe(404);
    expect((await admin.post(page, { do: 'transfer', organization: organization.id })).status).toBe(409);
    const gone = await admin.post(page, { do: 'transfer', organization: neighbour.id });
    expect(gone.headers.get('location')).toBe(`/app/o/${organization.id}/content?done=transfer-space`);
    expect((await spaceOf(id)).organization).toBe(neighbour.id);
    expect(await admin.read(gone.headers.get('location')!)).toContain(
      'belongs to the other organization now',
    );
  });

  it('delete it into the bin, which restores it or removes it for good', async () => {
    const { id } = await buildSpace(organization, { title: 'Doomed <b>' });
    await buildPages(organization.admin, id, [{ title: 'One' }, { title: 'Two' }]);
    const page = settingsOf(id);
    for (const words of ['It has 2 pages.', 'can restore it until'])
      expect(await admin.read(page)).toContain(words);
    const bin = `/app/o/${organization.id}/content/bin`;
    expect(await admin.read(bin)).toContain('The bin is empty');
    const removed = await admin.post(page, { do: 'delete' });
    expect(removed.headers.get('location')).toBe(`${bin}?done=delete`);
    expect((await admin.open(page)).status).toBe(404);
    const text = await admin.read(`${bin}?done=delete`);
    for (const words of ['The space is deleted', 'Doomed &lt;b>', 'Delete for good', 'Restore', '>Bin<'])
      expect(text).toContain(words);
    expect(text).not.toContain('Doomed <b>');
    expect((await admin.post(bin, { do: 'delete', space: id })).status).toBe(400);

    const restored = await admin.post(bin, { do: 'restore', space: id });
    expect(restored.status).toBe(303);
    expect(await admin.read(restored.headers.get('location')!)).toContain('again');
    expect((await admin.open(page)).status).toBe(200);
    expect((await admin.post(bin, { do: 'purge', space: id, title: 'Doomed <b>' })).status).toBe(409);
    await admin.post(page, { do: 'delete' });
    const wrong = await admin.post(bin, { do: 'purge', space: id, title: 'doomed' });
    expect([wrong.status, await wrong.text()]).toEqual([400, expect.stringContaining('Type the title')]);
    expect((await admin.post(bin, { do: 'purge', space: id, title: 'Doomed <b>' })).status).toBe(303);
    expect((await admin.post(bin, { do: 'restore', space: id })).status).toBe(404);
    expect(await admin.read(bin)).not.toContain('Doomed');
  });

  it('are looked at by readers, changed by creators, and hidden from others', async () => {
    const { id } = await buildSpace(organization, { title: 'Guarded' });
    const page = settingsOf(id);
    const bin = `/app/o/${organization.id}/content/bin`;
    const [reader, creator] = [await organization.member('read'), await organization.member('create')];
    const readers = await startMemberBrowser(test, reader.token);
    const text = await readers.read(page);
    expect(text).toContain('People with the role “create”');
    expect(text).not.toContain('name="title"');
    for (const form of [
      { do: 'save', title: 'Mine' },
      { do: 'lock' },
      { do: 'rules', rules: 'none' },
      { do: 'move', parent: '' },
      { do: 'duplicate' },
      { do: 'transfer', organization: organization.id },
      { do: 'delete' },
    ] as Record<string, string>[])
      expect([form, (await readers.post(page, form)).status]).toEqual([form, 403]);
    const creators = await startMemberBrowser(test, creator.token);
    expect(await creators.read(page)).not.toContain('Give it to another organization');
    expect((await creators.post(page, { do: 'transfer', organization: organization.id })).status).toBe(403);
    expect((await creators.post(page, { do: 'delete' })).status).toBe(303);
    expect(await creators.read(bin)).toContain('People with the role “admin” on it can restore it');
    expect(await readers.read(bin)).toContain('The bin is empty');
    for (const [browser, status] of [
      [readers, 404],
      [creators, 403],
    ] as const)
      for (const form of [{ do: 'restore' }, { do: 'purge', title: 'Guarded' }] as Record<string, string>[])
        expect([form, (await browser.post(bin, { ...form, space: id })).status]).toEqual([form, status]);
    const stranger = await startMemberBrowser(test, (await buildUser(test)).token);
    const neighbour = await buildNeighbour();
    for (const path of [page, bin]) expect((await stranger.open(path)).status).toBe(404);
    // The bin of another organization does not restore it either.
    const elsewhere = `/app/o/${neighbour.id}/content/bin`;
    expect((await admin.post(elsewhere, { do: 'restore', space: id })).status).toBe(404);
    expect((await admin.post(elsewhere, { do: 'purge', space: id, title: 'Guarded' })).status).toBe(404);
    expect((await admin.post(bin, { do: 'restore', space: id })).status).toBe(303);
  });
});

describe('the settings of a collection', () => {
  it('save, move and delete it, and what is in it stays', async () => {
    const outer = await buildCollection('Outer');
    const id = await buildCollection('Inner <b>', outer);
    const { id: space } = await buildSpace(organization, { title: 'Kept', parent: id });
    const page = `/app/c/${id}/settings`;
    const shown = { 'was-title': 'Inner <b>', 'was-description': '' };
    expect(await admin.read(page)).not.toContain('Inner <b>');
    const save = { do: 'save', ...shown, title: 'Inner <b>', description: 'All of it' };
    await organization.admin.api.patch(`/v1/collections/${id}`, { title: 'Renamed' });
    expect((await admin.post(page, save)).headers.get('location')).toBe(`${page}?done=save`);
    const stored = (await organization.admin.api.get(`/v1/collections/${id}`)).body;
    expect(stored).toMatchObject({ title: 'Renamed', description: 'All of it' });
    expect((await admin.post(page, { do: 'move', parent: id })).status).toBe(400);
    expect((await admin.post(page, { do: 'move', parent: '' })).status).toBe(303);
    expect((await admin.post(page, { do: 'move', parent: outer })).status).toBe(303);
    expect(await admin.read(page)).toContain('<bdi>Outer</bdi>: 1 space');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect((await reader.open(page)).status).toBe(403);
    expect((await reader.post(page, { do: 'delete' })).status).toBe(403);
    const stranger = await startMemberBrowser(test, (await buildUser(test)).token);
    expect((await stranger.open(page)).status).toBe(404);
    expect((await stranger.post(page, { do: 'delete' })).status).toBe(404);
    const gone = await admin.post(page, { do: 'delete' });
    expect(gone.headers.get('location')).toBe(`/app/o/${organization.id}/content?done=delete-collection`);
    expect(await admin.read(gone.headers.get('location')!)).toContain('What was in it has moved');
    expect((await spaceOf(space)).parent).toBe(outer);
  });

  it('give it to another organization with everything in it', async () => {
    const neighbour = await buildNeighbour();
    const id = await buildCollection('Leaving');
    const { id: space } = await buildSpace(organization, { title: 'With it', parent: id });
    const page = `/app/c/${id}/settings`;
    expect(await admin.read(page)).toContain('Everybody else loses access');
    const gone = await admin.post(page, { do: 'transfer', organization: neighbour.id });
    expect(gone.headers.get('location')).toBe(`/app/o/${organization.id}/content?done=transfer-collection`);
    expect(await spaceOf(space)).toMatchObject({ organization: neighbour.id, parent: id });
  });
});
