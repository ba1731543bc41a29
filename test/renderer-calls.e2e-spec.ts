import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from './support/archive.js';
import { publishSite, visitorToken } from './support/audience.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  buildUser,
  type TestOrganization,
} from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { buildSpec } from './support/openapi.js';
import { type Lookup, TestRenderer, textOf, type View } from './support/renderer.js';
import { createTestApp, type TestApp } from './support/test-app.js';

const DOMAIN = 'sites.example.com';
/** Identifiers that CSS accepts after `#` without escapes. */
const SELECTOR = /^[A-Za-z][\w-]*$/;

/** Draws what it is told to; a button answers other properties than the page has. */
const SCRIPT = `export default { async fetch(request) {
  const event = JSON.parse((await request.formData()).get('event'));
  if (event.type !== 'ui_render') return new Response('ok');
  const props = event.action ? { ...event.props, step: (event.props.step ?? 0) + 1 } : event.props;
  return Response.json({ type: 'element', state: {}, props, element: { type: 'block', children: [
    { type: 'markdown', content: 'drawn for **' + event.props.name + '** ' + Object.keys(event.props).join() + ' ' + (props.step ?? 0) },
    { type: 'button', label: 'Go', onPress: { action: 'go' } }] } });
} };`;

let test: TestApp;
let organization: TestOrganization;
let renderer: TestRenderer;
let integration: string;
/** Of the site that has everything. */
let site: { id: string; api: string; root: string; key: string };
let spaces: { guide: string; old: string; api: string; secret: string };
let pages: { included: string; blocks: string; operation: string; hidden: string };
let links: { url: string };

const admin = () => organization.admin.api;
const must = <T extends { status: number; text: string }>(answer: T, wanted: number): T => {
  if (answer.status !== wanted) throw new Error(`${answer.status}: ${answer.text}`);
  return answer;
};
const changes = async (space: string, list: object[]) =>
  must(
    await admin().post(`/v1/spaces/${space}/content`, { changes: list }, { query: { compat: false } }),
    200,
  ).body;

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'https://docs.example.com', sitesDomain: DOMAIN });
  organization = await buildOrganization(test);
  renderer = new TestRenderer(test);
  integration = uniqueName();
  const { api } = organization.admin;
  const blocks = [{ id: 'hello', title: 'Hello', markdown: { codeblock: 'hello', body: 'content' } }];
  must(
    await api.post(
      `/v1/integrations/${integration}`,
      definition(organization.id, { script: SCRIPT, runtime: 'v2', blocks }),
    ),
    200,
  );
  const installed = must(
    await api.post(`/v1/integrations/${integration}/installations`, { organization: organization.id }),
    201,
  );
  await buildSpec(test, organization, 'petstore');

  const guide = (await buildSpace(organization, { title: 'Guide' })).id;
  must(
    await api.post(`/v1/integrations/${integration}/installations/${installed.body.id}/spaces`, {
      space: guide,
    }),
    201,
  );
  await importFiles(test, organization.admin, guide, {
    'README.md': '# Welcome\n\nHello readers of zebras.\n',
    'included.md':
      '# Included\n\n{% include ".gitbook/includes/note.md" %}\n\n{% content-ref url="README.md" %}\n[README.md](README.md)\n{% endcontent-ref %}\n',
    'blocks.md': `# Blocks\n\n{% @${integration}/hello name="World" %}\n`,
    'operation.md':
      '# Operation\n\n{% openapi-operation spec="petstore" path="/pets" method="get" %}\n{% endopenapi-operation %}\n',
    '.gitbook/includes/note.md': '---\ntitle: A note\n---\n\nIncluded animals.\n',
    'SUMMARY.md':
      '# Summary\n\n* [Welcome](README.md)\n* [Included](included.md)\n* [Blocks](blocks.md)\n* [Operation](operation.md)\n',
  });
  const tree = must(await api.get(`/v1/spaces/${guide}/content/pages`), 200).body.pages as { id: string }[];
  const [, included = '', withBlocks = '', operation = ''] = tree.map(({ id }) => id);
  const [hidden] = (
    await changes(guide, [
      {
        operation: 'insert_page',
        title: 'For pros',
        condition: 'visitor.claims.plan == "pro"',
        document: { markdown: 'Zebras for the few.' },
      },
    ])
  ).changes;
  pages = { included, blocks: withBlocks, operation, hidden: hidden.page.id };

  const made = await publishSite(organization, { title: 'Everything', visibility: 'visitor-auth' }, []);
  const root = `https://${organization.hostname}.${DOMAIN}${made.base}`;
  const old = (await buildSpace(organization, { title: 'Old' })).id;
  const reference = (await buildSpace(organization, { title: 'API' })).id;
  const secret = (await buildSpace(organization, { title: 'Elsewhere' })).id;
  for (const space of [old, reference, secret])
    await buildPages(organization.admin, space, [{ title: 'Start', markdown: 'Zebras here too.' }]);
  spaces = { guide, old, api: reference, secret };
  const guideSection = must(
    await api.post(`${made.api}/sections`, { title: 'Handbook', spaceId: guide }),
    201,
  ).body;
  must(await api.post(`${made.api}/site-spaces`, { spaceId: old, sectionId: guideSection.id }), 201);
  const apiSection = must(
    await api.post(`${made.api}/sections`, { title: 'Reference', spaceId: reference }),
    201,
  ).body;
  const group = must(
    await api.post(`${made.api}/section-groups`, { title: 'More', sections: [apiSection.id] }),
    201,
  ).body;
  links = { url: 'https://status.example.com/' };
  must(await api.post(`${made.api}/external-links`, { title: 'Status', ...links }), 201);
  must(await api.post(`${made.api}/external-links`, { title: 'Inside', ...links, parent: group.id }), 201);
  const jsonSchema = {
    type: 'object',
    properties: {
      plan: { type: 'string', description: 'Plan' },
      unsigned: {
        type: 'object',
        description: 'Unsigned claims of the site visitor.',
        properties: {},
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  };
  must(await api.put(`${made.api}/adaptive-schema`, { jsonSchema }), 200);
  must(await api.patch(made.api, { adaptiveContent: { enabled: true } }), 200);
  const { privateKey } = must(await api.get(`${made.api}/publishing/auth`), 200).body;
  site = { id: made.id, api: made.api, root, key: privateKey };
  await test.settle();
});

