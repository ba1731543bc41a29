import { Injectable } from '@nestjs/common';
import type { JSONDocument } from '#modules/documents/index.js';
import { compute } from '#platform/compute/compute.js';
import { Breath } from '#platform/event-loop/breath.js';
import { DERIVE_CONTENT } from '../content-tasks.js';
import { readObjects } from '../objects/object-batch.js';
import { ObjectStore } from '../objects/object-store.js';
import type { NewObject } from '../objects/object.types.js';
import { deriveStored } from './derive-content.js';
import { DerivedRepository } from './derived.repository.js';
import type { DerivedContent, StoredDerived } from './derived.types.js';

/** Goes up when the functions below answer something else for the same document; a job then computes all rows anew. */
const VERSION = 3;

/** Characters of JSON from which on a thread does it. */
const LONG_TEXT = 300_000;
const BUDGET_MS = 20_000;

/** Text, outline and references of documents, by document hash: computed once, shared by all that contain it. */
@Injectable()
export class DerivedService {
  constructor(
    private readonly derived: DerivedRepository,
    private readonly objects: ObjectStore,
  ) {}

  /** What is known of some documents; hashes that are no stored document are absent. */
  async read(
    organizationId: string,
    documentHashes: readonly string[],
  ): Promise<Map<string, DerivedContent>> {
    if (documentHashes.length === 0) return new Map();
    const rows = await this.derived.read(organizationId, [...new Set(documentHashes)]);
    return new Map(rows.map((row) => [row.documentHash, row]));
  }

  /** Computes and stores what belongs to new documents, in the transaction that stores them. */
  async store(organizationId: string, objects: readonly NewObject[]): Promise<void> {
    const rows: StoredDerived[] = [];
    const breath = new Breath();
    for (const { kind, hash, text, derived } of objects) {
      if (kind !== 'document') continue;
      rows.push(derived ?? (await derive(hash, text)));
      await breath.take();
    }
    if (rows.length > 0) await this.derived.write(organizationId, rows, VERSION);
  }

  /** Computes up to `batch` rows of an older version anew; answers how many there were. */
  async recompute({ batch }: { batch: number }): Promise<number> {
    const outdated = await this.derived.findOutdated(VERSION, batch);
    for (const organizationId of new Set(outdated.map((row) => row.organizationId))) {
      const hashes = outdated.flatMap((row) =>
        row.organizationId === organizationId ? [row.documentHash] : [],
      );
      const documents = await readObjects<JSONDocument>(this.objects.of(organizationId), hashes);
      const rows = hashes.map((hash, i) => deriveStored(hash, documents[i] as JSONDocument));
      await this.derived.write(organizationId, rows, VERSION);
    }
    return outdated.length;
  }
}

/** What belongs to a document must be stored with it, so this waits for its turn. */
function derive(hash: string, text: string): Promise<StoredDerived> | StoredDerived {
  if (text.length < LONG_TEXT) return deriveStored(hash, JSON.parse(text) as JSONDocument);
  return compute.run(DERIVE_CONTENT, { hash, text }, { budgetMs: BUDGET_MS, isPatient: true });
}
