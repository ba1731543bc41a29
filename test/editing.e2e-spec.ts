import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest } from './support/change-requests.js';
import { editContent } from './support/edit-content.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let spaceId: string;
/** Path of the space. */
let main: string;
let page: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  spaceId = (await buildSpace(organization)).id;
  main = `/v1/spaces/${spaceId}`;
  [page = ''] = await buildPages(organization.admin, spaceId, [{ title: 'Page' }]);
});

const text = (words: string) => [{ object: 'text', leaves: [{ object: 'leaf', text: words, marks: [] }] }];
const paragraph = (words: string, data: object = {}) => ({
  ...{ object: 'block', type: 'paragraph', isVoid: false, data },
  nodes: text(words),
});
const code = (line: string) => ({
  ...{ object: 'block', type: 'code', isVoid: false, data: { syntax: 'javascript' } },
  nodes: [{ object: 'block', type: 'code-line', isVoid: false, data: {}, nodes: text(line) }],
});
const math = { object: 'block', type: 'math', isVoid: true, data: { formula: 'a^2' } };
const reusable = (id: string) => ({
  ...{ object: 'block', type: 'reusable-content', isVoid: true },
  data: { ref: { kind: 'reusable-content', reusableContent: id } },
});

describe('Markdown as blocks', () => {
  const read = (markdown: string, at = page) =>
    organization.admin.api.post(`${main}/content/page/${at}/blocks/markdown`, { markdown });

  it('is read as the content operations read it, and nothing is saved', async () => {
    const answer = await read('## Costs\n\n- [x] done\n\n{% hint style="info" %}\nA note\n{% endhint %}');
    expect(answer.status, answer.text).toBe(200);
    const types = (answer.body.blocks as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['heading-1', 'list-tasks', 'hint']);
    const kept = await organization.admin.api.get(`${main}/content/page/${page}?format=markdown`);
    expect(kept.body.markdown).not.toContain('Costs');
  });

  it('of an unknown page, or of one that the reader may not see, is refused', async () => {
    expect((await read('a', 'nowhere')).status).toBe(404);
    const stranger = (await buildOrganization(test)).admin;
    const path = `${main}/content/page/${page}/blocks/markdown`;
    expect((await stranger.api.post(path, { markdown: 'a' })).status).toBe(404);
  });
});

describe('a document as Markdown', () => {
  const path = (rest: string) => `${main}/content/page/${page}/${rest}`;

  it('keeps its keys and its links when a part of it is edited and read again', async () => {
    const { api } = organization.admin;
    const [other = ''] = await buildPages(organization.admin, spaceId, [{ title: 'Hotels' }]);
    const link = {
      ...{ object: 'inline', type: 'link', isVoid: false, nodes: text('Hotels') },
      data: { ref: { kind: 'page', page: other } },
    };
    const nodes = [
      { ...paragraph('One'), key: 'k1' },
      { ...paragraph(''), key: 'k2', nodes: [link] },
    ];
    const document = { object: 'document', data: {}, nodes };
    const written = await api.post(path('markdown'), { document });
    expect(written.status, written.text).toBe(200);
    expect(written.body.markdown).toBe('One\n\n[Hotels](hotels.md)\n');
    expect(written.body.blocks.map(({ key }: { key: string }) => key)).toEqual(['k1', 'k2']);
    const markdown = written.body.markdown.replace('One', 'One more\n\nNew');
    const read = await api.post(path('blocks/markdown'), {
      markdown,
      document: { ...document, nodes: written.body.blocks },
    });
    expect(read.status, read.text).toBe(200);
    const [first, fresh, last] = read.body.blocks;
    expect([first.key, last.key]).toEqual(['k1', 'k2']);
    expect(['k1', 'k2', undefined]).not.toContain(fresh.key);
    expect(last).toEqual(written.body.blocks[1]);
    expect(JSON.stringify(last)).toContain(`"page":"${other}"`);
  });

  it('that is no document is refused in a sentence', async () => {
    const answer = await organization.admin.api.post(path('markdown'), {
      document: { object: 'document', data: {}, nodes: [{ object: 'leaf' }] },
    });
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(/^document: /);
  });
});

