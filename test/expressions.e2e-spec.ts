import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFiles, pagesByFile } from './support/archive.js';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization, type TestUser } from './support/factories.js';
import { publishFolder } from './support/published-site.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const code = (expression: string) => `<code class="expression">${expression}</code>`;
const when = (expression: string, text: string) => `{% if ${expression} %}\n${text}\n{% endif %}`;

const TEXT = [
  `# Start`,
  `About ${code('space.vars.product')} ${code('space.vars.version + 1')} for ${code('page.vars.audience')}`,
  `Plan ${code('visitor.claims.plan ?? "none"')}`,
  when('space.vars.beta', `Beta of ${code('space.vars.product')}`),
  when('visitor.claims.plan == "pro"', 'Only for pro'),
  when('page.vars.audience == "nobody"', 'For nobody'),
  '{% include ".gitbook/includes/note.md" %}',
].join('\n\n');

const FOLDER = {
  'README.md': `---\nvars:\n  audience: writers\n---\n\n${TEXT}\n`,
  'SUMMARY.md': '# Table of contents\n\n* [Start](README.md)\n* [Round](round.md)\n',
  'round.md': '# Round\n\n{% include ".gitbook/includes/a.md" %}\n',
  '.gitbook/vars.yaml': 'product: Bindery\nversion: 2\nbeta: true\n',
  '.gitbook/includes/note.md': `---\ntitle: A note\n---\n\nNote on ${code('space.vars.product')} for ${code('page.vars.audience')}, see [start](../../README.md)\n`,
  '.gitbook/includes/a.md': '---\ntitle: A\n---\n\nThis is A\n\n{% include "b.md" %}\n',
  '.gitbook/includes/b.md': '---\ntitle: B\n---\n\nThis is B\n\n{% include "a.md" %}\n',
};

interface Node {
  type: string;
  key?: string;
  data: Record<string, unknown>;
  nodes?: Node[];
  leaves?: { text: string }[];
}

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let spaceId: string;
let start: string;
let round: string;
let path: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  ({ admin } = organization);
  ({ id: spaceId } = await buildSpace(organization));
  await importFiles(test, admin, spaceId, FOLDER);
  path = `/v1/spaces/${spaceId}`;
  const pages = await pagesByFile(admin, spaceId);
  start = pages.get('README.md')!.id;
  round = pages.get('round.md')!.id;
});

afterAll(() => test.close());

type Query = Record<string, string>;

/** Without the contract check: it knows no conditions at the top of a document, which later versions have. */
async function read(url: string, query: Query, user = admin): Promise<Record<string, unknown>> {
  const answer = await fetch(`${test.baseUrl}${url}?${new URLSearchParams(query).toString()}`, {
    headers: { authorization: `Bearer ${user.token}` },
  });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, text]);
  return JSON.parse(text) as Record<string, unknown>;
}

const document = async (query: Query, url = `${path}/content/page/${start}`, user = admin) =>
  (await read(url, { format: 'document', ...query }, user))['document'] as Node;
const markdown = async (query: Query, url = `${path}/content/page/${start}`) =>
  (await read(url, { format: 'markdown', ...query }))['markdown'] as string;

function words(node: Node): string {
  if (node.leaves) return node.leaves.map((leaf) => leaf.text).join('');
  if (node.type === 'expression') return `[${String(node.data['expression'])}]`;
  const isLine = node.nodes?.some((child) => child.leaves ?? child.type === 'expression');
  return (node.nodes ?? []).map(words).join(isLine ? '' : '\n');
}

function keys(node: Node): string[] {
  return [...(node.key === undefined ? [] : [node.key]), ...(node.nodes ?? []).flatMap(keys)];
}

const EVALUATED = 'About Bindery 3 for writers\nPlan none\nBeta of Bindery';

