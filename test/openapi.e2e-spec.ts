import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OpenApiJobs } from '../src/modules/openapi/processing/openapi.jobs.js';
import { buildOrganization, buildUser, type TestOrganization } from './support/factories.js';
import { buildSpec, smallSpec } from './support/openapi.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

let test: TestApp;
let org: TestOrganization;
let server: Server;
let base: string;
let handler: RequestListener = (_request, response) => response.end(smallSpec());

beforeAll(async () => {
  test = await shareTestApp();
  org = await buildOrganization(test);
  server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  server.close();
  await test.close();
});

const pathOf = (slug = '', organization = org) =>
  `/v1/orgs/${organization.id}/openapi${slug === '' ? '' : `/${slug}`}`;
const read = async (slug: string) => (await org.admin.api.get(pathOf(slug))).body;

describe('registering a specification', () => {
  it('the answer is pending, and the specification is read soon after', async () => {
    const created = await org.admin.api.post(pathOf(), { slug: 'first', source: { text: smallSpec() } });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      object: 'openapi-spec',
      slug: 'first',
      processingState: 'pending',
      visibility: 'private',
      lastProcessedErrors: [],
      permissions: { view: true, edit: true },
    });
    for (const absent of ['lastVersion', 'sourceURL', 'lastProcessedAt']) {
      expect(created.body).not.toHaveProperty(absent);
    }
    await test.settle();
    const body = await read('first');
    expect(body).toMatchObject({ processingState: 'complete', lastVersion: expect.any(String) });
    expect(body).not.toHaveProperty('lastProcessErrorCode');
    expect(body.lastProcessedAt).toEqual(expect.any(String));
  });

  it('bad slugs and sources and a taken slug are refused with a sentence', async () => {
    const source = { text: smallSpec() };
    for (const slug of ['Upper', 'a--b', '-a', '', 'x'.repeat(101), 'a b']) {
      expect((await org.admin.api.post(pathOf(), { slug, source })).status).toBe(400);
    }
    const secret = { url: 'https://me:secret@example.com/api.json' };
    for (const bad of [{}, { url: base, text: 'x' }, { url: 'ftp://a/b' }, { text: '' }, 'text', secret]) {
      expect((await org.admin.api.post(pathOf(), { slug: 'bad', source: bad })).status).toBe(400);
    }
    expect((await org.admin.api.post(pathOf(), { slug: 'bad' })).status).toBe(400);
    expect((await org.admin.api.put(pathOf('bad'), {})).status).toBe(400);
    expect((await org.admin.api.post(pathOf(), { slug: 'twice', source })).status).toBe(201);
    const taken = await org.admin.api.post(pathOf(), { slug: 'twice', source });
    expect(taken.status).toBe(409);
    expect(taken.body.error.message).toContain('"twice"');
    const large = await org.admin.api.post(pathOf(), {
      slug: 'large',
      source: { text: 'x'.repeat(10_500_000) },
    });
    expect(large).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringContaining('10 MB') } },
    });
  });

  it('two requests at once create one specification', async () => {
    const put = () => org.admin.api.put(pathOf('together'), { source: { text: smallSpec() } });
    const answers = await Promise.all([put(), put(), put()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
    await test.settle();
    expect((await org.admin.api.get(`${pathOf('together')}/versions`)).body.count).toBe(1);
  });

  it('specifications are listed by slug, page by page', async () => {
    const own = await buildOrganization(test);
    for (const slug of ['b', 'a', 'c']) {
      await own.admin.api.post(pathOf('', own), { slug, source: { text: smallSpec() } });
    }
    const first = (await own.admin.api.get(pathOf('', own), { query: { limit: 2 } })).body;
    expect(first).toMatchObject({ count: 3, items: [{ slug: 'a' }, { slug: 'b' }] });
    const second = await own.admin.api.get(pathOf('', own), { query: { limit: 2, page: first.next.page } });
    expect(second.body.items).toMatchObject([{ slug: 'c' }]);
  });
});

