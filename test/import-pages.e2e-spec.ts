import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readArchive, outlineOf } from './support/archive.js';
import { buildOrganization, buildSpace, type TestOrganization } from './support/factories.js';
import { serveWebsite, zipOf } from './support/imports.js';
import { type MemberBrowser, startMemberBrowser } from './support/member-browser.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('the page for imports and exports of a space', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let browser: MemberBrowser;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
    browser = await startMemberBrowser(test, organization.admin.token);
  });
  afterAll(() => test.close());

  async function build(editMode: 'live' | 'locked' = 'live') {
    const space = (await buildSpace(organization, { title: 'Handbook', editMode })).id;
    return { space, path: `/app/s/${space}/~/import` };
  }

  const to = (answer: Response) => {
    expect(answer.status).toBe(303);
    return answer.headers.get('location') ?? '';
  };
  /** The part of a page that is its own, to keep failures short. */
  const main = (text: string) => /<main[^]*<\/main>/.exec(text)?.[0] ?? text;
  const ARCHIVE = zipOf([
    { name: 'guides/travel.md', content: '# Travel\n\n![](no.png) [Plan](./gone.md)' },
    { name: 'guides/hotels.md', content: '# Hotels\n\n![](no.png)' },
    { name: 'map.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"/>' },
  ]);

  it('imports an archive, follows it while it runs, and then leads to its pages', async () => {
    const { path, space } = await build();
    const run = to(await browser.send(path, [{ name: 'docs.zip', content: ARCHIVE }], { do: 'files' }));
    expect(run).toMatch(new RegExp(`^${path}/files/`));
    const running = await browser.open(run);
    const begun = await running.text();
    const isRunning = begun.includes('This page follows it');
    expect(/<noscript><meta http-equiv="refresh"/.test(begun)).toBe(isRunning);
    expect(/data-run="\/org\/\w+\/imports\/\w+"/.test(begun)).toBe(isRunning);
    await test.settle();
    const done = await browser.open(run);
    const text = await done.text();
    expect(text).not.toMatch(/http-equiv="refresh"|data-run=/);
    expect(text).toContain('The import is done.');
    expect(text).toContain('Imported, with something lost');
    expect(text.match(/no\.png/g)?.length).toBeLessThanOrEqual(2);
    expect(await outlineOf(organization.admin, space)).toContain('  Travel (guides/travel)');
    expect(await browser.read(path)).toContain(`href="${run}"`);
    const elsewhere = (await build()).path;
    expect(await browser.read(elsewhere)).not.toContain(run);
    expect((await browser.open(run.replace(path, elsewhere))).status).toBe(404);
  });

  it('imports a folder again and again, and reports each missing file once', async () => {
    const { path, space } = await build();
    const folder = (text: string) => [
      { name: 'docs/README.md', content: `# Hello\n\n${text}\n\n![](no.png)` },
      { name: 'docs/guides/travel.md', content: '# Travel\n\n![](../no.png)' },
      { name: 'docs/.git/config', content: 'secret' },
    ];
    const first = to(await browser.send(path, folder('One.'), { do: 'folder' }));
    expect(first).toMatch(new RegExp(`^${path}/folders/`));
    await test.settle();
    const text = main(await browser.read(first));
    expect(text).toContain('3 pages, 0 files');
    expect(text).toContain('Missing files');
    to(await browser.send(path, folder('Two.'), { do: 'folder' }));
    await test.settle();
    expect(await outlineOf(organization.admin, space)).toEqual([
      expect.stringContaining('Hello'),
      expect.stringContaining('uides'),
      expect.stringContaining('Travel'),
    ]);
    expect(await browser.read(path)).toContain('A folder');
  });

  it('imports a website and can be cancelled, and says why something cannot be imported', async () => {
    const website = await serveWebsite({ '/': '<h1>Docs</h1><p>Words.</p>' });
    const { path } = await build();
    const run = to(await browser.post(path, { do: 'website', url: website.url }));
    await test.settle();
    expect(await browser.read(run)).toContain('The import is done.');
    const other = to(await browser.post(path, { do: 'website', url: website.url }));
    expect(to(await browser.post(other, { do: 'cancel' }))).toBe(other);
    expect(await browser.read(other)).toContain('The import was cancelled');
    await test.settle();
    await website.close();
    for (const [form, sentence] of [
      [{ do: 'website', url: 'no address' }, 'source.url'],
      [{ do: 'repository', url: '' }, 'url must not be empty.'],
      [{ do: 'nothing' }, 'reload the page'],
    ] as const) {
      const refused = await browser.post(path, form);
      expect([refused.status, main(await refused.text())]).toEqual([400, expect.stringContaining(sentence)]);
    }
    const song = await browser.send(path, [{ name: 'song.mp3', content: 'x' }], { do: 'files' });
    expect([song.status, await song.text()]).toEqual([400, expect.stringContaining('must end in one of')]);
    const none = await browser.send(path, [], { do: 'files' });
    expect([none.status, await none.text()]).toEqual([400, expect.stringContaining('Choose something')]);
  });

  it('brings documents and templates into a change request of a locked space', async () => {
    const { path, space } = await build('locked');
    const run = to(await browser.send(path, [{ name: 'a.md', content: '# A' }], { do: 'files' }));
    await test.settle();
    expect(await browser.read(run)).toContain('Review the change request');
    expect(to(await browser.post(path, { do: 'template', template: 'quickstart' }))).toBe(
      `/app/s/${space}/~/changes/2/~/review`,
    );
    const live = await build();
    expect(to(await browser.post(live.path, { do: 'template', template: 'quickstart' }))).toContain(
      'template',
    );
    expect(await outlineOf(organization.admin, live.space)).not.toEqual([]);
  });

  it('hands out the content as an archive and as PDF', async () => {
    const { path, space } = await build();
    to(await browser.send(path, [{ name: 'a.md', content: '# Alpha\n\nWords.' }], { do: 'files' }));
    await test.settle();
    const root = `/app/s/${space}/~`;
    const archive = await browser.open(`${root}/export`);
    expect(archive.headers.get('content-disposition')).toContain("UTF-8''Handbook.tar.gz");
    const bytes = Buffer.from(await archive.arrayBuffer());
    const files = await readArchive(bytes);
    expect(Object.keys(files)).toEqual(expect.arrayContaining(['SUMMARY.md']));
    const other = await build();
    const exported = { name: 'Handbook.tar.gz', content: bytes };
    expect(to(await browser.send(other.path, [exported], { do: 'files' }))).toContain('/folders/');
    await test.settle();
    expect((await outlineOf(organization.admin, other.space)).join()).toContain('Alpha');
    const page = /<option value="([^"]+)">Alpha/.exec(await browser.read(path))![1]!;
    for (const query of ['', `?page=${page}`])
      expect(to(await browser.open(`${root}/pdf${query}`))).toContain('/~pdf/');
    expect((await browser.open(`${root}/pdf?page=none`)).status).toBe(404);
  });

  it('says what to do first in a new space', async () => {
    const answer = await organization.admin.api.post(`/v1/orgs/${organization.id}/spaces`, { title: 'New' });
    const root = `/app/s/${answer.body.id}`;
    const text = await browser.read(root);
    expect(text).toContain(`href="${root}/~/import"`);
    expect(text).toContain('Write the first page');
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    expect(await reader.read(root)).not.toContain('Write the first page');
  });

  it('lets readers take content out, not bring it in, and is closed to other organizations', async () => {
    const { path, space } = await build();
    const reader = await startMemberBrowser(test, (await organization.member('read')).token);
    const text = await reader.read(path);
    expect(text).toContain('Download the archive');
    expect(text).not.toContain('type="file"');
    expect((await reader.send(path, [{ name: 'a.md', content: 'a' }], { do: 'files' })).status).toBe(403);
    expect((await reader.post(path, { do: 'template', template: 'quickstart' })).status).toBe(403);
    expect((await reader.open(`/app/s/${space}/~/export`)).status).toBe(200);
    const other = await startMemberBrowser(test, (await buildOrganization(test)).admin.token);
    for (const place of [path, `/app/s/${space}/~/export`, `/app/s/${space}/~/pdf`])
      expect((await other.open(place)).status).toBe(404);
  });
});
