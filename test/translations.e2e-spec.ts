import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { ProviderFailed } from '../src/modules/translations/providers/translation-provider.js';
import { TranslateSegments } from '../src/modules/translations/translating/translate-segments.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
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
} from './support/translations.js';
import { eventually } from './support/eventually.js';

let test: TestApp;
let organization: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
});
afterAll(() => test.close());

const api = () => organization.admin.api;
const text = (space: string, page: string) => readPage(organization.admin, `/v1/spaces/${space}`, page);
const write = (space: string, page: string, markdown: string) =>
  writePage(organization.admin, `/v1/spaces/${space}`, page, markdown);
const pagesOf = async (space: string) =>
  (await api().get(`/v1/spaces/${space}/content/pages`)).body.pages as {
    id: string;
    title: string;
    path: string;
    updatedAt: string;
  }[];

/** A space of two pages that link to each other. */
async function source() {
  const { id } = await buildSpace(organization, { title: 'Handbook' });
  const [guide = '', notes = ''] = await buildPages(organization.admin, id, [
    { title: 'Guide', markdown: 'Press the **red** button.\n\n```sh\nnpm install\n```\n\nLast words.' },
    { title: 'Notes', markdown: 'See [the guide](guide.md#usage).' },
  ]);
  return { id, guide, notes };
}