afterAll(() => test.close());

const visitor = async (claims: object = { plan: 'free' }) => ({
  jwtToken: await visitorToken(site.key, claims),
});
const view = async (path: string, claims?: object): Promise<View> =>
  renderer.view(site.root + path, await visitor(claims));
const markdownOf = async ({ lookup, revision }: View, page: string): Promise<string> => {
  const path = `/v1/spaces/${lookup.space}/revisions/${revision.id}/page/${page}`;
  const answer = await renderer.get(lookup, `${path}?format=markdown&format.markdown.refs=stable`);
  // Specifications and integrations may change the answer while the revision stays the same.
  expect(answer.headers.get('x-gitbook-cache-tag')).toBe(`site:${lookup.site}`);
  return must(answer, 200).body.markdown;
};

describe('a renderer that shows a site with everything', () => {
  it('the renderer finds pages in sections, variants and groups, and ids that selectors take', async () => {
    for (const [path, words] of [
      ['handbook/', 'Hello readers'],
      ['handbook/old/start', 'Zebras here too'],
      ['reference/start', 'Zebras here too'],
    ] as const) {
      const { published, lookup, document } = await view(path);
      expect(textOf(document)).toContain(words);
      const all: { id: string }[] = [];
      const add = (items: { id: string; children?: never[]; siteSpaces?: never[] }[]): void => {
        for (const item of items) {
          all.push(item);
          add(item.children ?? []);
          add(item.siteSpaces ?? []);
        }
      };
      add(published.structure.structure);
      expect(all.map(({ id }) => id)).toContain(lookup.siteSection);
      expect(all.map(({ id }) => id)).toContain(lookup.siteSpace);
      for (const { id } of all) expect(id).toMatch(SELECTOR);
    }
  });

  it('the renderer may read everything in the structure that is no section as a group', async () => {
    const { published } = await view('handbook/');
    const shown = published.structure.structure.slice(-3);
    const [, group, link] = shown;
    expect(shown.map(({ object }: { object: string }) => object)).toEqual([
      'site-section',
      'site-section-group',
      'site-external-link',
    ]);
    expect(link).toMatchObject({ ...links, children: [], siteSpaces: [] });
    expect(group.children.at(-1)).toMatchObject({ ...links, children: [], siteSpaces: [] });
    const raw = await fetch(`${test.baseUrl}${site.api}/structure`, {
      headers: { authorization: `Bearer ${organization.admin.token}` },
    });
    const { structure } = (await raw.json()) as { structure: object[] };
    expect(structure.at(-1)).not.toHaveProperty('children');
  });

  it('the renderer shows no ads', async () => {
    must(await admin().post(`${site.api}/ads`, { status: 'in-review', topic: 'webdev' }), 204);
    const { published } = await view('handbook/');
    expect(published.site.ads).toMatchObject({ status: 'disabled' });
    expect((await admin().get(site.api)).body.ads).toEqual({ status: 'in-review', topic: 'webdev' });
  });

  it('the renderer searches the current site space and all others, without pages that are hidden from the visitor', async () => {
    const search = async (claims: object, body: object, query: Record<string, number | string> = {}) => {
      const { lookup } = await view('handbook/', claims);
      const path = `${site.api}/search`;
      const scope = {
        ...body,
        ...('mode' in body ? {} : { mode: 'default', currentSiteSpace: lookup.siteSpace }),
      };
      return must(await test.api.as(lookup.apiToken).post(path, { query: 'zebras', scope }, { query }), 200)
        .body;
    };
    const titles = ({ items }: { items: { pages: { title: string }[] }[] }) =>
      items.flatMap((item) => item.pages.map(({ title }) => title)).sort();
    const free = { plan: 'free' };
    expect(titles(await search(free, { restrictTo: 'currentSiteSpace' }))).toEqual(['Welcome']);
    expect(titles(await search({ plan: 'pro' }, { restrictTo: 'currentSiteSpace' }))).toEqual([
      'For pros',
      'Welcome',
    ]);
    const others = await search(free, { restrictTo: 'otherSiteSpaces' });
    expect(others.items.map(({ id }: { id: string }) => id)).toEqual([spaces.api]);
    expect(titles(await search(free, {}))).toEqual(['Start', 'Welcome']);
    const all = await search(free, { mode: 'all' });
    expect([titles(all), all.count]).toEqual([['Start', 'Start', 'Welcome'], 3]);
    const ranks: number[] = [];
    for (let page: string | undefined, more = true; more; more = page !== undefined) {
      const part = await search(free, { mode: 'all' }, { limit: 1, ...(page === undefined ? {} : { page }) });
      expect(part.count).toBe(3);
      for (const item of part.items) ranks.push(...item.pages.map(({ rank }: { rank: number }) => rank));
      page = part.next?.page;
    }
    expect(ranks).toEqual([1, 2, 3]);
    const { lookup } = await view('handbook/');
    const odd = {
      query: 'x',
      scope: { mode: 'default', currentSiteSpace: lookup.siteSpace, restrictTo: 'odd' },
    };
    expect((await renderer.post(lookup, `${site.api}/search`, odd)).status).toBe(400);
  });

  it('the renderer answers agents text: included contents, titles, and output of specifications and integrations', async () => {
    const read = await view('handbook/');
    const included = await markdownOf(read, pages.included);
    expect(included).toContain('# Included');
    expect(included).toContain('Included animals.');
    const [welcome] = read.revision.pages;
    expect(included).toContain(`[Welcome](/pages/${welcome.id})`);
    expect(await markdownOf(read, pages.blocks)).toContain('drawn for **World**');
    const operation = await markdownOf(read, pages.operation);
    expect(operation).toContain('All of them, _furry_ ones first.');
    for (const text of [included, operation]) expect(text).not.toContain('{%');
  });

  it('the renderer reads the current content too, and nothing that is hidden', async () => {
    const { lookup } = await view('handbook/');
    const get = async (path: string) => renderer.get(lookup, `/v1/spaces/${spaces.guide}/${path}`);
    for (const path of ['content', 'content/pages'])
      expect((await get(path)).body.pages.map(({ title }: { title: string }) => title)).toEqual([
        'Welcome',
        'Included',
        'Blocks',
        'Operation',
      ]);
    expect((await get('content/path/included')).body.title).toBe('Included');
    expect((await get(`content/page/${pages.blocks}`)).body.title).toBe('Blocks');
    expect((await get('content/files')).body.items).toEqual([]);
    const hidden = [`content/page/${pages.hidden}`, 'content/path/for-pros'];
    for (const path of hidden) expect((await get(path)).status).toBe(404);
    const found = (await get('search?query=zebras')).body;
    expect([found.items.map(({ title }: { title: string }) => title), found.count]).toEqual([['Welcome'], 1]);
    const pro = (await view('handbook/', { plan: 'pro' })).lookup;
    const theirs = await renderer.get(pro, `/v1/spaces/${spaces.guide}/search?query=zebras`);
    expect(theirs.body.count).toBe(2);
    for (const path of hidden)
      expect((await renderer.get(pro, `/v1/spaces/${spaces.guide}/${path}`)).status).toBe(200);
    expect((await renderer.get(lookup, `/v1/spaces/${spaces.secret}/content`)).status).toBe(404);
  });
});