describe('blocks of a page as HTML', () => {
  const draw = (blocks: object[], path = main) =>
    organization.admin.api.post(`${path}/content/page/${page}/blocks/html`, { blocks });

  it('are drawn as readers see them, each by itself', async () => {
    const answer = await draw([paragraph('Some words'), code('const one = 1;'), math]);
    expect(answer.status, answer.text).toBe(200);
    const html = answer.body.blocks.map((block: { html: string }) => block.html);
    expect(html[0]).toContain('<p>Some words</p>');
    expect(html[1]).toContain('<span class="tk">const');
    expect(html[2]).toContain('<math');
  });

  it('include reusable contents and links into the content of a change request', async () => {
    const { admin } = organization;
    const document = { object: 'document', data: {}, nodes: [paragraph('Included')] };
    await editContent(test, { organizationId: organization.id, spaceId }, [
      {
        type: 'putReusableContent',
        reusableContent: { id: 'rc1', title: 'Part', document: document as never },
      },
    ]);
    const request = await openChangeRequest(admin, spaceId);
    const link = {
      ...{ object: 'inline', type: 'link', isVoid: false, nodes: text('there') },
      data: { ref: { kind: 'page', page } },
    };
    const answer = await draw([reusable('rc1'), { ...paragraph(''), nodes: [link] }], request.path);
    expect(answer.body.blocks[0].html).toContain('Included');
    expect(answer.body.blocks[1].html).toContain(`/app/s/${spaceId}/~/changes/${request.id}/`);
  });

  it('have nothing of what writers must not bring onto pages', async () => {
    const answer = await draw([
      paragraph('<script>alert(1)</script>'),
      { object: 'block', type: 'embed', isVoid: true, data: { url: 'javascript:alert(1)' } },
    ]);
    expect(answer.text).not.toContain('<script');
    expect(answer.text).not.toContain('href=\\"javascript:');
  });

  it('say which allowances their page needs', async () => {
    const answer = await draw([
      {
        object: 'block',
        type: 'embed',
        isVoid: true,
        data: { url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ' },
      },
    ]);
    expect(answer.body.blocks[0].needs).toMatchObject({ frames: true });
  });

  it('are refused when no document can have them, there are too many, or the page is not there', async () => {
    const wrong = await draw([{ object: 'block', type: 'reusable-content', data: {} }]);
    expect(wrong.status).toBe(400);
    expect(wrong.body.error.message).toContain('blocks: document.nodes[0]');
    expect((await draw([])).status).toBe(400);
    expect((await draw(Array.from({ length: 21 }, () => math))).status).toBe(400);
    const nowhere = await organization.admin.api.post(`${main}/content/page/nowhere/blocks/html`, {
      blocks: [math],
    });
    expect(nowhere.status).toBe(404);
    const stranger = (await buildOrganization(test)).admin;
    expect(
      (await stranger.api.post(`${main}/content/page/${page}/blocks/html`, { blocks: [math] })).status,
    ).toBe(404);
  });
});

describe('icons', () => {
  const search = (query: object) =>
    organization.admin.api.get('/v1/icons', { query: query as Record<string, string> });

  it('are found by words of their names, the closest first, with what they look like', async () => {
    const answer = await search({ query: 'home', limit: '2' });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('private, max-age=86400');
    expect(answer.body.items[0]).toMatchObject({
      object: 'icon',
      name: 'house',
      styles: ['solid', 'regular'],
    });
    expect(answer.body.items[0].svg).toMatch(/^<svg [^>]*viewBox="0 0 512 512"[^>]*><path d="/);
  });

  it('are found by exact names, former ones included', async () => {
    const { body } = await search({ names: 'home,plane,no-such-icon', limit: '40' });
    expect((body.items as { name: string }[]).map(({ name }) => name)).toEqual(['house', 'plane']);
  });

  it('are listed in pages', async () => {
    const first = await search({ limit: '200' });
    const second = await search({ limit: '200', page: first.body.next.page });
    expect(first.body.count).toBeGreaterThan(1500);
    expect(second.body.items[0].name > first.body.items[199].name).toBe(true);
    expect((await search({ query: 'no such icon' })).body).toMatchObject({ items: [], count: 0 });
  });
});
