import { describe, expect, it } from 'vitest';
import type { ContentDiff, FileRecord, LocatedPage } from '#modules/content/index.js';
import type { SignedUrls } from '#modules/storage/index.js';
import { presentChanges } from './changes.presenter.js';
import type { DocumentIds } from '../reading/document-ids.js';

const page = (fields: Partial<LocatedPage> = {}): LocatedPage => ({
  id: 'p1',
  type: 'document',
  title: 'Page',
  slug: 'page',
  path: 'page',
  hash: 'h',
  parent: null,
  document: null,
  createdAt: '',
  updatedAt: '',
  ...fields,
});
const file = (fields: Partial<FileRecord> = {}): FileRecord => ({
  id: 'f1',
  name: 'a.png',
  contentType: 'image/png',
  size: 1,
  blob: 'b1',
  createdAt: '',
  ...fields,
});
const view = {
  context: { organizationId: 'o1', spaceId: 's1', revisionId: 'r1', snapshot: 'x' },
  documentIds: { encode: (space: string, hash: string) => `${space}/${hash}` } as DocumentIds,
  signedUrls: { sign: ({ blob }: { blob: string }) => `https://files/${blob}` } as unknown as SignedUrls,
};
const present = (diff: Partial<ContentDiff>) =>
  presentChanges(
    { pages: [], files: [], reusableContents: [], variables: {}, tags: [], redirects: false, ...diff },
    view,
  );

describe('presentChanges', () => {
  it('is empty for equal content', () => {
    expect(present({})).toEqual([]);
  });

  it('presents created, deleted, moved and edited pages', () => {
    const shown = { id: 'p1', type: 'document', title: 'Page', path: 'page' };
    const parent = page({ id: 'p2', title: 'Parent', path: 'parent' });
    const edited = {
      type: 'page_edited' as const,
      before: page({ title: 'Old' }),
      after: page(),
      fields: { title: { before: 'Old', after: 'Page' }, layout: { after: { width: 'wide' } } },
      document: { before: null, after: 'd2' },
    };
    expect(
      present({
        pages: [
          { type: 'page_created', page: page() },
          { type: 'page_deleted', page: page() },
          { type: 'page_moved', before: page(), after: page(), parent: { before: null, after: parent } },
          edited,
        ],
      }),
    ).toMatchObject([
      { type: 'page_created', page: shown },
      { type: 'page_deleted', page: shown },
      { type: 'page_moved', page: shown, parent: { after: { id: 'p2', path: 'parent' } } },
      {
        type: 'page_edited',
        page: shown,
        attributes: {
          title: { before: 'Old', after: 'Page' },
          layout: { before: { width: 'default' }, after: { width: 'wide' } },
          document: { after: 's1/d2' },
        },
      },
    ]);
  });

  it('presents files with their differences', () => {
    const after = file({ name: 'b.png', blob: 'b2', size: 2 });
    expect(present({ files: [{ after: file() }, { before: file() }, { before: file(), after }] })).toEqual([
      {
        type: 'file_created',
        file: { id: 'f1', name: 'a.png', contentType: 'image/png', downloadURL: 'https://files/b1' },
      },
      { type: 'file_deleted', file: expect.objectContaining({ id: 'f1' }) },
      {
        type: 'file_edited',
        file: expect.objectContaining({ name: 'b.png' }),
        attributes: {
          name: { before: 'a.png', after: 'b.png' },
          size: { before: 1, after: 2 },
          downloadURL: { before: 'https://files/b1', after: 'https://files/b2' },
        },
      },
    ]);
  });

  it('presents variables and reusable contents', () => {
    const content = { id: 'c1', title: 'T', document: null };
    expect(
      present({
        variables: { a: { before: 1, after: 2 } },
        reusableContents: [
          { after: content },
          { before: content },
          { before: content, after: { ...content, document: 'd' } },
        ],
      }),
    ).toEqual([
      { type: 'variables_edited', variables: { a: { before: 1, after: 2 } } },
      { type: 'reusable_content_created', reusableContent: { id: 'c1', title: 'T' } },
      { type: 'reusable_content_deleted', reusableContent: { id: 'c1', title: 'T' } },
      {
        type: 'reusable_content_edited',
        reusableContent: { id: 'c1', title: 'T', document: 's1/d' },
        attributes: { document: { after: 's1/d' } },
      },
    ]);
  });
});
