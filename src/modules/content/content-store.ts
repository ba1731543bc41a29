import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database/database.js';
import type { JSONDocument } from '#modules/documents/index.js';
import { ContentDraft, type Rebase } from './content-draft.js';
import { DocumentNotFound } from './content.errors.js';
import type {
  FileRecord,
  LocatedPage,
  PageNode,
  ReusableContent,
  SnapshotSettings,
} from './content.types.js';
import { DerivedDocuments } from './derived/derived.service.js';
import type { ContentDiff } from './diff/diff.types.js';
import { diffSnapshots } from './diff/diff-snapshots.js';
import type { ContentEdit, EditResult } from './edit.types.js';
import { prepareLongDocument } from './edits/prepared-documents.js';
import type { ContentConflict, MergeInput, MergeResult } from './merge/merge.types.js';
import { type PreparedMerge, prepareMerge } from './merge/prepared-merge.js';
import { ObjectBatch } from './objects/object-batch.js';
import { ObjectStore } from './objects/object-store.js';
import {
  findFile,
  findFiles,
  findReusableContent,
  findReusableContents,
  listFiles,
  listReusableContents,
} from './tree/files.js';
import {
  findPageByPath,
  type FoundPage,
  locatePage,
  locatePages,
  readBelow,
  readTree,
  type TreeOptions,
} from './tree/read-tree.js';
import { EMPTY_SNAPSHOT, readSnapshot, writeSnapshot } from './tree/snapshot.js';

/**
 * Content by snapshot hash. Its answers are shared and frozen: copy before changing. The hash of a snapshot that is
 * not stored is a programming error and throws `MissingObject`.
 */
@Injectable()
export class ContentStore {
  constructor(
    private readonly db: Database,
    private readonly objects: ObjectStore,
    private readonly derived: DerivedDocuments,
  ) {}

  /** A page by id with its ancestors, from the root down; the cost follows its depth. */
  locatePage(organizationId: string, snapshot: string, pageId: string): Promise<FoundPage | null> {
    return locatePage(this.objects.forOrganization(organizationId), snapshot, pageId);
  }

  /** Several pages and their ancestors, by id; unknown ids are absent. The cost follows their number and depth. */
  locatePages(
    organizationId: string,
    snapshot: string,
    pageIds: readonly string[],
  ): Promise<Map<string, LocatedPage>> {
    return locatePages(this.objects.forOrganization(organizationId), snapshot, pageIds);
  }

  /** A page by its path: slugs, those of groups included, joined by `/`. */
  findPageByPath(organizationId: string, snapshot: string, path: string): Promise<FoundPage | null> {
    return findPageByPath(this.objects.forOrganization(organizationId), snapshot, path);
  }

  /** The subpages of a located page, without documents. */
  readSubpages(organizationId: string, page: LocatedPage): Promise<PageNode[]> {
    return readBelow(this.objects.forOrganization(organizationId), page);
  }

  /** The page tree, or the tree below one page, without documents. */
  async readTree(organizationId: string, snapshot: string, options?: TreeOptions): Promise<PageNode[]> {
    if (options?.page === undefined && options?.depth === undefined)
      await this.objects.warm(organizationId, snapshot);
    return readTree(this.objects.forOrganization(organizationId), snapshot, options);
  }

  /** @throws DocumentNotFound */
  async readDocument(organizationId: string, hash: string): Promise<JSONDocument> {
    const document = await this.findDocument(organizationId, hash);
    if (!document) throw new DocumentNotFound(hash);
    return document;
  }

  /**
   * As `readDocument`, but a long document stays text, because parsing it would block the event loop.
   * @throws DocumentNotFound
   */
  async readStored(organizationId: string, hash: string): Promise<JSONDocument | string> {
    const stored = await this.objects.readStored(organizationId, hash);
    if (stored === null) throw new DocumentNotFound(hash);
    return stored as JSONDocument | string;
  }

  async findDocument(organizationId: string, hash: string): Promise<JSONDocument | null> {
    return (await this.readDocuments(organizationId, [hash])).get(hash) ?? null;
  }

  /** Documents by hash in one read; hashes of other objects are absent. */
  async readDocuments(organizationId: string, hashes: readonly string[]): Promise<Map<string, JSONDocument>> {
    const found = await this.objects.forOrganization(organizationId).read([...new Set(hashes)]);
    const documents = [...found].filter(([, body]) => (body as { object?: unknown }).object === 'document');
    return new Map(documents as [string, JSONDocument][]);
  }

  /** Canonical JSON of documents by hash, to hand over to a thread; hashes that are not stored are absent. */
  readDocumentTexts(organizationId: string, hashes: readonly string[]): Promise<Map<string, string>> {
    return this.objects.forOrganization(organizationId).readTexts([...new Set(hashes)]);
  }

  /** All files, sorted by id. */
  listFiles(organizationId: string, snapshot: string): Promise<FileRecord[]> {
    return listFiles(this.objects.forOrganization(organizationId), snapshot);
  }

  findFile(organizationId: string, snapshot: string, fileId: string): Promise<FileRecord | null> {
    return findFile(this.objects.forOrganization(organizationId), snapshot, fileId);
  }

