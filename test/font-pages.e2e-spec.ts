import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { FONT_FILE } from './support/fonts.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let owner: MemberBrowser;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  owner = await startMemberBrowser(test, organization.admin.token);
  page = `/app/o/${organization.id}/settings/fonts`;
});

const file = (name: string, content: string | Buffer = FONT_FILE) => ({ name, content, type: 'font/woff2' });
const stored = async () =>
  (await organization.admin.api.get(`/v1/orgs/${organization.id}/fonts`)).body.items as {
    id: string;
    fontFamily: string;
    fontFaces: { weight: number }[];
  }[];

it('a font is uploaded with its weights, renamed, changed and deleted', async () => {
  expect(await owner.read(page)).toContain('There is no font yet');
  const made = await owner.send(page, [file('own-bold.woff2'), file('own-400.woff2')], {
    fontFamily: 'Own <b>',
    weight: '',
  });
  expect(made.headers.get('location')).toBe(`${page}?done=create`);
  const [font] = await stored();
  expect(font!.fontFaces.map(({ weight }) => weight)).toEqual([400, 700]);
  const text = await owner.read(page);
  for (const words of ['Own &lt;b>', 'Bold (700)', 'No site uses it', `${page}/${font!.id}/sample`])
    expect(text).toContain(words);
  const sample = await owner.open(`${page}/${font!.id}/sample`);
  expect(sample.headers.get('content-type')).toContain('text/css');
  const address = /url\('([^']+)'\)/.exec(await sample.text())?.[1];
  expect((await fetch(test.baseUrl + address!)).headers.get('content-type')).toBe('font/woff2');

  await owner.send(page, [file('x.woff2')], { font: font!.id, weight: '900' });
  await owner.post(page, { do: 'rename', font: font!.id, fontFamily: 'Ours' });
  await owner.post(page, { do: 'remove-weight', font: font!.id, weight: '400' });
  const [changed] = await stored();
  expect([changed!.fontFamily, changed!.fontFaces.map(({ weight }) => weight)]).toEqual(['Ours', [700, 900]]);
  await owner.post(page, { do: 'remove-weight', font: font!.id, weight: '900' });
  const last = await owner.post(page, { do: 'remove-weight', font: font!.id, weight: '700' });
  expect([last.status, await last.text()]).toEqual([400, expect.stringContaining('the only weight')]);
  expect((await owner.post(page, { do: 'delete', font: font!.id })).status).toBe(303);
  expect(await stored()).toEqual([]);
});

it.each([
  [[], { fontFamily: 'Own' }, 'Choose at least one font file'],
  [[file('own.woff2')], { fontFamily: 'Own' }, 'does not say how heavy'],
  [[file('own-italic.woff2')], { fontFamily: 'Own', weight: '400' }, 'is a slanted font'],
  [[file('own-400.woff2', 'no font')], { fontFamily: 'Own' }, 'not a web font'],
  [[file('own-400.exe')], { fontFamily: 'Own' }, 'own-400.exe'],
  [[file('a-400.woff2'), file('b-regular.woff2')], { fontFamily: 'Own' }, 'weight'],
  [[file('own-400.woff2')], { fontFamily: '' }, 'fontFamily'],
])('an upload is refused with a reason: %#', async (files, fields, reason) => {
  const refused = await owner.send(
    page,
    files as ReturnType<typeof file>[],
    { weight: '', ...fields } as never,
  );
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(reason)]);
  expect(await stored()).toEqual([]);
});

it('a font that a site uses names it, and is not deleted', async () => {
  await owner.send(page, [file('own-400.woff2')], { fontFamily: 'Own', weight: '' });
  const [font] = await stored();
  const sites = `/v1/orgs/${organization.id}/sites`;
  const { body: site } = await organization.admin.api.post(sites, { title: 'Guide <i>' });
  const looks = `${sites}/${site.id}/customization`;
  const { body } = await organization.admin.api.get(looks);
  const styling = { ...body.styling, font };
  expect((await organization.admin.api.put(looks, { ...body, styling })).status).toBe(200);
  const text = await owner.read(page);
  for (const words of [`/sites/${site.id}/looks`, 'Guide &lt;i>', 'once no site uses it'])
    expect(text).toContain(words);
  const refused = await owner.post(page, { do: 'delete', font: font!.id });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('uses this font')]);
});

it('members look, those with the role "create" change, and other organizations see nothing', async () => {
  await owner.send(page, [file('own-400.woff2')], { fontFamily: 'Own', weight: '' });
  const [font] = await stored();
  const reader = await startMemberBrowser(test, (await organization.member('read')).token);
  const text = await reader.read(page);
  expect(text).toContain('Own');
  expect(text).not.toContain('New font');
  expect((await reader.send(page, [file('own-400.woff2')], { fontFamily: 'Mine' })).status).toBe(403);
  expect((await reader.post(page, { do: 'delete', font: font!.id })).status).toBe(403);
  const other = await buildOrganization(test);
  const stranger = await startMemberBrowser(test, other.admin.token);
  for (const path of [page, `${page}/${font!.id}/sample`])
    expect((await stranger.open(path)).status).toBe(404);
  const theirs = `/app/o/${other.id}/settings/fonts`;
  const forms: Record<string, string>[] = [
    { do: 'rename', font: font!.id, fontFamily: 'X' },
    { do: 'remove-weight', font: font!.id, weight: '400' },
  ];
  for (const form of forms) expect((await stranger.post(theirs, form)).status).toBe(404);
  await stranger.post(theirs, { do: 'delete', font: font!.id });
  expect(await stored()).toHaveLength(1);
});
