import { Injectable } from '@nestjs/common';
import { ContentStore, type FileRecord, type ReusableContent } from '#modules/content/index.js';
import { BadRequest } from '#platform/http/errors.js';
import { BatchDocuments } from './batch-documents.js';
import type { ChangeBatch } from './change-batch.js';
import { ChangeFiles, hasBytes } from './change-files.js';
import type { InsertFileInput } from './change-inputs.dto.js';
import type {
  DeleteFileChange,
  DeleteReusableContentChange,
  InsertReusableContentChange,
  UpdateFileChange,
  UpdateReusableContentChange,
} from './entry-changes.dto.js';

/** Plans the changes of files and reusable contents of a batch. */
@Injectable()
export class EntryPlanner {
  constructor(
    private readonly content: ContentStore,
    private readonly files: ChangeFiles,
    private readonly documents: BatchDocuments,
  ) {}

  /** Renames a file, or gives it other bytes; its id stays, so pages show the new ones. */
  async updateFile(batch: ChangeBatch, change: UpdateFileChange, at: string): Promise<void> {
    const before = await this.file(batch, change.file, at);
    const name = change.name ?? before.name;
    const { url, key, base64, contentType } = change;
    const input = { url, key, base64, contentType, name };
    const file: FileRecord = hasBytes(change)
      ? await this.replacement(batch, input, before, at)
      : { ...before, name, ...(contentType === undefined ? {} : { contentType }) };
    batch.changedFiles.set(file.id, file);
    batch.edits.push({ type: 'putFile', file });
    batch.outcomes.push({ object: 'updated_file', file });
  }

  async deleteFile(batch: ChangeBatch, change: DeleteFileChange, at: string): Promise<void> {
    const { id } = await this.file(batch, change.file, at);
    batch.changedFiles.set(id, null);
    batch.edits.push({ type: 'deleteFile', file: id });
    batch.outcomes.push({ object: 'deleted_file', file: id });
  }

  async insertReusableContent(
    batch: ChangeBatch,
    change: InsertReusableContentChange,
    id: string,
    at: string,
  ): Promise<void> {
    const { document } = await this.documents.read(batch, change.document, top, null, `${at}.document`);
    batch.edits.push({ type: 'putReusableContent', reusableContent: { id, title: change.title, document } });
    batch.reusableContents.set(id, true);
    const ref = change.ref === undefined ? {} : { ref: change.ref };
    batch.outcomes.push({ object: 'created_reusable_content', ...ref, reusableContent: id });
  }

  async updateReusableContent(
    batch: ChangeBatch,
    change: UpdateReusableContentChange,
    at: string,
  ): Promise<void> {
    const { id, before } = await this.reusableContent(batch, change.reusableContent, at);
    const text =
      change.document && (await this.documents.read(batch, change.document, top, before, `${at}.document`));
    const reusableContent = { id, title: change.title, document: text?.document };
    batch.edits.push({ type: 'putReusableContent', reusableContent });
    batch.outcomes.push({ object: 'updated_reusable_content', reusableContent: id });
  }

  async deleteReusableContent(
    batch: ChangeBatch,
    change: DeleteReusableContentChange,
    at: string,
  ): Promise<void> {
    const { id } = await this.reusableContent(batch, change.reusableContent, at);
    batch.reusableContents.set(id, false);
    batch.edits.push({ type: 'deleteReusableContent', reusableContent: id });
    batch.outcomes.push({ object: 'deleted_reusable_content', reusableContent: id });
  }

  /** The new bytes as a record that keeps what does not come from them. */
  private async replacement(
    batch: ChangeBatch,
    input: InsertFileInput,
    { id, createdAt, git }: FileRecord,
    at: string,
  ): Promise<FileRecord> {
    const { organizationId, actor } = batch.scope;
    const stored = await this.files.store({ organizationId, userId: actor.userId }, input, at, batch.now);
    return { ...stored, id, createdAt, ...(git ? { git } : {}) };
  }

  /** A file of the base or of an earlier change. @throws BadRequest */
  private async file(batch: ChangeBatch, value: string, at: string): Promise<FileRecord> {
    const id = batch.names.idOf(value, 'file', `${at}.file`);
    const { organizationId } = batch.branch;
    const changed = batch.changedFiles.get(id);
    const found =
      changed === undefined ? await this.content.findFile(organizationId, batch.base.snapshot, id) : changed;
    if (!found) throw new BadRequest(`${at}.file: there is no file ${value}.`);
    return found;
  }

  /** A reusable content of the base or of an earlier change. @throws BadRequest */
  private async reusableContent(
    batch: ChangeBatch,
    value: string,
    at: string,
  ): Promise<{ id: string; before: ReusableContent | null }> {
    const id = batch.names.idOf(value, 'reusable-content', `${at}.reusableContent`);
    const { organizationId } = batch.branch;
    const before = await this.content.findReusableContent(organizationId, batch.base.snapshot, id);
    if (!(batch.reusableContents.get(id) ?? before !== null))
      throw new BadRequest(`${at}.reusableContent: there is no reusable content ${value}.`);
    return { id, before };
  }
}

/** Reusable contents stand in no folder. */
const top = (): Promise<string> => Promise.resolve('');
