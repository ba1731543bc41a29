import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Storage } from '../src/modules/storage/index.js';
import { Jobs } from '../src/platform/jobs/jobs.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { createTestApp, shareTestApp, type TestApp } from './support/test-app.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR42mP8z8BQz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);
const DAY = 86_400_000;

describe('files', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;
  let origin: Server;
  let originUrl: string;
  let handler: RequestListener;

  beforeAll(async () => {
    origin = createServer((request, response) => handler(request, response));
    await new Promise<void>((resolve) => origin.listen(0, '127.0.0.1', resolve));
    originUrl = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`;
    test = await shareTestApp();
    organization = await buildOrganization(test);
    space = (await buildSpace(organization)).id;
  });
  afterAll(async () => {
    await test.close();
    await new Promise((resolve) => origin.close(resolve));
  });

  const insert = (...files: object[]) =>
    organization.admin.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_files', files }] },
      { query: { compat: false } },
    );
  const inline = (name: string, contentType: string, bytes: Buffer | string) =>
    insert({ name, contentType, base64: Buffer.from(bytes).toString('base64') });
  /** PUBLIC_URL names no real port in tests. */
  const download = (url: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(test.baseUrl + new URL(url).pathname, { headers, method });

  it('are inserted inline and downloaded without a token', async () => {
    const answer = await inline('dot.png', 'image/png', PNG);
    expect(answer.status).toBe(200);
    const [file] = answer.body.insertedFiles;
    expect(file).toMatchObject({ name: 'dot.png', contentType: 'image/png', size: PNG.length });
    expect(file.dimensions).toEqual({ width: 2, height: 3 });
    const response = await download(file.downloadURL);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(PNG.length),
      'content-disposition': `inline; filename="dot.png"; filename*=UTF-8''dot.png`,
      'x-content-type-options': 'nosniff',
      'cache-control': expect.stringMatching(/^public, max-age=\d+, immutable$/),
    });
  });

  it('are listed page by page and read one by one', async () => {
    const { id } = await buildSpace(organization);
    const changes = [
      {
        operation: 'insert_files',
        files: ['a.txt', 'b.txt', 'c.txt'].map((name) => ({
          name,
          contentType: 'text/plain',
          base64: 'eA==',
        })),
      },
    ];
    await organization.admin.api.post(`/v1/spaces/${id}/content`, { changes });
    const first = await organization.admin.api.get(`/v1/spaces/${id}/content/files`, { query: { limit: 2 } });
    expect(first.body).toMatchObject({ count: 3, items: [{ name: expect.any(String) }, {}] });
    const second = await organization.admin.api.get(`/v1/spaces/${id}/content/files`, {
      query: { limit: 2, page: first.body.next.page },
    });
    expect(second.body.next).toBeUndefined();
    const names = [...first.body.items, ...second.body.items].map((file: { name: string }) => file.name);
    expect(names.toSorted()).toEqual(['a.txt', 'b.txt', 'c.txt']);
    const one = await organization.admin.api.get(`/v1/spaces/${id}/content/files/${first.body.items[0].id}`);
    expect(one.body).toEqual(first.body.items[0]);
    expect((await organization.admin.api.get(`/v1/spaces/${id}/content/files/nope`)).status).toBe(404);
  });

  it('answer range, conditional and HEAD requests', async () => {
    const { body } = await inline('digits.txt', 'text/plain', '0123456789');
    const url = body.insertedFiles[0].downloadURL as string;
    const part = await download(url, { range: 'bytes=2-4' });
    expect([part.status, await part.text()]).toEqual([206, '234']);
    expect(part.headers.get('content-range')).toBe('bytes 2-4/10');
    const outside = await download(url, { range: 'bytes=10-' });
    expect(outside.status).toBe(416);
    expect(outside.headers.get('content-range')).toBe('bytes */10');
    const etag = part.headers.get('etag') as string;
    expect((await download(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await download(url, { range: 'bytes=2-4', 'if-range': '"other"' })).status).toBe(200);
    const head = await download(url, {}, 'HEAD');
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '10', '']);
  });

  it('never run in a browser', async () => {
    for (const [name, type, disposition] of [
      ['page.html', 'text/html', 'attachment'],
      ['image.svg', 'image/svg+xml', 'inline'],
      ['doc.pdf', 'application/pdf', 'attachment'],
    ] as const) {
      const { body } = await inline(name, type, '<script>alert(1)</script>');
      const response = await download(body.insertedFiles[0].downloadURL);
      expect(response.headers.get('content-disposition')).toContain(disposition);
      expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    }
  });

  it('are not served under an altered or expired address', async () => {
    const { body } = await inline('secret.txt', 'text/plain', 'secret');
    const url = body.insertedFiles[0].downloadURL as string;
    expect((await download(url.replace(/secret\.txt$/, 'other.txt'))).status).toBe(403);
    const altered = url.replace(/(?<=~files\/)./, (first) => (first === '_' ? '-' : '_'));
    expect((await download(altered)).status).toBe(403);
    test.clock.advance(9 * DAY);
    expect((await download(url)).status).toBe(403);
    const again = await organization.admin.api.get(
      `/v1/spaces/${space}/content/files/${body.insertedFiles[0].id}`,
    );
    expect((await download(again.body.downloadURL)).status).toBe(200);
  });

  it('are fetched from an address by the server', async () => {
    handler = (_, response) => response.setHeader('content-type', 'image/png').end(PNG);
    const answer = await insert({ name: 'fetched.png', url: `${originUrl}/x` });
    expect(answer.body.insertedFiles[0]).toMatchObject({
      contentType: 'image/png',
      dimensions: { width: 2, height: 3 },
    });
    handler = (_, response) => response.writeHead(404).end();
    const failed = await insert({ name: 'x.png', url: `${originUrl}/x` });
    expect(failed.status).toBe(400);
    expect(failed.body.error.message).toBe('changes[0].files[0].url: the server answered 404.');
  });

  it.each([
    [{ name: 'a', contentType: 'text/plain' }, /changes\[0\]\.files\[0\] needs one of url, base64 and key/],
    [{ name: 'a', base64: 'eA==' }, /files\[0\]\.contentType is required/],
    [{ name: 'a', contentType: 'text/plain', base64: '%%%=' }, /files\[0\]\.base64 is not base64/],
    [
      { name: 'a', contentType: 'text/plain', base64: Buffer.alloc(1_048_577).toString('base64') },
      /at most 1 MB/,
    ],
    [{ name: 'a', url: 'ftp://example.com/x' }, /changes\[0\]\.files\[0\]\.url/],
    [{ contentType: 'text/plain', base64: 'eA==' }, /changes\[0\]\.files\[0\]\.name/],
  ])('are refused with a message that names the field: %o', async (file, message) => {
    const answer = await insert(file);
    expect(answer.status).toBe(400);
    expect(answer.body.error.message).toMatch(message);
  });

  it('without references are removed after a day, and the others stay', async () => {
    const storage = test.app.get(Storage);
    const kept = (await inline('kept.txt', 'text/plain', 'kept')).body.insertedFiles[0];
    const { blob } = await storage.put(organization.id, Readable.from([Buffer.from('orphan')]), {
      contentType: 'text/plain',
    });
    const collect = async () => {
      await test.app.get(Jobs).enqueue('storage.collect-blobs', {});
      await test.settle();
    };
    await collect();
    expect(await storage.stat(organization.id, blob)).toBe(6);
    test.clock.advance(DAY + 60_000);
    await collect();
    expect(await storage.stat(organization.id, blob)).toBeNull();
    const again = await organization.admin.api.get(`/v1/spaces/${space}/content/files/${kept.id}`);
    expect(await (await download(again.body.downloadURL)).text()).toBe('kept');
    // The same bytes can come back.
    await storage.put(organization.id, Buffer.from('orphan'), { contentType: 'text/plain' });
    expect(await storage.stat(organization.id, blob)).toBe(6);
  });

  it('over the size limit leave nothing behind', async () => {
    const storage = test.app.get(Storage);
    const source = Readable.from([Buffer.alloc(600), Buffer.alloc(600)]);
    await expect(
      storage.put(organization.id, source, { contentType: 'a/b', maxSize: 1000 }),
    ).rejects.toMatchObject({
      status: 413,
    });
    const ready = await fetch(`${test.baseUrl}/readyz`);
    expect(await ready.json()).toMatchObject({ checks: { storage: 'ok' } });
  });
});

describe('files on the private network', () => {
  it('are not fetched unless the operator allows it', async () => {
    const test = await createTestApp({ allowPrivateNetwork: false });
    try {
      const organization = await buildOrganization(test);
      const { id } = await buildSpace(organization);
      const files = [{ name: 'x', url: 'http://127.0.0.1:1/x' }];
      const answer = await organization.admin.api.post(`/v1/spaces/${id}/content`, {
        changes: [{ operation: 'insert_files', files }],
      });
      expect(answer.status).toBe(400);
      expect(answer.body.error.message).toBe('changes[0].files[0].url: the address is not a public one.');
    } finally {
      await test.close();
    }
  });
});
