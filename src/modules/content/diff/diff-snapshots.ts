import type { ContentTag, FileRecord, Json, LocatedPage, Page, ReusableContent } from '../content.types.js';
import { sameJson } from '#platform/canonical-json.js';
import type { ObjectReader, SnapshotBody } from '../objects/object.types.js';
import { mapDiff } from '../objects/persistent-map.js';
import { pathIn, type PageState, type TreeDelta, treeDelta } from '../tree/tree-delta.js';
import { readSnapshot } from '../tree/snapshot.js';
import type { ContentDiff, EntryChange, FieldChange, PageChange } from './diff.types.js';

/** Compares two snapshots; the cost follows the differences. */
export async function diffSnapshots(reader: ObjectReader, from: string, to: string): Promise<ContentDiff> {
  const [before, after] = [await readSnapshot(reader, from), await readSnapshot(reader, to)];
  const pages = pageChanges(await treeDelta(reader, before, after));
  const files = await mapDiff<FileRecord>(reader, before.files, after.files);
  const reusable = await mapDiff<ReusableContent>(reader, before.reusableContents, after.reusableContents);
  return {
    pages,
    files: [...files.values()].filter(isVisible),
    reusableContents: [...reusable.values()].filter(isVisible),
    variables: changesByName(before.variables, after.variables),
    tags: tagChanges(before, after),
    redirects: !sameJson(before.redirects, after.redirects),
  };
}

/** Changes of pages, in the order of their paths. */
export function pageChanges(delta: TreeDelta): PageChange[] {
  const view = new DeltaView(delta);
  const changes: [string, PageChange][] = [];
  const add = (change: PageChange) => changes.push([pageOfChange(change).path, change]);
  for (const id of delta.created.keys()) add({ type: 'page_created', page: view.after(id) });
  for (const id of delta.deleted.keys()) add({ type: 'page_deleted', page: view.before(id) });
  for (const [id, { before, after }] of delta.edited) {
    const fields = changedFields(before, after);
    const document =
      before.document === after.document
        ? {}
        : { document: { before: before.document, after: after.document } };
    if (Object.keys(fields).length === 0 && !document.document) continue;
    add({ type: 'page_edited', before: view.before(id), after: view.after(id), fields, ...document });
  }
  for (const id of [...delta.moved.keys(), ...delta.reordered]) {
    const [before, after] = [view.before(id), view.after(id)];
    const parent = {
      before: before.parent === null ? null : view.before(before.parent),
      after: after.parent === null ? null : view.after(after.parent),
    };
    add({ type: 'page_moved', before, after, parent });
  }
  return changes.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)).map(([, change]) => change);
}

const pageOfChange = (change: PageChange): LocatedPage => ('page' in change ? change.page : change.after);

class DeltaView {
  constructor(private readonly delta: TreeDelta) {}

  before = (id: string): LocatedPage => locate(this.delta.before, id);
  after = (id: string): LocatedPage => locate(this.delta.after, id);
}

function locate(states: ReadonlyMap<string, PageState>, id: string): LocatedPage {
  const { page, hash, parent } = states.get(id) as PageState;
  return { ...page, hash, parent, path: pathIn(states, id) };
}

/** Fields that users do not edit by hand; a change of them is not shown as an edit. */
const HIDDEN_FIELDS = new Set([
  'id',
  'type',
  'document',
  'createdAt',
  'updatedAt',
  'git',
  'computedSeed',
  'generated',
]);

function changedFields(before: Page, after: Page): Record<string, FieldChange> {
  const [left, right] = [before, after].map(
    (page) =>
      Object.fromEntries(Object.entries(page).filter(([name]) => !HIDDEN_FIELDS.has(name))) as Record<
        string,
        Json
      >,
  ) as [Record<string, Json>, Record<string, Json>];
  return changesByName(left, right);
}

/** The tags that differ, by slug. */
export function tagChanges(
  before: Pick<SnapshotBody, 'tags'>,
  after: Pick<SnapshotBody, 'tags'>,
): EntryChange<ContentTag>[] {
  return Object.values(changesByName(bySlug(before.tags), bySlug(after.tags)));
}

const bySlug = (tags: readonly ContentTag[]): Record<string, ContentTag> =>
  Object.fromEntries(tags.map((tag) => [tag.slug, tag]));

function changesByName<T>(
  before: Record<string, T>,
  after: Record<string, T>,
): Record<string, EntryChange<T>> {
  const changes: Record<string, EntryChange<T>> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [was, is] = [before[name], after[name]];
    if (was !== undefined && is !== undefined && sameJson(was, is)) continue;
    changes[name] = {
      ...(was === undefined ? {} : { before: was }),
      ...(is === undefined ? {} : { after: is }),
    };
  }
  return changes;
}

function isVisible<T extends { git?: unknown }>({ before, after }: EntryChange<T>): boolean {
  if (!before || !after) return true;
  return !sameJson({ ...before, git: null }, { ...after, git: null });
}
