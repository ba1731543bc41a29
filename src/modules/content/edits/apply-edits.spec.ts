import { beforeEach, describe, expect, it } from 'vitest';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import {
  FileNotFound,
  InvalidEdit,
  PageExists,
  PageNotFound,
  ReusableContentNotFound,
} from '../content.errors.js';
import type { ContentEdit } from '../edit.types.js';
import { findFile, findReusableContent, listFiles } from '../tree/files.js';
import { findPageByPath, locatePage, readTree } from '../tree/read-tree.js';
import { readSnapshot } from '../tree/snapshot.js';

const file = (id: string, blob = 'b1') =>
  ({
    id,
    name: `${id}.png`,
    contentType: 'image/png',
    size: 3,
    blob,
    createdAt: '2026-01-01T00:00:00.000Z',
  }) as const;

describe('content edits', () => {
  let content: ContentFixture;
  let snapshot: string;

  beforeEach(async () => {
    content = new ContentFixture();
    snapshot = await content.edit(
      content.empty,
      insert('intro', null, { title: 'Introduction', document: paragraphs({ k1: 'Hello' }) }),
      insert('guides', null, { type: 'group', title: 'Guides' }),
      insert('start', 'guides', { title: 'Quick start' }),
      insert('deep', 'start', { title: 'Größe & Maß' }),
      insert('api', null, { title: 'API' }),
    );
  });

  it('build the tree of pages', async () => {
    expect(await content.outline(snapshot)).toEqual([
      'intro introduction',
      'guides guides',
      '  start quick-start',
      '    deep größe--maß',
      'api api',
    ]);
    expect(await content.problems(snapshot)).toEqual([]);
  });

  it('leave pages that are found by id and by path, with their ancestors', async () => {
    const byId = await locatePage(content.objects, snapshot, 'deep');
    const byPath = await findPageByPath(content.objects, snapshot, 'guides/quick-start/größe--maß');
    expect(byPath).toEqual(byId);
    expect(byId?.page).toMatchObject({ id: 'deep', path: 'guides/quick-start/größe--maß', parent: 'start' });
    expect(byId?.ancestors.map((page) => [page.id, page.path])).toEqual([
      ['guides', 'guides'],
      ['start', 'guides/quick-start'],
    ]);
    expect(await locatePage(content.objects, snapshot, 'absent')).toBe(null);
    expect(await findPageByPath(content.objects, snapshot, 'guides/absent')).toBe(null);
    expect(await findPageByPath(content.objects, snapshot, '')).toBe(null);
  });

  it('leave a tree that is read below a page and to a depth', async () => {
    const below = await readTree(content.objects, snapshot, { page: 'guides', depth: 1 });
    expect(below.map((page) => [page.path, page.pages])).toEqual([['guides/quick-start', []]]);
    expect(await readTree(content.objects, snapshot, { page: 'absent' })).toEqual([]);
  });

  it('keep slugs unique among siblings when pages are added, moved and renamed', async () => {
    const next = await content.edit(
      snapshot,
      insert('api2', null, { title: 'API' }),
      insert('api3', 'guides', { title: 'api' }),
      { type: 'updatePage', page: 'api3', into: null },
      { type: 'updatePage', page: 'intro', fields: { slug: 'API' } },
    );
    expect(await content.outline(next)).toContain('api2 api-1');
    expect(await content.outline(next)).toContain('api3 api-2');
    expect(await content.outline(next)).toContain('intro api-3');
    const again = await content.edit(next, { type: 'updatePage', page: 'api2', fields: { slug: 'api' } });
    expect(again).toBe(next);
  });

  it('move a page with its subpages to an index', async () => {
    const next = await content.edit(
      snapshot,
      { type: 'updatePage', page: 'start', into: null, at: 0 },
      { type: 'updatePage', page: 'intro', at: 2 },
    );
    expect(await content.outline(next)).toEqual([
      'start quick-start',
      '  deep größe--maß',
      'guides guides',
      'intro introduction',
      'api api',
    ]);
    expect(await content.problems(next)).toEqual([]);
    const pages = await content.pages(next);
    expect(pages.get('start')?.updatedAt).toBe('2026-01-01T00:00:00.000Z');
  });

  it('delete a page with its subpages, which can be inserted again', async () => {
    const result = await content.apply(snapshot, [{ type: 'deletePage', page: 'guides' }]);
    expect(result.deleted).toEqual(['guides', 'start', 'deep']);
    expect(await content.problems(result.snapshot)).toEqual([]);
    const back = await content.apply(snapshot, [
      { type: 'deletePage', page: 'guides' },
      insert('deep', 'api'),
    ]);
    expect(back).toMatchObject({ created: ['deep'], deleted: ['guides', 'start'] });
    expect(await content.problems(back.snapshot)).toEqual([]);
  });

  it('answer the same snapshot when nothing changes, and write only changed objects', async () => {
    content.now = new Date('2026-02-02T00:00:00Z');
    const same = await content.apply(snapshot, [
      { type: 'updatePage', page: 'intro', fields: { title: 'Introduction' }, into: null, at: 0 },
      { type: 'updatePage', page: 'intro', document: paragraphs({ other: 'Hello' }) },
      { type: 'setVariables', variables: {} },
    ]);
    expect(same).toEqual({ snapshot, created: [], updated: [], deleted: [] });
    const changed = await content.apply(snapshot, [
      { type: 'updatePage', page: 'deep', fields: { emoji: '1f600', description: 'About sizes' } },
    ]);
    expect(changed.updated).toEqual(['deep']);
    const pages = await content.pages(changed.snapshot);
    expect(pages.get('deep')?.updatedAt).toBe('2026-02-02T00:00:00.000Z');
    expect(pages.get('start')?.updatedAt).toBe('2026-01-01T00:00:00.000Z');
    const undone = await content.edit(changed.snapshot, {
      type: 'updatePage',
      page: 'deep',
      fields: { emoji: null, description: null },
    });
    expect((await content.pages(undone)).get('deep')).not.toHaveProperty('emoji');
  });

  it('store files, reusable contents and settings', async () => {
    const next = await content.edit(
      snapshot,
      { type: 'putFile', file: file('f1') },
      { type: 'putFile', file: file('f2') },
      { type: 'deleteFile', file: 'f2' },
      {
        type: 'putReusableContent',
        reusableContent: { id: 'r1', title: 'Note', document: paragraphs({ a: 'Hi' }) },
      },
      { type: 'putReusableContent', reusableContent: { id: 'r1', title: 'Notice' } },
      { type: 'setVariables', variables: { version: '1.0' } },
    );
    expect(await listFiles(content.objects, next)).toEqual([file('f1')]);
    expect(await findFile(content.objects, next, 'f2')).toBe(null);
    const reusable = await findReusableContent(content.objects, next, 'r1');
    expect(reusable?.title).toBe('Notice');
    expect(await content.document(reusable?.document)).toEqual(paragraphs({ a: 'Hi' }));
    expect((await readSnapshot(content.objects, next)).variables).toEqual({ version: '1.0' });
    const refs = [...content.objects.texts.values()].flatMap((object) => object.refs);
    expect(refs).toContain('blob:b1');
    expect(refs).toContain(reusable?.document);
  });

  const invalid: [string, ContentEdit, RegExp | (new (...args: never[]) => Error)][] = [
    ['an unknown page', { type: 'updatePage', page: 'absent' }, PageNotFound],
    ['an unknown parent', insert('new', 'absent'), PageNotFound],
    ['deleting an unknown page', { type: 'deletePage', page: 'absent' }, PageNotFound],
    ['an id that is taken', insert('intro'), PageExists],
    ['an empty title', insert('new', null, { title: ' ' }), InvalidEdit],
    ['a nested group', insert('new', 'intro', { type: 'group' }), InvalidEdit],
    ['a group moved below a page', { type: 'updatePage', page: 'guides', into: 'api' }, InvalidEdit],
    ['a page moved into itself', { type: 'updatePage', page: 'start', into: 'deep' }, /^into: .* itself/],
    ['a link without a target', insert('new', null, { type: 'link' }), InvalidEdit],
    ['an unknown file', { type: 'deleteFile', file: 'absent' }, FileNotFound],
    [
      'an unknown reusable content',
      { type: 'deleteReusableContent', reusableContent: 'x' },
      ReusableContentNotFound,
    ],
    [
      'a reusable content without a title',
      { type: 'putReusableContent', reusableContent: { id: 'x' } },
      InvalidEdit,
    ],
  ];
  it.each(invalid)('that contain %s are refused', async (_, edit, error) => {
    await expect(content.apply(snapshot, [edit])).rejects.toThrow(error);
  });

  it('that give a link page subpages are refused', async () => {
    const link = insert('link', null, { type: 'link', target: { kind: 'url', url: 'https://example.com' } });
    await expect(content.apply(snapshot, [link, insert('below', 'link')])).rejects.toThrow(InvalidEdit);
  });

  it('write only the changed page and its ancestors in a large space', async () => {
    const groups = Array.from({ length: 20 }, (_, i) => insert(`g${i}`));
    const pages = Array.from({ length: 2000 }, (_, i) => insert(`p${i}`, i < 1000 ? null : `g${i % 20}`));
    const large = await content.edit(content.empty, ...groups, ...pages);
    expect(await content.problems(large)).toEqual([]);
    const count = content.objects.texts.size;
    content.objects.objectsRead = 0;
    const next = await content.edit(large, {
      type: 'updatePage',
      page: 'p1990',
      document: paragraphs({ k: 'x' }),
    });
    // document, page, group, a piece of the root's list, snapshot
    expect(content.objects.texts.size - count).toBeLessThanOrEqual(6);
    expect(content.objects.objectsRead).toBeLessThanOrEqual(40);
    expect(await content.problems(next)).toEqual([]);
  });
});
