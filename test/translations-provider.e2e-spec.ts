import { ModuleRef } from '@nestjs/core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { TranslationsModule } from '../src/modules/translations/index.js';
import { TranslationRunWorker } from '../src/modules/translations/running/translation-run-worker.js';
import { readPage, writePage } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import {
  buildTranslation,
  endPauses,
  readTranslation,
  RUN,
  runAgain,
  runsOf,
  startTranslatorFor,
} from './support/translations.js';
import { hang, refuse, shout, translate, type Translator } from './support/translator.js';
import { eventually } from './support/eventually.js';

let test: TestApp;
let server: Translator;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  server = await startTranslatorFor(test);
});
beforeEach(async () => {
  organization = await buildOrganization(test);
});
afterEach(() => server.reset());
afterAll(async () => {
  await server.close();
  await test.close();
});

const sent = () => server.requests.flatMap(({ texts }) => texts);
const write = (space: string, page: string, markdown: string) =>
  writePage(organization.admin, `/v1/spaces/${space}`, page, markdown);

async function source(...markdown: string[]) {
  const { id } = await buildSpace(organization);
  const pages = markdown.map((text, at) => ({ title: `Page ${at}`, markdown: text }));
  return { id, pages: await buildPages(organization.admin, id, pages) };
}

it('a translation sends new texts, and texts with a changed glossary term', async () => {
  const { id, pages } = await source('A space holds pages.\n\nA **page** holds words.', 'Nothing more.');
  const { urls, result, stats, ...made } = await buildTranslation(test, organization, id);
  expect(made).toMatchObject({ provider: 'chat', onSites: true });
  expect(stats).toMatchObject({ untranslated: 0, totalWords: stats.latestWords, promptTokens: 10 });
  expect(await readPage(organization.admin, `/v1/spaces/${result.space}`, pages[0] ?? '')).toBe(
    'A SPACE HOLDS PAGES.\n\nA **PAGE** HOLDS WORDS.',
  );
  server.reset();
  await write(id, pages[1] ?? '', 'Nothing more.\n\nBut this.');
  await endPauses(test);
  expect(sent()).toEqual(['But this.']);
  server.reset();
  await organization.admin.api.put(`/v1/orgs/${organization.id}/translations-glossary`, {
    operations: [{ type: 'insert', translations: { en: 'words', fr: 'mots' } }],
  });
  const run = await runAgain(test, organization.admin, urls.location);
  expect(sent()).toEqual(['A <1>page</1> holds words.']);
  expect(run.report).toMatchObject({ sentWords: 4, translatedPages: 0 });
});

it('a translation sends its instructions and those of the organization', async () => {
  await organization.admin.api.put(`/v1/orgs/${organization.id}/agent-instructions`, {
    instructions: { markdown: 'Say **workspace**, never project.' },
  });
  const { id } = await source('Words.');
  await buildTranslation(test, organization, id, { instructions: { markdown: 'Say _vous_.' } });
  const said = JSON.stringify(server.requests[0]?.body.messages);
  expect(said).toContain('Say _vous_.');
  expect(said).toContain('Say **workspace**, never project.');
});

it('a translation keeps untranslatable texts as they are, and reports them', async () => {
  const { id, pages } = await source('Good words.\n\nStubborn **words**.');
  server.always(translate((text) => (text.startsWith('Stubborn') ? 'LOST' : shout(text))));
  const { urls, result, stats } = await buildTranslation(test, organization, id);
  expect(stats.untranslated).toBe(1);
  expect(await readPage(organization.admin, `/v1/spaces/${result.space}`, pages[0] ?? '')).toBe(
    'GOOD WORDS.\n\nStubborn **words**.',
  );
  const [run] = await runsOf(organization.admin, urls.location);
  expect(run.report.left).toEqual([{ page: pages[0], title: 'Page 0', text: 'Stubborn <1>words</1>.' }]);
});

it('a translation that broke off sends no text twice', async () => {
  const texts = Array.from({ length: 120 }, (_, at) => `The words of text number ${at} are these.`);
  const { id } = await source(texts.join('\n\n'));
  server.next(translate(shout), translate(shout));
  server.always(refuse(401));
  const broken = await buildTranslation(test, organization, id);
  expect(broken).toMatchObject({ status: 'completed', stats: { runs: 0 } });
  expect(broken).not.toHaveProperty('result');
  const [failed] = await runsOf(organization.admin, broken.urls.location);
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('401') });
  const paid = server.requests.slice(0, 2).flatMap(({ texts }) => texts);
  expect(failed.cost).toMatchObject({ promptTokens: 20, completionTokens: 10 });
  expect(broken.stats).toMatchObject({ promptTokens: 20, completionTokens: 10 });
  server.reset();
  const run = await runAgain(test, organization.admin, broken.urls.location);
  expect(run).toMatchObject({ status: 'completed', report: { remembered: paid.length } });
  expect(new Set(sent()).size).toBe(sent().length);
  expect(sent().filter((text) => paid.includes(text))).toEqual([]);
  expect(run.report.promptTokens).toBe(run.cost.promptTokens);
  const { result, stats } = await readTranslation(organization.admin, broken.urls.location);
  expect(result).toBeDefined();
  expect(stats.promptTokens).toBe(20 + run.cost.promptTokens);
});

it('a translation aborts a slow request when the process ends, and keeps the finished texts', async () => {
  const texts = Array.from({ length: 120 }, (_, at) => `The words of text number ${at} are these.`);
  const { id } = await source(texts.join('\n\n'));
  // The process that ends is not the one that the other tests need.
  const module = test.app.select(TranslationsModule).get(ModuleRef, { strict: true });
  const ending = await module.create(TranslationRunWorker);
  const others = vi
    .spyOn(test.app.get(TranslationRunWorker), 'work')
    .mockImplementation((...of) => ending.work(...of));
  server.next(translate(shout));
  server.always(hang);
  const { body } = await organization.admin.api.post(`/v1/orgs/${organization.id}/translations`, {
    ...{ source: { space: id, language: 'en' }, language: 'fr' },
  });
  await eventually(async () => {
    const [run] = await runsOf(organization.admin, body.urls.location);
    expect(run).toMatchObject({ status: 'running', cost: { promptTokens: 10 } });
  });
  // Both questions that are open then have arrived: one that is on its way is paid for, too, and the server would not have counted it.
  await eventually(() => expect(server.requests).toHaveLength(3));
  ending.beforeApplicationShutdown();
  await eventually(async () => {
    const retry = `delete from jobs.job where name = $1 and state = 'retry'`;
    expect(await test.db.execute(retry, [RUN])).toBe(1);
  });
  await ending.work(organization.id, body.id);
  const [put] = await test.db.query(
    `select status, attempts, beat_at from translation_runs where organization_id = $1`,
    [organization.id],
  );
  expect(put).toEqual({ status: 'running', attempts: 0, beat_at: null });
  others.mockRestore();
  const broken = server.requests.length;
  server.reset();
  await test.app.get(TranslationRunWorker).work(organization.id, body.id);
  const [run] = await runsOf(organization.admin, body.urls.location);
  const requests = broken + server.requests.length;
  const tokens = 10 * (1 + server.requests.length);
  expect(run).toMatchObject({ status: 'completed', cost: { requests, promptTokens: tokens } });
  expect((await readTranslation(organization.admin, body.urls.location)).stats.promptTokens).toBe(tokens);
});
