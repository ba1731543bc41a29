import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest } from './support/change-requests.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let organization: TestOrganization;
let space: { id: string };
/** Path of the space. */
let main: string;

beforeAll(async () => {
  test = await shareTestApp();
});

afterAll(() => test.close());

beforeEach(async () => {
  organization = await buildOrganization(test);
  space = await buildSpace(organization);
  main = `/v1/spaces/${space.id}`;
});

const titles = (pages: { title: string; pages?: object[] }[]): string[] => pages.map((page) => page.title);

async function pagesOf(path: string) {
  return (await organization.admin.api.get(`${path}/content/pages`)).body.pages;
}

async function markdownOf(content: string, pageId: string): Promise<string> {
  const path = `${content}/content/page/${pageId}`;
  return (await organization.admin.api.get(path, { query: { format: 'markdown' } })).body.markdown;
}

it('the list of templates has their pages and slots', async () => {
  const { api } = organization.admin;
  const list = await api.get('/v1/templates');
  expect(list.body.count).toBe(list.body.items.length);
  const ids = list.body.items.map((template: { id: string }) => template.id);
  expect(ids).toEqual(expect.arrayContaining(['quickstart', 'product-docs', 'changelog']));
  const one = await api.get('/v1/templates/quickstart');
  expect(one.body).toMatchObject({ object: 'template', id: 'quickstart', title: 'Quickstart' });
  expect(one.body.slots.map((slot: { name: string }) => slot.name)).toEqual([
    'download',
    'screenshot',
    'next',
  ]);
  expect(one.body.pages[0].markdown).toContain('{% stepper %}');
  expect((await api.get('/v1/templates/nothing')).status).toBe(404);
});

describe('a template applied to a space', () => {
  it('the template adds its pages with links between them, after the existing ones', async () => {
    const before = await pagesOf(main);
    const answer = await organization.admin.api.post(`${main}/content/template`, { id: 'product-docs' });
    expect(answer.status).toBe(201);
    const pages = await pagesOf(main);
    expect(titles(pages)).toEqual([
      ...titles(before),
      ...['Welcome', 'Quickstart', 'Guides', 'Reference', 'Help'],
    ]);
    const guides = pages.find((page: { title: string }) => page.title === 'Guides');
    expect(titles(guides.pages)).toEqual(['Your first guide']);
    expect(guides).toMatchObject({ icon: 'map', description: 'One task at a time.' });
    expect(await markdownOf(main, guides.id)).toContain('[the first one](guides/your-first-guide.md)');
  });

  it('the template can be applied twice', async () => {
    await organization.admin.api.post(`${main}/content/template`, { id: 'changelog' });
    await organization.admin.api.post(`${main}/content/template`, { id: 'changelog' });
    const paths = (await pagesOf(main)).map((page: { path: string }) => page.path);
    expect(paths).toEqual(expect.arrayContaining(['changelog', 'changelog-1']));
  });

  it('the template fills its slots with references, and leaves out empty ones', async () => {
    const [first] = await buildPages(organization.admin, space.id, [{ title: 'First' }]);
    const contentRefs = {
      download: { kind: 'url', url: 'https://example.com/get' },
      next: { kind: 'page', page: first },
    };
    await organization.admin.api.post(`${main}/content/template`, {
      id: 'quickstart',
      params: { contentRefs },
    });
    const page = (await pagesOf(main)).at(-1);
    const markdown = await markdownOf(main, page.id);
    expect(markdown).toContain('[Get the product](https://example.com/get)');
    expect(markdown).toContain('{% content-ref url="first.md" %}');
    expect(markdown).not.toContain('ref:');
    expect(markdown).not.toContain('What success looks like');
  });

  it('the template keeps the words of a link with an empty slot', async () => {
    await organization.admin.api.post(`${main}/content/template`, { id: 'quickstart' });
    const page = (await pagesOf(main)).at(-1);
    const markdown = await markdownOf(main, page.id);
    expect(markdown).toContain('Get the product, then run');
    expect(markdown).not.toContain('ref:');
    expect(markdown).not.toContain('content-ref');
  });

  it('the template is refused in a locked space and below the role edit', async () => {
    const locked = await buildSpace(organization, { editMode: 'locked' });
    const body = { id: 'changelog' };
    const path = `/v1/spaces/${locked.id}/content/template`;
    expect((await organization.admin.api.post(path, body)).status).toBe(403);
    const commenter = await organization.member('comment');
    expect((await commenter.api.post(`${main}/content/template`, body)).status).toBe(403);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.post(`${main}/content/template`, body)).status).toBe(404);
  });

  it.each([
    ['an unknown template', { id: 'none' }, 'quickstart'],
    ['no id', {}, 'id'],
    [
      'an unknown slot',
      { id: 'quickstart', params: { contentRefs: { nope: { kind: 'url', url: 'x' } } } },
      'nope',
    ],
    [
      'a reference that is none',
      { id: 'quickstart', params: { contentRefs: { next: { kind: 'x' } } } },
      'next',
    ],
    [
      'a space nobody sees',
      { id: 'quickstart', params: { contentRefs: { next: { kind: 'space', space: 'x' } } } },
      'space x',
    ],
    [
      'a file that is not there',
      { id: 'quickstart', params: { contentRefs: { screenshot: { kind: 'file', file: 'gone' } } } },
      'params.contentRefs.screenshot: this content has no file gone',
    ],
    [
      'a page that is not there',
      { id: 'quickstart', params: { contentRefs: { next: { kind: 'page', page: 'gone' } } } },
      'params.contentRefs.next: this content has no page gone',
    ],
    [
      'an anchor of a page that is not there',
      {
        id: 'quickstart',
        params: { contentRefs: { next: { kind: 'anchor', anchor: 'a', page: 'gone' } } },
      },
      'params.contentRefs.next: this content has no page gone',
    ],
  ])('the template refuses %s and writes nothing', async (_, body, word) => {
    const before = await pagesOf(main);
    const answer = await organization.admin.api.post(`${main}/content/template`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(word);
    expect(await pagesOf(main)).toEqual(before);
  });
});