describe('blocks of integrations in a renderer', () => {
  const body = (spaceId = spaces.guide, more: object = {}) => ({
    componentId: 'hello',
    props: { name: 'World' },
    context: { type: 'document', spaceId, editable: false, theme: 'light' },
    ...more,
  });
  const draw = (lookup: Lookup, sent: object, name = integration) =>
    renderer.post(lookup, `/v1/integrations/${name}/render`, sent);

  it('blocks are rendered for readers where a page has them, and again after an action', async () => {
    const { lookup, document } = await view('handbook/blocks');
    const block = document.nodes.find(({ type }: { type: string }) => type === 'integration');
    const first = must(await draw(lookup, body(spaces.guide, { props: block.data.props })), 200).body;
    expect(textOf(first)).toContain('drawn for **World** name 0');
    const acted = await draw(lookup, body(spaces.guide, { props: first.props, action: { action: 'go' } }));
    expect(textOf(must(acted, 200).body)).toContain('drawn for **World** name 1');
    const again = body(spaces.guide, { props: acted.body.props, action: { action: 'go' } });
    expect(textOf(must(await draw(lookup, again), 200).body)).toContain('drawn for **World** name,step 2');
  });

  it('blocks are rendered only with the props of their page, in their place, and for admitted visitors', async () => {
    const { lookup } = await view('handbook/blocks');
    const refused = async (sent: object, status = 404, name = integration) =>
      expect((await draw(lookup, sent, name)).status).toBe(status);
    await refused(body(spaces.guide, { props: { name: 'Somebody' } }));
    await refused(body(spaces.guide, { props: { name: 'Somebody', '~signature': 'x' } }));
    await refused(body(spaces.guide, { componentId: 'other' }));
    await refused(body(spaces.guide, { action: { action: '@editor.node.updateProps' } }));
    await refused(body(spaces.api));
    await refused(body(spaces.secret));
    await refused(body('none'));
    await refused(body(), 404, 'no-such-integration');
    for (const type of ['configuration_account', 'configuration_space'])
      await refused(
        body(spaces.guide, { context: { type, organizationId: organization.id, spaceId: spaces.guide } }),
      );
    const stranger = await buildOrganization(test);
    const theirs = await publishSite(stranger);
    const open = `https://${stranger.hostname}.${DOMAIN}${theirs.base}`;
    expect((await draw((await renderer.lookup(open)).body, body())).status).toBe(404);
    for (const token of [undefined, 'nonsense'])
      expect((await test.api.as(token).post(`/v1/integrations/${integration}/render`, body())).status).toBe(
        401,
      );
    expect(
      (await (await buildUser(test)).api.post(`/v1/integrations/${integration}/render`, body())).status,
    ).toBe(404);
  });
});