describe('documents with evaluated expressions', () => {
  it('are answered only on request', async () => {
    const asItIs = await document({});
    expect(asItIs).toEqual(await document({ evaluated: 'false', dereferenced: 'false' }));
    expect(words(asItIs)).toContain('About [space.vars.product] [space.vars.version + 1]');
    expect(await markdown({})).toContain(when('space.vars.beta', `Beta of ${code('space.vars.product')}`));
  });

  it('hold every value and decide every condition for true', async () => {
    const whole = await document({ evaluated: 'true' });
    expect(words(whole)).toContain(EVALUATED);
    expect(words(whole)).not.toContain('Only for pro');
    expect(words(whole)).not.toContain('For nobody');
    expect(JSON.stringify(whole)).not.toMatch(/"type":"(if|expression)"/);
    const text = await markdown({ evaluated: 'true' });
    expect(text).toContain('About Bindery 3 for writers\n\nPlan none\n\nBeta of Bindery\n');
    expect(text).not.toContain('{% if');
  });

  it('keep what depends on the visitor for deterministic-only', async () => {
    const part = await document({ evaluated: 'deterministic-only' });
    expect(words(part)).toContain(
      'About Bindery 3 for writers\nPlan [visitor.claims.plan ?? "none"]\nBeta of Bindery',
    );
    expect(part.nodes?.filter((node) => node.type === 'if')).toMatchObject([
      { data: { expression: 'visitor.claims.plan == "pro"' } },
    ]);
    expect(words(part)).toContain('Only for pro');
    expect(words(part)).not.toContain('For nobody');
  });

  it('are answered wherever a document is read', async () => {
    const { revision } = (await admin.api.get(path)).body as { revision: string };
    const request = await openChangeRequest(admin, spaceId);
    const query = { evaluated: 'true', format: 'document' };
    for (const base of [`${path}/content`, `${path}/revisions/${revision}`, `${request.path}/content`])
      for (const page of [`page/${start}`, 'path/start'].map((one) => one.replace('path/start', 'path/readme')))
        expect([base, page, words(await document(query, `${base}/${page}`))]).toEqual([base, page, expect.stringContaining(EVALUATED)]); // prettier-ignore
    const own = await read(`${path}/revisions/${revision}/page/${start}/document`, { evaluated: 'true' });
    expect(words(own as unknown as Node)).toContain(EVALUATED);
    const { reusableContents } = (await read(`${path}/content`, {})) as {
      reusableContents: { id: string; title: string }[];
    };
    const { id } = reusableContents.find((one) => one.title === 'A note')!;
    const note = await read(`${path}/revisions/${revision}/reusable-contents/${id}/document`, {
      evaluated: 'true',
    });
    expect(words(note as unknown as Node)).toContain('Note on Bindery for , see');
  });

  it.each(['evaluated', 'dereferenced'])('are refused for other values of %s', async (name) => {
    const answer = await admin.api.get(`${path}/content/page/${start}`, { query: { [name]: 'yes' } });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(name);
  });
});

describe('documents with dereferenced contents', () => {
  it('hold reusable contents in their place, evaluated with the variables of the page', async () => {
    for (const dereferenced of ['true', 'reusable-contents']) {
      const whole = await document({ evaluated: 'deterministic-only', dereferenced });
      expect(words(whole)).toContain('Note on Bindery for writers, see start');
      expect(JSON.stringify(whole)).not.toContain('"type":"reusable-content"');
    }
    const only = await document({ dereferenced: 'true' });
    expect(words(only)).toContain('Note on [space.vars.product]');
    expect(await markdown({ dereferenced: 'true', evaluated: 'true' })).toContain(
      'Note on Bindery for writers',
    );
    expect(await markdown({ evaluated: 'true' })).toContain('{% include');
  });

  it('cut a content that includes itself, with a note', async () => {
    const whole = await document({ dereferenced: 'true' }, `${path}/content/page/${round}`);
    expect(whole.nodes?.map((node) => node.type)).toEqual(['paragraph', 'paragraph', 'hint']);
    expect(words(whole)).toBe('This is A\nThis is B\nThis content includes itself and is not repeated here.');
    expect(whole.nodes?.[2]?.data).toEqual({ style: 'warning' });
    const all = keys(whole);
    expect(new Set(all).size).toBe(all.length);
  });

  it('keep references to contents that do not exist', async () => {
    const ref = { kind: 'reusable-content', reusableContent: 'gone' };
    const page = await insertIncluding(spaceId, ref);
    const whole = await document({ dereferenced: 'true' }, `${path}/content/page/${page}`);
    expect(whole.nodes).toMatchObject([{ type: 'reusable-content', data: { ref } }]);
  });

  describe('across spaces', () => {
    let other: string;
    let page: string;
    let reader: TestUser;

    beforeEach(async () => {
      ({ id: other } = await buildSpace(organization));
      const { reusableContents } = (await read(`${path}/content`, {})) as {
        reusableContents: { id: string; title: string }[];
      };
      const reusableContent = reusableContents.find((one) => one.title === 'A note')!.id;
      page = await insertIncluding(other, { kind: 'reusable-content', reusableContent, space: spaceId });
      reader = await organization.member('read');
    });

    it('keep the variables and the links of the space of the content', async () => {
      const url = `/v1/spaces/${other}/content/page/${page}`;
      const whole = await document({ dereferenced: 'true', evaluated: 'true' }, url, reader);
      expect(words(whole)).toContain('Note on Bindery for , see');
      expect(JSON.stringify(whole)).toContain(JSON.stringify({ kind: 'page', page: start, space: spaceId }));
    });

    it('leave out contents of spaces that the member may not read', async () => {
      const closed = await admin.api.patch(path, { defaultLevel: null });
      expect(closed.status).toBe(200);
      const url = `/v1/spaces/${other}/content/page/${page}`;
      const theirs = await document({ dereferenced: 'true' }, url, reader);
      expect(theirs.nodes).toMatchObject([{ type: 'reusable-content' }]);
      expect(words(await document({ dereferenced: 'true' }, url))).toContain('Note on');
      await admin.api.patch(path, { defaultLevel: 'inherit' });
    });
  });
});

