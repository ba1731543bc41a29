import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildOrganization, buildToken, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: MemberBrowser;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});
afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  admin = await startMemberBrowser(test, organization.admin.token);
  page = `/app/o/${organization.id}/translations/glossary`;
});

interface Entry {
  id: string;
  translations: Record<string, string>;
  updatedAt: string;
}

const stored = async (search?: string): Promise<Entry[]> =>
  (
    await organization.admin.api.get(`/v1/orgs/${organization.id}/translations-glossary`, {
      query: search === undefined ? {} : { search },
    })
  ).body.items;

const insert = (...all: Record<string, string>[]) =>
  organization.admin.api.put(`/v1/orgs/${organization.id}/translations-glossary`, {
    operations: all.map((translations) => ({ type: 'insert', translations })),
  });

describe('The glossary', () => {
  it('is added to, searched, and read page by page', async () => {
    expect(await admin.read(page)).toContain('The glossary has no entries.');
    const form = {
      ...{ do: 'add', 'language-0': 'en', 'term-0': ' change <b>request</b> ' },
      ...{ 'language-1': 'fr', 'term-1': 'demande' },
    };
    const made = await admin.post(page, form);
    expect([made.status, made.headers.get('location')]).toEqual([303, `${page}?done=add`]);
    expect(await stored()).toMatchObject([{ translations: { en: 'change <b>request</b>', fr: 'demande' } }]);
    const shown = await admin.read(`${page}?done=add`);
    expect(shown).toContain('change &lt;b>request');
    expect(shown).toContain('The entry is added.');
    for (const [given, words] of [
      [{ do: 'add' }, 'Give at least one term'],
      [{ do: 'add', 'term-0': 'x' }, 'Choose the language'],
      [{ ...form, 'language-1': 'en' }, 'There are two terms in English'],
      [{ ...form, 'language-1': 'tlh' }, 'operations'],
    ] as const) {
      const answer = await admin.post(page, given);
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)]);
    }
    await insert(...Array.from({ length: 60 }, (_, at) => ({ en: `Term ${at}`, de: `100%_${at}` })));
    expect(await admin.read(page)).toContain('More entries');
    const found = await admin.read(`${page}?find=${encodeURIComponent('%_5')}`);
    expect(found).toContain('Term 59');
    expect(found).not.toMatch(/Term 6\b|More entries/);
    expect(await admin.read(`${page}?find=nothing+such`)).toContain('No entry has “nothing such”');
    expect(await stored('tErM 42')).toHaveLength(1);
  });

  it('changes an entry unless somebody else did meanwhile, and deletes it', async () => {
    await insert({ en: 'site' });
    const [entry] = await stored();
    const one = `${page}/entries/${entry!.id}`;
    const shown = await admin.read(one);
    const state = /name="state" value="([^"]+)"/.exec(shown)?.[1] ?? '';
    const save = {
      do: 'save',
      state,
      'language-0': 'en',
      'term-0': 'site',
      'language-1': 'de',
      'term-1': 'Seite',
    };
    expect((await admin.post(one, save)).status).toBe(303);
    expect((await stored())[0]!.translations).toEqual({ en: 'site', de: 'Seite' });
    const late = await admin.post(one, { ...save, 'term-1': 'Auftritt' });
    const text = await late.text();
    expect([late.status, text]).toEqual([409, expect.stringContaining('Somebody changed this entry')]);
    expect(text).toContain('Auftritt');
    expect((await admin.post(one, { do: 'delete' })).headers.get('location')).toBe(`${page}?done=deleted`);
    expect(await stored()).toEqual([]);
    expect((await admin.open(one)).status).toBe(404);
  });

  it('goes out as a table and comes in as one, which is shown before anything changes', async () => {
    await insert({ en: '=cmd()', fr: 'formule' }, { en: 'space' });
    const [formula, space] = await stored();
    const download = await admin.open(`${page}/csv/download`);
    expect(download.headers.get('content-type')).toContain('text/csv');
    const csv = await download.text();
    expect(csv).toBe(`id,en,fr\r\n${formula!.id},'=cmd(),formule\r\n${space!.id},space,\r\n`);
    const same = await admin.send(`${page}/csv`, [{ name: 'g.csv', content: csv }]);
    expect(await same.text()).toContain('There is nothing to do.');

    const table = `id,FR,de\n${space!.id},espace,\n,nuage <i>,Wolke\nnone,x,y\n,,\n`;
    const looked = await admin.send(`${page}/csv`, [{ name: 'g.csv', content: table }]);
    const report = await looked.text();
    for (const part of ['1 glossary term would be added', '1 changed', 'there is no entry', 'nuage &lt;i>'])
      expect(report).toContain(part);
    expect(await stored()).toHaveLength(2);
    const done = await admin.post(`${page}/csv`, { do: 'apply', table });
    expect([done.status, done.headers.get('location')]).toEqual([303, `${page}?added=1&changed=1`]);
    expect(await admin.read(`${page}?added=1&changed=1`)).toContain('1 entry added, 1 changed.');
    const translations = (await stored()).map((entry) => entry.translations);
    expect(translations).toEqual([
      { en: '=cmd()', fr: 'formule' },
      { en: 'space', fr: 'espace' },
      { fr: 'nuage <i>', de: 'Wolke' },
    ]);
    for (const [wrong, words] of [
      ['', 'Paste a table'],
      ['word,fr\na,b', 'names the languages by their codes'],
      ['en,en\na,b', 'a column twice'],
      ['en', 'needs a line with the languages'],
    ] as const) {
      const answer = await admin.post(`${page}/csv`, { do: 'preview', table: wrong });
      expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining(words)]);
    }
  });

  it('is read by members, changed by those who may, and not there for others', async () => {
    await insert({ en: 'site' });
    const one = `${page}/entries/${(await stored())[0]!.id}`;
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(page)).not.toMatch(/New entry|Bring entries/);
    expect(await reader.read(one)).not.toContain('value="save"');
    expect((await reader.open(`${page}/csv/download`)).status).toBe(200);
    expect((await reader.open(`${page}/csv`)).status).toBe(403);
    const add = { do: 'add', 'language-0': 'en', 'term-0': 'x' };
    expect((await reader.post(page, add)).status).toBe(403);
    expect((await reader.post(one, { do: 'delete' })).status).toBe(403);
    const guest = await startMemberBrowser(test, (await organization.member(null)).token);
    const stranger = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const browser of [guest, stranger])
      for (const path of [page, one, `${page}/csv`, `${page}/csv/download`])
        expect((await browser.open(path)).status).toBe(404);
    expect((await stranger.post(one, { do: 'delete' })).status).toBe(404);
    expect((await admin.post(page, add, { Origin: 'https://evil.example' })).status).toBe(403);
    const { token } = await buildToken(test, organization.admin.id, ['organization:read']);
    const narrow = await startMemberBrowser(test, token);
    expect((await narrow.post(page, add)).status).toBe(403);
    expect(await stored()).toHaveLength(1);
  });
});
