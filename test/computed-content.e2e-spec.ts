import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Members } from '../src/modules/organizations/index.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { exportFiles, importFiles } from './support/archive.js';
import { buildSpec, smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let org: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  org = await buildOrganization(test);
});

afterAll(() => test.close());

interface PageBody {
  id: string;
  type: string;
  title: string;
  path: string;
  pages?: PageBody[];
  computed?: { props: object };
  computedSeed?: string;
}

const sourceOf = (spec: string, models = true) => ({
  type: 'builtin:openapi',
  props: { models },
  dependencies: { spec: { ref: { kind: 'openapi', spec } } },
});

const outline = (pages: PageBody[], indent = ''): string[] =>
  pages.flatMap((page) => [
    `${indent}${page.type} ${page.title}`,
    ...outline(page.pages ?? [], `${indent}  `),
  ]);

const ALL = [
  'document Pet store',
  '  document Our pets',
  '  document orders',
  '  document Other operations',
  '  document Models',
];
const renamed = (tag: string) =>
  smallSpec({
    tags: [{ name: tag }],
    paths: {
      '/new': { get: { tags: [tag], summary: 'Something new', responses: { 200: { description: 'ok' } } } },
    },
  });
const pagesOf = async (base: string, query = {}) =>
  (await org.admin.api.get(`${base}/content/pages`, { query })).body.pages as PageBody[];
const change = (base: string, ...changes: object[]) =>
  org.admin.api.post(`${base}/content`, { changes }, { query: { compat: false } });
const insert = (spec: string, more: object = {}) => ({
  operation: 'insert_page',
  type: 'computed',
  computed: sourceOf(spec),
  ...more,
});

let count = 0;

/** A space with a page computed from a new specification. */
async function build(): Promise<{ slug: string; base: string; id: string; page: string; seed: string }> {
  const slug = `spec-${++count}`;
  const { lastVersion } = await buildSpec(test, org, slug);
  const { id } = await buildSpace(org);
  const base = `/v1/spaces/${id}`;
  const answer = await change(base, insert(slug));
  expect(answer.status).toBe(200);
  await test.settle();
  return { slug, base, id, page: answer.body.changes[0].page.id, seed: lastVersion };
}

const changeSpec = (slug: string, text = renamed('changed')) => {
  test.clock.advance(1000);
  return buildSpec(test, org, slug, text);
};
const CHANGED = ['document Pet store', '  document changed', '  document Models'];

