import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RecomputeSpace } from '../src/modules/space-content/computed/recompute-space.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { askAs } from './support/hosts.js';
import { definition, uniqueName } from './support/integrations.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { buildTranslation, runAgain } from './support/translations.js';

const HOST = 'sites.example.com';

/** Answers what its `props` ask for. */
const scriptOf = (version: number) => `
const own = (event, environment, props) => ({ type: 'integration:' + environment.integration.name + ':' + event.sourceId, props, dependencies: event.dependencies });
const document = (event, environment, title, props, more) => ({ type: 'document', title, computed: own(event, environment, props), ...more });
const revisions = {
  notes: (event, environment) => ({ pages: [
    { type: 'group', title: 'Group', pages: [document(event, environment, 'First', { page: 1, word: event.props.word }, { id: 'first', icon: 'bolt', description: 'The first one' })] },
    document(event, environment, 'Second', { page: 2, other: event.props.other }, { id: 'second' }),
    { type: 'link', title: 'Elsewhere', target: { kind: 'url', url: 'https://example.com/' } },
    { type: 'link', title: 'Theirs', target: { kind: 'user', user: 'somebody' } },
  ], files: [] }),
  many: () => ({ pages: Array.from({ length: 10000 }, (_, i) => ({ type: 'document', title: 'Page ' + i })) }),
  deep: () => { let pages = []; for (let i = 0; i < 100; i++) pages = [{ type: 'document', title: 'Page', pages }]; return { pages }; },
  nested: (event, environment) => ({ pages: [{ type: 'computed', title: 'Again', computed: own(event, environment, event.props) }] }),
  foreign: (event, environment) => ({ pages: [{ type: 'document', title: 'X', computed: { type: 'integration:another:notes', props: {} } }] }),
  greedy: (event, environment) => ({ pages: [{ type: 'document', title: 'X', computed: { ...own(event, environment, {}), dependencies: { a: { ref: { kind: 'space', space: event.spaceId } } } } }] }),
  twice: () => ({ pages: [{ type: 'document', title: 'A', id: 'a' }, { type: 'document', title: 'B', id: 'a' }] }),
  types: () => ({ pages: [{ type: 'document', title: 5 }] }),
  words: () => 'no',
  half: (event, environment) => ({ pages: [document(event, environment, 'Fine', { page: 1 }), document(event, environment, 'Broken', { page: 'broken' })] }),
};
const texts = {
  1: (event, environment) => ({ markdown: 'Version ${version}, ' + event.props.word + ', ' + environment.spaceInstallation.configuration.word
    + ', ' + Object.values(event.dependencies).map(({ value }) => value ? value.revision : 'gone') + '\\n\\n<script>alert(1)</script><img src=x onerror=alert(2)>' }),
  3: (event) => ({ markdown: event.props.word }),
  2: (event) => ({ document: { object: 'document', data: {}, nodes: [{ object: 'block', type: 'paragraph', nodes: [
    { object: 'inline', type: 'link', data: { ref: { kind: 'page', page: 'first' } }, nodes: [{ object: 'text', leaves: [{ text: 'to the first' }] }] },
    { object: 'inline', type: 'link', data: { ref: { kind: 'page', page: 'x', space: event.props.other ?? 'foreign' } }, nodes: [{ object: 'text', leaves: [{ text: 'to another' }] }] },
    { object: 'inline', type: 'link', data: { ref: { kind: 'url', url: 'javascript:alert(3)' } }, nodes: [{ object: 'text', leaves: [{ text: 'a trap' }] }] },
  ] }] } }),
  broken: () => ({ document: { object: 'document', nodes: [{ object: 'block' }] } }),
};
export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get('event'));
  const environment = JSON.parse(form.get('environment'));
  if (event.type === 'content_compute_revision') {
    if (event.props.mode === 'fails' || environment.spaceInstallation.configuration.word === 'fails') throw new Error('upstream is down');
    const answer = revisions[event.props.mode ?? 'notes'];
    return answer ? Response.json(answer(event, environment)) : new Response('nothing of this kind', { status: 404 });
  }
  if (event.type === 'content_compute_document') return Response.json({ document: texts[event.props.page](event, environment) });
  return new Response('ok');
} };`;

let test: TestApp;
let org: TestOrganization;
let name: string;
let installation: string;