describe('permissions on specifications', () => {
  it('operations of the newest version are listed in its order, found by words, for members alone', async () => {
    const { slug } = await buildSpec(test, org, 'operations');
    const path = `${pathOf(slug)}/versions/latest/operations`;
    const list = async (query: Record<string, string | number> = {}) =>
      (await org.admin.api.get(path, { query })).body;
    const names = ({ items }: { items: { method: string; path: string }[] }) =>
      items.map((one) => `${one.method} ${one.path}`);
    const all = await list();
    expect(names(all)).toEqual(['get /pets', 'post /pets', 'get /orders', 'get /health']);
    expect(all.items[0]).toEqual({
      ...{ object: 'openapi-operation', method: 'get', path: '/pets' },
      ...{ summary: 'List the pets', tags: ['pets'], deprecated: false },
    });
    expect(names(await list({ search: 'LIST orders' }))).toEqual(['get /orders']);
    const first = await list({ limit: 3 });
    expect(names(await list({ limit: 3, page: first.next.page }))).toEqual(['get /health']);
    const paths = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [
        `/things/${at}`,
        { get: { responses: {}, summary: 'A thing' } },
      ]),
    );
    await buildSpec(test, org, 'operations', smallSpec({ paths }));
    expect((await list({ search: '/things/2999' })).items).toHaveLength(1);
    const stranger = (await buildOrganization(test)).admin;
    expect((await stranger.api.get(path)).status).toBe(404);
    expect((await org.admin.api.get(`${pathOf('nowhere')}/versions/latest/operations`)).status).toBe(404);
  });

  it('members read specifications, creators write them, and others see nothing', async () => {
    await buildSpec(test, org, 'guarded');
    const [reader, creator, guest] = [
      await org.member('read'),
      await org.member('create'),
      await org.member(null),
    ];
    const stranger = (await buildOrganization(test)).admin;
    const source = { text: smallSpec() };
    expect((await reader.api.get(pathOf('guarded'))).body.permissions).toEqual({ view: true, edit: false });
    expect((await reader.api.get(`${pathOf('guarded')}/versions/latest/content`)).status).toBe(200);
    expect((await reader.api.put(pathOf('guarded'), { source })).status).toBe(403);
    expect((await reader.api.patch(pathOf('guarded'), { visibility: 'public' })).status).toBe(403);
    expect((await reader.api.delete(pathOf('guarded'))).status).toBe(403);
    expect((await creator.api.put(pathOf('guarded'), { source })).status).toBe(200);
    for (const user of [guest, stranger, await buildUser(test)]) {
      for (const suffix of ['', '/versions', '/versions/latest', '/versions/latest/content/raw']) {
        expect((await user.api.get(pathOf('guarded') + suffix)).status).toBe(404);
      }
      expect((await user.api.get(pathOf())).status).toBe(404);
      expect((await user.api.put(pathOf('guarded'), { source })).status).toBe(404);
      expect((await user.api.delete(pathOf('guarded'))).status).toBe(404);
    }
    expect((await test.api.get(pathOf('guarded'))).status).toBe(401);
  });

  it('only public specifications have a source in the answer', async () => {
    await buildSpec(test, org, 'shown');
    const address = `/~openapi/${org.id}/shown`;
    expect((await test.api.get(address)).status).toBe(404);
    expect((await org.admin.api.patch(pathOf('shown'), {})).status).toBe(400);
    expect((await org.admin.api.patch(pathOf('unknown'), { visibility: 'public' })).status).toBe(404);
    const { body } = await org.admin.api.patch(pathOf('shown'), { visibility: 'public' });
    expect(body.urls.published).toBe(`${test.config.publicUrl}${address}`);
    const answer = await test.api.get(address);
    expect(answer.text).toBe(smallSpec());
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
    expect(await test.api.get(address, { headers })).toMatchObject({ status: 304, text: '' });
    const content = await org.admin.api.get(`${pathOf('shown')}/versions/latest/content`);
    expect(content.body.urls.public).toBe(body.urls.published);
    await org.admin.api.patch(pathOf('shown'), { visibility: 'private' });
    expect((await test.api.get(address)).status).toBe(404);
  });
});

