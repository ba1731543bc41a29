import type { FileRecord, ReusableContent, SnapshotSettings } from '../content.types.js';
import type { ObjectBatch } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { mapDiff, mapUpdate } from '../objects/persistent-map.js';
import { fileRefs, reusableContentRefs } from '../tree/snapshot.js';
import { ALL_CHOICES, type ConflictPlace, type MergeConflicts, ONE_SIDE } from './conflicts.js';
import { mergeJson, sameValue } from './merge-json.js';
import { PageMerge } from './merge-pages.js';
import { mergeSequence } from './merge-sequence.js';

export interface ThreeSnapshots {
  base: SnapshotBody;
  main: SnapshotBody;
  mine: SnapshotBody;
}

interface Entry<T> {
  key: string;
  base: T | undefined;
  main: T | undefined;
  mine: T | undefined;
}

/** Merges the files, by id. */
export async function mergeFiles(batch: ObjectBatch, three: ThreeSnapshots, conflicts: MergeConflicts) {
  const entries = await doubleChanges<FileRecord>(batch, three, 'files');
  return applyChanges(batch, three.main.files, entries, (entry) => mergeFile(entry, conflicts), fileRefs);
}

/** Merges the reusable contents, by id; their documents block by block. */
export async function mergeReusableContents(
  batch: ObjectBatch,
  three: ThreeSnapshots,
  conflicts: MergeConflicts,
) {
  const entries = await doubleChanges<ReusableContent>(batch, three, 'reusableContents');
  const documents = new PageMerge(batch, conflicts);
  const versions = entries.flatMap(({ base, main, mine }) => (main && mine ? [{ base, main, mine }] : []));
  await documents.prepare(versions);
  const merge = (entry: Entry<ReusableContent>) => mergeReusableContent(entry, documents, conflicts);
  return applyChanges(batch, three.main.reusableContents, entries, merge, reusableContentRefs);
}

/** Merges variables by name, tags by slug and redirects by path. */
export function mergeSettings(
  { base, main, mine }: ThreeSnapshots,
  conflicts: MergeConflicts,
): SnapshotSettings {
  const list = <T>(items: readonly T[], keyOf: (item: T) => string) =>
    new Map(items.map((item) => [keyOf(item), item]));
  const merge = <T>(
    kind: 'variable' | 'tag' | 'redirect',
    maps: [Map<string, T>, Map<string, T>, Map<string, T>],
  ) => mergeKeyed(maps, (key) => ({ kind, field: key }), conflicts);
  const all = [base, main, mine] as const;
  const variables = all.map((side) => new Map(Object.entries(side.variables)));
  const tags = all.map((side) => list(side.tags, (tag) => tag.slug));
  const redirects = all.map((side) => list(side.redirects, (redirect) => redirect.from));
  return {
    variables: Object.fromEntries(merge('variable', variables as OneOfEach<typeof variables>)),
    tags: [...merge('tag', tags as OneOfEach<typeof tags>).values()],
    redirects: [...merge('redirect', redirects as OneOfEach<typeof redirects>).values()],
  };
}

type OneOfEach<List extends unknown[]> = [List[number], List[number], List[number]];

/** Entries that mine changed, with the values of the other versions. */
async function doubleChanges<T>(
  batch: ObjectBatch,
  { base, main, mine }: ThreeSnapshots,
  map: 'files' | 'reusableContents',
): Promise<Entry<T>[]> {
  const byMine = await mapDiff<T>(batch, base[map], mine[map]);
  const byMain = byMine.size > 0 ? await mapDiff<T>(batch, base[map], main[map]) : new Map<never, never>();
  return [...byMine].map(([key, change]) => {
    const other = byMain.get(key as never) as { after?: T } | undefined;
    return { key, base: change.before, main: other ? other.after : change.before, mine: change.after };
  });
}

function applyChanges<T>(
  batch: ObjectBatch,
  root: string | null,
  entries: readonly Entry<T>[],
  merge: (entry: Entry<T>) => T | undefined,
  refsOf: (value: T) => string[],
): Promise<string | null> {
  const changes = new Map<string, T | undefined>();
  for (const entry of entries) {
    const value = sameValue(entry.base, entry.main) ? entry.mine : merge(entry);
    if (!sameValue(value, entry.main)) changes.set(entry.key, value);
  }
  return mapUpdate(batch, root, changes, refsOf);
}

