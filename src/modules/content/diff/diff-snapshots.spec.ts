import { beforeEach, describe, expect, it } from 'vitest';
import { ContentFixture, insert, paragraphs } from '../content.fixture.js';
import type { ContentDiff, PageChange } from './diff.types.js';
import { diffSnapshots } from './diff-snapshots.js';

describe('the diff of snapshots', () => {
  let content: ContentFixture;
  let base: string;

  beforeEach(async () => {
    content = new ContentFixture();
    base = await content.edit(
      content.empty,
      insert('a', null, { document: paragraphs({ k: 'one' }) }),
      insert('a1', 'a'),
      insert('b'),
      insert('c'),
      { type: 'setVariables', variables: { v: '1', gone: true } },
    );
  });

  const diff = async (...edits: Parameters<ContentFixture['edit']>[1][]): Promise<ContentDiff> =>
    diffSnapshots(content.objects, base, await content.edit(base, ...edits));
  const short = (change: PageChange): string =>
    change.type === 'page_created' || change.type === 'page_deleted'
      ? `${change.type} ${change.page.path}`
      : `${change.type} ${change.before.path} > ${change.after.path}`;

  it('shows created, deleted, moved and edited pages with their paths', async () => {
    const { pages } = await diff(
      insert('n', 'a1', { title: 'New' }),
      { type: 'updatePage', page: 'a1', into: 'b' },
      { type: 'updatePage', page: 'b', fields: { slug: 'bee', title: 'Bee', emoji: '1f41d' } },
      { type: 'deletePage', page: 'c' },
      { type: 'updatePage', page: 'a', document: paragraphs({ k: 'two' }) },
    );
    expect(pages.map(short)).toEqual([
      'page_edited a > a',
      'page_edited b > bee',
      'page_moved a/a1 > bee/a1',
      'page_created bee/a1/new',
      'page_deleted c',
    ]);
    expect(pages[0]).toMatchObject({
      fields: {},
      document: { before: expect.any(String), after: expect.any(String) },
    });
    expect(pages[1]).toMatchObject({
      fields: {
        title: { before: 'b', after: 'Bee' },
        slug: { before: 'b', after: 'bee' },
        emoji: { after: '1f41d' },
      },
    });
    expect(pages[2]).toMatchObject({ parent: { before: { id: 'a' }, after: { id: 'b', path: 'bee' } } });
  });

  it('shows the fewest moves for a new order', async () => {
    const { pages } = await diff({ type: 'updatePage', page: 'c', at: 0 });
    expect(pages).toMatchObject([
      { type: 'page_moved', after: { id: 'c' }, parent: { before: null, after: null } },
    ]);
    expect(pages).toHaveLength(1);
  });

  it('shows parent and child that changed places', async () => {
    const { pages } = await diff(
      { type: 'updatePage', page: 'a1', into: null, at: 0 },
      { type: 'updatePage', page: 'a', into: 'a1' },
    );
    expect(pages.map(short)).toEqual(['page_moved a/a1 > a1', 'page_moved a > a1/a']);
    const below = await content.edit(base, insert('a2', 'a1'), insert('a3', 'a1'));
    const swapped = await content.edit(
      below,
      { type: 'updatePage', page: 'a1', into: 'b' },
      { type: 'updatePage', page: 'a', into: 'a1' },
      { type: 'updatePage', page: 'a2', into: 'a' },
    );
    const change = await diffSnapshots(content.objects, below, swapped);
    expect(change.pages.map(short)).toEqual([
      'page_moved a/a1 > b/a1',
      'page_moved a > b/a1/a',
      'page_moved a/a1/a2 > b/a1/a/a2',
    ]);
  });

  it('shows files, reusable contents, variables, tags and redirects', async () => {
    const file = {
      id: 'f',
      name: 'f.png',
      contentType: 'image/png',
      size: 1,
      blob: 'x',
      createdAt: '2026-01-01',
    };
    const result = await diff(
      { type: 'putFile', file },
      { type: 'putReusableContent', reusableContent: { id: 'r', title: 'Note' } },
      { type: 'setVariables', variables: { v: '2', w: 3 } },
      { type: 'putTag', tag: { slug: 't', label: 'T' } },
    );
    expect(result).toEqual({
      pages: [],
      files: [{ after: file }],
      reusableContents: [{ after: { id: 'r', title: 'Note', document: null } }],
      variables: { v: { before: '1', after: '2' }, gone: { before: true }, w: { after: 3 } },
      tags: [{ after: { slug: 't', label: 'T' } }],
      redirects: false,
    });
  });

  it('leaves out the Git paths of pages, and is empty for equal snapshots', async () => {
    const nothing = {
      pages: [],
      files: [],
      reusableContents: [],
      variables: {},
      tags: [],
      redirects: false,
    };
    expect(await diff()).toEqual(nothing);
    expect(
      await diff({ type: 'updatePage', page: 'a', fields: { git: { path: 'a.md', oid: '1' } } }),
    ).toEqual(nothing);
  });
});
