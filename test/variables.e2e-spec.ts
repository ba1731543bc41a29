import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildSpace, type TestOrganization, type TestUser } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let admin: TestUser;
let path: string;
let spaceId: string;

beforeAll(async () => {
  test = await shareTestApp();
  organization = await buildOrganization(test);
  ({ admin } = organization);
});

afterAll(() => test.close());

beforeEach(async () => {
  ({ id: spaceId } = await buildSpace(organization));
  path = `/v1/spaces/${spaceId}`;
});

const change = (base: string, changes: object[], more: object = {}) =>
  admin.api.post(`${base}/content`, { changes, ...more }, { query: { compat: false } });
const set = (variables: object) => ({ operation: 'update_variables', variables });
const spaceVariables = async (base = path) =>
  (await admin.api.get(`${base}/content`)).body.variables as object;
const pageVariables = async (id: string) =>
  (await admin.api.get(`${path}/content/page/${id}`)).body.variables as object | undefined;
const TEXT = 'About <code class="expression">space.vars.product</code>.';

async function insert(more: object = {}, markdown = TEXT): Promise<string> {
  const answer = await change(path, [
    { operation: 'insert_page', title: 'Page', document: { markdown }, ...more },
  ]);
  expect([answer.status, answer.text]).toEqual([200, answer.text]);
  return (answer.body as { changes: { page: { id: string } }[] }).changes[0]!.page.id;
}

describe('variables of a space', () => {
  it('variables are texts, numbers and booleans; a change keeps the others, and null removes one', async () => {
    const variables = { product: 'Bindery', major: 3, beta: true, 'long-name': 'x'.repeat(256), größe: 'XL' };
    expect((await change(path, [set(variables)])).status).toBe(200);
    expect(await spaceVariables()).toEqual(variables);
    await change(path, [set({ product: 'Book' }), set({ major: null, minor: 1 })]);
    const { major: _, ...rest } = variables;
    expect(await spaceVariables()).toEqual({ ...rest, product: 'Book', minor: 1 });
  });

  it('variables make a revision of the change request until its merge, and show in its changes', async () => {
    await change(path, [set({ product: 'Bindery' })]);
    const page = await insert();
    const request = await openChangeRequest(admin, spaceId);
    expect((await change(request.path, [set({ product: 'Better' })])).status).toBe(200);
    expect([await spaceVariables(), await spaceVariables(request.path)]).toEqual([
      { product: 'Bindery' },
      { product: 'Better' },
    ]);
    const changes = await admin.api.get(`${request.path}/changes`);
    expect(changes.body.changes).toMatchObject([{ type: 'variables_edited' }]);
    const query = { format: 'markdown', evaluated: 'true' };
    const read = async (base: string) =>
      (await admin.api.get(`${base}/content/page/${page}`, { query })).body.markdown as string;
    expect(await read(path)).toContain('About Bindery.');
    expect(await read(request.path)).toContain('About Better.');
    await admin.api.post(`${request.path}/merge`);
    expect(await read(path)).toContain('About Better.');
  });

  it('variables of two writers are merged by name', async () => {
    await change(path, [set({ a: '1', b: '1' })]);
    const { revision } = (await admin.api.get(path)).body as { revision: string };
    await change(path, [set({ a: '2' })], { revision });
    expect((await change(path, [set({ b: '2' })], { revision })).status).toBe(200);
    expect(await spaceVariables()).toEqual({ a: '2', b: '2' });
    expect((await change(path, [set({ a: '3' })], { revision })).status).toBe(409);
  });
});

describe('variables of a page', () => {
  it('variables come with the page, from its front matter or from the change', async () => {
    const head = '---\nvars:\n  audience: writers\n  level: 2\n---\n\nText';
    const page = await insert({ variables: { level: 3 } }, head);
    expect(await pageVariables(page)).toEqual({ audience: 'writers', level: 3 });
    const { body } = await admin.api.get(`${path}/content/page/${page}`, { query: { format: 'markdown' } });
    expect(body.markdown).toContain('vars:\n  audience: writers\n  level: 3\n');
    const written = { operation: 'update_page', page, document: { markdown: body.markdown as string } };
    await change(path, [written]);
    expect(await pageVariables(page)).toEqual({ audience: 'writers', level: 3 });
  });

  it('variables are changed by name, within a batch too', async () => {
    const page = await insert({ variables: { a: 'x', b: 'y' } });
    await change(path, [
      { operation: 'update_page', page, variables: { a: null, c: true } },
      { operation: 'update_page', page, variables: { d: 1 } },
    ]);
    expect(await pageVariables(page)).toEqual({ b: 'y', c: true, d: 1 });
    await change(path, [{ operation: 'update_page', page, title: 'Other' }]);
    expect(await pageVariables(page)).toEqual({ b: 'y', c: true, d: 1 });
    await change(path, [{ operation: 'update_page', page, variables: null }]);
    expect(await pageVariables(page)).toBeUndefined();
  });
});

it.each<[object, string]>([
  [{ a: 'x'.repeat(257) }, 'variables.a must be a text of at most 256 characters'],
  [{ a: [1] }, 'variables.a must be'],
  [{ a: {} }, 'variables.a must be'],
  [{ 'a b': 1 }, '"a b" cannot be the name'],
  [{ '': 1 }, 'cannot be the name'],
  [Object.fromEntries(Array.from({ length: 501 }, (_, i) => [`v${i}`, i])), 'at most 500'],
])('the variables %j are refused on spaces and pages, and nothing is stored', async (variables, words) => {
  const page = await insert();
  for (const one of [set(variables), { operation: 'update_page', page, variables }]) {
    const answer = await change(path, [{ operation: 'update_page', page, title: 'Changed' }, one]);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('changes[1].variables');
    expect(answer.body.error.message).toContain(words);
  }
  const { body } = await admin.api.get(`${path}/content/page/${page}`);
  expect([body.title, await spaceVariables()]).toEqual(['Page', {}]);
});

it('a front matter with a value that is too long is refused', async () => {
  const markdown = `---\nvars:\n  a: ${'x'.repeat(257)}\n---\n\nText`;
  const answer = await change(path, [{ operation: 'insert_page', title: 'Page', document: { markdown } }]);
  expect(answer.status).toBe(400);
  expect(answer.body.error.message).toContain('changes[0].document.markdown: vars.a must be');
});