it('every event of the contract is counted, and an unknown one does not keep out the others', async () => {
  const { lookup, page } = await view('handbook/');
  const path = `${site.api}/insights/events`;
  const session = {
    visitorId: 'v',
    sessionId: 's',
    cookies: {},
    userAgent: 'GPTBot',
    language: null,
    referrer: null,
  };
  const event = (type: string, more: object = {}, displayContext = 'site') => ({
    type,
    session,
    location: {
      ...{ url: `${site.root}handbook/welcome`, displayContext, siteShareKey: null, revision: null },
      ...{ siteSection: lookup.siteSection, siteSpace: lookup.siteSpace, space: lookup.space, page: page.id },
    },
    ...more,
  });
  const events = [
    event('page_view', {}, 'mcp'),
    event('page_markdown_request', {}, 'server'),
    event('page_markdown_request', { markdownSource: 'page-action' }),
    event('llms_request', { llmsVariant: 'standard' }, 'server'),
    event('llms_request', { llmsVariant: 'full' }, 'server'),
    event('mcp_request', {}, 'mcp'),
    event('rss_request', {}, 'server'),
    event('agent_feedback', {}, 'mcp'),
    event('search_type_query', { query: 'zebras' }, 'mcp'),
    event('search_open_result', { query: 'zebras', result: { recordId: 'r' } }),
    event('ask_question', { query: 'why', goal: 'to know' }, 'server'),
    event('trademark_click', { placement: 'embed' }, 'embed'),
  ];
  const unknown = [
    event('sight_seen'),
    event('page_view', {}, 'hologram'),
    event('trademark_click', { placement: 'moon' }),
  ];
  const api = test.api;
  must(await api.post(path, { events: [...events.slice(0, 3), ...unknown, ...events.slice(3)] }), 204);
  expect((await api.post(path, { events: [event('page_view'), event('llms_request')] })).status).toBe(400);
  const count = async (column: string) => {
    const asked = { select: [{ column: 'eventsCount' }], groupBy: [{ column }], range: 'last24Hours' };
    const answer = await fetch(`${test.baseUrl}${path}/aggregate`, {
      method: 'POST',
      headers: { authorization: `Bearer ${organization.admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(asked),
    });
    const { columns } = (await answer.json()) as {
      columns: { column: string; values: (string | number)[] }[];
    };
    const [counts, names] = columns.map(({ values }) => values);
    return Object.fromEntries((names ?? []).map((name, index) => [name, counts?.[index]]));
  };
  expect(await count('eventType')).toEqual({
    ...{ page_view: 1, page_markdown_request: 2, llms_request: 2, mcp_request: 1, rss_request: 1 },
    ...{
      agent_feedback: 1,
      search_type_query: 1,
      search_open_result: 1,
      ask_question: 1,
      trademark_click: 1,
    },
  });
  expect(await count('displayContext')).toEqual({ site: 2, server: 5, mcp: 4, embed: 1 });
  expect(await count('eventLLMSVariant')).toEqual({ standard: 1, full: 1 });
  expect(await count('siteSection')).toEqual({ [lookup.siteSection]: 12 });
});

describe('previews for members in a renderer', () => {
  const asMember = (token: string) => new TestRenderer(test, token);
  let draft: { id: string; number: number };

  beforeAll(async () => {
    draft = must(
      await admin().post(`/v1/spaces/${spaces.guide}/change-requests`, { subject: 'Draft' }),
      201,
    ).body;
    const page = { operation: 'insert_page', title: 'Planned', document: { markdown: 'Soon.' } };
    must(
      await admin().post(`/v1/spaces/${spaces.guide}/change-requests/${draft.id}/content`, {
        changes: [page],
      }),
      200,
    );
  });

  it('previews show change requests and revisions with the token of a preview host', async () => {
    const member = await organization.member('read');
    const root = `https://preview.example.net/preview/${site.id}/`;
    for (const id of [draft.id, draft.number]) {
      const { document, lookup, revision } = await asMember(member.token).view(
        `${root}handbook/~/changes/${id}/planned`,
      );
      expect(textOf(document)).toContain('Soon.');
      const changed = await renderer.get(
        lookup,
        `/v1/spaces/${spaces.guide}/change-requests/${id}/changes?limit=100`,
      );
      expect(must(changed, 200).body.changes).toHaveLength(1);
      expect(
        (await renderer.get(lookup, `/v1/spaces/${spaces.guide}/revisions/${revision.id}/changes`)).status,
      ).toBe(200);
    }
    const { body } = await asMember(member.token).lookup(`${root}handbook`);
    must(await renderer.get(body, `/v1/spaces/${spaces.guide}`), 200);
    must(await admin().delete(`/v1/orgs/${organization.id}/members/${member.id}`), 204);
    expect((await renderer.get(body, `/v1/spaces/${spaces.guide}`)).status).toBe(401);
  });

  it('addresses of readers show no previews, as a renderer may send one token for all visitors', async () => {
    const owner = new TestRenderer(test, organization.admin.token);
    expect((await owner.lookup(`${site.root}handbook`)).status).toBe(401);
    const open = await publishSite(organization, { title: 'Open' });
    const request = must(await admin().post(`/v1/spaces/${open.space}/change-requests`, {}), 201).body;
    const { lookup } = await owner.view(new URL(open.base, site.root).href);
    const asked = await renderer.get(lookup, `/v1/spaces/${open.space}/change-requests/${request.id}`);
    expect(asked.status).toBe(404);
  });

  it('previews are closed to readers, strangers and narrow tokens', async () => {
    const { lookup } = await view('handbook/');
    const inside = `/v1/spaces/${spaces.guide}/change-requests/${draft.id}`;
    for (const path of [inside, `${inside}/changes`])
      expect((await renderer.get(lookup, path)).status).toBe(404);
    const stranger = await buildOrganization(test);
    expect((await asMember(stranger.admin.token).lookup(`${site.root}handbook`)).status).toBe(401);
    const scopes = ['user:read'];
    const narrow = await admin().post('/v1/user/tokens', { label: 'narrow', scopes });
    expect((await asMember(narrow.body.token).lookup(`${site.root}handbook`)).status).toBe(401);
  });

  it('previews show sites at a preview host, published or not, to members alone', async () => {
    const own = await publishSite(organization, { title: 'Draft site' });
    must(await admin().post(`${own.api}/unpublish`), 200);
    const member = await organization.member('read');
    // Renderers put addresses into lower case.
    const root = `https://preview.example.net/preview/${own.id.toLowerCase()}/`;
    const { lookup, document, published, space } = await asMember(member.token).view(`${root}second-page`);
    expect(textOf(document)).toContain('More words.');
    expect(lookup).toMatchObject({ site: own.id, basePath: new URL(root).pathname, canonicalUrl: root });
    expect([published.structure.structure[0].urls.published, space.urls.published]).toEqual([root, root]);
    const stranger = await buildOrganization(test);
    for (const token of [undefined, stranger.admin.token])
      expect((await new TestRenderer(test, token).lookup(root)).status).toBe(404);
    must(await admin().delete(`/v1/orgs/${organization.id}/members/${member.id}`), 204);
    expect((await renderer.get(lookup, `/v1/spaces/${own.space}`)).status).toBe(401);
  });
});

it('a shared site is read by its key, and a site that is closed to agents has no text for them', async () => {
  const own = await publishSite(organization, { title: 'Shared', visibility: 'share-link' });
  const link = must(await admin().post(`${own.api}/share-links`, { name: 'Partners' }), 201).body;
  const address = `${link.urls.published}second-page`;
  const read = await renderer.view(address);
  expect(await markdownOf(read, read.page.id)).toContain('More words.');
  expect(read.published.customizations.site.pageActions.items).toEqual(['markdown', 'mcp']);
  must(await admin().patch(own.api, { agentsContext: 'excluded' }), 200);
  const excluded = await renderer.view(address);
  expect(textOf(excluded.document)).toContain('More words.');
  const { site: settings, siteSpaces } = excluded.published.customizations;
  for (const { pageActions } of [settings, ...(Object.values(siteSpaces) as never[])])
    expect(pageActions.items).toEqual([]);
  for (const content of [`revisions/${excluded.revision.id}`, 'content']) {
    const path = `/v1/spaces/${own.space}/${content}/page/${excluded.page.id}`;
    expect((await renderer.get(excluded.lookup, `${path}?format=markdown`)).status).toBe(404);
    expect((await renderer.get(excluded.lookup, path)).status).toBe(200);
  }
});
