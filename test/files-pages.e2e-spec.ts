import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { Storage } from '../src/modules/storage/index.js';
import { PayloadTooLarge } from '../src/platform/http/errors.js';
import { buildOrganization, buildPages, buildSpace, type TestOrganization } from './support/factories.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR42mP8z8BQz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC',
  'base64',
);

interface StoredFile {
  id: string;
  name: string;
  contentType: string;
  size: number;
  downloadURL: string;
}

describe('the pages with the files of a space', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let browser: MemberBrowser;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await startMemberBrowser(test, organization.admin.token);
  });
  afterAll(() => test.close());

  async function buildLibrary(editMode: 'live' | 'locked' = 'live') {
    const { api } = organization.admin;
    const space = (await buildSpace(organization, { title: 'Handbook' })).id;
    const path = `/app/s/${space}/~/files`;
    const filesOf = async (place = '') =>
      (await api.get(`/v1/spaces/${space}${place}/content/files`)).body.items as StoredFile[];
    const insert = { name: 'map.png', contentType: 'image/png', base64: PNG.toString('base64') };
    await api.post(`/v1/spaces/${space}/content`, {
      changes: [{ operation: 'insert_files', files: [insert] }],
    });
    const [map] = await filesOf();
    const [page] = await buildPages(organization.admin, space, [
      { title: 'Travel', markdown: `![A map](/files/${map!.id})\n\n![Again](/files/${map!.id})` },
    ]);
    if (editMode === 'locked') await api.patch(`/v1/spaces/${space}`, { editMode });
    return { space, path, filesOf, map: map!, page: page! };
  }

  it('list files with their size and the pages that use them, and find them by name', async () => {
    const { path, space, map, page } = await buildLibrary();
    const text = await browser.read(path);
    expect(text).toContain('PNG · 2 × 3 · 78 B');
    expect(text).toContain(`href="${path}/${map.id}"`);
    expect(text).toContain(`href="/app/s/${space}/~/pages/${page}"`);
    expect(text).toContain('1 file, 78 B');
    expect(await browser.read(`${path}?q=MAP&view=list`)).toContain('map.png');
    expect(await browser.read(`${path}?q=plan`)).toContain('No file has this in its name.');
    expect(await browser.read(`/app/s/${space}`)).toContain(`href="${path}"`);
  });

  it('take several files of a form at once, and tell what is missing', async () => {
    const { path, filesOf } = await buildLibrary();
    const large = Buffer.alloc(3_000_000, 7);
    const sent = await browser.send(path, [
      { name: 'größe.txt', content: 'x', type: 'text/plain' },
      { name: 'large.bin', content: large },
      { name: 'plan.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
    ]);
    expect([sent.status, sent.headers.get('location')]).toEqual([303, `${path}?notice=uploaded`]);
    // Files that are stored within one millisecond have no order.
    const files = (await filesOf()).slice(1).toSorted((one, other) => (one.name < other.name ? -1 : 1));
    expect(files.map(({ name, contentType, size }) => [name, contentType, size])).toEqual([
      ['größe.txt', 'text/plain', 1],
      ['large.bin', 'application/octet-stream', 3_000_000],
      ['plan.svg', 'image/svg+xml', 41],
    ]);
    const bytes = await fetch(test.baseUrl + new URL(files[1]!.downloadURL).pathname);
    expect(Buffer.from(await bytes.arrayBuffer()).equals(large)).toBe(true);
    const none = await browser.send(path, []);
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Choose a file first.')]);
  });

  it('refuse a file that is too large in a sentence with its name', async () => {
    const { path, filesOf } = await buildLibrary();
    const put = vi
      .spyOn(test.app.get(Storage), 'put')
      .mockRejectedValue(new PayloadTooLarge('The file is larger than the limit of 5 bytes.'));
    const sent = await browser.send(path, [{ name: 'film.mov', content: 'x' }]);
    put.mockRestore();
    expect([sent.status, await sent.text()]).toEqual([
      413,
      expect.stringContaining('“film.mov” is larger than 100 MB.'),
    ]);
    expect(await filesOf()).toHaveLength(1);
  });

  it('take many small files, and no more than a form may have', async () => {
    const { path, filesOf } = await buildLibrary();
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ name: `f${at}.txt`, content: `file ${at} `.repeat(500) }));
    expect((await browser.send(path, many(45))).status).toBe(303);
    expect(await filesOf()).toHaveLength(46);
    expect((await browser.send(path, many(101))).status).toBe(400);
    expect(await filesOf()).toHaveLength(46);
  });

  it('rename, replace and delete a file, wherever it is used', async () => {
    const { path, filesOf, map, page, space } = await buildLibrary();
    const own = `${path}/${map.id}`;
    expect(await browser.read(own)).toContain('1 place uses it');
    expect(await browser.read(own)).toContain(`href="/app/s/${space}/~/pages/${page}"`);
    const renamed = await browser.post(own, { do: 'rename', name: 'chart.png' });
    expect(renamed.headers.get('location')).toBe(`${own}?notice=renamed`);
    const empty = await browser.post(own, { do: 'rename', name: ' ' });
    expect([empty.status, await empty.text()]).toEqual([400, expect.stringContaining('changes[0].name')]);
    const replaced = await browser.send(own, [{ name: 'new.gif', content: 'GIF', type: 'image/gif' }]);
    expect(replaced.headers.get('location')).toBe(`${own}?notice=replaced`);
    expect(await filesOf()).toMatchObject([
      { id: map.id, name: 'chart.png', contentType: 'image/gif', size: 3 },
    ]);
    await browser.send(own, [{ name: 'new.gif', content: 'GIF89' }], { rename: 'yes' });
    expect(await filesOf()).toMatchObject([{ id: map.id, name: 'new.gif', size: 5 }]);
    const deleted = await browser.post(own, { do: 'delete' });
    expect(deleted.headers.get('location')).toBe(`${path}?notice=deleted`);
    expect(await filesOf()).toEqual([]);
    expect((await browser.open(own)).status).toBe(404);
  });

  it('open a change request in a locked space, and go on in it', async () => {
    const { path, filesOf, space } = await buildLibrary('locked');
    expect(await browser.read(path)).toContain('opens a change request');
    const sent = await browser.send(path, [{ name: 'a.txt', content: 'a' }]);
    const inRequest = `/app/s/${space}/~/changes/1/~/files`;
    expect(sent.headers.get('location')).toBe(`${inRequest}?notice=uploaded`);
    expect(await filesOf()).toHaveLength(1);
    const [, added] = await filesOf('/change-requests/1');
    expect(await browser.read(inRequest)).toContain('a.txt');
    expect((await browser.post(`${inRequest}/${added!.id}`, { do: 'rename', name: 'b.txt' })).status).toBe(
      303,
    );
    expect((await filesOf('/change-requests/1'))[1]!.name).toBe('b.txt');
    expect(await browser.read(`/app/s/${space}/~/changes`)).toContain('Add a.txt');
  });

  it('list, rename and delete reusable contents', async () => {
    const { space } = await buildLibrary();
    const { api } = organization.admin;
    const changes = [
      {
        operation: 'insert_reusable_content',
        title: 'Notice',
        ref: 'notice',
        document: { markdown: 'Mind.' },
      },
    ];
    await api.post(`/v1/spaces/${space}/content`, { changes });
    const path = `/app/s/${space}/~/reusable-contents`;
    const list = async () =>
      (await api.get(`/v1/spaces/${space}/content/reusable-contents`)).body.items as {
        id: string;
        title: string;
      }[];
    const { id } = (await list())[0]!;
    expect(await browser.read(path)).toContain('Not used');
    const nodes = [
      {
        object: 'block',
        type: 'reusable-content',
        data: { ref: { kind: 'reusable-content', reusableContent: id } },
      },
    ];
    const document = { document: { object: 'document', data: {}, nodes } };
    const insert = { operation: 'insert_page', title: 'Shows it', document };
    expect((await api.post(`/v1/spaces/${space}/content`, { changes: [insert] })).status).toBe(200);
    expect(await browser.read(path)).toContain('Shows it');
    await browser.post(path, { do: 'rename', id, title: 'Mind the gap' });
    expect((await list())[0]!.title).toBe('Mind the gap');
    await browser.post(path, { do: 'delete', id });
    expect(await list()).toEqual([]);
    const made = await browser.post(path, { do: 'make', title: 'Opening hours' });
    const [content] = await list();
    expect(content!.title).toBe('Opening hours');
    expect(made.headers.get('location')).toBe(`/app/s/${space}/~/edit/~/reusable/${content!.id}`);
  });

  it('show readers no forms, take none from them or from elsewhere, and show other organizations nothing', async () => {
    const { path, filesOf, map } = await buildLibrary();
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(path)).not.toContain('type="file"');
    expect(await reader.read(`${path}/${map.id}`)).not.toContain('value="delete"');
    expect((await reader.send(path, [{ name: 'a.txt', content: 'a' }])).status).toBe(403);
    expect((await reader.post(`${path}/${map.id}`, { do: 'delete' })).status).toBe(403);
    const body = new FormData();
    body.append('files', new Blob(['x']), 'x.txt');
    const headers = { Cookie: browser.cookie };
    const foreign = await fetch(test.baseUrl + path, { method: 'POST', redirect: 'manual', headers, body });
    expect([foreign.status, await foreign.text()]).toEqual([
      403,
      expect.stringContaining('This form is from'),
    ]);
    expect(await filesOf()).toHaveLength(1);
    const other = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    expect((await other.open(path)).status).toBe(404);
    expect((await other.open(`${path}/${map.id}`)).status).toBe(404);
  });
});
