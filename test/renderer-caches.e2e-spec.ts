import { createHmac } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { RendererCachesJobs } from '../src/modules/renderer-caches/renderer-caches.jobs.js';
import { type AudienceSite, publishSite } from './support/audience.js';
import { buildOrganization, buildPages, type TestOrganization } from './support/factories.js';
import { definition, uniqueName } from './support/integrations.js';
import { buildSpec, smallSpec } from './support/openapi.js';
import { createTestApp, type TestApp } from './support/test-app.js';
import { eventually } from './support/eventually.js';

const SECRET = 'known-to-both';

interface Call {
  path: string;
  body: string;
  signature: string | undefined;
}

let test: TestApp;
let organization: TestOrganization;
let site: AudienceSite;
let renderer: Server;
let calls: Call[] = [];
/** Number of the next calls that fail. */
let failures = 0;

beforeAll(async () => {
  renderer = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      const signature = request.headers['x-gitbook-signature'] as string | undefined;
      calls.push({ path: `${request.method} ${request.url}`, body, signature });
      response.statusCode = failures-- > 0 ? 500 : 200;
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => renderer.listen(0, '127.0.0.1', resolve));
  const { port } = renderer.address() as AddressInfo;
  // The operator's own address is asked wherever it is; those of others are not.
  const rendererUrl = `http://127.0.0.1:${port}/base`;
  test = await createTestApp({ rendererUrl, rendererSecret: SECRET, allowPrivateNetwork: false });
  organization = await buildOrganization(test);
  site = await publishSite(organization);
  await test.settle();
});

afterAll(async () => {
  await test.close();
  renderer.close();
});

/** The tags of the calls that `work` led to. */
async function tagsAfter(work: () => Promise<unknown>): Promise<string[]> {
  await test.settle();
  calls = [];
  await work();
  await test.settle();
  for (const { path, body, signature } of calls) {
    expect(path).toBe('POST /base/~gitbook/revalidate');
    expect(signature).toBe(createHmac('sha256', SECRET).update(body).digest('hex'));
  }
  return calls.flatMap(({ body }) => (JSON.parse(body) as { tags: string[] }).tags);
}

const api = () => organization.admin.api;
const ofSite = () => [`site:${site.id}`, `space:${site.space}`];

it('a renderer is told of new content and changed sites', async () => {
  expect(
    await tagsAfter(() => buildPages(organization.admin, site.space, [{ title: 'New', markdown: 'x' }])),
  ).toEqual(expect.arrayContaining(ofSite()));
  expect(await tagsAfter(() => api().patch(site.api, { title: 'Renamed' }))).toEqual(ofSite());
  const other = await publishSite(organization);
  expect(await tagsAfter(() => api().patch(site.api, { title: 'Again' }))).toEqual(ofSite());
  const ai = () => api().patch(`/v1/orgs/${organization.id}`, { ai: false });
  expect(await tagsAfter(ai)).toEqual(expect.arrayContaining([...ofSite(), `site:${other.id}`]));
  expect(await tagsAfter(() => api().delete(other.api))).toContain(`site:${other.id}`);
});

it('a renderer is told of change requests, specifications and integrations', async () => {
  const draft = await api().post(`/v1/spaces/${site.space}/change-requests`, { subject: 'Draft' });
  const { id, number } = draft.body as { id: string; number: number };
  const page = { operation: 'insert_page', title: 'Soon', document: { markdown: 'x' } };
  const edit = () =>
    api().post(`/v1/spaces/${site.space}/change-requests/${id}/content`, { changes: [page] });
  const tag = (key: string | number) => `space:${site.space}:change-request:${key}`;
  expect(await tagsAfter(edit)).toEqual([tag(id), tag(number)]);
  const merged = () => api().post(`/v1/spaces/${site.space}/change-requests/${id}/merge`);
  expect(await tagsAfter(merged)).toEqual(expect.arrayContaining([...ofSite(), tag(id)]));
  const spec = () => buildSpec(test, organization, 'petstore', smallSpec());
  expect(await tagsAfter(spec)).toContain(`organization:${organization.id}:openapi:petstore`);
  const name = uniqueName();
  await api().post(`/v1/integrations/${name}`, definition(organization.id));
  const install = () =>
    api().post(`/v1/integrations/${name}/installations`, { organization: organization.id });
  expect(await tagsAfter(install)).toEqual(expect.arrayContaining([`integration:${name}`, ...ofSite()]));
});

it('a failed call to a renderer is retried', async () => {
  await test.settle();
  calls = [];
  failures = 1;
  await api().patch(site.api, { title: 'Told twice' });
  await eventually(() => expect(calls).toHaveLength(2));
  expect(calls[1]?.body).toBe(calls[0]?.body);
  await test.settle();
});

it('a renderer reads all sites again after a start', async () => {
  const again = await createTestApp({ rendererUrl: test.config.rendererUrl, rendererSecret: SECRET });
  const own = await publishSite(await buildOrganization(again));
  await again.settle();
  calls = [];
  await again.app.get(RendererCachesJobs).onApplicationBootstrap();
  await again.settle();
  expect(calls.map(({ body }) => JSON.parse(body) as object)).toEqual([
    { tags: [`site:${own.id}`, `space:${own.space}`] },
  ]);
  await again.close();
});
