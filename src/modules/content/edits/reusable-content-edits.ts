import { InvalidEdit, ReusableContentNotFound } from '../content.errors.js';
import type { ReusableContent } from '../content.types.js';
import type { ContentEdit, ReusableContentInput } from '../edit.types.js';
import type { ObjectBatch } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { mapGet, mapUpdate } from '../objects/persistent-map.js';
import { reusableContentRefs } from '../tree/snapshot.js';
import type { DocumentEdits } from './document-edits.js';

type ReusableContentEdit = Extract<ContentEdit, { type: 'putReusableContent' | 'deleteReusableContent' }>;

/** Edits of reusable contents. */
export class ReusableContentEdits {
  private readonly existing = new Map<string, ReusableContent>();
  private readonly changes = new Map<string, ReusableContent | undefined>();

  constructor(
    private readonly batch: ObjectBatch,
    private readonly snapshot: SnapshotBody,
    private readonly documents: DocumentEdits,
  ) {}

  async prepare(edits: readonly ContentEdit[]): Promise<void> {
    const ids = edits.flatMap((edit) => {
      if (edit.type === 'putReusableContent') return [edit.reusableContent.id];
      return edit.type === 'deleteReusableContent' ? [edit.reusableContent] : [];
    });
    if (ids.length === 0) return;
    const found = await mapGet<ReusableContent>(this.batch, this.snapshot.reusableContents, ids);
    for (const [id, content] of found) this.existing.set(id, content);
    await this.documents.prepare([...found.values()].map((content) => content.document));
  }

  /** @throws ReusableContentNotFound, InvalidEdit */
  apply(edit: ReusableContentEdit): void {
    if (edit.type === 'putReusableContent') return this.put(edit.reusableContent);
    if (!this.existing.delete(edit.reusableContent)) throw new ReusableContentNotFound(edit.reusableContent);
    this.changes.set(edit.reusableContent, undefined);
  }

  write(): Promise<string | null> {
    return mapUpdate(this.batch, this.snapshot.reusableContents, this.changes, reusableContentRefs);
  }

  private put(input: ReusableContentInput): void {
    const before = this.existing.get(input.id);
    const title = input.title ?? before?.title;
    if (!title) throw new InvalidEdit('title: a reusable content needs a title.');
    const old = before?.document ?? null;
    const git = input.git === undefined ? before?.git : (input.git ?? undefined);
    const content: ReusableContent = {
      id: input.id,
      title,
      document: input.document === undefined ? old : this.documents.replace(old, input.document),
      ...(git ? { git } : {}),
    };
    this.existing.set(input.id, content);
    this.changes.set(input.id, content);
  }
}