describe('translating a space', () => {
  it('a translation creates a space of the same pages in the other language', async () => {
    const { id, guide, notes } = await source();
    const started = await api().post(`/v1/orgs/${organization.id}/translations`, {
      source: { space: id, language: 'en' },
      language: 'pt-br',
      instructions: { markdown: 'Be **formal**.' },
    });
    expect(started).toMatchObject({
      status: 201,
      body: {
        status: 'pending',
        provider: 'pseudo',
        automatic: true,
        onSites: false,
        permissions: { view: true, edit: true },
        stats: { runs: 0 },
      },
    });
    expect(started.body).not.toHaveProperty('result');
    expect((await api().get(`/v1/spaces/${id}`)).body.language).toBe('en');
    expect(started.headers.get('location')).toBe(started.body.urls.location);
    await test.settle();
    const translation = await readTranslation(organization.admin, started.body.urls.location);
    expect(translation).toMatchObject({
      status: 'completed',
      result: { space: expect.any(String), revision: expect.any(String) },
      stats: { runs: 1, totalPages: 2, latestPages: 2, untranslated: 0, remembered: 0 },
    });
    const made = translation.result.space;
    const space = (await api().get(`/v1/spaces/${made}`)).body;
    expect(space).toMatchObject({
      title: 'Handbook (português (Brasil))',
      language: 'pt-br',
      editMode: 'live',
    });
    expect(space.revision).toBe(translation.result.revision);
    const pages = await pagesOf(made);
    expect(pages.map((page) => page.id)).toEqual([guide, notes]);
    expect(pages.map((page) => page.path)).toEqual(['guide', 'notes']);
    expect(pages[0]!.title).toMatch(/^\[Ĝ.*\]$/);
    expect(await text(made, guide)).toContain('```sh\nnpm install\n```');
    expect(await text(made, guide)).toMatch(/^\\\[Þ.* \*\*ŕ.*\*\* .*\]$/m);
    expect(await text(made, notes)).toContain('](guide.md#usage)');
    const [run] = await runsOf(organization.admin, started.body.urls.location);
    expect(run).toMatchObject({
      trigger: 'created',
      status: 'completed',
      createdBy: organization.admin.id,
      report: { pages: 2, translatedPages: 2, kept: 0, left: [], revision: translation.result.revision },
    });
    const revisions = (await api().get(`/v1/spaces/${made}/revisions`)).body.items;
    expect(revisions.map((revision: { type: string }) => revision.type)).toEqual(['merge', 'edits']);
  });

  it('a translation writes nothing where the source is unchanged', async () => {
    const { id } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    const before = await pagesOf(result.space);
    test.clock.advance(3_600_000);
    const run = await runAgain(test, organization.admin, urls.location);
    expect(run).toMatchObject({
      trigger: 'asked',
      status: 'completed',
      report: { sentWords: 0, translatedPages: 0 },
    });
    expect(run.report.remembered).toBe(run.report.segments);
    expect((await readTranslation(organization.admin, urls.location)).result).toEqual(result);
    expect(await pagesOf(result.space)).toEqual(before);
  });

  it('a translation follows the source automatically, page by page', async () => {
    const { id, guide, notes } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    const before = await pagesOf(result.space);
    test.clock.advance(3_600_000);
    await write(id, guide, 'Press the **red** button.\n\nOther words.');
    const [more = ''] = await buildPages(organization.admin, id, [
      { title: 'More', markdown: 'More.', into: guide },
    ]);
    await endPauses(test);
    const [run, ...older] = await runsOf(organization.admin, urls.location);
    expect(run).toMatchObject({ trigger: 'automatic', report: { translatedPages: 2, sentWords: 4 } });
    expect(older).toHaveLength(1);
    expect(await text(result.space, guide)).toContain('[Óó');
    const pages = await pagesOf(result.space);
    expect(pages.find((page) => page.id === notes)!.updatedAt).toBe(before[1]!.updatedAt);
    expect(pages[0]!.updatedAt > before[0]!.updatedAt).toBe(true);
    expect(JSON.stringify(pages)).toContain(more);
    const changes = [
      { operation: 'update_page', page: more, into: null, at: 0 },
      { operation: 'delete_page', page: guide },
    ];
    expect((await api().post(`/v1/spaces/${id}/content`, { changes })).status).toBe(200);
    await endPauses(test);
    expect((await pagesOf(result.space)).map((page) => page.id)).toEqual([more, notes]);
  });

  it('a translation rests while its space is archived, and catches up after', async () => {
    const { id, guide } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    const archived = `/v1/spaces/${result.space}`;
    expect((await api().post(`${archived}/archive`)).status).toBe(200);
    await write(id, guide, 'Nobody wrote this before.');
    const asked = await runAgain(test, organization.admin, urls.location);
    expect(asked).toMatchObject({ status: 'failed', error: expect.stringContaining('is archived') });
    expect((await api().post(`${archived}/unarchive`)).status).toBe(200);
    await endPauses(test);
    const [run] = await runsOf(organization.admin, urls.location);
    expect(run).toMatchObject({ trigger: 'automatic', report: { sentWords: 4 } });
  });

  it('a requested run does not wait for the end of the editing', async () => {
    const { id, guide } = await source();
    const { urls, id: translation } = await buildTranslation(test, organization, id);
    const jobs = (when: string) =>
      test.db.query(`select 1 from jobs.job where name = $1 and data->>'translationId' = $2 and ${when}`, [
        RUN,
        translation,
      ]);
    await write(id, guide, 'Other words.');
    const pause = `start_after > created_on + interval '5 seconds'`;
    await eventually(async () => expect(await jobs(pause)).toHaveLength(1));
    expect((await api().post(`${new URL(urls.location).pathname}/run`)).status).toBe(204);
    expect(await jobs(`not ${pause}`)).toHaveLength(2);
    await test.settle();
    const runs = await runsOf(organization.admin, urls.location);
    expect(runs).toMatchObject([
      { trigger: 'asked', createdBy: organization.admin.id },
      { trigger: 'created' },
    ]);
  });

  it('a translation keeps edits by hand, and reports conflicts with the source', async () => {
    const { id, guide } = await source();
    const { urls, result } = await buildTranslation(test, organization, id, { automatic: false });
    const translated = await text(result.space, guide);
    const [first = '', code = '', last = ''] = translated.split('\n\n');
    await write(result.space, guide, [first, code, 'Derniers mots.'].join('\n\n'));
    await write(id, guide, 'Press the **green** button.\n\n```sh\nnpm install\n```\n\nLast words.');
    expect((await runAgain(test, organization.admin, urls.location)).report).toMatchObject({ kept: 0 });
    const merged = await text(result.space, guide);
    expect(merged).toContain('Derniers mots.');
    expect(merged).toContain('**ĝ');
    expect(merged).not.toContain(last);
    await write(id, guide, 'Press the **green** button.\n\n```sh\nnpm install\n```\n\nVery last words.');
    expect((await runAgain(test, organization.admin, urls.location)).report).toMatchObject({
      kept: 1,
      keptChanges: [{ kind: 'block', page: guide, title: 'Guide' }],
    });
    expect(await text(result.space, guide)).toBe(merged);
  });
});

