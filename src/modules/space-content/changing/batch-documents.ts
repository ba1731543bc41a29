import { Injectable } from '@nestjs/common';
import { ContentStore, type LocatedPage } from '#modules/content/index.js';
import {
  type ContentRef,
  documentReferences,
  type JSONDocument,
  type PageMeta,
} from '#modules/documents/index.js';
import { ReferencePolicy } from '#modules/spaces/index.js';
import { BatchPaths } from './batch-paths.js';
import type { ChangeBatch } from './change-batch.js';
import type { DocumentInput } from './change-inputs.dto.js';
import { ChangeText, type ChangeTextResult } from './change-text.js';

/** Reads the texts of a batch, with the pages and files that it inserts, and checks what they refer to. */
@Injectable()
export class BatchDocuments {
  constructor(
    private readonly content: ContentStore,
    private readonly text: ChangeText,
    private readonly references: ReferencePolicy,
  ) {}

  /**
   * @param folder answers the path from which relative links start.
   * @param before the text that it replaces, whose references stay allowed; null for a new one.
   * @throws BadRequest naming the field.
   */
  async read(
    batch: ChangeBatch,
    input: DocumentInput,
    folder: () => Promise<string>,
    before: { document: string | null } | null,
    at: string,
  ): Promise<ChangeTextResult> {
    const { organizationId } = batch.branch;
    const { snapshot } = batch.base;
    let parentPath: Promise<string> | undefined;
    const text = await this.text.read(input, {
      organizationId,
      snapshot,
      parentPath: () => (parentPath ??= folder()),
      names: batch.names,
      isOneOfMany: batch.isLong,
      inserted: { files: batch.files, paths: this.pathsOf(batch) },
      at,
    });
    const refs = refsOf(text.document, text.meta);
    const old = before?.document ? await this.content.readDocument(organizationId, before.document) : null;
    await this.references.check(batch.scope, refs, old ? refsOf(old, {}) : [], at);
    await this.content.prepareDocument(organizationId, before?.document ?? null, text.document);
    return text;
  }

  /** The path of a page of the base, or of a page that the batch inserts. */
  async pathOf(batch: ChangeBatch, page: string): Promise<string> {
    return (await this.locate(batch, page))?.path ?? (await this.pathsOf(batch).pathOf(page)) ?? '';
  }

  /** A page of the base. */
  async locate(batch: ChangeBatch, id: string): Promise<LocatedPage | null> {
    const found = await this.content.locatePage(batch.branch.organizationId, batch.base.snapshot, id);
    return found?.page ?? null;
  }

  private pathsOf(batch: ChangeBatch): BatchPaths {
    batch.paths ??= new BatchPaths(batch, async (page) => (await this.locate(batch, page))?.path ?? null);
    return batch.paths;
  }
}

function refsOf(document: JSONDocument, { cover }: PageMeta): ContentRef[] {
  const refs = documentReferences(document).map((reference) => reference.ref);
  return [...refs, ...(cover ? [cover.ref, ...(cover.refDark ? [cover.refDark] : [])] : [])];
}