async function insertIncluding(space: string, ref: object): Promise<string> {
  const block = { object: 'block', type: 'reusable-content', isVoid: true, data: { ref } };
  const content = { object: 'document', data: {}, nodes: [block] };
  const changes = [{ operation: 'insert_page', title: 'Including', document: { document: content } }];
  const answer = await admin.api.post(
    `/v1/spaces/${space}/content`,
    { changes },
    { query: { compat: false } },
  );
  expect(answer.status).toBe(200);
  return (answer.body as { changes: { page: { id: string } }[] }).changes[0]!.page.id;
}

describe('a published page', () => {
  it('shows values, blocks of fulfilled conditions and reusable contents to an unknown visitor', async () => {
    const { url } = await publishFolder(test, organization, FOLDER);
    const text = await (await fetch(url)).text();
    expect(text).toContain('About Bindery 3 for writers');
    expect(text).toContain('Plan none');
    expect(text).toContain('Beta of Bindery');
    expect(text).not.toContain('Only for pro');
    expect(text).not.toContain('For nobody');
    expect(text).toMatch(/Note on Bindery for writers, see <a[^>]*>start</);
    expect(text).not.toContain('class="expression"');
    const round = await (await fetch(`${url}round`)).text();
    expect(round).toContain('This content includes itself');
  });

  it('is found only if its condition is true for an unknown visitor, and so are its subpages', async () => {
    const site = await publishFolder(test, organization, FOLDER);
    const request = await openChangeRequest(admin, site.space);
    const page = (title: string, more: object) => ({
      operation: 'insert_page',
      title,
      document: { markdown: `Text of ${title}` },
      ...more,
    });
    const changes = [
      page('For beta', { condition: 'space.vars.beta' }),
      page('For pro', { condition: 'visitor.claims.plan == "pro"', ref: 'pro' }),
      page('Below pro', { into: 'ref:pro' }),
      page('For writers', {
        condition: 'page.vars.audience == "writers"',
        variables: { audience: 'writers' },
      }),
      page('For numbers', { condition: 'space.vars.version' }),
    ];
    expect((await admin.api.post(`${request.path}/content`, { changes })).status).toBe(200);
    expect((await admin.api.post(`${request.path}/merge`)).status).toBe(200);
    const home = await (await fetch(site.url)).text();
    const found = async (slug: string) => {
      const { status } = await fetch(site.url + slug);
      return [slug, home.includes(`"${new URL(site.url).pathname}${slug}"`), status];
    };
    expect(await found('for-beta')).toEqual(['for-beta', true, 200]);
    expect(await found('for-writers')).toEqual(['for-writers', true, 200]);
    for (const slug of ['for-pro', 'for-pro/below-pro', 'for-numbers'])
      expect(await found(slug)).toEqual([slug, false, 404]);
  });

  it('shows contents and files of other spaces of its site only', async () => {
    const pixel = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1');
    const shared = (await buildSpace(organization)).id;
    await importFiles(test, admin, shared, {
      'README.md': '# Shared\n',
      '.gitbook/vars.yaml': 'product: Other\n',
      '.gitbook/assets/dot.gif': pixel,
      '.gitbook/includes/note.md': `---\ntitle: Note\n---\n\nFrom ${code('space.vars.product')} ![A dot](../assets/dot.gif)\n`,
    });
    const { reusableContents } = (await read(`/v1/spaces/${shared}/content`, {})) as {
      reusableContents: { id: string }[];
    };
    const ref = { kind: 'reusable-content', reusableContent: reusableContents[0]!.id, space: shared };
    const { id: home } = await buildSpace(organization, { title: 'Home' });
    await insertIncluding(home, ref);
    const visit = async (spaces: string[]): Promise<string> => {
      const sites = `/v1/orgs/${organization.id}/sites`;
      const site = (await admin.api.post(sites, { title: 'Docs', spaces })).body as { id: string };
      const answer = await admin.api.post(`${sites}/${site.id}/publish`);
      const published = new URL((answer.body as { urls: { published: string } }).urls.published);
      return (await fetch(test.baseUrl + published.pathname)).text();
    };
    const together = await visit([home, shared]);
    expect(together).toContain('From Other');
    expect(together).toContain(`~files/${shared}/`);
    expect(await visit([home])).not.toContain('From Other');
  });
});

it.each([
  ['1 +', 'at character'],
  ['"pro"', 'true or false'],
  ['reader.isPro', 'there is no "reader" here'],
  [`${'!'.repeat(40)}true`, 'levels deep'],
  ['', 'empty'],
])('the condition %s of a page is refused', async (condition, words) => {
  const changes = [{ operation: 'update_page', page: start, condition }];
  const answer = await admin.api.post(`${(await openChangeRequest(admin, spaceId)).path}/content`, {
    changes,
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain('changes[0].condition: ');
  expect(answer.body.error.message).toContain(words);
});

it('a document that is read by its id accepts the version of its schema', async () => {
  const { documentId } = (await read(`${path}/content/page/${start}`, {})) as { documentId: string };
  const current = await read(`${path}/documents/${documentId}`, { schema: 'current' });
  expect(await read(`${path}/documents/${documentId}`, { schema: 'next' })).toEqual(current);
  expect((await admin.api.get(`${path}/documents/${documentId}`, { query: { schema: 'old' } })).status).toBe(
    400,
  );
});
