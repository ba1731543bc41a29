import { newId } from '#platform/ids/ids.js';
import { InvalidEdit, PageExists, PageNotFound } from '../content.errors.js';
import type { ContentTag, Page } from '../content.types.js';
import type {
  ContentEdit,
  DeletePage,
  EditResult,
  InsertPage,
  RecomputePage,
  UpdatePage,
} from '../edit.types.js';
import { sameJson } from '#platform/canonical-json.js';
import type { ObjectBatch } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { slugOf, uniqueSlug } from '../tree/slugs.js';
import { childrenOf, indexOf, isWithin, type TreeNode, WorkingTree } from '../tree/working-tree.js';
import { refuseChange, refuseDeletion, refuseParent, replaceGenerated } from './computed-pages.js';
import { keepTags } from './keep-tags.js';
import type { DocumentEdits } from './document-edits.js';
import { changedPage, newPage } from './page-fields.js';
import { preparedFor } from './prepared-documents.js';

/** Edits of pages, applied to a working tree. */
export class PageEdits {
  private readonly tree: WorkingTree;
  private readonly created = new Map<InsertPage, string>();
  private readonly updated = new Set<string>();
  private readonly deleted = new Set<string>();

  constructor(
    batch: ObjectBatch,
    private readonly snapshot: SnapshotBody,
    private readonly documents: DocumentEdits,
    private readonly now: Date,
  ) {
    this.tree = new WorkingTree(batch, snapshot);
  }

  /** Loads all pages that the edits name, so that applying the edits reads next to nothing. */
  async prepare(edits: readonly ContentEdit[]): Promise<void> {
    const ids = new Set<string>();
    for (const edit of edits) {
      if (edit.type === 'insertPage' && edit.page.id !== undefined) ids.add(edit.page.id);
      if (edit.type === 'updatePage' || edit.type === 'deletePage' || edit.type === 'recomputePage')
        ids.add(edit.page);
      if ((edit.type === 'insertPage' || edit.type === 'updatePage') && edit.into != null) ids.add(edit.into);
    }
    await this.tree.load(ids);
    const replaced = edits.flatMap((edit) =>
      edit.type === 'updatePage' && edit.document
        ? [{ before: this.tree.get(edit.page)?.page?.document ?? null, document: edit.document }]
        : [],
    );
    // A long document was prepared before, so its predecessor is not needed.
    const unread = replaced.filter(({ before, document }) => !preparedFor(document, before));
    await this.documents.prepare(unread.map(({ before }) => before));
  }

  /** @throws PageNotFound, PageExists, InvalidEdit */
  async apply(edit: InsertPage | UpdatePage | DeletePage | RecomputePage): Promise<void> {
    if (edit.type === 'insertPage') await this.insert(edit);
    else if (edit.type === 'recomputePage') await this.recompute(edit);
    else if (edit.type === 'updatePage') await this.update(edit);
    else await this.remove(edit);
  }

  /**
   * Takes tags that the content has not (any more) from pages: from all, when the edits deleted one.
   * @param after the tags after the edits.
   */
  async keepTags(after: readonly ContentTag[]): Promise<void> {
    const known = new Set(after.map(({ slug }) => slug));
    if (this.snapshot.tags.some(({ slug }) => !known.has(slug))) await this.tree.loadAll();
    keepTags(this.tree, known);
  }

  write(): Promise<Pick<SnapshotBody, 'pages' | 'index'>> {
    return this.tree.write();
  }

  outcome(): Omit<EditResult, 'snapshot'> {
    const created = [...this.created.values()];
    const isCreated = new Set(created);
    return {
      created,
      updated: [...this.updated].filter((id) => !isCreated.has(id)),
      deleted: [...this.deleted],
    };
  }

  private async insert(edit: InsertPage): Promise<void> {
    const id = edit.page.id ?? newId();
    if (this.tree.get(id)) throw new PageExists(id);
    const parent = await this.parentFor(edit.into ?? null, edit.page.type);
    refuseParent(parent, edit.page.generated !== undefined);
    const document = this.documents.replace(null, edit.document ?? null);
    const page = newPage(id, edit.page, document, this.now);
    page.slug = this.freeSlug(parent, page.slug, id);
    const node = this.tree.insert(parent, page, edit.at);
    this.created.set(edit, id);
    this.deleted.delete(id);
    if (edit.computed) await replaceGenerated(this.tree, node, edit.computed, this.documents, this.now);
  }

  private async recompute(edit: RecomputePage): Promise<void> {
    const node = this.find(edit.page);
    const isChanged = await replaceGenerated(this.tree, node, edit.computed, this.documents, this.now);
    if (isChanged) this.updated.add(edit.page);
  }

  private async update(edit: UpdatePage): Promise<void> {
    const node = this.find(edit.page);
    const before = node.page as Page;
    refuseChange(node, edit);
    const moved = await this.move(node, edit);
    const page = changedPage(before, edit.fields ?? {});
    if (edit.document !== undefined) page.document = this.documents.replace(before.document, edit.document);
    if (moved || page.slug !== before.slug)
      page.slug = this.freeSlug(node.parent as TreeNode, page.slug, page.id);
    if (edit.updatedAt !== undefined) page.updatedAt = edit.updatedAt;
    const isEdited = !sameJson(page, before);
    if (isEdited) this.tree.setPage(node, { ...page, updatedAt: edit.updatedAt ?? this.now.toISOString() });
    if (isEdited || moved) this.updated.add(page.id);
  }

  /** Answers true when the page has another parent or position than before. */
  private async move(node: TreeNode, edit: UpdatePage): Promise<boolean> {
    const from = node.parent as TreeNode;
    const into = edit.into === undefined ? from.id : edit.into;
    if (into === from.id && edit.at === undefined) return false;
    const page = node.page as Page;
    const parent = into === from.id ? from : await this.parentFor(into, page.type);
    if (parent !== from) refuseParent(parent, false);
    if (isWithin(parent, node))
      throw new InvalidEdit(`into: the page ${page.id} cannot be moved into itself or below itself.`);
    const place = indexOf(node);
    this.tree.detach(node);
    this.tree.attach(node, parent, edit.at);
    return parent !== from || indexOf(node) !== place;
  }

  private async remove(edit: DeletePage): Promise<void> {
    const node = this.find(edit.page);
    refuseDeletion(node);
    const pages = await this.tree.subtree(node);
    this.tree.detach(node);
    for (const page of pages) {
      this.tree.delete(page);
      this.deleted.add(page.id as string);
      this.updated.delete(page.id as string);
    }
  }

  private find(id: string): TreeNode {
    const node = this.tree.get(id);
    if (!node) throw new PageNotFound(id);
    return node;
  }

  /** The parent to put a page of this type under, with its list of children loaded. */
  private async parentFor(id: string | null, type: Page['type']): Promise<TreeNode> {
    const parent = id === null ? this.tree.root : this.find(id);
    if (parent.page?.type === 'link' || parent.page?.type === 'computed') {
      throw new InvalidEdit(`into: a ${parent.page.type} has no subpages.`);
    }
    if (type === 'group' && parent.page) throw new InvalidEdit('into: a group stands at the top level only.');
    await this.tree.loadChildren([parent]);
    return parent;
  }

  private freeSlug(parent: TreeNode, wanted: string, id: string): string {
    const siblings = childrenOf(parent);
    return uniqueSlug(slugOf(wanted), (slug) => siblings.some((ref) => ref.slug === slug && ref.id !== id));
  }
}
