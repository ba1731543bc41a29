import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TranslationMemoryJobs } from '../src/modules/translations/memory/translation-memory.jobs.js';
import { ProviderFailed } from '../src/modules/translations/providers/translation-provider.js';
import { TranslateSegments } from '../src/modules/translations/translating/translate-segments.js';
import type { SegmentsWatch } from '../src/modules/translations/translating/translate-segments.types.js';
import { buildOrganization, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';
import { startTranslatorFor, translateAt } from './support/translations.js';
import { refuse, shout, translate, type Translator } from './support/translator.js';

let test: TestApp;
let server: Translator;
let org: TestOrganization;
let service: TranslateSegments;
const DAY = 24 * 60 * 60_000;

beforeAll(async () => {
  test = await shareTestApp();
  server = await startTranslatorFor(test);
  service = test.app.get(TranslateSegments);
});
beforeEach(async () => {
  org = await buildOrganization(test);
  translateAt(test, server.url);
});
afterEach(() => {
  server.reset();
  translateAt(test, undefined);
});
afterAll(async () => {
  await server.close();
  await test.close();
});

const run = async (
  segments: string[],
  more: object = {},
  step: SegmentsWatch['step'] = async () => undefined,
) => {
  const usage = { requests: 0, promptTokens: 0, completionTokens: 0 };
  const watch = { step, usage, signal: new AbortController().signal };
  const task = { organizationId: org.id, source: 'en', target: 'de', instructions: '', ...more };
  const { translations, report } = await service.execute(task, segments, watch);
  return { translations, report: { ...report, ...usage } };
};
const many = (count: number) => Array.from({ length: count }, (_, at) => `Text number ${at}`);
const sent = () => server.requests.flatMap(({ texts }) => texts);
const glossary = (...entries: object[]) =>
  org.admin.api.put(`/v1/orgs/${org.id}/translations-glossary`, {
    operations: entries.map((translations) => ({ type: 'insert', translations })),
  });
const used = async () =>
  (
    await test.db.query<{ count: number }>(
      'select count(*)::int as count from translation_memory where organization_id = $1',
      [org.id],
    )
  )[0]?.count;

describe('the segments of a run', () => {
  it('segments are translated, each once', async () => {
    const { translations, report } = await run(['A <1>page</1>.', 'Two words', 'A <1>page</1>.']);
    expect([...translations]).toEqual([
      ['A <1>page</1>.', 'A <1>PAGE</1>.'],
      ['Two words', 'TWO WORDS'],
    ]);
    expect(report).toEqual({
      ...{ segments: 2, words: 4, remembered: 0, sentWords: 4, untranslated: 0 },
      ...{ requests: 1, promptTokens: 10, completionTokens: 5 },
    });
  });

  it('a run without segments sends no request', async () => {
    const { translations, report } = await run([]);
    expect([translations.size, report.requests, server.requests.length]).toEqual([0, 0, 0]);
  });

  it('segments are sent in batches, a few at once, in their order', async () => {
    const { translations, report } = await run(many(100));
    expect(translations.size).toBe(100);
    expect(report.requests).toBe(4);
    expect(server.requests.map(({ texts }) => texts.length).sort((a, b) => a - b)).toEqual([10, 30, 30, 30]);
    expect(sent().sort()).toEqual(many(100).sort());
  });

  it('segments are pseudo-localised without a provider', async () => {
    translateAt(test, undefined);
    const { translations, report } = await run(['A <1>page</1>.']);
    expect([...translations.values()]).toEqual(['[Áá <1>þááĝé</1>.]']);
    expect(report).toMatchObject({ requests: 0, sentWords: 2 });
    translateAt(test, server.url);
    expect([...(await run(['A <1>page</1>.'])).translations.values()]).toEqual(['A <1>PAGE</1>.']);
  });
});

describe('the translation memory', () => {
  it('a second run translates nothing again, a longer one the new segments only', async () => {
    await run(many(40));
    server.reset();
    const again = await run(many(40));
    expect(again.translations.get('Text number 7')).toBe('TEXT NUMBER 7');
    expect(again.report).toMatchObject({ remembered: 40, sentWords: 0, requests: 0 });
    await run([...many(40), 'One more']);
    expect(sent()).toEqual(['One more']);
  });

  it('a memory belongs to one organization, language and set of instructions', async () => {
    await run(['A page']);
    await run(['A page'], { target: 'fr' });
    await run(['A page'], { source: 'en', instructions: 'Be formal.' });
    org = await buildOrganization(test);
    await run(['A page']);
    expect(sent()).toEqual(Array.from({ length: 4 }, () => 'A page'));
  });

  it('a key has the glossary terms of its text and no others, so that a new term affects its texts only', async () => {
    const segments = ['Open a page.', 'Open a space.', 'A <1>change</1> request'];
    await glossary({ en: 'space', de: 'Bereich' });
    await run(segments);
    server.reset();
    await glossary({ en: 'Change request', de: 'Änderungsantrag' }, { en: 'page', fr: 'page' });
    const { report } = await run(segments);
    expect(sent()).toEqual(['A <1>change</1> request']);
    expect(report).toMatchObject({ remembered: 2, sentWords: 3 });
    const [system] = server.requests[0]?.body.messages ?? [];
    expect(system?.content).toContain('Änderungsantrag');
    expect(system?.content).not.toContain('Bereich');
  });

  it('the memory keeps finished translations when a run ends early', async () => {
    let batches = 0;
    const stop = async () => {
      if (++batches > 4) throw new Error('stopped');
    };
    await expect(run(many(300), {}, stop)).rejects.toThrow('stopped');
    expect(await used()).toBe(120);
    server.reset();
    const { report, translations } = await run(many(300));
    expect(translations.size).toBe(300);
    expect(report.remembered).toBe(120);
    expect(sent()).toHaveLength(180);
  });

  it('the memory keeps finished translations when the provider fails, and the error says why', async () => {
    server.next(translate(shout));
    server.always(refuse(401));
    const failed = run(many(300));
    await expect(failed).rejects.toThrow(ProviderFailed);
    await expect(failed).rejects.toThrow('TRANSLATOR_KEY');
    expect(await used()).toBe(30);
    expect(server.requests.length).toBeLessThanOrEqual(4);
  });

  it('the memory is the same for two runs at once', async () => {
    const [one, other] = await Promise.all([run(many(60)), run(many(60))]);
    expect(one.translations).toEqual(other.translations);
    expect(await used()).toBe(60);
  });

  it('the memory deletes translations that were not used for a year', async () => {
    const jobs = test.app.get(TranslationMemoryJobs);
    await run(['Old', 'Used']);
    test.clock.advance(300 * DAY);
    await run(['Used']);
    test.clock.advance(100 * DAY);
    await jobs.deleteExpired();
    server.reset();
    await run(['Old', 'Used']);
    expect(sent()).toEqual(['Old']);
  });

  it('the memory finds thousands of segments at once', async () => {
    translateAt(test, undefined);
    const segments = many(12_000);
    await run(segments);
    const { report } = await run(segments);
    expect(report.remembered).toBe(12_000);
  });
});

describe('unusable answers of a provider', () => {
  it('such segments are sent once more on their own', async () => {
    server.next(translate((text) => (text.includes('<1/>') ? 'No placeholder' : shout(text))));
    const { translations, report } = await run(['Press <1/> now', 'Plain']);
    expect(translations.get('Press <1/> now')).toBe('PRESS <1/> NOW');
    expect(server.requests.map(({ texts }) => texts)).toEqual([
      ['Press <1/> now', 'Plain'],
      ['Press <1/> now'],
    ]);
    expect(report).toMatchObject({ untranslated: 0, requests: 2, words: 3, sentWords: 5 });
  });

  it('such segments stay untranslated after the second answer, are counted, and are sent again by the next run', async () => {
    const behaviour = translate((text) =>
      text === 'Bad <1/>' ? 'Worse' : text === 'None' ? null : shout(text),
    );
    server.always(behaviour);
    const { translations, report } = await run(['Bad <1/>', 'None', 'Good']);
    expect([...translations.keys()]).toEqual(['Good']);
    expect(report).toMatchObject({ untranslated: 2, requests: 3 });
    server.reset();
    expect((await run(['Bad <1/>', 'None', 'Good'])).report).toMatchObject({
      remembered: 1,
      untranslated: 0,
    });
  });

  it('such segments are not sent again when the run was stopped or AI switched off meanwhile', async () => {
    server.always(translate(() => null));
    let asked = 0;
    const stop = async () => {
      if (++asked > 1) throw new Error('stopped');
    };
    await expect(run(['One'], {}, stop)).rejects.toThrow('stopped');
    expect(server.requests).toHaveLength(1);
    const switchOff = async () => void (await org.admin.api.patch(`/v1/orgs/${org.id}`, { ai: false }));
    server.always(async (chat, response) => {
      await switchOff();
      translate(() => null)(chat, response);
    });
    await expect(run(['Two'])).rejects.toThrow('AI switched off');
    expect(server.requests).toHaveLength(2);
  });

  it('the progress is reported before each request', async () => {
    const seen: { done: number; of: number }[] = [];
    server.always(translate((text) => (text.endsWith('0') ? null : shout(text))));
    await run(many(200), {}, async (progress) => void seen.push(progress));
    expect(seen).toHaveLength(7 + 20);
    expect(seen.slice(0, 3)).toEqual(Array.from({ length: 3 }, () => ({ done: 0, of: 200 })));
    expect(seen.at(-1)?.done).toBeGreaterThanOrEqual(90);
  });
});
