import { type ContentEdit, Projection } from '../src/modules/content/index.js';
import type { ContentRef } from '../src/modules/documents/index.js';
import { Members } from '../src/modules/organizations/index.js';
import { Urls } from '../src/platform/http/urls.js';
import { block, documentOf, type Link, linkBlock, paragraph, type Place, text } from './support/links.js';
import { smallSpec } from './support/openapi.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openChangeRequest, readPage, writePage } from './support/change-requests.js';
import { editContent } from './support/edit-content.js';
import {
  buildOrganization,
  buildPages,
  buildSpace,
  type TestOrganization,
  type TestUser,
} from './support/factories.js';
import { shareTestApp, type TestApp } from './support/test-app.js';

describe('the links of a space', () => {
  let test: TestApp;
  let organization: TestOrganization;
  let space: string;

  beforeAll(async () => {
    test = await shareTestApp();
    organization = await buildOrganization(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    space = (await buildSpace(organization)).id;
  });

  const admin = () => organization.admin;
  const url = (path = '') => `/v1/spaces/${space}${path}`;
  const get = async (path: string, query: Record<string, string | number> = {}, user: TestUser = admin()) => {
    const answer = await user.api.get(path, { query });
    expect([path, answer.status, answer.text.slice(0, 300)]).toEqual([path, 200, expect.anything()]);
    return answer.body as {
      items: Link[];
      count: number;
      stats: { total: number; broken: object };
      next?: { page: string };
    };
  };
  const build = (...pages: { title: string; markdown?: string; into?: string }[]) =>
    buildPages(admin(), space, pages);
  const change = async (...changes: object[]) => {
    const answer = await admin().api.post(url('/content'), { changes }, { query: { compat: false } });
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    return answer.body as { changes: { page: { id: string } }[]; insertedFiles: { id: string }[] };
  };
  const base = () => test.app.get(Urls).base;
  const addFile = async () => {
    const file = { name: 'a.png', contentType: 'image/png', base64: 'YQ==' };
    return (await change({ operation: 'insert_files', files: [file] })).insertedFiles[0]!.id;
  };
  /** Edits that the API has no operation for. */
  const edit = (...edits: ContentEdit[]) =>
    editContent(test, { organizationId: organization.id, spaceId: space }, edits);
  const statuses = (links: { items: Link[] }) =>
    Object.fromEntries(
      links.items.map(({ reference: { kind, ...rest }, status }) => [
        `${kind} ${rest[kind] ?? rest['reusableContent'] ?? rest['spec'] ?? ''}`.trim(),
        status,
      ]),
    );

  it('show which change request the newest content came from', async () => {
    const [target = ''] = await build({ title: 'Target' });
    const request = await openChangeRequest(admin(), space);
    const markdown = `[go](bindery:page/${target})`;
    await admin().api.post(`${request.path}/content`, {
      changes: [{ operation: 'insert_page', title: 'Linking', document: { markdown } }],
    });
    expect((await admin().api.post(`${request.path}/merge`)).status).toBe(200);
    const linking = (await admin().api.get(url('/content/path/linking'))).body.id as string;
    const origin = {
      type: 'merge',
      mergedFrom: { id: request.id, status: 'merged', mergedBy: { id: admin().id } },
    };
    const of = { locationReferences: [{ versionContext: { type: 'revision', revision: origin } }] };
    const paths = ['/links', `/content/page/${linking}/links`];
    for (const path of paths) expect((await get(url(path))).items, path).toMatchObject([of]);
    const backlinks = await get(url(`/content/page/${target}/backlinks`));
    expect(JSON.stringify(backlinks.items)).toContain(
      `"mergedFrom":{"object":"change-request","id":"${request.id}"`,
    );
  });

  it('are listed by target with status, relation, target and places', async () => {
    const [target] = await build({ title: 'Target', markdown: '## Part\n\nWords' });
    const [first, second] = await build(
      { title: 'First', markdown: `[go](bindery:page/${target}) and [there](target.md#part)` },
      { title: 'Second', markdown: `One [go](bindery:page/${target})\n\nTwo [out](https://example.com/a)` },
    );
    const links = await get(url('/links'));
    expect(links).toMatchObject({ count: 3, stats: { total: 3, broken: { total: 0 } } });
    expect(links.stats.broken).not.toHaveProperty('changeRequest');
    const [page, anchor, address] = links.items;
    expect(page).toMatchObject({
      status: 'ok',
      relation: 'reference',
      reference: { kind: 'page', page: target, space },
      targetReference: {
        kind: 'page',
        page: { id: target, title: 'Target', pages: [] },
        space: { id: space },
        organization: { id: organization.id },
        versionContext: { type: 'revision', revision: { pages: [], files: [] } },
      },
      locationReferences: [{ page: { id: first } }, { page: { id: second } }],
    });
    expect(page?.locationReferences[0]?.internalLocation).toMatchObject({ type: 'node' });
    expect(anchor).toMatchObject({
      status: 'ok',
      reference: { kind: 'anchor', page: target, anchor: 'part' },
      targetReference: { kind: 'page', internalLocation: { type: 'anchor', anchor: 'part' } },
      locationReferences: [{ page: { id: first } }],
    });
    expect(address).toMatchObject({
      status: 'ok',
      targetReference: { kind: 'url', url: 'https://example.com/a' },
    });
    const ofPage = await get(url(`/content/page/${second}/links`));
    expect(ofPage.items.map((link) => link.reference.kind)).toEqual(['page', 'url']);
    expect(ofPage.stats).toEqual({ total: 2, broken: { total: 0 } });
    const back = await get(url(`/content/page/${target}/backlinks`));
    expect(back.items).toMatchObject([{ page: { id: first } }, { page: { id: second } }]);
    expect(back.count).toBe(2);
    expect((await admin().api.get(url('/content/page/none/links'))).status).toBe(404);
    expect((await admin().api.get(url('/content/page/none/backlinks'))).status).toBe(404);
  });
  describe('in their statuses', () => {
    it('distinguish existing from missing targets, for every kind', async () => {
      const [target] = await build({ title: 'Target', markdown: '## Part' });
      const other = (await buildSpace(organization, { title: 'Other' })).id;
      const [foreign] = await buildPages(admin(), other, [{ title: 'Foreign', markdown: '# A\n\n## Deep' }]);
      const collection = await admin().api.post(`/v1/orgs/${organization.id}/collections`, { title: 'C' });
      await admin().api.put(`/v1/orgs/${organization.id}/openapi/pets`, { source: { text: smallSpec() } });
      const file = await addFile();
      await edit(
        {
          type: 'putReusableContent',
          reusableContent: { id: 'note', title: 'Note', document: paragraph('k') },
        },
        { type: 'putTag', tag: { slug: 'new', label: 'New' } },
      );
      const refs: [ContentRef, string][] = [
        [{ kind: 'page', page: target! }, 'ok'],
        [{ kind: 'page', page: 'gone' }, 'broken'],
        [{ kind: 'anchor', page: target!, anchor: 'part' }, 'ok'],
        [{ kind: 'anchor', page: target!, anchor: 'gone' }, 'broken'],
        [{ kind: 'anchor', anchor: 'own' }, 'ok'],
        [{ kind: 'anchor', anchor: 'not-own' }, 'broken'],
        [{ kind: 'page', page: foreign!, space: other }, 'ok'],
        [{ kind: 'page', page: target!, space: other }, 'broken'],
        [{ kind: 'anchor', page: foreign!, space: other, anchor: 'deep' }, 'ok'],
        [{ kind: 'anchor', page: foreign!, space: other, anchor: 'deeper' }, 'broken'],
        [{ kind: 'page', page: foreign!, space: 'gone' }, 'broken'],
        [{ kind: 'file', file }, 'ok'],
        [{ kind: 'file', file: 'gone' }, 'broken'],
        [{ kind: 'space', space: other }, 'ok'],
        [{ kind: 'space', space: 'gone' }, 'broken'],
        [{ kind: 'collection', collection: collection.body.id }, 'ok'],
        [{ kind: 'collection', collection: 'gone' }, 'broken'],
        [{ kind: 'user', user: admin().id }, 'ok'],
        [{ kind: 'user', user: 'gone' }, 'broken'],
        [{ kind: 'reusable-content', reusableContent: 'note' }, 'ok'],
        [{ kind: 'reusable-content', reusableContent: 'gone' }, 'broken'],
        [{ kind: 'tag', tag: 'new' }, 'ok'],
        [{ kind: 'tag', tag: 'gone' }, 'broken'],
        [{ kind: 'openapi', spec: 'pets' }, 'ok'],
        [{ kind: 'openapi', spec: 'gone' }, 'broken'],
        [{ kind: 'url', url: 'https://example.com' }, 'ok'],
        [{ kind: 'url', url: 'mailto:someone@example.com' }, 'ok'],
        [{ kind: 'url', url: '/absolute' }, 'ok'],
        [{ kind: 'url', url: '../gone.md' }, 'broken'],
        [{ kind: 'url', url: `${base()}/v1/spaces/${other}` }, 'in-app'],
        [{ kind: 'url', url: `${base()}/v1/spaces/gone` }, 'in-app'],
        [{ kind: 'url', url: `${base()}/v1x` }, 'ok'],
      ];
      const heading = block('heading-1', 'h', [text('Own')]);
      const document = documentOf(heading, ...refs.map(([ref], i) => linkBlock(ref, `b${i}`)));
      await edit({ type: 'insertPage', page: { id: 'all', type: 'document', title: 'All' }, document });
      const links = await get(url('/content/page/all/links'));
      expect(links.items.map(({ status }) => status)).toEqual(refs.map(([, status]) => status));
      expect(links.items.map(({ locationReferences }) => locationReferences[0]?.internalLocation)).toEqual(
        refs.map((_, i) => ({ type: 'node', node: `b${i}` })),
      );
      const dependencies = links.items.filter(({ relation }) => relation === 'dependsOn');
      expect(new Set(dependencies.map(({ reference }) => reference.kind))).toEqual(
        new Set(['reusable-content', 'openapi']),
      );
      const broken = refs.filter(([, status]) => status === 'broken').length;
      expect(links.stats).toEqual({ total: refs.length, broken: { total: broken } });
      for (const status of ['ok', 'broken', 'in-app']) {
        const some = await get(url('/links'), { status });
        expect(some.items.every((item) => item.status === status)).toBe(true);
        expect(some.count).toBe(refs.filter(([, expected]) => expected === status).length);
        expect(some.stats).toEqual(links.stats);
      }
      // Existing targets are complete; missing ones only repeat the reference.
      const targetOf = (at: number) => links.items[at]?.targetReference;
      expect(targetOf(0)).toMatchObject({ kind: 'page', page: { id: target } });
      expect(targetOf(1)).toBeUndefined();
      expect(targetOf(3)).toMatchObject({ kind: 'page', internalLocation: { anchor: 'gone' } });
      expect(targetOf(6)).toMatchObject({ kind: 'page', space: { id: other }, page: { id: foreign } });
      expect(targetOf(11)).toMatchObject({ kind: 'file', file: { id: file } });
      expect(targetOf(13)).toMatchObject({ kind: 'space', space: { title: 'Other' } });
      expect(targetOf(15)).toMatchObject({ kind: 'collection', collection: { title: 'C' } });
      expect(targetOf(17)).toMatchObject({ kind: 'user', user: { id: admin().id } });
      expect(targetOf(19)).toMatchObject({ kind: 'reusable-content', reusableContent: { title: 'Note' } });
      expect(targetOf(23)).toMatchObject({ kind: 'openapi', openAPISpec: { slug: 'pets' } });
      expect(targetOf(29)).toMatchObject({ kind: 'space', space: { id: other } });
      expect(targetOf(30)).toEqual({ kind: 'url', url: `${base()}/v1/spaces/gone` });
      expect((await admin().api.get(url('/links'), { query: { status: 'odd' } })).status).toBe(400);
    });

    it('recognize addresses of published pages and of pages of the API', async () => {
      const [page] = await build({ title: 'Guide', markdown: '## Part' });
      const site = await admin().api.post(`/v1/orgs/${organization.id}/sites`, {
        title: 'Site',
        spaces: [space],
      });
      await admin().api.post(`/v1/orgs/${organization.id}/sites/${site.body.id}/publish`);
      const published = (await admin().api.get(url())).body.urls.published as string;
      await build({
        title: 'From',
        markdown: `[a](${published}guide#part) [b](${published}nowhere) [c](${base()}/v1/spaces/${space}/content/page/${page})`,
      });
      const { items } = await get(url('/links'), { status: 'in-app' });
      expect(items).toHaveLength(3);
      expect(items[0]?.targetReference).toMatchObject({
        kind: 'page',
        page: { id: page },
        internalLocation: { type: 'anchor', anchor: 'part' },
      });
      expect(items[1]?.targetReference).toMatchObject({ kind: 'space', space: { id: space } });
      expect(items[2]?.targetReference).toMatchObject({ kind: 'page', page: { id: page } });
    });

    it('recognize anchors of contents that a page includes, also of nested ones', async () => {
      const include = (id: string) =>
        block('reusable-content', `i${id}`, undefined, {
          ref: { kind: 'reusable-content', reusableContent: id },
        });
      await edit(
        {
          type: 'putReusableContent',
          reusableContent: { id: 'outer', title: 'Outer', document: documentOf(include('inner')) },
        },
        {
          type: 'putReusableContent',
          reusableContent: {
            id: 'inner',
            title: 'Inner',
            document: documentOf(block('heading-1', 'h', [text('Inside')]), include('outer')),
          },
        },
        {
          type: 'insertPage',
          page: { id: 'p', type: 'document', title: 'P' },
          document: documentOf(
            include('outer'),
            linkBlock({ kind: 'anchor', anchor: 'inside' }, 'a'),
            linkBlock({ kind: 'anchor', anchor: 'outside' }, 'b'),
          ),
        },
      );
      const { items } = await get(url('/content/page/p/links'));
      expect(items.map(({ status }) => status)).toEqual(['ok', 'ok', 'broken']);
    });

    it('include covers, link pages, table cells, files and reusable contents', async () => {
      const [target] = await build({ title: 'Target' });
      const file = await addFile();
      const cover = { yPos: 0, ref: { kind: 'file', file } } as const;
      await edit(
        { type: 'updatePage', page: target!, fields: { cover } },
        {
          type: 'insertPage',
          page: { id: 'link', type: 'link', title: 'Link', target: { kind: 'page', page: target! } },
        },
        {
          type: 'putReusableContent',
          reusableContent: {
            id: 'note',
            title: 'Note',
            document: documentOf(linkBlock({ kind: 'page', page: target! }, 'n')),
          },
        },
      );
      const table = [
        '<table><thead><tr><th data-type="content-ref">Where</th><th data-type="files">Files</th></tr></thead>',
        `<tbody><tr><td><a href="target.md">Target</a></td><td><a href="bindery:file/${file}">f</a></td></tr></tbody></table>`,
      ].join('');
      const [page] = await build({
        title: 'Table',
        markdown: `${table}\n\n{% include "bindery:reusable-content/note" %}`,
      });
      expect((await get(url(`/content/page/${target}/backlinks`))).items).toMatchObject([
        { kind: 'reusable-content', reusableContent: { id: 'note' } },
        { kind: 'page', page: { id: 'link' } },
        { kind: 'page', page: { id: page } },
      ]);
      expect((await get(url(`/content/files/${file}/backlinks`))).items).toMatchObject([
        { kind: 'page', page: { id: page } },
        { kind: 'page', page: { id: target } },
      ]);
      const links = await get(url('/links'));
      expect(statuses(links)).toEqual({
        [`file ${file}`]: 'ok',
        [`page ${target}`]: 'ok',
        'reusable-content note': 'ok',
      });
      expect(
        links.items.find(({ reference }) => reference.kind === 'page')?.locationReferences,
      ).toMatchObject([
        { kind: 'reusable-content' },
        { kind: 'page', page: { id: 'link' } },
        { kind: 'page', page: { id: page } },
      ]);
      await edit({ type: 'deleteFile', file }, { type: 'deletePage', page: target! });
      expect(statuses(await get(url('/links')))).toEqual({
        [`file ${file}`]: 'broken',
        [`page ${target}`]: 'broken',
        'reusable-content note': 'ok',
      });
      expect((await admin().api.get(url(`/content/files/${file}/backlinks`))).status).toBe(404);
    });
  });

  it('are answered page by page, as are backlinks', async () => {
    const [target] = await build({ title: 'Target' });
    const markdown = (i: number) => `[go](bindery:page/${target}) [out](https://example.com/${i})`;
    await build(...Array.from({ length: 7 }, (_, i) => ({ title: `Page ${i}`, markdown: markdown(i) })));
    for (const path of ['/links', `/content/page/${target}/backlinks`]) {
      const whole = await get(url(path));
      const read: unknown[] = [];
      let page: string | undefined;
      do {
        const part = await get(url(path), { limit: 3, ...(page ? { page } : {}) });
        expect([part.count, part.stats]).toEqual([whole.count, whole.stats]);
        read.push(...part.items);
        page = part.next?.page;
      } while (page);
      expect(read).toEqual(whole.items);
      expect((await get(url(path), { limit: 0 })).items).toEqual([]);
      const ofSpaces = Buffer.from(JSON.stringify(['a0', space])).toString('base64url');
      for (const other of ['odd', ofSpaces])
        expect((await admin().api.get(url(path), { query: { page: other } })).status).toBe(400);
      expect((await get(url(path), { limit: 1.5 })).items).toHaveLength(1);
    }
  });

  it('name at most twenty places each, while backlinks name all of them', async () => {
    const [target] = await build({ title: 'Target' });
    await build(
      ...Array.from({ length: 23 }, (_, i) => ({
        title: `Page ${i}`,
        markdown: `[go](bindery:page/${target})`,
      })),
    );
    const { items } = await get(url('/links'));
    expect(items[0]?.locationReferences).toHaveLength(20);
    expect((await get(url(`/content/page/${target}/backlinks`))).count).toBe(23);
  });

  describe('with permissions', () => {
    it('name nothing that the member may not see, and count it as missing', async () => {
      const secret = (await buildSpace(organization, { title: 'Secret', defaultLevel: 'inherit' })).id;
      await admin().api.patch(`/v1/spaces/${secret}`, { defaultLevel: null });
      const [hidden] = await buildPages(admin(), secret, [{ title: 'Hidden title' }]);
      const [page] = await build({
        title: 'Page',
        markdown: `[a](bindery:page/${hidden}?space=${secret}) [b](bindery:space/${secret}) [c](${base()}/v1/spaces/${secret})`,
      });
      await buildPages(admin(), secret, [
        { title: 'Secret linker', markdown: `[x](bindery:page/${page}?space=${space})` },
      ]);
      const reader = await organization.member('read');
      const seen = await get(url('/links'));
      expect(seen.items.map(({ status }) => status)).toEqual(['ok', 'ok', 'in-app']);
      expect((await get(url(`/content/page/${page}/backlinks`))).items).toMatchObject([
        { space: { id: secret }, page: { title: 'Secret linker' } },
      ]);
      for (const path of ['/links', `/content/page/${page}/links`]) {
        const answer = await reader.api.get(url(path));
        expect(answer.body.items.map((item: Link) => item.status)).toEqual(['broken', 'broken', 'in-app']);
        expect(answer.body.stats.broken.total).toBe(2);
        expect(answer.body.items[0]).not.toHaveProperty('targetReference');
        expect(answer.text).not.toMatch(/Hidden title|"Secret"/);
      }
      expect(await get(url(`/content/page/${page}/backlinks`), {}, reader)).toMatchObject({
        items: [],
        count: 0,
      });
      await admin().api.patch(url(), { defaultLevel: null });
      for (const path of ['/links', `/content/page/${page}/links`, `/content/page/${page}/backlinks`])
        expect((await reader.api.get(url(path))).status).toBe(404);
    });

    it('never reach into another organization, and follow a transferred space', async () => {
      const [target] = await build({ title: 'Target', markdown: 'Words' });
      const [from] = await build({ title: 'From', markdown: `[go](bindery:page/${target})` });
      const file = await addFile();
      await edit({
        type: 'updatePage',
        page: from!,
        fields: { cover: { yPos: 0, ref: { kind: 'file', file } } },
      });
      const elsewhere = await buildOrganization(test);
      await test.app.get(Members).addMember(elsewhere.id, admin().id, 'admin');
      const back = async () => [
        (await get(url(`/content/page/${target}/backlinks`))).items.map(
          (place) => (place as unknown as Place).page?.id,
        ),
        (await get(url(`/content/files/${file}/backlinks`))).items.map(
          (place) => (place as unknown as Place).page?.id,
        ),
        (await get(url('/links'))).items.map(({ status }) => status).sort(),
      ];
      const before = await back();
      expect(before).toEqual([[from], [from], ['ok', 'ok']]);
      const moved = await admin().api.post(url('/transfer'), { organization: elsewhere.id });
      expect(moved.status).toBe(200);
      expect(await back()).toEqual(before);
      expect((await get(url('/links'))).items[0]?.targetReference).toMatchObject({
        organization: { id: elsewhere.id },
      });
    });
  });

  describe('from other spaces', () => {
    it('are listed after those of the own space, of current content only', async () => {
      const [target] = await build({ title: 'Target' });
      const [own] = await build({ title: 'Own', markdown: `[go](bindery:page/${target})` });
      const other = (await buildSpace(organization)).id;
      const [foreign, former] = await buildPages(admin(), other, [
        { title: 'Foreign', markdown: `[go](bindery:page/${target}?space=${space})` },
        { title: 'Former', markdown: `[go](bindery:page/${target}?space=${space})` },
        { title: 'Same id, another space', markdown: `[go](bindery:page/${target})` },
      ]);
      await writePage(admin(), `/v1/spaces/${other}`, former!, 'No link any more.');
      expect((await get(url(`/content/page/${target}/backlinks`))).items).toMatchObject([
        { page: { id: own }, space: { id: space } },
        { page: { id: foreign }, space: { id: other } },
      ]);
    });

    it('include those of a duplicate whose rows are not computed yet', async () => {
      const [target] = await build({ title: 'Target' });
      await build({ title: 'Own', markdown: `[go](bindery:page/${target}) [gone](bindery:page/none)` });
      await edit({
        type: 'putReusableContent',
        reusableContent: { id: 'r', title: 'R', document: paragraph('k') },
      });
      await test.app.get(Projection).drop(organization.id, space);
      expect(await get(url('/links'))).toMatchObject({ stats: { total: 2, broken: { total: 1 } } });
      expect((await get(url(`/content/page/${target}/backlinks`))).count).toBe(1);
    });
  });

  describe('of a change request', () => {
    it('are those of its own content, with a count of those that it broke', async () => {
      const [target, stays] = await build({ title: 'Target', markdown: '## Part' }, { title: 'Stays' });
      const [from] = await build({
        title: 'From',
        markdown: `[a](bindery:page/${target}) [b](bindery:page/${target}#part) [c](bindery:page/none)`,
      });
      const request = await openChangeRequest(admin(), space);
      const path = request.path;
      const counts = async () => (await get(`${path}/links`)).stats;
      expect(await counts()).toEqual({ total: 3, broken: { total: 1, changeRequest: 0 } });
      await writePage(admin(), path, target!, 'No part any more.');
      expect(await counts()).toEqual({ total: 3, broken: { total: 2, changeRequest: 1 } });
      await admin().api.post(`${path}/content`, { changes: [{ operation: 'delete_page', page: target }] });
      expect(await counts()).toEqual({ total: 3, broken: { total: 3, changeRequest: 2 } });
      // One more link to what was broken before is broken by the request, too.
      await writePage(admin(), path, stays!, '[d](bindery:page/none)');
      expect(await counts()).toEqual({ total: 3, broken: { total: 3, changeRequest: 3 } });
      await writePage(admin(), path, stays!, 'Nothing.');
      const broke = await get(`${path}/links`, { brokenContext: 'change-request' });
      expect(broke).toMatchObject({ count: 2, stats: { broken: { changeRequest: 2 } } });
      expect(broke.items.map((item) => item.reference.page)).toEqual([target, target]);
      const before = await get(`${path}/links`, { brokenContext: 'space' });
      expect(before.items.map((item) => item.reference.page)).toEqual(['none']);
      expect(before.items[0]?.locationReferences).toMatchObject([
        { page: { id: from }, versionContext: { type: 'changeRequest', changeRequest: { id: request.id } } },
      ]);
      const ofPage = await get(`${path}/content/page/${from}/links`);
      expect(ofPage).toMatchObject({ count: 3, stats: { broken: { total: 3, changeRequest: 2 } } });
      // The main content is as it was.
      expect((await get(url('/links'))).stats).toEqual({ total: 3, broken: { total: 1 } });
      expect((await admin().api.get(`${path}/links`, { query: { brokenContext: 'odd' } })).status).toBe(400);
      expect((await admin().api.get(url('/change-requests/99/links'))).status).toBe(404);
    });

    it('do not count those that the main content broke meanwhile', async () => {
      const [target, from] = await build(
        { title: 'Target' },
        { title: 'From', markdown: '[gone](bindery:page/none)' },
      );
      const request = await openChangeRequest(admin(), space);
      // Mended in main, still broken in the request; and a link that only main has, to a page that only main deleted.
      await writePage(admin(), url(), from!, `[a](bindery:page/${target})`);
      await build({ title: 'Newer', markdown: '[b](bindery:page/void)' });
      expect((await get(`${request.path}/links`)).stats).toEqual({
        total: 1,
        broken: { total: 1, changeRequest: 0 },
      });
      await writePage(admin(), request.path, target!, '[c](bindery:page/void)');
      expect((await get(`${request.path}/links`)).stats).toEqual({
        total: 2,
        broken: { total: 2, changeRequest: 1 },
      });
    });

    it('include backlinks of its pages and files, from its own text instead of the main content', async () => {
      const [target] = await build({ title: 'Target' });
      const [one, two] = await build(
        { title: 'One', markdown: `[go](bindery:page/${target})` },
        { title: 'Two', markdown: 'Nothing' },
      );
      const file = await addFile();
      const request = await openChangeRequest(admin(), space);
      await writePage(admin(), request.path, one!, 'Nothing');
      await writePage(admin(), request.path, two!, `[go](bindery:page/${target}) ![](bindery:file/${file})`);
      const back = async (path: string) =>
        (await get(path)).items.map((place) => (place as unknown as Place).page?.id);
      expect(await back(`${request.path}/content/page/${target}/backlinks`)).toEqual([two]);
      expect(await back(`${request.path}/content/files/${file}/backlinks`)).toEqual([two]);
      expect(await back(url(`/content/page/${target}/backlinks`))).toEqual([one]);
      expect(await back(url(`/content/files/${file}/backlinks`))).toEqual([]);
      expect((await admin().api.get(`${request.path}/content/files/none/backlinks`)).status).toBe(404);
      expect((await admin().api.get(`${request.path}/content/page/none/backlinks`)).status).toBe(404);
    });
  });

  it('survive moves, new titles and new slugs, and are read and written as paths', async () => {
    const [folder, target, from] = await build(
      { title: 'Folder' },
      { title: 'Target', markdown: '## Part' },
      { title: 'From' },
    );
    await writePage(admin(), url(), from!, `[go](target.md#part)`);
    await change({ operation: 'update_page', page: target, into: folder });
    expect(await readPage(admin(), url(), from!)).toBe('[go](folder/target.md#part)');
    await change({ operation: 'update_page', page: target, title: 'Renamed', slug: 'renamed' });
    await change({ operation: 'update_page', page: folder, slug: 'shelf' });
    const markdown = await readPage(admin(), url(), from!);
    expect(markdown).toBe('[go](shelf/renamed.md#part)');
    // Links that were read can be followed and written back.
    const followed = await admin().api.get(url('/content/path/shelf/renamed'));
    expect(followed.body.id).toBe(target);
    await writePage(admin(), url(), from!, `${markdown}\n`);
    await change({ operation: 'update_page', page: from, into: folder });
    expect(await readPage(admin(), url(), from!)).toBe('[go](renamed.md#part)');
    expect(await get(url('/links'))).toMatchObject({ count: 1, stats: { broken: { total: 0 } } });
    expect((await get(url(`/content/page/${target}/backlinks`))).items).toMatchObject([
      { page: { id: from } },
    ]);
  });

  it('find pages under their former addresses, step by step', async () => {
    const [folder] = await build({ title: 'Folder' });
    const [target] = await build({ title: 'Target', into: folder });
    const [below] = await build({ title: 'Below', into: target });
    const [linking] = await build({ title: 'Linking', markdown: `[go](bindery:page/${target})` });
    const site = await admin().api.post(`/v1/orgs/${organization.id}/sites`, {
      title: 'Moving site',
      spaces: [space],
    });
    await admin().api.post(`/v1/orgs/${organization.id}/sites/${site.body.id}/publish`);
    const root = new URL((await admin().api.get(url())).body.urls.published as string).pathname;
    const visit = async (path: string) => {
      const answer = await fetch(test.baseUrl + root + path, { redirect: 'manual' });
      return [answer.status, answer.headers.get('location')];
    };
    const request = await openChangeRequest(admin(), space);
    await admin().api.post(`${request.path}/content`, {
      changes: [{ operation: 'update_page', page: folder, slug: 'shelf' }],
    });
    expect(await visit('shelf/target')).toEqual([404, null]);
    expect((await admin().api.post(`${request.path}/merge`)).status).toBe(200);
    expect(await visit('folder/target')).toEqual([307, `${root}shelf/target`]);
    await change({ operation: 'update_page', page: target, into: null, slug: 'moved' });
    await change({ operation: 'update_page', page: target, slug: 'again' });
    for (const path of ['folder/target', 'shelf/target', 'moved'])
      expect(await visit(path)).toEqual([307, `${root}again`]);
    expect(await visit('folder/target/below')).toEqual([307, `${root}again/below`]);
    expect(await visit('folder/other')).toEqual([404, null]);
    expect((await admin().api.get(url('/content/path/folder/target/below'))).body.id).toBe(below);
    expect((await admin().api.get(url('/content/path/folder/nothing'))).status).toBe(404);
    const html = await (await fetch(`${test.baseUrl}${root}linking`)).text();
    expect(html).toContain(`href="${root}again"`);
    // A page that takes an old address has it, and a circle of names ends.
    await build({ title: 'Moved' });
    expect((await visit('moved'))[0]).toBe(200);
    await change({ operation: 'update_page', page: linking, slug: 'x' });
    await change({ operation: 'update_page', page: linking, slug: 'linking' });
    expect((await visit('linking'))[0]).toBe(200);
    expect(await visit('x')).toEqual([307, `${root}linking`]);
    await change({ operation: 'delete_page', page: linking });
    expect(await visit('x')).toEqual([404, null]);
  });
});
