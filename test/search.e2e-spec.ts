import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Search } from '../src/modules/search/index.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { archiveOf } from './support/archive.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

interface Hit {
  id: string;
  title: string;
  path: string;
  sections: { id: string; title: string; path: string; body: string; urls: { app: string } }[];
  ancestors: { title: string }[];
  urls: { app: string };
}

interface Answer<T = Hit> {
  count: number;
  items: T[];
  next?: { page: string };
}

type SpaceHits = Pick<Hit, 'id' | 'title'> & { pages: Hit[] };

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  ({ admin } = organization);
});

afterAll(() => test.close());

async function searchSpace(space: string, query: string, more: object = {}, user = admin): Promise<Answer> {
  const answer = await user.api.get(`/v1/spaces/${space}/search`, { query: { query, ...more } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Answer;
}

const titles = async (space: string, query: string): Promise<string[]> =>
  (await searchSpace(space, query)).items.map((item) => item.title);

async function searchAll(user: TestUser, query: string, more: object = {}): Promise<Answer<SpaceHits>> {
  const answer = await user.api.get(`/v1/orgs/${organization.id}/search`, { query: { query, ...more } });
  expect(answer.status, answer.text).toBe(200);
  return answer.body as Answer<SpaceHits>;
}

/** Makes a space with these pages; answers its id. */
async function spaceOf(pages: Record<string, string>, body: object = {}): Promise<string> {
  const { id } = await buildSpace(organization, body);
  await addPages(id, pages);
  return id;
}

const addPages = (space: string, pages: Record<string, string>): Promise<string[]> =>
  buildPages(
    admin,
    space,
    Object.entries(pages).map(([title, markdown]) => ({ title, markdown })),
  );

/** So many pages with equal texts, and titles that begin alike. */
const many = (count: number, title: string, text: string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`${title} ${i}`, text]));

const change = (space: string, changes: object[]) =>
  admin.api.post(`/v1/spaces/${space}/content`, { changes });

