import type { FileRecord, ReusableContent } from '../content.types.js';
import type { ObjectReader } from '../objects/object.types.js';
import { mapEntries, mapGet } from '../objects/persistent-map.js';
import { readSnapshot } from './snapshot.js';

/** All files of a snapshot, by id. */
export async function listFiles(reader: ObjectReader, snapshot: string): Promise<FileRecord[]> {
  const { files } = await readSnapshot(reader, snapshot);
  return [...(await mapEntries<FileRecord>(reader, files)).values()];
}

export async function findFile(
  reader: ObjectReader,
  snapshot: string,
  id: string,
): Promise<FileRecord | null> {
  const { files } = await readSnapshot(reader, snapshot);
  return (await mapGet<FileRecord>(reader, files, [id])).get(id) ?? null;
}

/** Several files by id; unknown ids are absent. */
export async function findFiles(
  reader: ObjectReader,
  snapshot: string,
  ids: readonly string[],
): Promise<Map<string, FileRecord>> {
  const { files } = await readSnapshot(reader, snapshot);
  return mapGet<FileRecord>(reader, files, ids);
}

/** Several reusable contents by id; unknown ids are absent. */
export async function findReusableContents(
  reader: ObjectReader,
  snapshot: string,
  ids: readonly string[],
): Promise<Map<string, ReusableContent>> {
  const { reusableContents } = await readSnapshot(reader, snapshot);
  return mapGet<ReusableContent>(reader, reusableContents, ids);
}

/** All reusable contents of a snapshot, by id. */
export async function listReusableContents(
  reader: ObjectReader,
  snapshot: string,
): Promise<ReusableContent[]> {
  const { reusableContents } = await readSnapshot(reader, snapshot);
  return [...(await mapEntries<ReusableContent>(reader, reusableContents)).values()];
}

export async function findReusableContent(
  reader: ObjectReader,
  snapshot: string,
  id: string,
): Promise<ReusableContent | null> {
  const { reusableContents } = await readSnapshot(reader, snapshot);
  return (await mapGet<ReusableContent>(reader, reusableContents, [id])).get(id) ?? null;
}
