import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../src/modules/spaces/index.js';
import { Glossary } from '../src/modules/translations/glossary/glossary.service.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let org: TestOrganization;

beforeAll(async () => (test = await shareTestApp()));
beforeEach(async () => (org = await buildOrganization(test)));
afterAll(() => test.close());

const path = (id = '', organization = org) =>
  `/v1/orgs/${organization.id}/translations-glossary${id && `/${id}`}`;
const insert = (translations: unknown) => ({ type: 'insert', translations });
const put = (...operations: object[]) => org.admin.api.put(path(), { operations });
const items = async () => (await org.admin.api.get(path())).body.items;

describe('a glossary', () => {
  it('takes entries, changes their terms, and deletes them', async () => {
    expect((await org.admin.api.get(path())).body).toEqual({ items: [], count: 0 });
    const made = await put(insert({ en: 'page', de: 'Seite' }), insert({ en: 'space', fr: 'espace' }));
    expect(made.status).toBe(204);
    const [page, space] = await items();
    expect(page).toEqual({
      object: 'glossary-entry',
      id: expect.any(String),
      translations: { en: 'page', de: 'Seite' },
      createdAt: expect.any(String),
      updatedAt: page.createdAt,
      urls: { location: expect.stringMatching(`${path(page.id)}$`) },
    });
    expect((await org.admin.api.get(path(page.id))).body).toEqual(page);

    const same = { type: 'update', id: page.id, translations: page.translations };
    const other = { type: 'update', id: space.id, translations: { en: 'space', de: 'Bereich' } };
    expect((await put(same, other)).status).toBe(204);
    const [kept, changed] = await items();
    expect(kept).toEqual(page);
    expect(changed).toMatchObject({ translations: other.translations, createdAt: space.createdAt });
    expect(changed.updatedAt > space.updatedAt).toBe(true);

    const gone = { type: 'delete', id: page.id };
    expect((await put(gone, gone, { type: 'delete', id: 'never' })).status).toBe(204);
    expect((await org.admin.api.get(path(page.id))).status).toBe(404);
    expect(await items()).toEqual([changed]);
  });

  it('is paged, oldest entry first', async () => {
    await put(...['one', 'two', 'three'].map((en) => insert({ en })));
    const first = (await org.admin.api.get(path(), { query: { limit: 2 } })).body;
    expect(first.count).toBe(3);
    const rest = (await org.admin.api.get(path(), { query: { limit: 2, page: first.next.page } })).body;
    const ids = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(3);
  });

  it('accepts terms in every language of translations', async () => {
    const translations = Object.fromEntries(LANGUAGES.map((language) => [language, `término ${language}`]));
    expect((await put(insert(translations))).status).toBe(204);
    expect((await items())[0].translations).toEqual(translations);
  });

  it('accepts a thousand operations at once', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => insert({ en: `term ${at}`, de: `Begriff ${at}` }));
    expect((await put(...many)).status).toBe(204);
    expect((await org.admin.api.get(path(), { query: { limit: 0 } })).body.count).toBe(1000);
    expect((await put(...many, insert({ en: 'more' }))).status).toBe(400);
  });

  it('is limited to 5000 entries', async () => {
    await test.db.execute(
      `insert into glossary_entries select $1, 'e' || n, '{"en": "x"}', now(), now() from generate_series(1, 4999) n`,
      [org.id],
    );
    expect((await put(insert({ en: 'last' }))).status).toBe(204);
    const refused = await put(insert({ en: 'too many' }));
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('5000') } },
    });
    expect((await put({ type: 'delete', id: 'e1' }, insert({ en: 'instead' }))).status).toBe(204);
  });
});