describe('versions of a specification', () => {
  it('versions are created for new content only, and stay readable', async () => {
    const { lastVersion: first } = await buildSpec(test, org, 'moving');
    await buildSpec(test, org, 'moving');
    expect((await read('moving')).lastVersion).toBe(first);
    test.clock.advance(1000);
    const changed = smallSpec({ info: { title: 'Changed', version: '2' } });
    const { lastVersion: second } = await buildSpec(test, org, 'moving', changed);
    expect(second).not.toBe(first);
    const path = `${pathOf('moving')}/versions`;
    const list = await org.admin.api.get(path);
    expect(list.body).toMatchObject({ count: 2, items: [{ id: second }, { id: first }] });
    expect((await org.admin.api.get(`${path}/latest`)).body).toEqual(list.body.items[0]);
    expect((await org.admin.api.get(`${path}/${first}`)).body).toEqual(list.body.items[1]);
    const titleOf = async (version: string) =>
      (await org.admin.api.get(`${path}/${version}/content`)).body.filesystem[0].specification.info.title;
    expect([await titleOf('latest'), await titleOf(second), await titleOf(first)]).toEqual([
      'Changed',
      'Changed',
      'Pet store',
    ]);
    const raw = await org.admin.api.get(`${path}/latest/content/raw`);
    expect(raw.text).toBe(changed);
    expect(raw.headers.get('content-type')).toContain('application/json');
    const content = await org.admin.api.get(`${path}/latest/content`);
    const headers = { 'if-none-match': content.headers.get('etag') ?? '' };
    expect((await org.admin.api.get(`${path}/latest/content`, { headers })).status).toBe(304);
    expect((await org.admin.api.get(`${path}/${first}/content`, { headers })).status).toBe(200);
    expect((await org.admin.api.get(`${path}/unknown`)).status).toBe(404);
    const other = await buildSpec(test, org, 'other');
    expect((await org.admin.api.get(`${path}/${other.lastVersion}`)).status).toBe(404);
  });

  it('versions answer OpenAPI 3.1 for any given format, references kept', async () => {
    const old = {
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      paths: {
        '/a': { get: { responses: { 200: { description: 'ok', schema: { $ref: '#/definitions/A' } } } } },
      },
      definitions: { A: { type: 'object', properties: { self: { $ref: '#/definitions/A' } } } },
    };
    await buildSpec(test, org, 'old', JSON.stringify(old));
    const { body } = await org.admin.api.get(`${pathOf('old')}/versions/latest/content`);
    expect(body.filesystem).toMatchObject([{ isEntrypoint: true, references: [] }]);
    expect(body.filesystem[0].specification).toMatchObject({
      openapi: expect.stringMatching(/^3\.1/),
      components: { schemas: { A: { properties: { self: { $ref: '#/components/schemas/A' } } } } },
    });
    await buildSpec(test, org, 'yaml', 'swagger: 2.0\ninfo: {title: In YAML, version: 1.0}\npaths: {}\n');
    const raw = await org.admin.api.get(`${pathOf('yaml')}/versions/latest/content/raw`);
    expect(raw.headers.get('content-type')).toBe('application/yaml; charset=utf-8');
  });
});

