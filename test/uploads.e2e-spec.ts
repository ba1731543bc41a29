import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorageJobs } from '../src/modules/storage/storage.jobs.js';
import { UploadsJobs } from '../src/modules/storage/uploads/uploads.jobs.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { addressOf, startImport, upload } from './support/imports.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const HOUR = 3_600_000;

describe('uploads', () => {
  let test: TestApp;
  let organization: TestOrganization;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());

  const announce = (file: object, kind = 'import_file', user = organization.admin) =>
    user.api.post(`/v1/orgs/${organization.id}/storage/upload`, { file, kind });
  const put = (url: string, body: string, type = 'text/markdown') =>
    fetch(addressOf(test, url), { method: 'PUT', headers: { 'content-type': type }, body });
  const markdown = (size: number) => ({ name: 'a.md', type: 'text/markdown', size });
  const insert = (space: string, file: object, user = organization.admin) =>
    user.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_files', files: [file] }] },
      { query: { compat: false } },
    );

  it('an upload takes the announced bytes once, without a token', async () => {
    const { status, body } = await announce(markdown(5));
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: 'storage-signed-url', key: expect.stringMatching(/^\w{20}$/) });
    expect((await put(body.url, 'Words')).status).toBe(200);
    expect((await put(body.url, 'Other')).status).toBe(409);
  });

  it('one of two uploads at once is taken', async () => {
    const { body } = await announce(markdown(5));
    const statuses = (await Promise.all([put(body.url, 'Words'), put(body.url, 'Other')])).map(
      ({ status }) => status,
    );
    expect(statuses.sort((a, b) => a - b)).toEqual([200, 409]);
  });

  it('an upload refuses another size or type, and an address that was altered or expired', async () => {
    const { body } = await announce(markdown(5));
    expect((await put(body.url, 'Wor')).status).toBe(400);
    expect((await put(body.url, 'Words!')).status).toBe(413);
    expect((await put(body.url, 'Words', 'text/html')).status).toBe(400);
    expect(
      (
        await put(
          body.url.replace(/.$/, (last: string) => (last === 'A' ? 'Q' : 'A')),
          'Words',
        )
      ).status,
    ).toBe(403);
    const chunked = async function* () {
      yield new TextEncoder().encode('Words that never end');
    };
    const response = await fetch(addressOf(test, body.url), {
      method: 'PUT',
      headers: { 'content-type': 'text/markdown' },
      body: chunked() as never,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
    // None of these has used the address up.
    expect((await put(body.url, 'Words', 'text/markdown; charset=utf-8')).status).toBe(200);
    const late = await announce(markdown(5));
    test.clock.advance(HOUR);
    expect((await put(late.body.url, 'Words')).status).toBe(403);
  });

  it('an upload takes JSON as a file', async () => {
    const { id } = await buildSpace(organization);
    const content = '{"a":1}';
    const file = { name: 'data.json', type: 'application/json', content };
    const key = await upload(test, organization.admin, organization.id, file, 'content_file');
    const { body } = await insert(id, { key, name: 'data.json' });
    expect(body.insertedFiles[0]).toMatchObject({ contentType: 'application/json', size: 7 });
    expect(await (await fetch(addressOf(test, body.insertedFiles[0].downloadURL))).text()).toBe(content);
  });

  it.each([
    [{ name: 'a.exe', type: 'application/octet-stream', size: 1 }, 'import_file', 400, 'file.name'],
    [{ name: 'a.md', type: 'image/png', size: 1 }, 'import_file', 400, 'file.type'],
    [{ name: 'a.zip', type: 'application/zip', size: 200 * 1024 * 1024 }, 'import_file', 413, 'file.size'],
    [{ name: 'a.txt', type: 'text/plain', size: 1 }, 'customization_font', 400, 'file.name'],
    [{ name: 'a.md', type: 'text/markdown', size: 0 }, 'import_file', 400, 'size'],
    [{ name: 'a.md', type: 'markdown', size: 1 }, 'import_file', 400, 'type'],
    [{ name: 'a.md', type: 'text/markdown', size: 1 }, 'whatever', 400, 'kind'],
    [{ type: 'text/markdown', size: 1 }, 'import_file', 400, 'name'],
  ])('an upload of %j as %s is refused', async (file, kind, status, field) => {
    const answer = await announce(file, kind);
    expect(answer.status).toBe(status);
    expect(answer.body.error.message).toContain(field);
  });

  it('only members of the organization announce uploads', async () => {
    const stranger = await buildOrganization(test);
    expect((await announce(markdown(1), 'import_file', stranger.admin)).status).toBe(404);
    expect((await test.api.post(`/v1/orgs/${organization.id}/storage/upload`, {})).status).toBe(401);
  });

  it('an upload brings files larger than a request may be into a space', async () => {
    const { id } = await buildSpace(organization);
    const content = Buffer.alloc(3 * 1024 * 1024, 'x');
    const file = { name: 'big.bin', content };
    const key = await upload(test, organization.admin, organization.id, file, 'content_file');
    const { status, body } = await insert(id, { key, name: 'renamed.bin' });
    expect(status).toBe(200);
    expect(body.insertedFiles[0]).toMatchObject({ name: 'renamed.bin', size: content.length });
    const other = await organization.member('admin');
    expect((await insert(id, { key, name: 'a' }, other)).status).toBe(400);
    expect((await insert(id, { key: 'unknown', name: 'a' })).status).toBe(400);
    expect((await insert(id, { key, name: 'a', base64: 'YQ==' })).status).toBe(400);
    const forImport = await upload(test, organization.admin, organization.id, { name: 'a.md', content: 'x' });
    expect((await insert(id, { key: forImport, name: 'a' })).status).toBe(400);
  });

  it('unused uploads are deleted, and used ones are not', async () => {
    const { admin } = organization;
    const { id } = await buildSpace(organization);
    const one = { name: 'used.txt', content: 'These bytes are used.' };
    const used = await upload(test, admin, organization.id, one, 'content_file');
    const unused = await upload(test, admin, organization.id, {
      name: 'unused.md',
      content: 'Nobody wants these.',
    });
    await insert(id, { key: used, name: 'used.txt' });
    const blobs = async (): Promise<number[]> =>
      (
        await test.db.query<{ size: string }>(
          'select size from blobs where organization_id = $1 and size = any($2) order by size',
          [organization.id, [19, 21]],
        )
      ).map(({ size }) => Number(size));
    expect(await blobs()).toEqual([19, 21]);
    const collect = async (): Promise<void> => {
      await test.app.get(UploadsJobs).deleteExpired();
      await test.app.get(StorageJobs).collect();
    };
    test.clock.advance(23 * HOUR);
    await collect();
    expect(await blobs()).toEqual([19, 21]);
    const source = { type: 'file', files: [unused] };
    expect((await startImport(admin, organization.id, source, { space: id })).status).toBe(400);
    test.clock.advance(26 * HOUR);
    await collect();
    expect(await blobs()).toEqual([21]);
  });
});
