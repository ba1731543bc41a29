import type { Page, ReusableContent, FileRecord } from '../content.types.js';
import { type ObjectBatch, readObject } from '../objects/object-batch.js';
import type { ChildList, ObjectReader, PageBody, SnapshotBody } from '../objects/object.types.js';
import { childListRefs } from '../objects/page-list.js';

export const EMPTY_SNAPSHOT: SnapshotBody = {
  pages: [],
  index: null,
  files: null,
  reusableContents: null,
  variables: {},
  tags: [],
  redirects: [],
};

/** @throws MissingObject */
export function readSnapshot(reader: ObjectReader, hash: string): Promise<SnapshotBody> {
  return readObject<SnapshotBody>(reader, hash);
}

export function writeSnapshot(batch: ObjectBatch, body: SnapshotBody): string {
  const maps = [body.index, body.files, body.reusableContents].filter((hash) => hash !== null);
  return batch.put('snapshot', body, [...childListRefs(body.pages), ...maps]);
}

export function writePage(batch: ObjectBatch, page: Page, pages: ChildList): string {
  const document = page.document === null ? [] : [page.document];
  return batch.put('page', { ...page, pages }, [...document, ...childListRefs(pages)]);
}

/** The page itself, without the list of its children. */
export function pageOf(body: PageBody): Page {
  const { pages: _, ...page } = body;
  return page;
}

/** Objects and blobs that an entry of the `files` map names. */
export const fileRefs = (file: FileRecord): string[] => [`blob:${file.blob}`];

/** Objects that an entry of the `reusableContents` map names. */
export const reusableContentRefs = ({ document }: ReusableContent): string[] =>
  document === null ? [] : [document];
