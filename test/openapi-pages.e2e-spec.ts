import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFiles } from './support/archive.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { buildSpec, smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let org: TestOrganization;

beforeAll(async () => {
  test = await shareTestApp();
  org = await buildOrganization(test);
});

afterAll(() => test.close());

/** Publishes a space; answers the path of the site. */
async function publish(spaceId: string): Promise<string> {
  const sites = `/v1/orgs/${org.id}/sites`;
  const { body } = await org.admin.api.post(sites, { title: 'Docs', spaces: [spaceId] });
  const answer = await org.admin.api.post(`${sites}/${body.id}/publish`);
  return new URL(answer.body.urls.published as string).pathname;
}

const read = async (path: string) => (await test.api.get(path)).text;

describe('an API reference on a site', () => {
  it('the reference is in the navigation, and its pages show operations in full', async () => {
    await buildSpec(test, org, 'shop');
    const space = await buildSpace(org);
    const source = {
      type: 'builtin:openapi',
      props: { models: true },
      dependencies: { spec: { ref: { kind: 'openapi', spec: 'shop' } } },
    };
    await buildPages(org.admin, space.id, [{ title: 'Welcome' }]);
    const change = { operation: 'insert_page', type: 'computed', title: 'API', computed: source };
    await org.admin.api.post(`/v1/spaces/${space.id}/content`, { changes: [change] });
    const base = await publish(space.id);
    const overview = await read(`${base}api`);
    expect(overview).toContain('Version 1.0.0');
    expect(overview).toContain('<strong>pets</strong>');
    expect(overview).toContain(`href="${base}api/our-pets"`);
    const page = await read(`${base}api/our-pets`);
    for (const part of [
      'method-get',
      '<code>/pets</code>',
      'Query parameters',
      'How many',
      'Request body',
      '>201</span><span>Added<',
    ]) {
      expect(page).toContain(part);
    }
    expect(page).toContain('id="list-the-pets"');
    expect(await read(`${base}api/models`)).toContain('as above');
  });
});

it('an API reference tells readers and machines the limits of values', async () => {
  const limit = { type: 'integer', minimum: 0, maximum: 1000 };
  const name = { type: 'string', minLength: 2, pattern: '^[A-Z]' };
  const body = { type: 'object', properties: { name, tags: { type: 'array', items: name, maxItems: 9 } } };
  const parameters = [{ name: 'limit', in: 'query', schema: limit }];
  const requestBody = { content: { 'application/json': { schema: body } } };
  const post = { summary: 'Add', parameters, requestBody, responses: { 201: { description: 'Done' } } };
  await buildSpec(test, org, 'limits', smallSpec({ paths: { '/pets': { post } } }));
  const space = await buildSpace(org);
  const markdown =
    '{% openapi-operation spec="limits" path="/pets" method="post" %}\n{% endopenapi-operation %}';
  await buildPages(org.admin, space.id, [{ title: 'Home' }, { title: 'Add', markdown }]);
  const base = await publish(space.id);
  const page = await read(`${base}add`);
  const text = await read(`${base}add.md`);
  for (const words of ['minimum: 0', 'maximum: 1000', 'minLength: 2', 'pattern: ^[A-Z]', 'maxItems: 9'])
    expect([page.includes(`<code>${words}</code>`), text.includes(`\`${words}\``)], words).toEqual([
      true,
      true,
    ]);
});

describe('a guest who may edit a space and cannot read its specification', () => {
  const block =
    '{% openapi-operation spec="internal" path="/pets" method="get" %}\n{% endopenapi-operation %}';

  async function guestOf(spaceId: string) {
    const guest = await org.member(null);
    await org.admin.api.post(`/v1/spaces/${spaceId}/permissions`, { users: [guest.id], role: 'edit' });
    return guest;
  }

  it('the guest cannot add a block of the specification', async () => {
    await buildSpec(test, org, 'internal');
    const { id } = await buildSpace(org);
    const guest = await guestOf(id);
    const insert = { operation: 'insert_page', title: 'Mine', document: { markdown: block } };
    const refused = await guest.api.post(`/v1/spaces/${id}/content`, { changes: [insert] });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('internal');
    const report = await importFiles(test, guest, id, { 'README.md': `# Mine\n\n${block}` });
    expect(report.error).toContain('internal');
  });

  it('the guest can edit a page that has such a block', async () => {
    await buildSpec(test, org, 'internal');
    const { id } = await buildSpace(org);
    const guest = await guestOf(id);
    const [page] = await buildPages(org.admin, id, [{ title: 'Reference', markdown: block }]);
    const update = { operation: 'update_page', page, document: { markdown: `More words\n\n${block}` } };
    expect((await guest.api.post(`/v1/spaces/${id}/content`, { changes: [update] })).status).toBe(200);
  });
});

describe('a block of an API operation in a written page', () => {
  const block =
    '{% openapi-operation spec="live" path="/pets" method="get" %}\n[live](https://example.com)\n{% endopenapi-operation %}';

  it('the block shows the newest version, and says so when there is none', async () => {
    await buildSpec(test, org, 'live');
    const space = await buildSpace(org);
    await buildPages(org.admin, space.id, [{ title: 'Welcome', markdown: block }]);
    const base = await publish(space.id);
    expect(await read(base)).toContain('List the pets');
    const { headers } = await test.api.get(base);
    const paths = {
      '/pets': {
        get: {
          summary: 'Show <b>all</b>',
          description: 'Now <img src=x onerror=alert(1)> safe [link](javascript:alert(1)).',
          responses: { 200: { description: '<script>alert(1)</script>' } },
        },
      },
    };
    test.clock.advance(1000);
    await buildSpec(test, org, 'live', smallSpec({ paths }));
    const changed = await test.api.get(base);
    expect(changed.headers.get('etag')).not.toBe(headers.get('etag'));
    expect(changed.text).toContain('Show &#x3C;b>all&#x3C;/b>');
    for (const bad of ['onerror', '<script>alert', 'href="javascript:'])
      expect(changed.text).not.toContain(bad);
    expect((await test.api.get(base)).headers.get('etag')).toBe(changed.headers.get('etag'));
    await buildSpec(test, org, 'live', smallSpec({ paths: {} }));
    expect(await read(base)).toContain('not available');
  });

  it('the block keeps the last version of a deleted specification, and says that it was deleted', async () => {
    await buildSpec(test, org, 'gone');
    const space = await buildSpace(org);
    await buildPages(org.admin, space.id, [{ title: 'Welcome', markdown: block.replaceAll('live', 'gone') }]);
    const base = await publish(space.id);
    expect(await read(base)).not.toContain('was deleted');
    await org.admin.api.delete(`/v1/orgs/${org.id}/openapi/gone`);
    const page = await read(base);
    expect(page).toContain('The specification was deleted');
    expect(page).toContain('All of them, <em>furry</em> ones first.');
    expect(await read(`${base}llms-full.txt`)).toContain('The specification was deleted');
    const changed = { '/pets': { get: { summary: 'Back', responses: {} } } };
    await buildSpec(test, org, 'gone', smallSpec({ paths: changed }));
    expect(await read(base)).toContain('Back');
    expect(await read(base)).not.toContain('was deleted');
  });

  it('the block does not show a specification of another organization', async () => {
    const other = await buildOrganization(test);
    await buildSpec(test, other, 'theirs', smallSpec());
    const space = await buildSpace(org);
    await buildPages(org.admin, space.id, [
      { title: 'Welcome', markdown: block.replaceAll('live', 'theirs') },
    ]);
    const page = await read(await publish(space.id));
    expect(page).toContain('not available');
    expect(page).not.toContain('List the pets');
  });
});
