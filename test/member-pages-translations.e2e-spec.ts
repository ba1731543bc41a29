import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writePage } from './support/change-requests.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildToken,
  type TestOrganization,
} from './support/factories.js';
import { startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import {
  buildTranslation,
  readTranslation,
  runAgain,
  runsOf,
  startTranslatorFor,
  translateAt,
} from './support/translations.js';
import { refuse, shout, translate } from './support/translator.js';

let test: TestApp;
let organization: TestOrganization;
let space: string;
let list: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  list = `/app/o/${organization.id}/translations`;
  space = (await buildSpace(organization, { title: 'Guide <b>one</b>' })).id;
  await buildPages(organization.admin, space, [{ title: 'Start', markdown: 'Press the button.' }]);
});
afterAll(() => test.close());

describe('Pages about translations', () => {
  it('they create a translation, mark the test provider as a test, and start a run', async () => {
    const admin = await startMemberBrowser(test, organization.admin.token);
    const empty = await admin.read(list);
    expect(empty).toContain('There are no translations');
    expect(empty).toContain('This is a test, no translation.');
    expect(empty).not.toMatch(/name="sites" checked/);
    expect(empty).toContain('<option value>Choose the language it is written in</option>');
    expect(empty).not.toContain('The language of the space');
    expect(await admin.read(`/app/o/${organization.id}`)).toContain(`href="${list}"`);
    const form = { space, from: 'en', language: 'fr', automatic: 'on' };
    for (const [given, status, words] of [
      [{ ...form, language: '' }, 400, 'language: choose'],
      [{ ...form, from: '' }, 400, 'Choose the language it is written in.'],
      [{ ...form, from: 'space' }, 400, 'Choose the language it is written in, since the settings of'],
      [{ ...form, language: 'en' }, 400, 'choose another one'],
    ] as const) {
      const answer = await admin.post(list, given);
      expect([answer.status, await answer.text()]).toEqual([status, expect.stringContaining(words)]);
    }
    expect((await admin.post(list, { ...form, space: 'none' })).status).toBe(404);
    expect((await admin.post(list, form, { Origin: 'https://evil.example' })).status).toBe(403);
    const made = await admin.post(list, form);
    const page = made.headers.get('location') ?? '';
    expect([made.status, page]).toEqual([303, expect.stringMatching(new RegExp(`^${list}/\\w+$`))]);
    await test.settle();
    const again = await admin.post(list, form);
    expect([again.status, await again.text()]).toEqual([409, expect.stringContaining('already')]);

    const location = `${test.baseUrl}/v1/orgs/${organization.id}/translations/${page.split('/').at(-1)}`;
    const made1 = await readTranslation(organization.admin, location);
    expect(made1).toMatchObject({ automatic: true, onSites: false });
    const listed = await admin.read(list);
    for (const part of [
      'Guide &lt;b>one&lt;/b>',
      `href="${page}"`,
      `href="/app/s/${made1.result.space}"`,
      'test (pseudo-localisation)',
      '1 of 1 page, 4 words sent',
    ])
      expect(listed).toContain(part);
    for (const [given, status] of [
      [{ do: 'nothing' }, 400],
      [{ do: 'run' }, 303],
    ] as const)
      expect((await admin.post(page, given)).status).toBe(status);
    expect((await admin.post(page, { do: 'run' }, { 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
    await test.settle();
    expect(await runsOf(organization.admin, location)).toHaveLength(2);
    const shown = await admin.read(page);
    for (const part of ['Somebody asked for it', 'It was new', 'This is a test', '2 runs'])
      expect(shown).toContain(part);
    const { body } = await organization.admin.api.get(`/v1/orgs/${organization.id}/audit-events`, {
      query: { action: 'translation.run' },
    });
    expect(body.items).toMatchObject([{ source: 'ui', actor: { id: organization.admin.id } }]);
  });

  it('they change instructions and settings, and end a translation, whose space stays', async () => {
    const own = await buildOrganization(test);
    const { id } = await buildSpace(own, { title: 'Guide' });
    const { id: translation, result, urls } = await buildTranslation(test, own, id, { automatic: false });
    const pages = `/app/o/${own.id}/translations`;
    const page = `${pages}/${translation}`;
    const admin = await startMemberBrowser(test, own.admin.token);
    expect(await admin.read(page)).toContain('stays with all its pages');
    const settings = { do: 'settings', automatic: 'on', sites: 'on' };
    const instructions = { do: 'instructions', instructions: 'Say **du** & “du”.' };
    for (const form of [settings, instructions]) {
      const answer = await admin.post(page, form);
      expect([answer.status, answer.headers.get('location')]).toEqual([303, `${page}?done=${form.do}`]);
    }
    await test.settle();
    const changed = await readTranslation(own.admin, urls.location);
    expect(changed).toMatchObject({ automatic: true, onSites: true });
    const shown = await admin.read(`${page}?done=instructions`);
    for (const part of ['Other instructions', 'The instructions are changed.', 'Say **du** &amp; “du”.'])
      expect(shown).toContain(part);
    await admin.post(page, { do: 'settings' });
    expect(await readTranslation(own.admin, urls.location)).toMatchObject({
      automatic: false,
      onSites: false,
    });

    const reader = await startMemberBrowser(test, (await own.member('read')).token);
    expect(await reader.read(page)).not.toMatch(/value="(settings|instructions|delete)"/);
    const stranger = await startMemberBrowser(test, organization.admin.token);
    for (const form of [settings, instructions, { do: 'delete' }]) {
      expect((await reader.post(page, form)).status).toBe(403);
      expect((await stranger.post(page, form)).status).toBe(404);
    }
    expect((await admin.post(page, { do: 'delete' })).headers.get('location')).toBe(`${pages}?done=delete`);
    expect(await admin.read(`${pages}?done=delete`)).toContain('The translation is ended.');
    expect((await admin.open(page)).status).toBe(404);
    expect((await own.admin.api.get(`/v1/spaces/${result.space}`)).status).toBe(200);
  });

  it('they take the language of the space where it has one', async () => {
    const admin = await startMemberBrowser(test, organization.admin.token);
    const { id } = await buildSpace(organization, { title: 'Handbuch', language: 'de' });
    const offered = await admin.read(list);
    expect(offered).toContain('Handbuch (German)');
    expect(offered).toContain('The language of the space, where it has one');
    const own = await buildOrganization(test);
    await buildSpace(own, { title: 'Handbuch', language: 'de' });
    const other = await startMemberBrowser(test, own.admin.token);
    expect(await other.read(`/app/o/${own.id}/translations`)).toMatch(/<option value="space" selected/);
    expect((await admin.post(list, { space: id, from: 'space', language: 'en' })).status).toBe(303);
  });

  it('they let members below the required role look and not run, and show strangers nothing', async () => {
    const own = await buildOrganization(test);
    const { id } = await buildSpace(own, { title: 'Open guide' });
    const { id: closed } = await buildSpace(own, { title: 'Closed guide' });
    const open = await buildTranslation(test, own, id, { automatic: false });
    const hidden = await buildTranslation(test, own, closed, { automatic: false });
    for (const space of [closed, open.result.space, hidden.result.space])
      await own.admin.api.patch(`/v1/spaces/${space}`, { defaultLevel: null });
    const [pages, openPage, hiddenPage] = ['', `/${open.id}`, `/${hidden.id}`].map(
      (end) => `/app/o/${own.id}/translations${end}`,
    ) as [string, string, string];
    const reader = await startMemberBrowser(test, (await own.member('read')).token);
    for (const path of [pages, openPage]) {
      const text = await reader.read(path);
      expect(text).toContain('Open guide');
      expect(text).toContain('not visible to you');
      expect(text).not.toMatch(/Closed guide|value="run"|name="space"/);
      expect(text).not.toContain(open.result.space);
    }
    expect((await reader.post(openPage, { do: 'run' })).status).toBe(403);
    for (const path of [hiddenPage, `${pages}/none`]) {
      expect((await reader.open(path)).status).toBe(404);
      expect((await reader.post(path, { do: 'run' })).status).toBe(404);
    }
    expect((await reader.post(pages, { space: id, from: 'en', language: 'de' })).status).toBe(403);
    expect((await reader.post(pages, { space: closed, from: 'en', language: 'de' })).status).toBe(404);
    const guest = await startMemberBrowser(test, (await own.member(null)).token);
    expect(await guest.read(pages)).not.toContain('guide');
    const stranger = await startMemberBrowser(test, organization.admin.token);
    for (const path of [pages, openPage]) expect((await stranger.open(path)).status).toBe(404);
    const { token } = await buildToken(test, own.admin.id, ['organization:read', 'space:metadata:read']);
    expect((await (await startMemberBrowser(test, token)).open(pages)).status).toBe(403);
  });

  it('they say which texts were not translated, which edits were kept and why a run failed', async () => {
    const own = await buildOrganization(test);
    const server = await startTranslatorFor(test);
    try {
      const { id } = await buildSpace(own, { title: 'Manual' });
      const [page = ''] = await buildPages(own.admin, id, [
        { title: 'First', markdown: 'Stubborn **<i>words</i>**.\n\nLast words.' },
      ]);
      server.always(translate((text) => (text.startsWith('Stubborn') ? 'LOST' : shout(text))));
      const { urls, result, id: translation } = await buildTranslation(test, own, id, { automatic: false });
      const write = (to: string, text: string) =>
        writePage(own.admin, `/v1/spaces/${to}`, page, `Stubborn **words**.\n\n${text}`);
      await write(result.space, 'Derniers mots.');
      await write(id, 'Very last words.');
      await runAgain(test, own.admin, urls.location);
      server.always(refuse(401));
      await write(id, 'Really the last words.');
      expect(await runAgain(test, own.admin, urls.location)).toMatchObject({ status: 'failed' });
      const admin = await startMemberBrowser(test, own.admin.token);
      const shown = await admin.read(`/app/o/${own.id}/translations/${translation}`);
      for (const part of [
        'Left in English',
        'Stubborn',
        'Kept as written by hand',
        '1 edit by hand kept',
        `href="/app/s/${result.space}/~/pages/${page}"`,
        'chat model',
      ])
        expect(shown).toContain(part);
      expect(shown).toMatch(/class="member-problem">[^<]+401/);
      expect(shown).not.toMatch(/This is a test|<i>words/);
      expect(await admin.read(`/app/o/${own.id}/translations`)).toMatch(/<td>failed<\/td>/);
    } finally {
      translateAt(test, undefined);
      await server.close();
    }
  });
});
