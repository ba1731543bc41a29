import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LookDrafts } from '../src/modules/sites/index.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
});

afterAll(() => test.close());

/** A published site of two spaces, with the address of the page of its looks. */
async function build() {
  const { api } = organization.admin;
  const spaces: string[] = [];
  for (const title of ['Guide', 'Reference']) {
    const { id } = await buildSpace(organization, { title });
    await buildPages(organization.admin, id, [{ title: 'Welcome', markdown: 'Hello.' }]);
    spaces.push(id);
  }
  const { body } = await api.post(`/v1/orgs/${organization.id}/sites`, { title: 'Docs', spaces });
  const path = `/v1/orgs/${organization.id}/sites/${body.id}`;
  const { urls } = (await api.post(`${path}/publish`)).body as { urls: { published: string } };
  const siteSpaces = (await api.get(`${path}/site-spaces`)).body.items as { id: string }[];
  const looks = `/app/o/${organization.id}/sites/${body.id}/looks`;
  return { path, looks, published: new URL(urls.published).pathname, siteSpaces };
}

/** The form as browsers would send it: the fields of the page, with changes; null leaves a field out. */
function fieldsOf(page: string, changes: Record<string, string | null>): Record<string, string> {
  const [form = ''] = /<form[^>]*looks-form[\s\S]*?<\/form>/.exec(page) ?? [];
  const fields: Record<string, string> = {};
  const attribute = (tag: string, name: string) => unescape(new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1]);
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const isTick = tag.includes('type="checkbox"');
    if (!isTick || / checked/.test(tag))
      fields[attribute(tag, 'name')] = isTick ? 'on' : attribute(tag, 'value');
  }
  for (const [, tag = '', words = ''] of form.matchAll(/<textarea([^>]*)>([\s\S]*?)<\/textarea>/g))
    fields[attribute(tag, 'name')] = unescape(words);
  for (const [, tag = '', options = ''] of form.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g))
    fields[attribute(tag, 'name')] = attribute(
      /<option[^>]* selected[^>]*>/.exec(options)?.[0] ?? '',
      'value',
    );
  for (const [name, value] of Object.entries(changes))
    if (value === null) delete fields[name];
    else fields[name] = value;
  return fields;
}

