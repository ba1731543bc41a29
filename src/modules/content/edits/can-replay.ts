import type { LocatedPage, Page } from '../content.types.js';
import type { ContentEdit, UpdatePage } from '../edit.types.js';
import { sameJson } from '#platform/canonical-json.js';
import type { ObjectReader } from '../objects/object.types.js';
import { findFile } from '../tree/files.js';
import { locatePage } from '../tree/read-tree.js';

/**
 * True if edits made on `base` mean the same on `head`, so that applying them there is as good as merging: new pages
 * at the end of parents that still exist, new files, and fields and documents of pages that are the same in both. Tags of
 * pages are left to the merge: the head may not have them any more.
 */
export async function canReplay(
  reader: ObjectReader,
  base: string,
  head: string,
  edits: readonly ContentEdit[],
): Promise<boolean> {
  const inserted = new Set<string>();
  const isThere = async (id: string) => inserted.has(id) || (await locatePage(reader, head, id)) !== null;
  for (const edit of edits) {
    if (setsTags(edit)) return false;
    if (edit.type === 'putFile' && !(await findFile(reader, base, edit.file.id))) continue;
    if (edit.type === 'insertPage' && edit.at === undefined) {
      if (edit.into != null && !(await isThere(edit.into))) return false;
      if (edit.page.id !== undefined) inserted.add(edit.page.id);
      continue;
    }
    if (edit.type !== 'updatePage' || isMove(edit)) return false;
    if (!inserted.has(edit.page) && !(await isSamePage(reader, base, head, edit.page))) return false;
  }
  return true;
}

function setsTags(edit: ContentEdit): boolean {
  if (edit.type === 'insertPage') return edit.page.tags !== undefined;
  return edit.type === 'updatePage' && edit.fields?.tags != null;
}

function isMove(edit: UpdatePage): boolean {
  return edit.into !== undefined || edit.at !== undefined;
}

/** True if a page is the same in both, apart from its place in the tree and the pages below it. */
async function isSamePage(reader: ObjectReader, base: string, head: string, id: string): Promise<boolean> {
  const [before, after] = [await locatePage(reader, base, id), await locatePage(reader, head, id)];
  if (!before || !after) return false;
  return before.page.hash === after.page.hash || sameJson(ownPart(before.page), ownPart(after.page));
}

function ownPart({ hash: _hash, path: _path, parent: _parent, ...page }: LocatedPage): Page {
  return page;
}