  /** Several files by id; unknown ids are absent. */
  findFiles(
    organizationId: string,
    snapshot: string,
    fileIds: readonly string[],
  ): Promise<Map<string, FileRecord>> {
    return findFiles(this.objects.forOrganization(organizationId), snapshot, fileIds);
  }

  /** Several reusable contents by id; unknown ids are absent. */
  findReusableContents(
    organizationId: string,
    snapshot: string,
    ids: readonly string[],
  ): Promise<Map<string, ReusableContent>> {
    return findReusableContents(this.objects.forOrganization(organizationId), snapshot, ids);
  }

  /** All reusable contents, sorted by id. */
  listReusableContents(organizationId: string, snapshot: string): Promise<ReusableContent[]> {
    return listReusableContents(this.objects.forOrganization(organizationId), snapshot);
  }

  findReusableContent(organizationId: string, snapshot: string, id: string): Promise<ReusableContent | null> {
    return findReusableContent(this.objects.forOrganization(organizationId), snapshot, id);
  }

  async readSettings(organizationId: string, snapshot: string): Promise<SnapshotSettings> {
    const { variables, tags, redirects } = await readSnapshot(
      this.objects.forOrganization(organizationId),
      snapshot,
    );
    return { variables, tags, redirects };
  }

  /**
   * Computes the object of a long document that replaces `before` (a hash): call it before the transaction whose
   * edits have this document. Short documents need no preparation.
   * @throws OverBudget, Busy
   */
  prepareDocument(organizationId: string, before: string | null, document: JSONDocument): Promise<void> {
    return prepareLongDocument(document, before, (hash) => this.objects.readText(organizationId, hash));
  }

  /** New content of several steps that are stored together. */
  draft(organizationId: string): ContentDraft {
    return new ContentDraft(
      this.objects.forOrganization(organizationId),
      this.derived,
      this.db,
      organizationId,
    );
  }

  /** Hash of the content of a new space. */
  async writeEmptySnapshot(organizationId: string): Promise<string> {
    const batch = new ObjectBatch(this.objects.forOrganization(organizationId));
    const hash = writeSnapshot(batch, EMPTY_SNAPSHOT);
    await this.db.transaction(() => batch.flush(this.objects.forOrganization(organizationId)));
    return hash;
  }

  /**
   * Applies edits in order, all or none, and stores the new snapshot; edits that change nothing answer the same hash.
   * @throws PageNotFound, PageExists, FileNotFound, ReusableContentNotFound, TagNotFound, InvalidEdit
   */
  async applyEdits(
    organizationId: string,
    snapshot: string,
    edits: readonly ContentEdit[],
    { now }: { now: Date },
  ): Promise<EditResult> {
    const draft = this.draft(organizationId);
    const result = await draft.applyEdits(snapshot, edits, now);
    await draft.store();
    return result;
  }

  /** The diff of two snapshots; the cost follows the difference. */
  diff(organizationId: string, from: string, to: string): Promise<ContentDiff> {
    return diffSnapshots(this.objects.forOrganization(organizationId), from, to);
  }

  /**
   * Merges two snapshots from their common base. Without open conflicts the result is stored; with them it is only
   * computed, its hash must not be put into a revision.
   * @param prepared is taken when it is this merge.
   * @throws LongMerge when it is not, and the merge is long; see `withPreparedMerge`.
   */
  async merge(organizationId: string, input: MergeInput, prepared?: PreparedMerge): Promise<MergeResult> {
    const draft = this.draft(organizationId);
    const result = await draft.merge(input, prepared);
    await draft.store();
    return result;
  }

  /** As `merge`, for whoever only asks how it would come out: nothing is stored. @throws LongMerge as `merge`. */
  tryMerge(organizationId: string, input: MergeInput, prepared?: PreparedMerge): Promise<MergeResult> {
    return this.draft(organizationId).merge(input, prepared);
  }

  /**
   * Computes a merge in a thread, before the transaction that will write it.
   * @throws Conflict when it takes too much time or memory; Busy.
   */
  prepareMerge(organizationId: string, input: MergeInput): Promise<PreparedMerge> {
    return prepareMerge(this.objects.forOrganization(organizationId), input);
  }

  /** As `prepareMerge`, for edits that will be rebased on later content. */
  async prepareRebase(organizationId: string, { base, head, edits, now }: Rebase): Promise<PreparedMerge> {
    const draft = this.draft(organizationId);
    const mine = await draft.applyEdits(base, edits, now);
    return draft.prepareMerge({ base, main: head, mine: mine.snapshot });
  }

  /**
   * Merges the changes of `mine` into `main`. At each conflict main keeps its value; the conflicts are answered.
   * @param prepared as for `merge`, with the resolutions `main`.
   * @throws LongMerge as `merge`.
   */
  async mergeInto(
    organizationId: string,
    three: Omit<MergeInput, 'resolutions'>,
    prepared?: PreparedMerge,
  ): Promise<{ snapshot: string; kept: ContentConflict[] }> {
    const { snapshot, met } = await this.merge(organizationId, { ...three, resolutions: 'main' }, prepared);
    return { snapshot, kept: met };
  }
}