function unescape(text = ''): string {
  return text.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** The address at the port that the test has. */
const here = (url: string) => test.baseUrl + new URL(url).pathname;

const settingsOf = async (path: string) =>
  (await organization.admin.api.get(`${path}/customization`)).body as Record<string, unknown>;

describe('the looks of a site', () => {
  it('saves what the form changes and keeps all else', async () => {
    const { path, looks, published } = await build();
    const before = await settingsOf(path);
    const unchanged = await owner.post(looks, { ...fieldsOf(await owner.read(looks), {}), do: 'save' });
    expect(unchanged.headers.get('location')).toBe(`${looks}?done=save`);
    expect({ ...(await settingsOf(path)), updatedAt: 0 }).toEqual({ ...before, updatedAt: 0 });
    const fields = fieldsOf(await owner.read(looks), {
      'styling.primaryColor.light': '#ffd400',
      'pagination.enabled': null,
      'link.0.title': 'Shop',
      'link.0.to': 'https://example.com/shop',
      'link.0.links': 'Cups | https://example.com/cups\nhttps://example.com/hats',
      'announcement.enabled': 'on',
      'announcement.message': 'We moved.',
    });
    await owner.post(looks, { ...fields, do: 'save' });
    expect(await settingsOf(path)).toMatchObject({
      styling: { primaryColor: { light: '#ffd400' }, corners: 'rounded' },
      pagination: { enabled: false },
      header: {
        links: [
          {
            title: 'Shop',
            to: { kind: 'url', url: 'https://example.com/shop' },
            links: [{ title: 'Cups' }, { title: 'https://example.com/hats' }],
          },
        ],
      },
      announcement: { enabled: true, message: 'We moved.' },
    });
    const page = await owner.read(looks);
    expect(page).toContain('has a contrast of 1.4 : 1');
    expect((await test.api.get(published)).text).toContain('We moved.');
  });

  it('refuses to overwrite a change of somebody else, and joins changes of other settings', async () => {
    const { path, looks } = await build();
    const opened = await owner.read(looks);
    const other = await settingsOf(path);
    const styling = { ...(other['styling'] as object), corners: 'straight' };
    await organization.admin.api.put(`${path}/customization`, { ...other, styling });
    const joined = await owner.post(looks, { ...fieldsOf(opened, { 'styling.depth': 'flat' }), do: 'save' });
    expect(joined.status).toBe(303);
    expect(await settingsOf(path)).toMatchObject({ styling: { corners: 'straight', depth: 'flat' } });
    const lost = await owner.post(looks, {
      ...fieldsOf(opened, { 'styling.corners': 'circular', 'footer.copyright': 'Typed by hand' }),
      do: 'save',
    });
    expect(lost.status).toBe(409);
    const page = await lost.text();
    expect(page).toContain('Somebody else has changed “Corners”');
    expect(page).toContain('value="Typed by hand"');
    expect(await settingsOf(path)).toMatchObject({ styling: { corners: 'straight' } });
  });

  it('gives one space looks that the rest of the site has not, and takes them back', async () => {
    const { path, looks, siteSpaces } = await build();
    const variant = siteSpaces[1]!.id;
    const here = `${looks}?variant=${variant}`;
    const fields = fieldsOf(await owner.read(here), { 'styling.corners': 'circular' });
    expect((await owner.post(here, { ...fields, do: 'save' })).status).toBe(303);
    expect(await settingsOf(path)).toMatchObject({ styling: { corners: 'rounded' } });
    const own = `${path}/site-spaces/${variant}/customization`;
    const read = async () => (await organization.admin.api.get(own)).body as unknown;
    expect(await read()).toMatchObject({ hasOverrides: true, styling: { corners: 'circular' } });
    const opened = await owner.read(here);
    await organization.admin.api.patch(own, { styling: { corners: 'straight' } });
    const lost = await owner.post(here, {
      ...fieldsOf(opened, { 'styling.corners': 'rounded' }),
      do: 'save',
    });
    expect([lost.status, await lost.text()]).toEqual([
      409,
      expect.stringContaining('Somebody else has changed “Corners”'),
    ]);
    await owner.post(here, { do: 'reset' });
    expect(await read()).toMatchObject({ hasOverrides: false, styling: { corners: 'rounded' } });
  });

  it('says that a space cannot be without what the whole site has', async () => {
    const { path, looks, siteSpaces } = await build();
    await organization.admin.api.put(`${path}/customization`, {
      ...(await settingsOf(path)),
      title: 'All of it',
    });
    const here = `${looks}?variant=${siteSpaces[1]!.id}`;
    const answer = await owner.post(here, { ...fieldsOf(await owner.read(here), { title: '' }), do: 'save' });
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining('cannot go without what the whole site has'),
    ]);
  });

  it('uploads a logo for readers, and removes it', async () => {
    const { path, looks, published } = await build();
    const file = { name: 'logo.png', content: PIXEL as never, type: 'image/png' };
    const sent = await owner.send(looks, [file], { picture: 'header.logo', mode: 'both' });
    expect(sent.headers.get('location')).toBe(`${looks}?done=upload`);
    expect((await test.api.get(published)).text).toContain('/~images/');
    const refused = await owner.send(looks, [{ name: 'a.txt', content: 'words', type: 'text/plain' }], {
      picture: 'header.logo',
    });
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain('is not a picture');
    await owner.post(looks, { do: 'remove-picture', picture: 'header.logo' });
    expect((await settingsOf(path))['header']).not.toHaveProperty('logo');
  });
});