describe('runs of a translation', () => {
  const path = (location: string) => new URL(location).pathname;
  /** A translation whose run was claimed by a process outside of this test. */
  async function held(silentSeconds: number) {
    const { id } = await source();
    const translation = await buildTranslation(test, organization, id);
    const now = test.clock.now().getTime();
    const [beat, begun] = [new Date(now - silentSeconds * 1000), new Date(now - 3_600_000)];
    await test.db.execute(
      `insert into translation_runs
         (organization_id, id, translation_id, trigger, status, attempts, beat_at, done, total, created_at)
       values ($1, $2, $3, 'asked', 'running', 1, $4, 1, 5, $5)`,
      [organization.id, `run-${translation.id}`, translation.id, beat, begun],
    );
    return { id, translation, location: path(translation.urls.location) };
  }

  it('one run at most waits for the running one', async () => {
    const { location, translation } = await held(0);
    expect((await api().get(location)).body.status).toBe('running');
    for (let call = 0; call < 3; call++) expect((await api().post(`${location}/run`)).status).toBe(204);
    await test.settle();
    const runs = await runsOf(organization.admin, translation.urls.location);
    expect(runs.map((run: { status: string }) => run.status).sort()).toEqual([
      'completed',
      'pending',
      'running',
    ]);
    expect(runs.find((run: { status: string }) => run.status === 'running').progress).toEqual({
      done: 1,
      total: 5,
    });
    await api().delete(location);
  });

  it('a run continues when its process died, and is given up when it keeps dying', async () => {
    const one = await held(120);
    const other = await held(120);
    await test.db.execute('update translation_runs set attempts = 3 where id = $1', [
      `run-${other.translation.id}`,
    ]);
    await api().post(`${other.location}/run`);
    await test.app.get(Jobs).enqueue('translations.sweep', {});
    await test.settle();
    const goneOn = await runsOf(organization.admin, one.translation.urls.location);
    expect(goneOn.find((run: { id: string }) => run.id.startsWith('run-'))).toMatchObject({
      status: 'completed',
      report: { sentWords: 0 },
    });
    const runs = await runsOf(organization.admin, other.translation.urls.location);
    expect(
      runs.map(({ status, error }: { status: string; error?: string }) => [status, error?.slice(0, 20)]),
    ).toEqual([
      ['completed', undefined],
      ['completed', undefined],
      ['failed', 'The server broke off'],
    ]);
  });

  it('a run is deleted with the translation, and the translated space stays', async () => {
    const { location, translation } = await held(0);
    expect((await api().delete(location)).status).toBe(204);
    expect((await api().delete(location)).status).toBe(204);
    expect((await api().get(location)).status).toBe(404);
    expect((await api().post(`${location}/run`)).status).toBe(404);
    expect((await api().get(`/v1/spaces/${translation.result.space}`)).status).toBe(200);
    const left = await test.db.query('select 1 from translation_runs where translation_id = $1', [
      translation.id,
    ]);
    expect(left).toEqual([]);
  });

  it('a running run is stopped when the translation is deleted', async () => {
    const { id } = await source();
    let deleted: Promise<unknown> | undefined;
    const segments = test.app.get(TranslateSegments);
    const translate = segments.execute.bind(segments);
    const spy = vi.spyOn(segments, 'execute').mockImplementation(async (task, texts, watch) => {
      deleted ??= api()
        .get(`/v1/orgs/${organization.id}/translations`)
        .then(({ body }) => api().delete(`/v1/orgs/${organization.id}/translations/${body.items[0].id}`));
      await deleted;
      return translate(task, texts, watch);
    });
    const before = (await api().get(`/v1/orgs/${organization.id}/spaces`)).body.count;
    const { urls } = (
      await api().post(`/v1/orgs/${organization.id}/translations`, {
        source: { space: id, language: 'en' },
        language: 'it',
      })
    ).body;
    await test.settle();
    spy.mockRestore();
    expect((await api().get(path(urls.location))).status).toBe(404);
    expect((await api().get(`/v1/orgs/${organization.id}/spaces`)).body.count).toBe(before);
  });

  it('a failed run says why, and keeps the former content', async () => {
    const { id } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    const segments = test.app.get(TranslateSegments);
    const spy = vi
      .spyOn(segments, 'execute')
      .mockRejectedValue(new ProviderFailed('The translator is away.'));
    const run = await runAgain(test, organization.admin, urls.location);
    spy.mockRestore();
    expect(run).toMatchObject({ status: 'failed', error: 'The translator is away.' });
    expect(await readTranslation(organization.admin, urls.location)).toMatchObject({
      status: 'completed',
      result,
    });
  });

  it('a run follows new instructions, and creates a deleted space again on request', async () => {
    const { id, guide } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    const location = path(urls.location);
    const instructions = { markdown: 'Say _vous_.' };
    const put = await api().put(location, { instructions });
    expect(put).toMatchObject({ status: 200, body: { status: 'pending' } });
    await test.settle();
    expect((await runsOf(organization.admin, urls.location))[0]).toMatchObject({ trigger: 'instructions' });
    expect((await api().put(location, { instructions })).body.status).toBe('completed');
    const patched = await api().patch(location, { automatic: false, onSites: true });
    expect(patched.body).toMatchObject({ automatic: false, onSites: true, status: 'completed' });
    await api().patch(location, { automatic: true });
    await api().delete(`/v1/spaces/${result.space}`);
    await write(id, guide, 'Written anew.');
    await test.settle();
    expect((await api().get(location)).body.status).toBe('completed');
    await runAgain(test, organization.admin, urls.location);
    const anew = (await api().get(location)).body.result;
    expect(anew.space).not.toBe(result.space);
    expect(await text(anew.space, guide)).toContain('[Ŵ');
  });

  it('a translation follows the deletion, restore and purge of its source', async () => {
    const { id } = await source();
    const { urls, result } = await buildTranslation(test, organization, id);
    const target = await buildOrganization(test);
    await test.app.get(Members).addMember(target.id, organization.admin.id, 'admin');
    for (const space of [id, result.space]) {
      const refused = await api().post(`/v1/spaces/${space}/transfer`, { organization: target.id });
      expect(refused).toMatchObject({
        status: 412,
        body: { error: { message: expect.stringContaining('translat') } },
      });
    }
    await api().delete(`/v1/spaces/${id}`);
    expect((await api().get(path(urls.location))).status).toBe(404);
    await api().post(`/v1/spaces/${id}/restore`);
    expect((await api().get(path(urls.location))).status).toBe(200);
    await api().delete(`/v1/spaces/${id}`);
    await test.db.execute(`update spaces set deleted_at = now() - interval '30 days' where id = $1`, [id]);
    await test.app.get(Jobs).enqueue('spaces.purge', {});
    await test.settle();
    expect(await test.db.query('select 1 from translations where source_space_id = $1', [id])).toEqual([]);
    expect((await api().get(`/v1/spaces/${result.space}`)).status).toBe(200);
  });
});