const sourceOf = (props: object = {}, dependencies?: object, source = 'notes') => ({
  type: `integration:${name}:${source}`,
  props,
  ...(dependencies ? { dependencies } : {}),
});
const onSpace = (space: string) => ({ space: { ref: { kind: 'space', space } } });
const insert = (computed: object, more: object = {}) => ({
  operation: 'insert_page',
  type: 'computed',
  computed,
  ...more,
});
const change = (spaceId: string, ...changes: object[]) =>
  org.admin.api.post(`/v1/spaces/${spaceId}/content`, { changes }, { query: { compat: false } });

interface PageBody {
  id: string;
  type: string;
  title: string;
  path: string;
  pages?: PageBody[];
  computed?: object;
  computedSeed?: string;
}
const pagesOf = async (spaceId: string, query = {}) =>
  (await org.admin.api.get(`/v1/spaces/${spaceId}/content/pages`, { query })).body.pages as PageBody[];
const outline = (pages: PageBody[], indent = ''): string[] =>
  pages.flatMap(({ type, title, pages: below }) => [
    `${indent}${type} ${title}`,
    ...outline(below ?? [], `${indent}  `),
  ]);
const textOf = async (spaceId: string, path: string): Promise<string> => {
  const answer = await org.admin.api.get(`/v1/spaces/${spaceId}/content/path/${path}`, {
    query: { format: 'markdown' },
  });
  return answer.body.markdown as string;
};
const publish = async (version: number, more: object = {}) => {
  const body = definition(org.id, {
    script: scriptOf(version),
    runtime: 'v2',
    contentSources: [{ id: 'notes', title: 'Notes', configuration: { componentId: 'settings' } }],
    configurations: { space: { properties: { word: { type: 'string', default: 'plain' } } } },
    ...more,
  });
  const answer = await org.admin.api.post(`/v1/integrations/${name}`, body);
  if (answer.status !== 200) throw new Error(answer.text);
};
const installOn = async (spaceId: string, configuration?: object) => {
  const base = `/v1/integrations/${name}/installations/${installation}/spaces`;
  await org.admin.api.post(base, { space: spaceId });
  if (configuration) await org.admin.api.patch(`${base}/${spaceId}`, { configuration });
};
/** A space that the integration is installed on. */
const build = async (title?: string): Promise<string> => {
  const { id } = await buildSpace(org, { title });
  await installOn(id);
  return id;
};
/** Lets what happened be told, later than what was before. */
const settle = async () => {
  await test.settle();
  test.clock.advance(60_000);
};
interface LoggedEvent {
  payload: { type: string; spaceId?: string };
  status: string;
  delivery: { failure?: string };
}
/** Requests to the script for a space, newest first. */
const askedIn = async (spaceId: string) => {
  const answer = await org.admin.api.get(`/v1/integrations/${name}/events`);
  const { items } = answer.body as { items: LoggedEvent[] };
  return items.filter(({ payload }) => payload.spaceId === spaceId);
};
/** Failures while the pages of a space were computed. */
const failuresIn = async (spaceId: string) => {
  const failed = (await askedIn(spaceId)).filter(({ status }) => status === 'failed');
  return failed.map(({ payload, delivery }) => `${payload.type}: ${delivery.failure ?? ''}`);
};

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'http://docs.example.com', sitesDomain: HOST });
  org = await buildOrganization(test);
  name = uniqueName();
  await publish(1);
  const installed = await org.admin.api.post(`/v1/integrations/${name}/installations`, {
    organization: org.id,
  });
  installation = (installed.body as { id: string }).id;
});
afterAll(() => test.close());

const SHOWN = [
  'document Notes',
  '  document Group',
  '    document First',
  '  document Second',
  '  link Elsewhere',
];