describe('a computed page', () => {
  it('shows the pages of its specification below itself', async () => {
    const { base, page, seed, slug } = await build();
    const pages = await pagesOf(base);
    expect(outline(pages)).toEqual(ALL);
    expect(pages[0]).toMatchObject({
      id: page,
      path: 'pet-store',
      computedSeed: seed,
      computed: { ...sourceOf(slug), props: { doc: 'info', page: 'Pet store' } },
    });
    expect(pages[0]?.pages?.map(({ computed }) => computed?.props)).toEqual([
      { doc: 'operations', page: 'pets' },
      { doc: 'operations', page: 'orders' },
      { doc: 'operations', page: 'Other operations' },
      { doc: 'models' },
    ]);
    expect(JSON.stringify(pages)).not.toContain('"type":"computed"');
  });

  it('has texts that can be read, found by path and searched', async () => {
    const { base, id } = await build();
    const answer = await org.admin.api.get(`${base}/content/path/pet-store/our-pets`, {
      query: { format: 'markdown' },
    });
    expect(answer.body.markdown).toContain('## List the pets');
    expect(answer.body.markdown).toContain('All of them, _furry_ ones first.');
    expect(answer.body.markdown).toMatch(/\{% openapi-operation .*path="\/pets".*method="get"/);
    const document = await org.admin.api.get(`${base}/content/page/${answer.body.id}`, {
      query: { format: 'document' },
    });
    expect(document.body.document.nodes.map((node: { type: string }) => node.type)).toContain(
      'openapi-operation',
    );
    const found = await org.admin.api.get(`/v1/spaces/${id}/search`, { query: { query: 'furry' } });
    expect(found.body.items).toMatchObject([{ title: 'Our pets' }]);
  });

  it('is answered as its source, without generated pages, on request', async () => {
    const { base, page, slug } = await build();
    const query = { computed: false };
    const pages = await pagesOf(base, query);
    expect(pages).toMatchObject([{ id: page, type: 'computed', computed: sourceOf(slug) }]);
    expect(pages[0]).not.toHaveProperty('pages');
    const revision = await org.admin.api.get(`${base}/content`, { query });
    expect(revision.body.pages).toEqual(pages);
    expect((await org.admin.api.get(`${base}/content/page/${page}`, { query })).body).toEqual(pages[0]);
    const [shown] = await pagesOf(base);
    const below = shown?.pages?.[0]?.id;
    expect((await org.admin.api.get(`${base}/content/page/${below}`)).status).toBe(200);
    expect((await org.admin.api.get(`${base}/content/page/${below}`, { query })).status).toBe(404);
    expect((await org.admin.api.get(`${base}/content/path/pet-store`, { query })).status).toBe(404);
  });

  it('is empty until its specification can be read', async () => {
    await org.admin.api.put(`/v1/orgs/${org.id}/openapi/late`, { source: { text: 'not yet' } });
    await test.settle();
    const { id } = await buildSpace(org);
    const base = `/v1/spaces/${id}`;
    expect((await change(base, insert('late', { title: 'API' }))).status).toBe(200);
    await test.settle();
    expect(await pagesOf(base)).toMatchObject([
      { type: 'document', title: 'API', pages: [], computedSeed: '' },
    ]);
    await changeSpec('late', smallSpec());
    expect(outline(await pagesOf(base))).toEqual(['document API', ...ALL.slice(1)]);
  });

  it('leaves out the models on request', async () => {
    await buildSpec(test, org, 'plain');
    const { id } = await buildSpace(org);
    await change(`/v1/spaces/${id}`, { ...insert('plain'), computed: sourceOf('plain', false) });
    expect(outline(await pagesOf(`/v1/spaces/${id}`))).toEqual(ALL.slice(0, -1));
  });
});

describe('the source of a computed page', () => {
  it.each([
    ['no source', undefined, 'computed is required'],
    ['another type', { type: 'builtin:translation', props: {} }, 'builtin:translation'],
    ['an integration', { type: 'integration:a:b', props: {} }, 'no integration "a"'],
    ['no dependency', { type: 'builtin:openapi', props: { models: true } }, 'dependencies.spec.ref'],
    ['models of another kind', { ...sourceOf('x'), props: { models: 'yes' } }, 'models'],
    ['an unknown specification', sourceOf('unknown'), '"unknown"'],
  ])('is refused with a clear message: %s', async (_, computed, message) => {
    const { id } = await buildSpace(org);
    const answer = await change(`/v1/spaces/${id}`, { ...insert('x'), computed });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(message);
    expect(await pagesOf(`/v1/spaces/${id}`)).toEqual([]);
  });

  it('is refused for other types of pages, and together with text', async () => {
    const { base, slug } = await build();
    const both = { ...insert(slug), document: { markdown: 'Words' } };
    expect((await change(base, both)).status).toBe(400);
    expect((await change(base, { ...both, type: 'document' })).status).toBe(400);
  });

  it('must belong to the organization and be visible to the member', async () => {
    const other = await buildOrganization(test);
    await buildSpec(test, other, 'theirs');
    const { id } = await buildSpace(org);
    expect((await change(`/v1/spaces/${id}`, insert('theirs'))).status).toBe(400);
    await buildSpec(test, org, 'hidden-from-guests');
    const guest = await org.member(null);
    await org.admin.api.post(`/v1/spaces/${id}/permissions`, { users: [guest.id], role: 'edit' });
    const refused = await guest.api.post(`/v1/spaces/${id}/content`, {
      changes: [insert('hidden-from-guests')],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('may not see');
  });
});

describe('editing computed content', () => {
  it('is refused below the computed page, with a clear message', async () => {
    const { base, page, slug } = await build();
    const [shown] = await pagesOf(base);
    const below = shown?.pages?.[0]?.id;
    const [own] = await buildPages(org.admin, base.slice('/v1/spaces/'.length), [{ title: 'Own' }]);
    const edits = [
      { operation: 'update_page', page: below, title: 'Mine' },
      { operation: 'update_page', page: below, document: { markdown: 'Mine' } },
      { operation: 'update_page', page: below, into: null },
      { operation: 'delete_page', page: below },
      { operation: 'update_page', page, document: { markdown: 'Mine' } },
      { operation: 'insert_page', title: 'Mine', into: page, document: { markdown: '' } },
      { operation: 'update_page', page: own, into: below },
    ];
    for (const edit of edits) {
      const answer = await change(base, edit);
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toContain('computed');
    }
    const named = await change(base, edits[0]!);
    expect(named.body.error.message).toContain(`"${slug}"`);
    expect(outline(await pagesOf(base))).toEqual([...ALL, 'document Own']);
  });

  it('changes the title, the slug and the place of the computed page', async () => {
    const { base, page } = await build();
    const [own] = await buildPages(org.admin, base.slice('/v1/spaces/'.length), [{ title: 'Own' }]);
    const moved = await change(base, {
      operation: 'update_page',
      page,
      title: 'Reference',
      slug: 'ref',
      into: own,
    });
    expect(moved.status).toBe(200);
    await test.settle();
    expect(outline(await pagesOf(base))).toEqual([
      'document Own',
      '  document Reference',
      ...ALL.slice(1).map((line) => `  ${line}`),
    ]);
    expect((await org.admin.api.get(`${base}/content/path/own/ref/our-pets`)).status).toBe(200);
    expect((await change(base, { operation: 'delete_page', page })).status).toBe(200);
    expect(outline(await pagesOf(base))).toEqual(['document Own']);
  });

  it('reverts the title of the computed page, and restores the page with its generated pages', async () => {
    const { base, page } = await build();
    const { revision } = (await org.admin.api.get(base)).body;
    await change(base, { operation: 'update_page', page, title: 'Other' });
    const back = { operation: 'revert_page', page, revision };
    expect((await change(base, back)).status).toBe(200);
    expect(outline(await pagesOf(base))).toEqual(ALL);
    await change(base, { operation: 'delete_page', page });
    expect(await pagesOf(base)).toEqual([]);
    expect((await change(base, back)).status).toBe(200);
    await test.settle();
    expect(outline(await pagesOf(base))).toEqual(ALL);
  });
});

describe('a changed specification', () => {
  it('makes a revision of type computed in each space that depends on it, and in no other', async () => {
    const first = await build();
    const second = await build();
    const { id } = await buildSpace(org);
    await change(`/v1/spaces/${id}`, insert(first.slug));
    await test.settle();
    const before = (await org.admin.api.get(second.base)).body.revision;
    const { lastVersion } = await changeSpec(first.slug);
    for (const base of [first.base, `/v1/spaces/${id}`]) {
      expect(outline(await pagesOf(base))).toEqual(CHANGED);
      const { body } = await org.admin.api.get(`${base}/content`);
      expect(body).toMatchObject({ type: 'computed', pages: [{ computedSeed: lastVersion }] });
      expect(body.parents).toHaveLength(1);
    }
    expect((await org.admin.api.get(second.base)).body.revision).toBe(before);
  });

  it('makes no revision when the content is the same, and keeps the ids of unchanged pages', async () => {
    const { base, slug } = await build();
    const [shown] = await pagesOf(base);
    const before = (await org.admin.api.get(base)).body.revision;
    await changeSpec(slug, smallSpec());
    expect((await org.admin.api.get(base)).body.revision).toBe(before);
    await changeSpec(slug, smallSpec({ info: { title: 'Pet store', version: '9' } }));
    const [after] = await pagesOf(base);
    expect(after?.pages?.map((page) => page.id)).toEqual(shown?.pages?.map((page) => page.id));
    expect((await org.admin.api.get(base)).body.revision).not.toBe(before);
  });

  it('shows its differences in the changes of the revision', async () => {
    const { base, slug } = await build();
    await changeSpec(slug);
    const { revision } = (await org.admin.api.get(base)).body;
    const { body } = await org.admin.api.get(`${base}/revisions/${revision}/changes`);
    const told = body.changes.map(
      ({ type, page }: { type: string; page: { title: string } }) => `${type} ${page.title}`,
    );
    expect(told).toEqual(
      expect.arrayContaining(['page_created changed', 'page_deleted Our pets', 'page_deleted orders']),
    );
  });

  it('leaves its pages readable when it is deleted, with a note', async () => {
    const { base, slug, page } = await build();
    const markdown = async () =>
      (await org.admin.api.get(`${base}/content/page/${page}`, { query: { format: 'markdown' } })).body
        .markdown as string;
    expect(await markdown()).not.toContain('deleted');
    test.clock.advance(1000);
    await org.admin.api.delete(`/v1/orgs/${org.id}/openapi/${slug}`);
    await test.settle();
    expect(outline(await pagesOf(base))).toEqual(ALL);
    expect(await markdown()).toMatch(/specification was deleted[^]*Sells \*\*pets\*\*/);
    await changeSpec(slug);
    expect(outline(await pagesOf(base))).toEqual(CHANGED);
    expect(await markdown()).not.toContain('deleted');
  });
});

describe('change requests with computed pages', () => {
  const open = async (base: string) => {
    const { body } = await org.admin.api.post(`${base}/change-requests`, { subject: 'Work' });
    return `${base}/change-requests/${body.id}`;
  };

  it('bring them up to date when they are merged', async () => {
    const slug = `spec-${++count}`;
    await buildSpec(test, org, slug);
    const { id } = await buildSpace(org);
    const base = `/v1/spaces/${id}`;
    const request = await open(base);
    expect((await change(request, insert(slug))).status).toBe(200);
    await changeSpec(slug);
    expect(outline(await pagesOf(request))).toEqual(ALL);
    expect((await org.admin.api.post(`${request}/merge`)).body.result).toBe('merge');
    await test.settle();
    expect(outline(await pagesOf(base))).toEqual(CHANGED);
  });

  it('never conflict over computed content', async () => {
    const { base, page, slug } = await build();
    const request = await open(base);
    await change(request, { operation: 'update_page', page, title: 'API' });
    const other = await open(base);
    await change(other, { operation: 'delete_page', page });
    await changeSpec(slug);
    expect((await org.admin.api.post(`${request}/update`)).body.result).toBe('update');
    expect(outline(await pagesOf(request))).toEqual(['document API', ...CHANGED.slice(1)]);
    await changeSpec(slug, renamed('again'));
    expect((await org.admin.api.post(`${request}/merge`)).body.result).toBe('merge');
    await test.settle();
    expect(outline(await pagesOf(base))).toEqual(['document API', '  document again', '  document Models']);
  });

  it('can delete a page that was computed again meanwhile', async () => {
    const { base, page, slug } = await build();
    const request = await open(base);
    await change(request, { operation: 'delete_page', page });
    await changeSpec(slug);
    expect((await org.admin.api.post(`${request}/merge`)).body.result).toBe('merge');
    await test.settle();
    expect(await pagesOf(base)).toEqual([]);
  });
});

describe('spaces with computed pages', () => {
  it('are computed again after a rollback', async () => {
    const { base, slug } = await build();
    const { revision } = (await org.admin.api.get(base)).body;
    await changeSpec(slug);
    const answer = await org.admin.api.post(`${base}/revisions/${revision}/rollback`);
    expect(answer.status).toBeLessThan(300);
    await test.settle();
    expect(outline(await pagesOf(base))).toEqual(CHANGED);
  });

  it('are duplicated with them, and the copy follows the specification', async () => {
    const { base, slug } = await build();
    const copy = (await org.admin.api.post(`${base}/duplicate`)).body.id as string;
    await test.settle();
    expect(outline(await pagesOf(`/v1/spaces/${copy}`))).toEqual(ALL);
    await changeSpec(slug);
    expect(outline(await pagesOf(`/v1/spaces/${copy}`))).toEqual(CHANGED);
    expect(outline(await pagesOf(base))).toEqual(CHANGED);
  });

  it('keep them in another organization without the specification', async () => {
    const { base, slug } = await build();
    const target = await buildOrganization(test);
    await test.app.get(Members).addMember(target.id, org.admin.id, 'admin');
    expect((await org.admin.api.post(`${base}/transfer`, { organization: target.id })).status).toBe(200);
    await test.settle();
    await changeSpec(slug);
    expect(outline(await pagesOf(base))).toEqual(ALL);
  });

  it('are created from a source', async () => {
    const slug = `spec-${++count}`;
    await buildSpec(test, org, slug);
    const path = `/v1/orgs/${org.id}/spaces`;
    const { status, body } = await org.admin.api.post(path, { title: 'API', computedSource: sourceOf(slug) });
    expect(status).toBe(201);
    await test.settle();
    expect(outline(await pagesOf(`/v1/spaces/${body.id}`))).toEqual(ALL);
    await changeSpec(slug);
    expect(outline(await pagesOf(`/v1/spaces/${body.id}`))).toEqual(CHANGED);
    const bad = { computedSource: { type: 'builtin:translation' } };
    expect((await org.admin.api.post(path, bad)).status).toBe(400);
    expect((await org.admin.api.post(path, { computedSource: sourceOf('unknown') })).status).toBe(400);
    expect((await org.admin.api.post(path, { computedSource: sourceOf(slug), empty: true })).status).toBe(
      400,
    );
  });
});

describe('a folder with a computed page', () => {
  it('holds its source instead of generated pages, and keeps the page when it is imported again', async () => {
    const { base, id, slug, page } = await build();
    const [own] = await buildPages(org.admin, id, [{ title: 'Own', markdown: 'Words.' }]);
    await change(base, { operation: 'update_page', page, title: 'API', into: own });
    await test.settle();
    const files = await exportFiles(test, org.admin, id);
    expect(Object.keys(files).toSorted()).toEqual(['.gitbook.yaml', 'SUMMARY.md', 'own/README.md']);
    expect(files['SUMMARY.md']).toContain('* [Own](own/README.md)\n  * ```yaml\n    ');
    expect(files['SUMMARY.md']).toContain(`        spec: ${slug}\n`);
    const changed = { ...files, 'own/README.md': '# Own\n\nOther words.\n' };
    const { state, report } = await importFiles(test, org.admin, id, changed);
    expect({ state, warnings: report?.warnings }).toEqual({ state: 'success', warnings: [] });
    expect(outline(await pagesOf(base))).toEqual([
      'document Own',
      '  document API',
      ...ALL.slice(1).map((line) => `  ${line}`),
    ]);
    const again = await importFiles(test, org.admin, id, changed);
    expect(again.report?.revision).toBe(report?.revision);
    await changeSpec(slug);
    const after = await importFiles(test, org.admin, id, { ...changed, 'new.md': '# New' });
    expect(after.report?.warnings).toMatchObject([{ kind: 'unlisted' }]);
    expect(outline(await pagesOf(base))).toContain('    document changed');
  });

  it('creates no computed page in a space without it', async () => {
    const { id: other, slug } = await build();
    const { 'SUMMARY.md': summary = '' } = await exportFiles(test, org.admin, other);
    const { id } = await buildSpace(org);
    const { state, report } = await importFiles(test, org.admin, id, {
      'SUMMARY.md': summary,
      'README.md': '# Hi',
    });
    expect(state).toBe('success');
    expect(report?.warnings).toMatchObject([
      { kind: 'missing-page', message: expect.stringContaining('computed') },
    ]);
    expect(summary).toContain(slug);
    expect(outline(await pagesOf(`/v1/spaces/${id}`))).toEqual(['document Hi']);
  });
});

describe('a preview of computed content', () => {
  it('answers the pages and single documents of a source', async () => {
    const { base, slug } = await build();
    const before = (await org.admin.api.get(base)).body.revision;
    const post = (kind: string, source: object, seed = 'seed') =>
      org.admin.api.post(`${base}/content/computed/${kind}`, { source, seed });
    const revision = await post('revision', sourceOf(slug));
    expect(revision.status).toBe(200);
    expect(outline(revision.body.pages)).toEqual(ALL);
    expect(revision.body).toMatchObject({ files: [], reusableContents: [] });
    expect((await post('revision', sourceOf(slug))).body.pages[0].id).toBe(revision.body.pages[0].id);
    expect((await post('revision', sourceOf(slug), 'other')).body.pages[0].id).not.toBe(
      revision.body.pages[0].id,
    );
    const document = await post('document', {
      ...sourceOf(slug),
      props: { doc: 'operations', page: 'pets' },
    });
    expect(JSON.stringify(document.body)).toContain('List the pets');
    for (const props of [{ doc: 'models' }, { doc: 'info', page: 'Pet store' }]) {
      expect((await post('document', { ...sourceOf(slug), props })).body.object).toBe('document');
    }
    for (const props of [{ doc: 'operations', page: 'none' }, { doc: 'operations' }, { doc: 'other' }, {}]) {
      expect((await post('document', { ...sourceOf(slug), props })).status).toBe(400);
    }
    for (const kind of ['document', 'revision']) {
      for (const [type, message] of [
        ['builtin:translation', 'builtin:translation'],
        ['integration:a:b', 'no integration "a"'],
      ] as const) {
        const refused = await post(kind, { ...sourceOf(slug), type });
        expect(refused).toMatchObject({
          status: 400,
          body: { error: { message: expect.stringContaining(message) } },
        });
      }
    }
    expect((await org.admin.api.get(base)).body.revision).toBe(before);
    expect(outline(await pagesOf(base))).toEqual(ALL);
  });
});
