import { EventLoopYield } from '#platform/event-loop/event-loop-yield.js';
import { FileNotFound, TagNotFound } from '../content.errors.js';
import type { ContentTag, FileRecord, SnapshotSettings } from '../content.types.js';
import type { ContentEdit, EditResult } from '../edit.types.js';
import type { ObjectBatch } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { mapGet, mapUpdate } from '../objects/persistent-map.js';
import { fileRefs, readSnapshot, writeSnapshot } from '../tree/snapshot.js';
import { DocumentEdits } from './document-edits.js';
import { PageEdits } from './page-edits.js';
import { ReusableContentEdits } from './reusable-content-edits.js';

/**
 * Applies edits in order to a snapshot. New objects are only collected in `batch`; when one edit fails, the caller
 * keeps nothing of the others. Costs follow the edits: changed pages, their ancestors and siblings' names.
 * @throws PageNotFound, PageExists, FileNotFound, ReusableContentNotFound, TagNotFound, InvalidEdit
 */
export async function applyEdits(
  batch: ObjectBatch,
  snapshot: string,
  edits: readonly ContentEdit[],
  now: Date,
): Promise<EditResult> {
  const before = await readSnapshot(batch, snapshot);
  const documents = new DocumentEdits(batch);
  const pages = new PageEdits(batch, before, documents, now);
  const reusable = new ReusableContentEdits(batch, before, documents);
  const files = new FileEdits(batch, before);
  const settings: Partial<SnapshotSettings> = {};
  await pages.prepare(edits);
  await reusable.prepare(edits);
  await files.prepare(edits);
  const eventLoop = new EventLoopYield();
  for (const edit of edits) {
    await eventLoop.yieldIfDue();
    switch (edit.type) {
      case 'insertPage':
      case 'updatePage':
      case 'deletePage':
      case 'recomputePage':
        await pages.apply(edit);
        break;
      case 'putFile':
      case 'deleteFile':
        files.apply(edit);
        break;
      case 'putReusableContent':
      case 'deleteReusableContent':
        reusable.apply(edit);
        break;
      case 'setVariables':
        settings.variables = edit.variables;
        break;
      case 'putTag':
      case 'deleteTag':
        settings.tags = changedTags(settings.tags ?? before.tags, edit);
        break;
      case 'setRedirects':
        settings.redirects = edit.redirects;
        break;
    }
  }
  await pages.keepTags(settings.tags ?? before.tags);
  const maps = { files: await files.write(), reusableContents: await reusable.write() };
  const after: SnapshotBody = { ...before, ...settings, ...(await pages.write()), ...maps };
  return { snapshot: writeSnapshot(batch, after), ...pages.outcome() };
}

/** The tags after an edit: a changed one keeps its place, a new one is the last. @throws TagNotFound */
function changedTags(
  tags: readonly ContentTag[],
  edit: Extract<ContentEdit, { type: 'putTag' | 'deleteTag' }>,
): ContentTag[] {
  const slug = edit.type === 'putTag' ? edit.tag.slug : edit.tag;
  const at = tags.findIndex((tag) => tag.slug === slug);
  if (edit.type === 'putTag') return at < 0 ? [...tags, edit.tag] : tags.with(at, edit.tag);
  if (at < 0) throw new TagNotFound(slug);
  return tags.toSpliced(at, 1);
}

type FileEdit = Extract<ContentEdit, { type: 'putFile' | 'deleteFile' }>;

class FileEdits {
  private readonly existing = new Set<string>();
  private readonly changes = new Map<string, FileRecord | undefined>();

  constructor(
    private readonly batch: ObjectBatch,
    private readonly snapshot: SnapshotBody,
  ) {}

  async prepare(edits: readonly ContentEdit[]): Promise<void> {
    const ids = edits.flatMap((edit) => (edit.type === 'deleteFile' ? [edit.file] : []));
    if (ids.length === 0) return;
    for (const id of (await mapGet(this.batch, this.snapshot.files, ids)).keys()) this.existing.add(id);
  }

  apply(edit: FileEdit): void {
    if (edit.type === 'putFile') {
      this.changes.set(edit.file.id, edit.file);
      this.existing.add(edit.file.id);
      return;
    }
    if (!this.existing.delete(edit.file)) throw new FileNotFound(edit.file);
    this.changes.set(edit.file, undefined);
  }

  write(): Promise<string | null> {
    return mapUpdate(this.batch, this.snapshot.files, this.changes, fileRefs);
  }
}