describe('a page computed by an integration', () => {
  it('shows the pages and texts that the script answers, as part of the space', async () => {
    const other = await build();
    const spaceId = await build();
    const dependencies = onSpace(other);
    const answer = await change(spaceId, insert(sourceOf({ word: 'sunny', other }, dependencies)));
    expect(answer.status).toBe(200);
    await settle();
    const pages = await pagesOf(spaceId);
    expect(outline(pages)).toEqual(SHOWN);
    const { body: space } = await org.admin.api.get(`/v1/spaces/${other}`);
    const value = { object: 'space', id: other, revision: space.revision };
    const resolved = { space: { ref: { kind: 'space', space: other }, value } };
    expect(pages[0]?.computed).toEqual({ ...sourceOf({ word: 'sunny', other }), dependencies: resolved });
    const first = pages[0]?.pages?.[0]?.pages?.[0];
    expect(first).toMatchObject({
      path: 'notes/group/first',
      icon: 'bolt',
      description: 'The first one',
      computed: { ...sourceOf({ page: 1, word: 'sunny' }), dependencies: resolved },
      computedSeed: pages[0]?.computedSeed,
    });
    expect(await textOf(spaceId, 'notes/group/first')).toContain(
      `Version 1, sunny, plain, ${space.revision as string}`,
    );
    const second = await org.admin.api.get(`/v1/spaces/${spaceId}/content/page/${pages[0]?.pages?.[1]?.id}`, {
      query: { format: 'document' },
    });
    const refs = JSON.stringify(second.body.document);
    expect(refs).toContain(`"page":"${first?.id}"`);
    expect(refs).toContain(`"space":"${other}"`);
    const sources = await pagesOf(spaceId, { computed: false });
    expect(outline(sources)).toEqual(['computed Notes']);
    const found = await org.admin.api.get(`/v1/spaces/${spaceId}/search`, { query: { query: 'sunny' } });
    expect(found.body.items).toMatchObject([{ title: 'First' }]);
    const refused = await change(spaceId, { operation: 'update_page', page: first?.id, title: 'Mine' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining(`computed from the integration \\"${name}\\"`),
    ]);
    const links = await org.admin.api.get(`/v1/spaces/${spaceId}/links`);
    const kinds = (links.body as { items: { reference: { kind: string } }[] }).items.map(
      ({ reference }) => reference.kind,
    );
    expect(new Set(kinds)).toEqual(new Set(['space', 'url', 'page']));
  });

  it('shows neither unsafe nor foreign links of the script, and runs no script on sites', async () => {
    const spaceId = await build();
    await change(spaceId, insert(sourceOf({ word: 'sunny' })));
    const { body: site } = await org.admin.api.post(`/v1/orgs/${org.id}/sites`, {
      title: 'Docs',
      spaces: [spaceId],
    });
    await org.admin.api.post(`/v1/orgs/${org.id}/sites/${site.id}/publish`);
    await settle();
    const read = async (path: string) =>
      (await askAs(test.baseUrl, `${org.hostname}.${HOST}`, `/${site.basename}/${path}`)).text;
    const first = await read('notes/group/first');
    expect(first).toContain('Version 1, sunny, plain');
    expect(first).not.toMatch(/alert\(|onerror/);
    const second = await read('notes/second');
    expect(second).toMatch(/href="[^"]*notes\/group\/first"/);
    expect(second).not.toMatch(/javascript:alert|foreign/);
    const [page] = await pagesOf(spaceId);
    const text = await org.admin.api.get(`/v1/spaces/${spaceId}/content/page/${page?.pages?.[1]?.id}`, {
      query: { format: 'document' },
    });
    expect(JSON.stringify(text.body.document)).toContain('{"kind":"page","page":""}');
  });

  it('can be previewed by editors of the space', async () => {
    const spaceId = await build();
    const base = `/v1/spaces/${spaceId}/content/computed`;
    const revision = await org.admin.api.post(`${base}/revision`, { source: sourceOf(), seed: 'a' });
    expect(outline(revision.body.pages as PageBody[])).toEqual(SHOWN);
    const source = sourceOf({ page: 3, word: 'once' });
    const document = await org.admin.api.post(`${base}/document`, { source, seed: 'a' });
    expect(JSON.stringify(document.body)).toContain('once');
    const reader = await org.member('read');
    expect((await reader.api.post(`${base}/revision`, { source: sourceOf(), seed: 'a' })).status).toBe(403);
    expect(await pagesOf(spaceId)).toEqual([]);
  });
});

describe('a source of an integration', () => {
  it.each<[string, () => object | Promise<object>, RegExp]>([
    [
      'of no integration',
      () => ({ type: 'integration:none:notes', props: {} }),
      /there is no integration \\"none/,
    ],
    [
      'without a name',
      () => ({ type: 'integration:none', props: {} }),
      /computed.type must be integration:</,
    ],
    [
      'that it does not have',
      () => sourceOf({}, {}, 'other'),
      /has no source \\"other\\"; it has \\"notes\\"/,
    ],
    ['with props that are none', () => sourceOf([]), /computed.props must be an object/],
    ['with too much', () => sourceOf({ text: 'x'.repeat(20_000) }), /at most 16 KB/],
    ['with an unknown dependency', () => sourceOf({}, onSpace('none')), /no such space/],
    [
      'with another kind of dependency',
      () => sourceOf({}, { a: { ref: { kind: 'file' } } }),
      /a.ref must have a kind/,
    ],
    [
      'with a space where it is not installed',
      async () => sourceOf({}, onSpace((await buildSpace(org)).id)),
      /does not get to this space/,
    ],
  ])('%s is refused with a clear message', async (_what, source, sentence) => {
    const spaceId = await build();
    const answer = await change(spaceId, insert(await source()));
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(sentence)]);
  });

  it('is refused if its integration is not installed, belongs to another organization or computes from the space itself', async () => {
    const { id } = await buildSpace(org);
    const missing = await change(id, insert(sourceOf()));
    expect([missing.status, missing.text]).toEqual([
      400,
      expect.stringMatching(/not installed on this space/),
    ]);
    await installOn(id);
    const itself = await change(id, insert(sourceOf({}, onSpace(id))));
    expect([itself.status, itself.text]).toEqual([400, expect.stringMatching(/from the space itself/)]);
    const others = await buildOrganization(test);
    const theirs = await buildSpace(others);
    const foreign = await others.admin.api.post(
      `/v1/spaces/${theirs.id}/content`,
      { changes: [insert(sourceOf())] },
      { query: { compat: false } },
    );
    expect([foreign.status, foreign.text]).toEqual([400, expect.stringMatching(/there is no integration/)]);
  });

  it.each([
    ['many', /more than 1000 pages/],
    ['deep', /nested deeper than 10 levels/],
    ['nested', /pages\[0\]: a page of type computed cannot stand/],
    ['foreign', /pages\[0\]\.computed\.type must be a source of this integration/],
    ['greedy', /the computed page itself does not depend/],
    ['twice', /two pages of this id/],
    ['types', /pages\[0\]\.title must be a text/],
    ['words', /The answer must be an object/],
    ['half', /document\.nodes\[0\]\.type must be a string/],
    ['none', /The script answered 404/],
    ['fails', /did not compute it/],
  ])('makes no page when its script answers wrongly (%s)', async (mode, sentence) => {
    const spaceId = await build();
    const before = await pagesOf(spaceId);
    const answer = await change(
      spaceId,
      { operation: 'insert_page', title: 'Another', document: { markdown: 'Text' } },
      insert(sourceOf({ mode })),
    );
    expect([answer.status, answer.text]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await pagesOf(spaceId)).toEqual(before);
    expect(await failuresIn(spaceId)).toHaveLength(1);
  });

  it('can compute the first content of a new space', async () => {
    const all = { space_selection: 'all', site_selection: 'selected' };
    const path = `/v1/integrations/${name}/installations/${installation}`;
    await org.admin.api.patch(path, all);
    const made = await org.admin.api.post(`/v1/orgs/${org.id}/spaces`, { computedSource: sourceOf() });
    await settle();
    const { id } = made.body as { id: string };
    expect([made.status, outline(await pagesOf(id))]).toEqual([201, SHOWN]);
    // Once it is closed, what is on all spaces is not there any more.
    await org.admin.api.patch(`/v1/spaces/${id}`, { defaultLevel: null });
    await test.app.get(RecomputeSpace).execute(org.id, id, true);
    expect(await textOf(id, 'notes')).toContain('not there any more');
    await org.admin.api.patch(path, { space_selection: 'selected' });
    await settle();
  });
});