describe('a specification that cannot be read', () => {
  let lastVersion: string | undefined;

  it.each([
    ['no object', 'just words', 'neither a JSON nor a YAML'],
    ['broken JSON', '{"openapi": "3.0.0", ', 'not valid JSON'],
    ['broken YAML', 'openapi: "3.0.0\ninfo: [', 'not valid YAML'],
    ['no version', '{"info": {"title": "x"}}', 'neither openapi nor swagger'],
    ['an unknown version', '{"openapi": "4.0.0", "info": {"title": "x"}}', '4.0.0 is not supported'],
    ['no title', '{"openapi": "3.1.0", "info": {}}', 'info.title'],
    ['paths that are none', '{"openapi": "3.1.0", "info": {"title": "x"}, "paths": 1}', 'paths'],
    [
      'another file',
      '{"openapi":"3.1.0","info":{"title":"x"},"paths":{"/a":{"$ref":"./other.yaml#/a"}}}',
      'whole addresses',
    ],
    ['an alias bomb', bomb(), 'not valid YAML'],
    [
      'nesting without end',
      `{"openapi":"3.1.0","info":{"title":"x"},"x-a":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      'levels deep',
    ],
  ])('the specification reports %s, and keeps the version before', async (_, text, message) => {
    lastVersion ??= (await buildSpec(test, org, 'unreadable')).lastVersion;
    expect((await org.admin.api.put(pathOf('unreadable'), { source: { text } })).status).toBe(200);
    await test.settle();
    expect(await read('unreadable')).toMatchObject({
      processingState: 'complete',
      lastVersion,
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrors: [{ message: expect.stringContaining(message), code: 'PARSE_ERROR' }],
    });
  });

  it('the error goes away with a readable source', async () => {
    await org.admin.api.put(pathOf('mended'), { source: { text: 'words' } });
    await test.settle();
    expect(await read('mended')).toHaveProperty('lastProcessErrorCode');
    await buildSpec(test, org, 'mended');
    expect(await read('mended')).not.toHaveProperty('lastProcessErrorCode');
  });

  it('a specification without a version has no content', async () => {
    await org.admin.api.put(pathOf('never'), { source: { text: 'words' } });
    await test.settle();
    for (const suffix of ['', '/content', '/content/raw']) {
      expect((await org.admin.api.get(`${pathOf('never')}/versions/latest${suffix}`)).status).toBe(404);
    }
    expect((await org.admin.api.get(`${pathOf('never')}/versions`)).body).toMatchObject({
      count: 0,
      items: [],
    });
  });
});

describe('a specification that is fetched', () => {
  it('the source is fetched again on request and after some hours', async () => {
    let title = 'One';
    handler = (_request, response) => response.end(smallSpec({ info: { title, version: '1' } }));
    const source = { url: `${base}/api.json` };
    const created = await org.admin.api.post(pathOf(), { slug: 'fetched', source });
    expect(created.body.sourceURL).toBe(source.url);
    await test.settle();
    const { lastVersion } = await read('fetched');
    expect(lastVersion).toEqual(expect.any(String));
    title = 'Two';
    await org.admin.api.put(pathOf('fetched'), { source });
    await test.settle();
    const again = await read('fetched');
    expect(again.lastVersion).not.toBe(lastVersion);
    title = 'Three';
    await test.app.get(OpenApiJobs).refresh();
    await test.settle();
    expect((await read('fetched')).lastVersion).toBe(again.lastVersion);
    test.clock.advance(7 * 3_600_000);
    await test.app.get(OpenApiJobs).refresh();
    await test.settle();
    expect((await read('fetched')).lastVersion).not.toBe(again.lastVersion);
  });

  it('the error says why the source could not be fetched', async () => {
    handler = (_request, response) => response.writeHead(404).end();
    await org.admin.api.put(pathOf('gone'), { source: { url: base } });
    await org.admin.api.put(pathOf('closed'), { source: { url: 'http://127.0.0.1:1/' } });
    await test.settle();
    expect(await read('gone')).toMatchObject({
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [{ message: expect.stringContaining('404') }],
    });
    expect(await read('closed')).toMatchObject({ lastProcessErrorCode: 'FETCH_ERROR' });
  });

  it('the error names the limit when the answer is larger', async () => {
    handler = (_request, response) => response.end(' '.repeat(11 * 1024 * 1024));
    await org.admin.api.put(pathOf('huge'), { source: { url: base } });
    await test.settle();
    const problem = { message: expect.stringMatching(/larger than 10 MB; split it/) };
    expect(await read('huge')).toMatchObject({
      processingState: 'complete',
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [problem],
    });
  });

  it('the source is downloaded only when it changed', async () => {
    const asked: IncomingMessage['headers'][] = [];
    let [etag, text] = ['"1"', 'words'];
    handler = ({ headers }, response) => {
      asked.push(headers);
      response.setHeader('etag', etag);
      if (headers['if-none-match'] === etag) response.writeHead(304).end();
      else response.end(text);
    };
    const put = async () => {
      await org.admin.api.put(pathOf('tagged'), { source: { url: base } });
      await test.settle();
      return read('tagged');
    };
    expect(await put()).toMatchObject({ lastProcessErrorCode: 'PARSE_ERROR' });
    [etag, text] = ['"2"', smallSpec()];
    const { lastVersion, lastProcessedAt } = await put();
    test.clock.advance(1000);
    const again = await put();
    expect(again).toMatchObject({ lastVersion, processingState: 'complete' });
    expect(again.lastProcessedAt > lastProcessedAt).toBe(true);
    expect(asked.map((headers) => headers['if-none-match'])).toEqual([undefined, undefined, '"2"']);
    await org.admin.api.put(pathOf('tagged'), { source: { url: `${base}/elsewhere` } });
    await test.settle();
    expect(asked.at(-1)).not.toHaveProperty('if-none-match');
  });

  it('a source of several files is fetched whole each time', async () => {
    let type = 'string';
    const asked: string[] = [];
    handler = ({ url = '', headers }, response) => {
      asked.push(`${url} ${headers['if-none-match'] ?? ''}`);
      response.setHeader('etag', '"same"');
      if (url === '/start') response.writeHead(302, { location: '/api/root.json' }).end();
      else if (url === '/api/root.json')
        response.end(smallSpec({ components: { schemas: { Pet: { $ref: './pet.json' } } } }));
      else if (url === '/api/pet.json') response.end(JSON.stringify({ type }));
      else response.writeHead(404).end();
    };
    const put = async () => {
      await org.admin.api.put(pathOf('spread'), { source: { url: `${base}/start` } });
      await test.settle();
      return read('spread');
    };
    const first = await put();
    type = 'integer';
    const second = await put();
    expect(second.lastVersion).not.toBe(first.lastVersion);
    expect(asked.filter((line) => line.startsWith('/api'))).toEqual([
      '/api/root.json ',
      '/api/pet.json ',
      '/api/root.json ',
      '/api/pet.json ',
    ]);
    const { body } = await org.admin.api.get(`${pathOf('spread')}/versions/latest/content`);
    expect(body.filesystem[0].specification.components.schemas).toEqual({ Pet: { type: 'integer' } });
    handler = ({ url }, response) =>
      url === '/pet.json'
        ? response.writeHead(500).end()
        : response.end(smallSpec({ components: { schemas: { Pet: { $ref: './pet.json' } } } }));
    await org.admin.api.put(pathOf('spread'), { source: { url: base } });
    await test.settle();
    expect(await read('spread')).toMatchObject({
      lastVersion: second.lastVersion,
      lastProcessErrorCode: 'FETCH_ERROR',
      lastProcessedErrors: [
        { message: expect.stringMatching(/components\.schemas\.Pet.*pet\.json.*answered 500/) },
      ],
    });
  });
});

describe('the audit log of specifications', () => {
  it('each change of a specification is recorded', async () => {
    const own = await buildOrganization(test);
    const path = pathOf('watched', own);
    const text = { source: { text: smallSpec() } };
    await own.admin.api.put(path, text);
    await own.admin.api.put(path, { source: { url: base } });
    await own.admin.api.put(path, { source: { url: base } });
    await own.admin.api.patch(path, { visibility: 'public' });
    await own.admin.api.patch(path, { visibility: 'public' });
    await own.admin.api.delete(path);
    await own.admin.api.delete(path);
    const rows = await test.db.query<{ action: string; label: string; changes: object; actor: string }>(
      `select action, target_label as label, changes, actor_id as actor from audit_events
       where organization_id = $1 and target_type = 'openapi-spec' order by occurred_at, action`,
      [own.id],
    );
    expect(new Set(rows.map(({ label, actor }) => `${label} ${actor}`))).toEqual(
      new Set([`watched ${own.admin.id}`]),
    );
    expect(Object.fromEntries(rows.map(({ action, changes }) => [action, changes]))).toEqual({
      'openapi-spec.created': { source: { after: 'text' }, visibility: { after: 'private' } },
      'openapi-spec.updated': { source: { before: 'text' }, sourceURL: { after: base } },
      'openapi-spec.visibility': { visibility: { before: 'private', after: 'public' } },
      'openapi-spec.deleted': { sourceURL: { before: base }, visibility: { before: 'public' } },
    });
    expect(rows).toHaveLength(4);
    await test.settle();
  });
});

describe('deleting a specification', () => {
  it('the versions are deleted too, and deleting nothing succeeds', async () => {
    await buildSpec(test, org, 'short-lived');
    expect((await org.admin.api.delete(pathOf('short-lived'))).status).toBe(204);
    expect((await org.admin.api.get(pathOf('short-lived'))).status).toBe(404);
    expect((await org.admin.api.delete(pathOf('short-lived'))).status).toBe(204);
    expect((await org.admin.api.get(`${pathOf('short-lived')}/versions/latest/content`)).status).toBe(404);
    expect((await org.admin.api.get(pathOf())).text).not.toContain('"short-lived"');
    expect((await org.admin.api.patch(pathOf('short-lived'), { visibility: 'public' })).status).toBe(404);
  });

  it('operations that pages show stay until another specification takes the slug', async () => {
    const kept = () =>
      test.db.query<{ versions: string; source: string; slug: string }>(
        `select s.slug, s.source_text as source, (select count(*) from openapi_versions v where v.spec_id = s.id) as versions
         from openapi_specs s where s.organization_id = $1 and s.deletion_id is not null and s.slug like 'kept%'`,
        [org.id],
      );
    await org.admin.api.put(pathOf('kept-not'), { source: { text: 'words' } });
    await buildSpec(test, org, 'kept');
    await buildSpec(test, org, 'kept', smallSpec({ info: { title: 'Second', version: '2' } }));
    await org.admin.api.delete(pathOf('kept-not'));
    await org.admin.api.delete(pathOf('kept'));
    await test.settle();
    expect(await kept()).toEqual([{ slug: 'kept', source: '', versions: '1' }]);
    const { body } = await org.admin.api.post(pathOf(), { slug: 'kept', source: { text: smallSpec() } });
    expect(body).not.toHaveProperty('lastVersion');
    expect((await org.admin.api.get(`${pathOf('kept')}/versions`)).body.count).toBe(0);
    await test.settle();
    expect(await kept()).toEqual([]);
  });
});

function bomb(): string {
  const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
  for (const [i, name] of 'b c d e f g h i'.split(' ').entries()) {
    const last = 'abcdefgh'[i];
    lines.push(`${name}: &${name} [${Array(9).fill(`*${last}`).join(',')}]`);
  }
  return lines.join('\n');
}
