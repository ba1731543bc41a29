import { describe, expect, it } from 'vitest';
import type { PageNode } from '#modules/content/index.js';
import { EMPTY_TREE } from '../space-tree.js';
import type { ImagePage } from './folder-image.js';
import { imageEdits } from './image-edits.js';

const node = (id: string, slug: string, parent: string | null = null, pages: PageNode[] = []): PageNode => ({
  ...{ id, type: 'document', title: id, slug, document: null, createdAt: '', updatedAt: '' },
  ...{ hash: '', path: '', parent, pages },
});

const image = (id: string, slug: string, children: ImagePage[] = []): ImagePage => ({
  ...{ id, type: 'document', title: id, slug, children },
});

/** The last slug that is said of each page. */
function slugsAfter(before: PageNode[], after: ImagePage[]): Record<string, unknown> {
  const none = { files: [], reusableContents: [], keptReusableContents: [], places: {}, unlisted: [] };
  const edits = imageEdits({ ...EMPTY_TREE, pages: before }, { pages: after, ...none });
  const all = edits.map((edit) => {
    if (edit.type === 'insertPage') return [[edit.page.id, 'inserted']];
    return edit.type === 'updatePage' && edit.fields?.slug !== undefined
      ? [[edit.page, edit.fields.slug]]
      : [];
  });
  return Object.fromEntries(all.flat()) as Record<string, unknown>;
}

describe('the edits for an image of a folder', () => {
  it('say the slug of a new page again once the page that had it is elsewhere', () => {
    const before = [node('own', 'guide', null, [node('one', 'one', 'own')])];
    const after = [image('folder', 'guide', [image('one', 'one'), image('own', 'guide')])];
    expect(slugsAfter(before, after)).toEqual({ folder: 'guide', one: 'one', own: 'guide' });
  });

  it('say slugs again that two pages exchange', () => {
    const before = [node('a', 'x'), node('b', 'y')];
    const after = [
      { ...image('a', 'y'), fields: {} },
      { ...image('b', 'x'), fields: {} },
    ];
    const none = { files: [], reusableContents: [], keptReusableContents: [], places: {}, unlisted: [] };
    const edits = imageEdits({ ...EMPTY_TREE, pages: before }, { pages: after, ...none });
    const slugs = edits.flatMap((edit) =>
      edit.type === 'updatePage' ? [[edit.page, edit.fields?.slug]] : [],
    );
    expect(slugs).toEqual([
      ['a', 'y'],
      ['b', 'x'],
      ['a', 'y'],
      ['b', 'x'],
    ]);
  });

  it('give a page that is left alone the slug without a number, once no other page has it', () => {
    const before = [node('group', 'two', null, [node('three', 'three', 'group')]), node('own', 'two-1')];
    expect(slugsAfter(before, [image('own', 'two')])).toEqual({ own: 'two' });
    const chosen = [node('gone', 'x'), node('own', 'chosen')];
    expect(slugsAfter(chosen, [image('own', 'two')])).toEqual({});
  });

  it('say nothing about slugs where all pages stay', () => {
    const pages = [node('a', 'x-1', null, [node('b', 'y', 'a')])];
    expect(slugsAfter(pages, [image('a', 'x', [image('b', 'y')])])).toEqual({});
  });
});