describe('computed content of an integration', () => {
  it('is computed again for a new version or other settings, and stays when that fails', async () => {
    const spaceId = await build();
    await change(spaceId, insert(sourceOf({ word: 'sunny' })));
    await settle();
    const before = await pagesOf(spaceId);
    await publish(2);
    await settle();
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 2, sunny, plain');
    expect((await pagesOf(spaceId))[0]?.pages?.[0]?.id).toBe(before[0]?.pages?.[0]?.id);
    const revision = await org.admin.api.get(`/v1/spaces/${spaceId}/content`);
    expect(revision.body.type).toBe('computed');
    await installOn(spaceId, { word: 'bright' });
    await settle();
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 2, sunny, bright');
    await installOn(spaceId, { word: 'fails' });
    await settle();
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 2, sunny, bright');
    expect(await failuresIn(spaceId)).toEqual([expect.stringMatching(/^content_compute_revision: ./)]);
    await installOn(spaceId, { word: 'fine' });
    await settle();
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 2, sunny, fine');
    await publish(1);
    await settle();
  });

  it('is computed once for several concurrent requests', async () => {
    const spaceId = await build();
    await change(spaceId, insert(sourceOf({ word: 'sunny' })));
    await settle();
    await installOn(spaceId, { word: 'bright' });
    const recompute = test.app.get(RecomputeSpace);
    await Promise.all([1, 2, 3].map(() => recompute.execute(org.id, spaceId, true)));
    await settle();
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 1, sunny, bright');
    const asked = (await askedIn(spaceId)).map(({ payload }) => payload.type);
    expect(asked.filter((type) => type === 'content_compute_revision')).toHaveLength(2);
  });

  it('follows a space that it depends on, but not in circles', async () => {
    const [one, two] = [await build('One'), await build('Two')];
    await change(one, insert(sourceOf({ word: 'a' }, onSpace(two))));
    await settle();
    await buildPages(org.admin, two, [{ title: 'New', markdown: 'Text' }]);
    await settle();
    const revisionOf = async (id: string) =>
      (await org.admin.api.get(`/v1/spaces/${id}`)).body.revision as string;
    expect(await textOf(one, 'notes/group/first')).toContain(await revisionOf(two));
    await change(two, insert(sourceOf({ word: 'b' }, onSpace(one))));
    await settle();
    const ends = [await revisionOf(one), await revisionOf(two)];
    await settle();
    expect([await revisionOf(one), await revisionOf(two)]).toEqual(ends);
    await org.admin.api.delete(`/v1/spaces/${two}`);
    await settle();
    expect(await textOf(one, 'notes/group/first')).toContain('Version 1, a, plain, gone');
  });

  it('does not follow a translation of its own space', async () => {
    const spaceId = await build();
    const [page = ''] = await buildPages(org.admin, spaceId, [{ title: 'Guide', markdown: 'Text' }]);
    const { result, urls } = await buildTranslation(test, org, spaceId, { automatic: false });
    const translated = (result as { space: string }).space;
    const translate = async () => {
      test.clock.advance(60_000);
      await runAgain(test, org.admin, (urls as { location: string }).location);
    };
    const seedIn = async (id: string) =>
      (await pagesOf(id)).find(({ computedSeed }) => computedSeed)?.computedSeed;
    await installOn(translated);
    await change(spaceId, insert(sourceOf({ word: 'a' }, onSpace(translated))));
    const first = await seedIn(spaceId);
    // From now on there is a page of the same there: the translation changes whenever the page does.
    await translate();
    await translate();
    const seeds = [await seedIn(spaceId), await seedIn(translated)];
    await change(spaceId, { operation: 'update_page', page, document: { markdown: 'Other' } });
    await translate();
    expect(await textOf(translated, 'guide')).toContain('ţĥééŕ');
    expect([await seedIn(spaceId), await seedIn(translated)]).toEqual(seeds);
    expect(seeds[0]).not.toBe(first);
  });

  it('is merged with a change request, and computed again if it is outdated', async () => {
    const spaceId = await build();
    const request = await org.admin.api.post(`/v1/spaces/${spaceId}/change-requests`, { subject: 'Notes' });
    const base = `/v1/spaces/${spaceId}/change-requests/${request.body.id as string}`;
    const changes = [insert(sourceOf({ word: 'asked' }))];
    const inserted = await org.admin.api.post(`${base}/content`, { changes }, { query: { compat: false } });
    expect(inserted.status).toBe(200);
    await installOn(spaceId, { word: 'later' });
    await settle();
    expect((await org.admin.api.post(`${base}/merge`)).status).toBe(200);
    await settle();
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 1, asked, later');
  });

  it('stays with a note when the integration is removed, and is computed again when it is back', async () => {
    const spaceId = await build();
    await change(spaceId, insert(sourceOf({ word: 'sunny' })));
    await settle();
    const [before] = await pagesOf(spaceId);
    await org.admin.api.delete(`/v1/integrations/${name}/installations/${installation}/spaces/${spaceId}`);
    await settle();
    expect(await textOf(spaceId, 'notes')).toContain('not there any more');
    expect((await pagesOf(spaceId))[0]?.pages).toEqual(before?.pages);
    await installOn(spaceId);
    await settle();
    expect(await textOf(spaceId, 'notes')).not.toContain('not there any more');
    await org.admin.api.delete(`/v1/integrations/${name}`);
    await settle();
    expect(await textOf(spaceId, 'notes')).toContain('not there any more');
    expect(await textOf(spaceId, 'notes/group/first')).toContain('Version 1, sunny, plain');
  });
});