describe('permissions on translations', () => {
  const create = (user: { api: TestOrganization['admin']['api'] }, body: object) =>
    user.api.post(`/v1/orgs/${organization.id}/translations`, body);

  it('invalid requests are refused with a reason', async () => {
    const { id } = await source();
    const good = { source: { space: id, language: 'en' }, language: 'fr' };
    const bad: [object, number, string][] = [
      [{ language: 'fr' }, 400, 'source'],
      [{ source: good.source }, 400, 'language'],
      [{ ...good, language: 'xx' }, 400, 'language'],
      [{ ...good, source: { space: id, language: 'tlh' } }, 400, 'source.language'],
      [{ ...good, language: 'en' }, 400, 'language'],
      [{ ...good, instructions: 'Be brief.' }, 400, 'instructions'],
      [{ ...good, instructions: { nodes: [] } }, 400, 'instructions'],
      [{ ...good, source: { space: 'none', language: 'en' } }, 404, 'space'],
    ];
    for (const [body, status, message] of bad) {
      const answer = await create(organization.admin, body);
      expect([answer.status, answer.body.error.message]).toEqual([status, expect.stringContaining(message)]);
    }
    const { result } = await buildTranslation(test, organization, id);
    expect(
      await create(organization.admin, { source: { space: id, language: 'de' }, language: 'it' }),
    ).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^source\.language: .*"en"/) } },
    });
    expect((await create(organization.admin, good)).status).toBe(409);
    const back = { source: { space: result.space, language: 'fr' }, language: 'en' };
    expect((await create(organization.admin, back)).status).toBe(409);
    const on = { source: { space: result.space, language: 'fr' }, language: 'es' };
    expect((await create(organization.admin, on)).status).toBe(201);
    await test.settle();
  });

  it('readers of the source see translations, and members who may duplicate it change them', async () => {
    const { id } = await source();
    const { urls } = await buildTranslation(test, organization, id);
    const location = new URL(urls.location).pathname;
    const reader = await organization.member('read');
    const guest = await organization.member(null);
    const stranger = (await buildOrganization(test)).admin;
    expect((await reader.api.get(location)).body.permissions).toEqual({ view: true, edit: false });
    for (const call of [
      reader.api.post(`${location}/run`),
      reader.api.put(location, { instructions: { markdown: '' } }),
      reader.api.delete(location),
      create(reader, { source: { space: id, language: 'en' }, language: 'de' }),
    ])
      expect((await call).status).toBe(403);
    for (const user of [guest, stranger]) {
      expect((await user.api.get(location)).status).toBe(404);
      expect((await user.api.get(`${location}/runs`)).status).toBe(404);
    }
    expect((await guest.api.delete(location)).status).toBe(204);
    const list = `/v1/orgs/${organization.id}/translations`;
    expect((await guest.api.get(list)).body).toEqual({ items: [], count: 0 });
    const ids = (await reader.api.get(list)).body.items.map((item: { id: string }) => item.id);
    expect(ids).toContain(location.split('/').at(-1));
  });
});