function mergeFile(entry: Entry<FileRecord>, conflicts: MergeConflicts): FileRecord | undefined {
  const place: ConflictPlace = { kind: 'file', file: entry.key };
  if (!entry.main || !entry.mine) return chooseSide(entry, place, conflicts, visibleFile);
  const [base, main, mine] = [entry.base, entry.main, entry.mine].map((file) => file && fileOf(file));
  const merged = mergeJson(base, main, mine)?.value as ReturnType<typeof fileOf> | undefined;
  if (!merged) return chooseSide(entry, place, conflicts, visibleFile);
  const { bytes, ...rest } = merged;
  return { ...entry.main, ...rest, ...(bytes.value as object) };
}

const visibleFile = ({ git: _git, createdAt: _createdAt, ...file }: FileRecord) => file;

/**
 * The content of a file for a merge: its bytes with their size and type change as one; Git's note and the time are
 * left out.
 */
function fileOf({ id, name, blob, size, contentType, dimensions }: FileRecord) {
  return { id, name, bytes: { kind: 'bytes', value: { blob, size, contentType, dimensions } } };
}

function mergeReusableContent(
  entry: Entry<ReusableContent>,
  documents: PageMerge,
  conflicts: MergeConflicts,
): ReusableContent | undefined {
  const { base, main, mine, key } = entry;
  const place: ConflictPlace = { kind: 'reusable-content', reusableContent: key };
  const visible = ({ git: _git, ...content }: ReusableContent) => content;
  if (!main || !mine) return chooseSide(entry, place, conflicts, visible);
  const merged = mergeJson(base?.title, main.title, mine.title);
  const values = { base: base?.title, main: main.title, mine: mine.title };
  const chosen = merged ? merged.value : values[oneSide(conflicts, { ...place, field: 'title' }, values)];
  const document = documents.document({ base, main, mine }, { reusableContent: key });
  const git = sameValue(base?.git, main.git) ? mine.git : main.git;
  return { id: key, title: chosen as string, document, ...(git ? { git } : {}) };
}

/** Decides for one whole entry; an entry deleted on one side and unchanged on the other is deleted. */
function chooseSide<T>(
  { base, main, mine }: Entry<T>,
  place: ConflictPlace,
  conflicts: MergeConflicts,
  visible: (value: T) => unknown,
): T | undefined {
  const view = (value: T | undefined) => value && visible(value);
  const values = { base: view(base), main: view(main), mine: view(mine) };
  if (sameValue(values.main, values.mine) || sameValue(values.base, values.mine)) return main;
  if (sameValue(values.base, values.main)) return mine;
  const choice = conflicts.decide(place, values, main && mine ? ONE_SIDE : ALL_CHOICES);
  if (choice === 'both') return main ?? mine;
  return choice === 'main' ? main : mine;
}

function oneSide(
  conflicts: MergeConflicts,
  place: ConflictPlace,
  values: { base: unknown; main: unknown; mine: unknown },
) {
  return conflicts.decide(place, values, ONE_SIDE) === 'main' ? 'main' : 'mine';
}

function mergeKeyed<T>(
  [base, main, mine]: [Map<string, T>, Map<string, T>, Map<string, T>],
  placeOf: (key: string) => ConflictPlace,
  conflicts: MergeConflicts,
): Map<string, T> {
  const merged = new Map<string, T>();
  for (const key of new Set([...main.keys(), ...mine.keys()])) {
    const entry = { key, base: base.get(key), main: main.get(key), mine: mine.get(key) };
    const simple = mergeJson(entry.base, entry.main, entry.mine);
    const value = simple
      ? (simple.value as T | undefined)
      : chooseSide(entry, placeOf(key), conflicts, (v) => v);
    if (value !== undefined) merged.set(key, value);
  }
  const order = mergeSequence([...base.keys()], [...main.keys()], [...mine.keys()], new Set(merged.keys()));
  return new Map(order.map((key) => [key, merged.get(key) as T]));
}
