import type { JSONDocument } from '#modules/documents/index.js';
import { deriveStored } from '../derived/derive-content.js';
import { ObjectBatch } from '../objects/object-batch.js';
import type { NewObject, ObjectReader } from '../objects/object.types.js';
import type { MergeInput } from './merge.types.js';
import { mergeSnapshots } from './merge-snapshots.js';

/** The result of a merge as a thread hands it over. */
export interface MergedInThread {
  snapshot: string;
  /** All conflicts of the merge, each as JSON. */
  met: string[];
  /** Ids of the conflicts without a valid resolution. */
  open: string[];
  /** The list is empty while conflicts are open. */
  objects: NewObject[];
}

/** Answers the canonical JSON of objects by hash. */
export type AskForTexts = (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * As `mergeSnapshots`, with the values derived from new documents. Runs in a thread, which asks for the objects that
 * it needs.
 */
export async function mergeInThread(input: MergeInput, ask: AskForTexts): Promise<MergedInThread> {
  const batch = new ObjectBatch(new AskedObjects(ask));
  const { snapshot, conflicts, met } = await mergeSnapshots(batch, input);
  return {
    snapshot,
    met: met.map((conflict) => JSON.stringify(conflict)),
    open: conflicts.map(({ id }) => id),
    objects: conflicts.length > 0 ? [] : await withDerived(batch),
  };
}

async function withDerived(batch: ObjectBatch): Promise<NewObject[]> {
  const objects = batch.objects();
  const hashes = objects.flatMap(({ kind, hash }) => (kind === 'document' ? [hash] : []));
  const documents = await batch.read(hashes);
  return objects.map((object) => {
    const document = documents.get(object.hash) as JSONDocument | undefined;
    return document ? { ...object, derived: deriveStored(object.hash, document) } : object;
  });
}

/** Objects that the event loop reads, each once. */
class AskedObjects implements ObjectReader {
  private readonly bodies = new Map<string, unknown>();

  constructor(private readonly ask: AskForTexts) {}

  async read(hashes: readonly string[]): Promise<Map<string, unknown>> {
    const missing = hashes.filter((hash) => !this.bodies.has(hash));
    for (const [hash, text] of await this.readTexts(missing)) this.bodies.set(hash, JSON.parse(text));
    const known = hashes.filter((hash) => this.bodies.has(hash));
    return new Map(known.map((hash) => [hash, this.bodies.get(hash)]));
  }

  async readTexts(hashes: readonly string[]): Promise<Map<string, string>> {
    return hashes.length > 0 ? new Map(await this.ask(hashes)) : new Map<string, string>();
  }
}