describe('unsaved looks', () => {
  it('are in the preview of their author only, in a frame of the app', async () => {
    const { path, published } = await build();
    const settings = await settingsOf(path);
    const announcement = { enabled: true, message: 'Only a draft', style: 'info' };
    const answer = await organization.admin.api.put(`${path}/customization/draft`, {
      ...settings,
      announcement,
    });
    expect(answer.status, answer.text).toBe(200);
    const preview = await fetch(here((answer.body as { url: string }).url));
    expect(await preview.text()).toContain('Only a draft');
    expect(preview.headers.get('content-security-policy')).toContain("frame-ancestors 'self' http");
    expect((await test.api.get(published)).text).not.toContain('Only a draft');
    const plain = (await organization.admin.api.get(`${path}/publishing/preview`)).body as { url: string };
    expect(await (await fetch(here(plain.url))).text()).not.toContain('Only a draft');
  });

  it('are shown by a form without scripts', async () => {
    const { looks } = await build();
    const fields = fieldsOf(await owner.read(looks), { 'footer.copyright': 'Not saved' });
    const answer = await owner.post(looks, { ...fields, do: 'preview' });
    expect(answer.headers.get('location')).toBe(`${looks}?draft=1#preview`);
    const page = await owner.read(`${looks}?draft=1`);
    expect(page).toContain('value="Not saved"');
    expect(page).toContain('sandbox="allow-scripts"');
    expect(await owner.read(looks)).not.toContain('Not saved');
  });

  it('are forgotten after a day, and when their author leaves', async () => {
    const { path } = await build();
    const member = await organization.member('admin');
    const draft = async (user: Pick<typeof member, 'api'>) =>
      expect((await user.api.put(`${path}/customization/draft`, await settingsOf(path))).status).toBe(200);
    const kept = () =>
      test.db.queryColumn<string>('select user_id as id from site_look_drafts where site_id = $1', [
        path.split('/').at(-1),
      ]);
    await draft(organization.admin);
    await draft(member);
    expect(await kept()).toHaveLength(2);
    await organization.admin.api.delete(`/v1/orgs/${organization.id}/members/${member.id}`);
    expect(await kept()).toEqual([organization.admin.id]);
    await test.app.get(LookDrafts).forgetOld();
    expect(await kept()).toHaveLength(1);
    test.clock.advance(25 * 3_600_000);
    await test.app.get(LookDrafts).forgetOld();
    expect(await kept()).toEqual([]);
    test.clock.reset();
  });

  it('are refused where saving them would be', async () => {
    const { path } = await build();
    const settings = await settingsOf(path);
    const footer = {
      groups: [{ title: 'A', links: [{ title: 'x', to: { kind: 'url', url: 'javascript:1' } }] }],
    };
    const answer = await organization.admin.api.put(`${path}/customization/draft`, { ...settings, footer });
    expect(answer.status).toBe(400);
  });
});

it('strangers find no looks, and members who only read are refused', async () => {
  const { looks } = await build();
  const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
  expect((await stranger.open(looks)).status).toBe(404);
  expect((await stranger.post(looks, { do: 'save' })).status).toBe(404);
  const reader = await startMemberBrowser(test, (await organization.member('read')).token);
  expect((await reader.open(looks)).status).toBe(403);
  expect((await reader.post(looks, { do: 'save' })).status).toBe(403);
  const deep = '['.repeat(40_000);
  for (const shown of ['', 'nonsense', '{}', '[]', 'null', deep + ']'.repeat(deep.length)])
    expect((await owner.post(looks, { do: 'save', shown })).status).toBe(400);
  const hostile = fieldsOf(await owner.read(looks), {
    'link.0.title': 'Deep',
    'link.0.to': '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000),
    'styling.primaryColor.light': 'f'.repeat(50_000),
  });
  expect((await owner.post(looks, { ...hostile, do: 'save' })).status).toBe(400);
});