describe('a template applied to a change request', () => {
  it('the template adds its pages there only, in a locked space too', async () => {
    const { admin } = organization;
    await admin.api.patch(main, { editMode: 'locked' });
    const request = await openChangeRequest(admin, space.id);
    const before = await pagesOf(main);
    const body = { id: 'how-to', changeRequestId: request.id };
    expect((await admin.api.post(`${main}/content/template`, body)).status).toBe(201);
    expect(await pagesOf(main)).toEqual(before);
    expect(titles(await pagesOf(request.path))).toEqual([...titles(before), 'How to do one thing']);
  });

  it('the template is refused with 409 after the merge, and with 404 for an unknown change request', async () => {
    const { admin } = organization;
    const request = await openChangeRequest(admin, space.id);
    await admin.api.post(`${request.path}/merge`);
    const body = { id: 'how-to', changeRequestId: request.id };
    expect((await admin.api.post(`${main}/content/template`, body)).status).toBe(409);
    const unknown = { id: 'how-to', changeRequestId: 'none' };
    expect((await admin.api.post(`${main}/content/template`, unknown)).status).toBe(404);
  });
});

describe('a template at the creation of a space or change request', () => {
  it('the new space has the pages of the template alone', async () => {
    const { admin, id } = organization;
    const contentRefs = { product: { kind: 'url', url: 'https://example.com' } };
    const template = { id: 'product-docs', params: { contentRefs } };
    const made = await admin.api.post(`/v1/orgs/${id}/spaces`, { title: 'Docs', template });
    expect(made.status).toBe(201);
    const path = `/v1/spaces/${made.body.id}`;
    const pages = await pagesOf(path);
    expect(titles(pages)).toEqual(['Welcome', 'Quickstart', 'Guides', 'Reference', 'Help']);
    expect(await markdownOf(path, pages[0].id)).toContain('[product](https://example.com)');
  });

  it.each([
    ['an unknown template', { template: { id: 'none' } }, 'template.id'],
    ['a template in an empty space', { template: { id: 'how-to' }, empty: true }, 'empty'],
    [
      'a page of the space that is not there yet',
      { template: { id: 'how-to', params: { contentRefs: { reference: { kind: 'page', page: 'x' } } } } },
      'template.params.contentRefs.reference',
    ],
  ])('no space is created with %s', async (_, body, word) => {
    const { admin, id } = organization;
    const before = (await admin.api.get(`/v1/orgs/${id}/spaces`)).body.count;
    const answer = await admin.api.post(`/v1/orgs/${id}/spaces`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain(word);
    expect((await admin.api.get(`/v1/orgs/${id}/spaces`)).body.count).toBe(before);
  });

  it('the new change request has the pages of the template', async () => {
    const { admin } = organization;
    const answer = await admin.api.post(`${main}/change-requests`, { template: { id: 'troubleshooting' } });
    expect(answer.status).toBe(201);
    const path = `${main}/change-requests/${answer.body.id}`;
    expect(titles(await pagesOf(path)).at(-1)).toBe('Troubleshooting');
    const changes = await admin.api.get(`${path}/changes`);
    expect(changes.body.changes).toMatchObject([
      { type: 'page_created', page: { title: 'Troubleshooting' } },
    ]);
    const contributors = await admin.api.get(`${path}/contributors`);
    expect(contributors.body.items).toMatchObject([{ user: { id: admin.id }, count: 1 }]);
  });

  it('a change request is not opened with a reference to a missing page', async () => {
    const { admin } = organization;
    const contentRefs = { next: { kind: 'page', page: 'gone' } };
    const body = { template: { id: 'quickstart', params: { contentRefs } } };
    const answer = await admin.api.post(`${main}/change-requests`, body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toContain('template.params.contentRefs.next');
    expect((await admin.api.get(main)).body.changeRequests).toBe(0);
  });

  it('a template and a revision together are refused', async () => {
    const body = { template: { id: 'how-to' }, revision: 'x' };
    const answer = await organization.admin.api.post(`${main}/change-requests`, body);
    expect(answer.status).toBe(400);
  });
});
