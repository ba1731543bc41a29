import { Injectable } from '@nestjs/common';
import { compute } from '#platform/compute/compute.js';
import { inParts } from '#platform/database/text-rows.js';
import { DERIVE_CONTENT } from '../content-tasks.js';
import { ObjectStore } from '../objects/object-store.js';
import type { NewObject } from '../objects/object.types.js';
import { deriveFromTexts } from './derive-content.js';
import { DerivedRepository } from './derived.repository.js';
import type { DerivedContent, StoredDerived } from './derived.types.js';

/**
 * Increase it when the functions below answer something else for the same document; a job then computes all rows
 * again.
 */
const VERSION = 3;

/** Documents and characters of JSON that are done at once. */
const PART = { count: 100, length: 2_000_000 };
/** Characters of JSON from which a thread does the work. */
const LONG_TEXT = 300_000;
const BUDGET_MS = 20_000;

/**
 * Text, outline and references of documents, by document hash: computed once, shared by all contents that have the
 * document.
 */
@Injectable()
export class DerivedDocuments {
  constructor(
    private readonly derived: DerivedRepository,
    private readonly objects: ObjectStore,
  ) {}

  /** The derived values of some documents; hashes of documents that are not stored are absent. */
  async read(
    organizationId: string,
    documentHashes: readonly string[],
  ): Promise<Map<string, DerivedContent>> {
    if (documentHashes.length === 0) return new Map();
    const rows = await this.derived.read(organizationId, [...new Set(documentHashes)]);
    return new Map(rows.map((row) => [row.documentHash, row]));
  }

  /** Computes and stores the values of new documents, in the transaction that stores the documents. */
  async store(organizationId: string, objects: readonly NewObject[]): Promise<void> {
    const documents = objects.filter(({ kind }) => kind === 'document');
    const rows = documents.flatMap(({ derived }) => derived ?? []);
    const others = documents.filter(({ derived }) => !derived).map(({ hash, text }) => ({ hash, text }));
    rows.push(...(await derive(others)));
    if (rows.length > 0) await this.derived.write(organizationId, rows, VERSION);
  }

  /** Recomputes up to `batch` rows of an older version; answers their number. */
  async recompute({ batch }: { batch: number }): Promise<number> {
    const outdated = await this.derived.findOutdated(VERSION, batch);
    for (const organizationId of new Set(outdated.map((row) => row.organizationId))) {
      const hashes = outdated.flatMap((row) =>
        row.organizationId === organizationId ? [row.documentHash] : [],
      );
      const texts = await this.objects.forOrganization(organizationId).readTexts(hashes);
      const rows = await derive([...texts].map(([hash, text]) => ({ hash, text })));
      await this.derived.write(organizationId, rows, VERSION);
    }
    return outdated.length;
  }
}

interface StoredDocumentText {
  hash: string;
  /** Canonical JSON. */
  text: string;
}

async function derive(documents: readonly StoredDocumentText[]): Promise<StoredDerived[]> {
  const rows: StoredDerived[] = [];
  for (const part of inParts(documents, ({ text }) => text.length, PART))
    rows.push(...(await derivePart(part)));
  return rows;
}

/** The values must be stored together with their documents, so the task is queued however many others wait. */
async function derivePart(documents: readonly StoredDocumentText[]): Promise<StoredDerived[]> {
  const length = documents.reduce((sum, { text }) => sum + text.length, 0);
  if (length < LONG_TEXT) return deriveFromTexts(documents);
  return compute.run(DERIVE_CONTENT, documents, { budgetMs: BUDGET_MS, isPatient: true });
}