describe('a glossary refuses', () => {
  const long = 'x'.repeat(256);
  it.each([
    ['no language', insert({}), 'operations[1].translations must hold'],
    [
      'an unknown language',
      insert({ tlh: 'a' }),
      'operations[1].translations.tlh: the name must be one of en,',
    ],
    ['an inherited name', insert({ constructor: 'a' }), 'operations[1].translations'],
    ['an empty term', insert({ en: '' }), 'operations[1].translations.en must'],
    ['a blank term', insert({ en: ' ' }), 'operations[1].translations.en must'],
    ['a long term', insert({ en: long }), 'operations[1].translations.en must'],
    ['two lines', insert({ en: 'a\nb' }), 'operations[1].translations.en must'],
    ['a NUL', insert({ en: 'a\0' }), 'operations[1].translations.en must'],
    ['a number', insert({ en: 7 }), 'operations[1].translations.en must'],
    ['a list', insert(['a']), 'operations[1].translations'],
    ['nothing', { type: 'insert' }, 'operations[1].translations'],
    ['no id', { type: 'update', translations: { en: 'a' } }, 'operations[1].id'],
    ['an unknown id', { type: 'update', id: 'none', translations: { en: 'a' } }, 'operations[1].id'],
    ['a delete without id', { type: 'delete' }, 'operations[1].id'],
    ['another type', { type: 'replace', id: 'x' }, 'operations'],
  ])('%s, with its place, and stores nothing', async (_, operation, sentence) => {
    const answer = await put(insert({ en: 'fine' }), operation);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(sentence);
    expect(await items()).toEqual([]);
  });

  it('a body without a list of operations', async () => {
    for (const body of [{}, { operations: null }, { operations: [null] }, { operations: ['delete'] }])
      expect((await org.admin.api.put(path(), body)).status).toBe(400);
    expect((await put()).status).toBe(204);
  });

  it('an update of an entry that the same call deletes', async () => {
    await put(insert({ en: 'a' }));
    const [{ id }] = await items();
    const again = { type: 'update', id, translations: { en: 'b' } };
    expect((await put({ type: 'delete', id }, again)).status).toBe(400);
    expect((await items())[0].translations).toEqual({ en: 'a' });
  });

  it('entries of other organizations', async () => {
    await put(insert({ en: 'ours' }));
    const [{ id }] = await items();
    const other = await buildOrganization(test);
    expect((await other.admin.api.get(path(id, other))).status).toBe(404);
    const operations = [{ type: 'update', id, translations: { en: 'theirs' } }];
    expect((await other.admin.api.put(path('', other), { operations })).status).toBe(400);
    await other.admin.api.put(path('', other), { operations: [{ type: 'delete', id }] });
    expect((await items())[0].translations).toEqual({ en: 'ours' });
  });
});

it('a glossary is shown to members, written by creators, and hidden from guests', async () => {
  const [guest, reader, editor, creator] = [
    await org.member(null),
    await org.member('read'),
    await org.member('edit'),
    await org.member('create'),
  ];
  const body = { operations: [insert({ en: 'a' })] };
  expect((await creator.api.put(path(), body)).status).toBe(204);
  expect((await editor.api.put(path(), body)).status).toBe(403);
  expect((await reader.api.get(path())).body.count).toBe(1);
  expect((await guest.api.get(path())).status).toBe(404);
  expect((await guest.api.put(path(), body)).status).toBe(404);
});

it('changes of a glossary are noted in the audit log by entry, large ones by counts', async () => {
  await put(insert({ en: 'page', de: 'Blatt' }));
  const [{ id }] = await items();
  await put({ type: 'update', id, translations: { en: 'page', de: 'Seite' } });
  await put({ type: 'delete', id: 'none' });
  await put(...Array.from({ length: 60 }, (_, at) => insert({ en: `term ${at}` })), { type: 'delete', id });
  const log = `/v1/orgs/${org.id}/audit-events`;
  const entries = (await org.admin.api.get(log)).body.items.filter(
    ({ action }: { action: string }) => action === 'glossary.updated',
  );
  expect(entries).toHaveLength(3);
  const changes = async (at: number) => (await org.admin.api.get(`${log}/${entries[at].id}`)).body;
  expect(JSON.stringify(await changes(0))).toContain('"inserted"');
  expect(JSON.stringify(await changes(1))).toMatch(/(?=.*Blatt).*Seite/);
});

it('concurrent changes of a glossary are all stored', async () => {
  const answers = await Promise.all(['a', 'b', 'c'].map((en) => put(insert({ en }))));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204]);
  expect(await items()).toHaveLength(3);
});

it('terms of a glossary are found in text to translate', async () => {
  await put(
    insert({ en: 'change request', de: 'Änderungsantrag' }),
    insert({ en: 'page', fr: 'page' }),
    insert({ en: 'Change Request', de: 'Zweiter' }),
  );
  const find = await test.app.get(Glossary).termFinder(org.id, 'en', 'de');
  expect(find('Open a <1>Change</1> request of a page.')).toEqual([
    { source: 'change request', target: 'Änderungsantrag' },
  ]);
});