describe('search results', () => {
  it('titles come before headings and text, by the word, its other forms and its beginning', async () => {
    const space = await spaceOf({
      Text: 'One can export invoices here.',
      Heading: 'Words.\n\n## Invoices\n\nMore words.',
      Invoices: 'Words.',
      Other: 'Nothing.',
    });
    for (const query of ['invoices', 'invoice', 'INVOICING', 'invoi', 'inv'])
      expect((await titles(space, query)).slice(0, 2), query).toEqual(['Invoices', 'Heading']);
    expect(await titles(space, 'invoices')).toEqual(['Invoices', 'Heading', 'Text']);
    expect(await titles(space, 'elephants')).toEqual([]);
  });

  it('a result has the section with the words, an excerpt, and the pages above', async () => {
    const { id: space } = await buildSpace(organization);
    const [guide] = await buildPages(admin, space, [{ title: 'Guide' }]);
    const long = 'Nothing to see here. '.repeat(40);
    const markdown = `Before.\n\n## First *steps*\n\n${long} Then turn the flux capacitor on. ${long}\n\n## Last\n\nEnd.`;
    const [page] = await buildPages(admin, space, [{ title: 'Start', markdown, into: guide }]);
    const [hit] = (await searchSpace(space, 'flux capacitor')).items;
    expect(hit).toMatchObject({
      id: page,
      title: 'Start',
      path: 'guide/start',
      ancestors: [{ title: 'Guide' }],
    });
    expect(hit?.urls.app).toContain(page);
    expect(hit?.sections).toHaveLength(1);
    const [section] = hit?.sections ?? [];
    expect(section).toMatchObject({
      id: 'first-steps',
      title: 'First steps',
      path: 'guide/start#first-steps',
    });
    expect(section?.urls.app).toMatch(/#first-steps$/);
    expect(section?.body).toContain('turn the flux capacitor on');
    expect(section?.body).toMatch(/^….*…$/);
    expect(section?.body.length).toBeLessThan(300);
    const [lead] = (await searchSpace(space, 'before')).items;
    expect(lead?.sections[0]).toMatchObject({
      id: page,
      title: 'Start',
      path: 'guide/start',
      body: 'Before.',
    });
  });

  it('words are found in tabs, expandables, tables, code, hints and descriptions', async () => {
    const markdown = [
      '{% tabs %}\n{% tab title="Ubuntu" %}\nUse marmalade.\n{% endtab %}\n{% endtabs %}',
      '<details>\n\n<summary>Opening hours</summary>\n\nFrom breakfast on.\n\n</details>',
      '| Fruit | Price |\n| --- | --- |\n| Kumquat | 3 |',
      '```js\nconst pineapple = 1;\n```',
      '{% hint style="info" %}\nBeware of coconuts.\n{% endhint %}',
    ].join('\n\n');
    const space = await spaceOf({ Page: markdown, Other: 'Nothing.' });
    const pages = (await admin.api.get(`/v1/spaces/${space}/content/pages`)).body.pages as { id: string }[];
    await change(space, [{ operation: 'update_page', page: pages[1]?.id, description: 'About rhubarb.' }]);
    for (const word of [
      'marmalade',
      'ubuntu',
      'opening hours',
      'breakfast',
      'kumquat',
      'pineapple',
      'coconuts',
    ])
      expect(await titles(space, word), word).toEqual(['Page']);
    expect(await titles(space, 'rhubarb')).toEqual(['Other']);
    const [hit] = (await searchSpace(space, 'breakfast')).items;
    expect(hit?.sections[0]).toMatchObject({ title: 'Opening hours', body: 'From breakfast on.' });
    const [tabbed] = (await searchSpace(space, 'marmalade')).items;
    expect(tabbed?.sections[0]).toMatchObject({ title: 'Ubuntu', body: 'Use marmalade.' });
  });

  it('names with punctuation are found, whole and in parts', async () => {
    const space = await spaceOf({
      Settings: 'Edit `settings.json` first.',
      Flags: 'Pass `--no-cache` or write to help@example.com.',
      Code: 'Call `foo_bar()` of `beePluginConfig` in v1.2.3 below /usr/local/share.',
      Json: 'The settings of a json parser.',
      Languages: 'Written in C++ and C#.',
    });
    const expected = {
      'settings.json': 'Settings',
      'settings.js': 'Settings',
      '--no-cache': 'Flags',
      'help@example.com': 'Flags',
      'example.com': 'Flags',
      'foo_bar()': 'Code',
      foo_bar: 'Code',
      beePluginConfig: 'Code',
      'plugin config': 'Code',
      'v1.2.3': 'Code',
      '/usr/local/share': 'Code',
      'usr/local': 'Code',
      'C++': 'Languages',
      'c#': 'Languages',
    };
    for (const [query, title] of Object.entries(expected))
      expect((await titles(space, query))[0], query).toBe(title);
  });

  it('words are found with and without their hyphens, and stop words as part of names', async () => {
    const space = await spaceOf({
      Notices: '## Post\n\nWe send an e-mail.',
      Addresses: 'Your emails.',
      Setup: 'To begin.',
      Partners: 'AT&T and others.',
    });
    expect(await titles(space, 'email')).toEqual(expect.arrayContaining(['Notices', 'Addresses']));
    expect(await titles(space, 'e-mail')).toEqual(expect.arrayContaining(['Notices', 'Addresses']));
    expect((await searchSpace(space, 'emai')).items.map(({ sections }) => sections.length)).toEqual([1, 1]);
    expect(await titles(space, 'set-up')).toEqual(['Setup']);
    expect(await titles(space, 'AT&T')).toEqual(['Partners']);
  });

  it('names in camel case are found before pages with their words', async () => {
    const space = await spaceOf({
      'Save templates': '## On save\n\nSave it as a template.',
      Events: '## Calls\n\nSave often.\n\n## onSaveAsTemplate\n\nIs called with a template.',
      Reference: 'Then `onSaveAsTemplate` is called.',
    });
    const { items } = await searchSpace(space, 'onSaveAsTemplate');
    expect(items.map(({ title }) => title)).toEqual(['Events', 'Reference', 'Save templates']);
    expect(items[0]?.sections.map(({ title }) => title)).toEqual(['onSaveAsTemplate']);
  });

  it('phrases between quotes are found', async () => {
    const space = await spaceOf({ Yes: 'The quick brown fox.', No: 'Brown is quick; the fox too.' });
    expect(await titles(space, '"quick brown fox"')).toEqual(['Yes']);
    expect((await titles(space, 'quick brown fox')).sort()).toEqual(['No', 'Yes']);
    expect(await titles(space, '"brown quick"')).toEqual([]);
    expect((await titles(space, '"quick brown')).length).toBe(2);
  });

  it('misspelt words are found, soon after the right ones were first used', async () => {
    const space = await spaceOf({ Authentication: 'Words.', Kaleidoscope: 'Other words.' });
    await expect.poll(() => titles(space, 'authetnication')).toEqual(['Authentication']);
    for (const query of ['autentication', 'authenticaton', 'authemtikation'])
      expect(await titles(space, query), query).toEqual(['Authentication']);
    expect(await titles(space, 'kaleidoscop words')).toContain('Kaleidoscope');
  });
});

describe('languages of search', () => {
  it('scripts without spaces, right-to-left scripts and diacritics are found', async () => {
    const space = await spaceOf({
      部署指南: '在部署之前，请先备份数据库。',
      通知: 'プッシュ通知を設定してください。',
      배포: '데이터베이스를 백업하세요.',
      المدفوعات: 'تُرسَل نسخة من الإيصال.',
      Straße: 'Größe, crème brûlée, Øresund.',
    });
    const expected = {
      备份: '部署指南',
      数据库: '部署指南',
      请先备份数据库: '部署指南',
      署: '部署指南',
      通知: '通知',
      プッシュ: '通知',
      데이터베이스: '배포',
      ترسل: 'المدفوعات',
      الإيصال: 'المدفوعات',
      strasse: 'Straße',
      grosse: 'Straße',
      'creme brulee': 'Straße',
      oresund: 'Straße',
    };
    for (const [query, title] of Object.entries(expected))
      expect((await titles(space, query))[0], query).toBe(title);
  });

  it('endings follow the language of the space, which can change', async () => {
    const space = await spaceOf({ Seite: 'Die Häuser wurden gebaut.' }, { language: 'de' });
    expect(await titles(space, 'haus häusern')).toEqual(['Seite']);
    await addPages(space, { Konto: 'Ihre Einstellungen.' });
    await expect.poll(() => titles(space, 'einstelung')).toEqual(['Konto']);
    const english = await spaceOf({ Page: 'Die Häusern.' }, { language: 'en' });
    expect(await titles(english, 'Häuser gebaut')).toEqual(['Page']);
    expect((await searchSpace(english, '"häuser gebaut"')).count).toBe(0);
    await admin.api.patch(`/v1/spaces/${english}`, { language: 'de' });
    await test.settle();
    expect((await searchSpace(english, 'häuser')).items[0]?.sections[0]?.body).toBe('Die Häusern.');
  });
});

describe('changes of content', () => {
  it('a change shows in the very next search', async () => {
    const space = await spaceOf({ Old: 'walrus', Other: 'zebra' });
    const [old, other] = (
      (await admin.api.get(`/v1/spaces/${space}/content/pages`)).body as { pages: { id: string }[] }
    ).pages;
    expect(await titles(space, 'walrus')).toEqual(['Old']);
    await change(space, [{ operation: 'update_page', page: old?.id, title: 'Renamed' }]);
    expect(await titles(space, 'walrus')).toEqual(['Renamed']);
    expect(await titles(space, 'old')).toEqual([]);
    await change(space, [{ operation: 'update_page', page: old?.id, document: { markdown: 'penguin' } }]);
    expect(await titles(space, 'walrus')).toEqual([]);
    expect(await titles(space, 'penguin')).toEqual(['Renamed']);
    await change(space, [{ operation: 'update_page', page: old?.id, into: other?.id }]);
    expect((await searchSpace(space, 'penguin')).items[0]?.ancestors).toEqual([{ title: 'Other' }]);
    await change(space, [{ operation: 'delete_page', page: other?.id }]);
    expect((await searchSpace(space, 'penguin')).count).toBe(0);
    expect((await searchSpace(space, 'zebra')).count).toBe(0);
  });

  it('the index follows duplicates and spaces that move to another organization', async () => {
    const space = await spaceOf({ Page: 'hippopotamus' });
    const copy = (await admin.api.post(`/v1/spaces/${space}/duplicate`)).body.id as string;
    await test.settle();
    expect(await titles(copy, 'hippopotamus')).toEqual(['Page']);
    const target = await buildOrganization(test);
    const { Members } = await import('../src/modules/organizations/index.js');
    await test.app.get(Members).addMember(target.id, admin.id, 'admin');
    const moved = await admin.api.post(`/v1/spaces/${space}/transfer`, { organization: target.id });
    expect(moved.status, moved.text).toBe(200);
    expect(await titles(space, 'hippopotamus')).toEqual(['Page']);
    const there = await admin.api.get(`/v1/orgs/${target.id}/search`, { query: { query: 'hippopotamus' } });
    expect(there.body.items.map((item: SpaceHits) => item.id)).toEqual([space]);
    expect((await searchAll(admin, 'hippopotamus')).items.map(({ id }) => id)).toEqual([copy]);
  });

  it('a deleted space hides its pages until it is restored', async () => {
    const space = await spaceOf({ Page: 'platypus' });
    await admin.api.delete(`/v1/spaces/${space}`);
    expect((await searchAll(admin, 'platypus')).count).toBe(0);
    expect((await admin.api.get(`/v1/spaces/${space}/search`, { query: { query: 'platypus' } })).status).toBe(
      404,
    );
    await admin.api.post(`/v1/spaces/${space}/restore`);
    expect((await searchAll(admin, 'platypus')).count).toBe(1);
  });
});

describe('permissions of search', () => {
  it('members find the pages that they may see', async () => {
    const open = await spaceOf({ Page: 'secretword' }, { title: 'Open' });
    const closed = await spaceOf({ Page: 'secretword' }, { title: 'Closed' });
    await admin.api.patch(`/v1/spaces/${closed}`, { defaultLevel: null });
    const reader = await organization.member('read');
    const guest = await organization.member(null);
    await admin.api.post(`/v1/spaces/${closed}/permissions`, { users: [guest.id], role: 'read' });
    const found = async (user: TestUser) => {
      const { items, count } = await searchAll(user, 'secretword');
      expect(count).toBe(items.length);
      return items.map((item) => item.title).sort();
    };
    expect(await found(admin)).toEqual(['Closed', 'Open']);
    expect(await found(reader)).toEqual(['Open']);
    expect(await found(guest)).toEqual(['Closed']);
    const status = async (user: TestUser, space: string) =>
      (await user.api.get(`/v1/spaces/${space}/search`, { query: { query: 'secretword' } })).status;
    expect(await status(reader, open)).toBe(200);
    expect(await status(reader, closed)).toBe(404);
    expect(await status(guest, open)).toBe(404);
    const stranger = await buildOrganization(test);
    expect(await status(stranger.admin, open)).toBe(404);
    const there = await stranger.admin.api.get(`/v1/orgs/${organization.id}/search`, {
      query: { query: 'x' },
    });
    expect(there.status).toBe(404);
    const own = await stranger.admin.api.get(`/v1/orgs/${stranger.id}/search`, {
      query: { query: 'secretword' },
    });
    expect(own.body.count).toBe(0);
  });

  it('only writers find hidden pages', async () => {
    const space = await spaceOf({ Shown: 'okapi', Hidden: 'okapi', Unlisted: 'okapi' });
    const pages = (await admin.api.get(`/v1/spaces/${space}/content/pages`)).body.pages as { id: string }[];
    await change(space, [
      { operation: 'update_page', page: pages[1]?.id, hidden: true },
      { operation: 'update_page', page: pages[2]?.id, noIndex: true },
      {
        operation: 'insert_page',
        title: 'Below',
        into: pages[1]?.id,
        document: { markdown: 'okapi' },
      },
    ]);
    expect((await titles(space, 'okapi')).sort()).toEqual(['Below', 'Hidden', 'Shown', 'Unlisted']);
    const listed = await test.app
      .get(Search)
      .inSpaces(
        { organizationId: organization.id, spaces: [{ id: space, language: null }], isListedOnly: true },
        'okapi',
        {},
      );
    expect(listed.items.map(({ title }) => title)).toEqual(['Shown']);
    expect(listed.count).toBe(1);
  });
});

describe('pages of results', () => {
  it('the pages show each hit once, and its total count', async () => {
    const many = Array.from({ length: 45 }, (_, i) => [`Page ${i}`, `capybara number ${i}`]);
    const space = await spaceOf(Object.fromEntries(many) as Record<string, string>);
    const seen: string[] = [];
    let page: string | undefined;
    do {
      const answer = await searchSpace(space, 'capybara', { limit: 20, page });
      expect(answer.count).toBe(45);
      seen.push(...answer.items.map(({ id }) => id));
      page = answer.next?.page;
    } while (page !== undefined);
    expect(new Set(seen).size).toBe(45);
    expect(seen).toHaveLength(45);
    expect((await searchSpace(space, 'capybara')).items).toHaveLength(20);
    const none = await searchSpace(space, 'capybara', { limit: 0 });
    expect(none).toMatchObject({ items: [], count: 45 });
    const bad = await admin.api.get(`/v1/spaces/${space}/search`, {
      query: { query: 'capybara', page: 'x' },
    });
    expect(bad.status).toBe(400);
  });

  it('the pages group an organization by space, the best first', async () => {
    await spaceOf({ One: 'An axolotl.', Two: 'Another axolotl.' }, { title: 'Text' });
    await spaceOf({ Axolotl: 'Words.' }, { title: 'Title' });
    const answer = await searchAll(admin, 'axolotl');
    expect(answer.items.map((item) => [item.title, item.pages.length])).toEqual([
      ['Title', 1],
      ['Text', 2],
    ]);
    expect(answer.count).toBe(2);
    const first = await searchAll(admin, 'axolotl', { limit: 1 });
    const second = await searchAll(admin, 'axolotl', { limit: 1, page: first.next?.page ?? '' });
    expect([...first.items, ...second.items].map((item) => item.title)).toEqual(['Title', 'Text']);
    expect(second.next).toBeUndefined();
  });

  it('the pages show more of an organization than titles alone', async () => {
    await spaceOf({
      Quokka: 'Words.',
      One: 'A quokka.',
      Two: 'Another.',
      Three: 'Two\n\n## Quokka\n\nWords.',
    });
    const { items } = await searchAll(admin, 'quokka');
    expect(items.map(({ pages }) => pages.map(({ title }) => title))).toEqual([['Quokka', 'Three', 'One']]);
  });

  it('the pages begin with hits that have all words, and show each once', async () => {
    const space = await spaceOf({ ...many(40, 'Wombat', 'Words.'), Last: 'A wombat and a potoroo.' });
    const first = await searchSpace(space, 'wombat potoroo');
    const second = await searchSpace(space, 'wombat potoroo', { page: first.next?.page ?? '' });
    const third = await searchSpace(space, 'wombat potoroo', { page: second.next?.page ?? '' });
    expect(first.items[0]?.title).toBe('Last');
    const ids = [first, second, third].flatMap(({ items }) => items.map(({ id }) => id));
    expect([ids.length, new Set(ids).size, first.count]).toEqual([41, 41, 41]);
  });

  it('the page with all the words in its title is found among many that have one', async () => {
    const space = await spaceOf(many(45, 'Numbat', 'A bilby, too.'));
    await addPages(space, { ...many(45, 'Bilby', 'A numbat, too.'), 'Bilby and numbat': 'Words.' });
    expect((await titles(space, 'numbat bilby'))[0]).toBe('Bilby and numbat');
    const [found] = (await searchAll(admin, 'numbat bilby')).items;
    expect(found?.pages[0]?.title).toBe('Bilby and numbat');
  });

  it('pages that have some words in title or heading come before many that have them in the text', async () => {
    const space = await spaceOf(many(45, 'Note', 'A quokka met a potoroo.'));
    await addPages(space, many(15, 'Remark', 'A quokka met a potoroo.'));
    await addPages(space, { Quokka: 'One potoroo.', Meeting: '## Potoroo\n\nThe quokka was there.' });
    expect((await titles(space, 'quokka potoroo')).slice(0, 2)).toEqual(['Quokka', 'Meeting']);
  });

  it('the pages show hits of the requested organization alone, however many others there are', async () => {
    const pages = { Cassowary: 'It runs.', Birds: 'The cassowary, the emu and the kookaburra.' };
    await spaceOf(pages);
    const found = async () => {
      const { items } = await searchAll(admin, 'cassowary');
      return items.map(({ pages: hits }) => hits.map(({ title }) => title));
    };
    expect(await found()).toEqual([['Cassowary', 'Birds']]);
    const other = await buildOrganization(test);
    const { id } = await buildSpace(other, {});
    await buildPages(other.admin, id, [{ title: 'Cassowary', markdown: 'Elsewhere.' }]);
    expect(await found()).toEqual([['Cassowary', 'Birds']]);
  });
});

describe('a search query', () => {
  it('any query is answered, whatever its text', async () => {
    const space = await spaceOf({
      Page: 'To be or not to be, that is the question.',
      "O'Brien": 'It\\s 50% off.',
    });
    const odd = [
      ...[
        "'",
        '"',
        '""',
        '\\',
        '%',
        '&',
        '|',
        '!',
        '(',
        ')',
        ':*',
        '<->',
        '*',
        '?',
        '-- drop',
        '💥',
        '\u200b',
        '\u0001',
        'a\u0001b',
      ],
      ...[
        "' & ! | ( ) <-> :* \\ '",
        "'; drop table search_pages; --",
        '@s:x',
        '^page',
        '~be',
        '%00',
        '\ud83d',
      ],
      ...[
        'a'.repeat(512),
        'x '.repeat(256),
        'ß'.repeat(300),
        '字'.repeat(512),
        '.'.repeat(512),
        'a.'.repeat(256),
      ],
    ];
    for (const query of odd) await searchSpace(space, query);
    for (const query of odd.slice(0, 20)) await searchAll(admin, query);
    for (const query of ['???', '--', '...', '   .   '])
      expect((await searchSpace(space, query)).count, query).toBe(0);
    expect(await titles(space, 'to be or not to be')).toEqual(['Page']);
    expect(await titles(space, 'the')).toEqual(['Page']);
    expect(await titles(space, "o'brien")).toEqual(["O'Brien"]);
    expect(await titles(space, '50%')).toEqual(["O'Brien"]);
  });

  it('a query has 1 to 512 characters', async () => {
    const space = await spaceOf({ Page: 'Words.' });
    for (const path of [`/v1/spaces/${space}/search`, `/v1/orgs/${organization.id}/search`]) {
      for (const query of [{}, { query: '' }, { query: 'a'.repeat(513) }, { query: 'a', limit: 1001 }]) {
        const answer = await admin.api.get(path, { query });
        expect(answer.status, JSON.stringify(query).slice(0, 40)).toBe(400);
        expect(answer.body.error.message).toMatch(/query|limit/);
      }
    }
  });

  it('a query finds very long words', async () => {
    const word = 'donaudampfschifffahrtsgesellschaftskapitaen'.repeat(4);
    const space = await spaceOf({ Long: `A ${word} here.`, Short: 'Nothing.' });
    expect(await titles(space, word)).toEqual(['Long']);
  });
});

it('an import of many pages is indexed in a job', async () => {
  const files = Array.from({ length: 260 }, (_, i) => [
    `p${i}.md`,
    `# Species ${i}\n\nA narwhal of kind k${i}k.`,
  ]);
  const { id: space } = await buildSpace(organization);
  const answer = await admin.api.post(`/v1/spaces/${space}/content/import`, undefined, {
    rawBody: await archiveOf(Object.fromEntries(files) as Record<string, string>),
    headers: { 'content-type': 'application/gzip' },
  });
  expect(answer.status, answer.text).toBe(201);
  await test.settle();
  expect((await searchSpace(space, 'narwhal')).count).toBe(260);
  expect(await titles(space, 'k259k')).toEqual(['Species 259']);
});
