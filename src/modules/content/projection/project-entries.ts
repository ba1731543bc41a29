import { tagChanges } from '../diff/diff-snapshots.js';
import type { FileRecord, ReusableContent } from '../content.types.js';
import type { ObjectReader, SnapshotBody } from '../objects/object.types.js';
import { mapDiff, type MapDifference } from '../objects/persistent-map.js';
import type { EntryKind, ProjectedEntry } from './projection.types.js';

/** Entries to write and entries to remove. */
export interface EntryChanges {
  put: ProjectedEntry[];
  removed: Pick<ProjectedEntry, 'kind' | 'entryId'>[];
}

/** The changes of the rows of files, reusable contents and tags; the cost follows the difference. */
export async function projectEntryChanges(
  reader: ObjectReader,
  from: SnapshotBody,
  to: SnapshotBody,
): Promise<EntryChanges> {
  const changes: EntryChanges = { put: [], removed: [] };
  const files = await mapDiff<FileRecord>(reader, from.files, to.files);
  collect(changes, 'file', files, (file) => ({
    name: file.name,
    documentHash: null,
    size: file.size,
  }));
  const contents = await mapDiff<ReusableContent>(reader, from.reusableContents, to.reusableContents);
  collect(changes, 'reusable-content', contents, ({ title, document }) => ({
    name: title,
    documentHash: document,
    size: null,
  }));
  const tags = new Map(tagChanges(from, to).map((tag) => [(tag.after ?? tag.before)!.slug, tag]));
  collect(changes, 'tag', tags, ({ label }) => ({ name: label, documentHash: null, size: null }));
  return changes;
}

function collect<T>(
  changes: EntryChanges,
  kind: EntryKind,
  differences: ReadonlyMap<string, MapDifference<T>>,
  columns: (entry: T) => Pick<ProjectedEntry, 'name' | 'documentHash' | 'size'>,
): void {
  for (const [entryId, { after }] of differences) {
    if (after === undefined) changes.removed.push({ kind, entryId });
    else changes.put.push({ kind, entryId, ...columns(after) });
  }
}
