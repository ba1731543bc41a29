import type { Page } from '../content.types.js';
import { sameJson } from '#platform/canonical-json.js';
import type { ObjectBatch } from '../objects/object-batch.js';
import type { SnapshotBody } from '../objects/object.types.js';
import { uniqueSlug } from '../tree/slugs.js';
import type { TreeDelta } from '../tree/tree-delta.js';
import { childrenOf, type TreeNode, WorkingTree } from '../tree/working-tree.js';
import type { MergeConflicts } from './conflicts.js';
import { MergeFates, MergeSides } from './merge-fates.js';
import { PageMerge, type Versions } from './merge-pages.js';
import { MergePlaces } from './merge-places.js';
import { mergeSequence } from './merge-sequence.js';

/** Merges two page trees by page id: starts from main's tree and applies mine's changes. */
export async function mergeTrees(
  batch: ObjectBatch,
  main: SnapshotBody,
  deltas: { main: TreeDelta; mine: TreeDelta },
  conflicts: MergeConflicts,
): Promise<Pick<SnapshotBody, 'pages' | 'index'>> {
  const merge = new TreeMerge(batch, main, new MergeSides(deltas), conflicts);
  return merge.run();
}

class TreeMerge {
  private readonly tree: WorkingTree;
  private readonly fates: MergeFates;
  private readonly places: MergePlaces;
  private readonly pages: PageMerge;
  /** Parents whose children may have other members, another order or other slugs than in main. */
  private readonly parents = new Set<string | null>();

  constructor(
    private readonly batch: ObjectBatch,
    main: SnapshotBody,
    private readonly sides: MergeSides,
    private readonly conflicts: MergeConflicts,
  ) {
    this.tree = new WorkingTree(batch, main);
    this.fates = new MergeFates(sides, conflicts);
    this.places = new MergePlaces(sides, this.fates, conflicts);
    this.pages = new PageMerge(batch, conflicts);
  }

  async run(): Promise<Pick<SnapshotBody, 'pages' | 'index'>> {
    const touched = [...this.sides.touched()];
    const alive = touched.filter((id) => this.fates.isAlive(id));
    const inMain = (id: string) => this.sides.isIn('main', id);
    const dead = touched.filter((id) => inMain(id) && !this.fates.isAlive(id));
    const moving = alive.filter(
      (id) => inMain(id) && this.places.parentOf(id) !== this.sides.parentIn('main', id),
    );
    const added = alive.filter((id) => !inMain(id));
    await this.load([...dead, ...alive.filter(inMain)], [...moving, ...added]);
    for (const id of [...dead, ...moving]) this.remove(id);
    for (const id of dead) this.tree.delete(this.node(id));
    for (const id of added) this.add(id);
    for (const id of moving) this.tree.attach(this.node(id), this.parentNode(id));
    await this.mergePages(alive);
    const parents = [...this.parents].filter((id) => id === null || this.tree.get(id) !== undefined);
    await this.tree.loadChildren(parents.map((id) => this.nodeOrRoot(id)));
    for (const id of parents) this.order(id);
    for (const id of parents) this.separateSlugs(this.nodeOrRoot(id));
    return this.tree.write();
  }

  /** Loads all pages that will change, and the lists that will get or lose members. */
  private async load(pages: readonly string[], placed: readonly string[]): Promise<void> {
    for (const id of this.sides.deltas.mine.lists.keys()) this.parents.add(id);
    for (const id of placed) this.parents.add(this.places.parentOf(id));
    await this.tree.load([...pages, ...[...this.parents].filter((id) => id !== null)]);
    const known = [...this.parents].map((id) => (id === null ? this.tree.root : this.tree.get(id)));
    await this.tree.loadChildren(known.filter((node) => node !== undefined));
  }

  private remove(id: string): void {
    const node = this.node(id);
    this.parents.add(node.parent?.id ?? null);
    this.tree.detach(node);
  }

  /** Adds a page that only mine has, after its future parent. */
  private add(id: string): void {
    if (this.tree.get(id)) return;
    const parent = this.places.parentOf(id);
    if (parent !== null && !this.tree.get(parent)) this.add(parent);
    const { created, edited } = this.sides.deltas.mine;
    const state = created.get(id) ?? this.sides.deltas.main.deleted.get(id);
    const page = edited.get(id)?.after ?? state?.page;
    this.tree.insert(this.parentNode(id), page as Page);
    this.parents.add(id);
  }

  private async mergePages(alive: readonly string[]): Promise<void> {
    const { main, mine } = this.sides.deltas;
    const merges: Versions<Page>[] = [];
    for (const id of alive) {
      if (!this.sides.isIn('main', id)) continue;
      const both = { main: main.edited.get(id), mine: mine.edited.get(id) };
      const created = { main: main.created.get(id), mine: mine.created.get(id) };
      if (both.main && both.mine)
        merges.push({ base: both.main.before, main: both.main.after, mine: both.mine.after });
      else if (both.mine) this.setPage(both.mine.after);
      else if (created.main && created.mine) {
        merges.push({ base: undefined, main: created.main.page, mine: created.mine.page });
      }
    }
    await this.pages.prepare(merges);
    for (const versions of merges) this.setPage(this.pages.merge(versions));
  }

  private setPage(page: Page): void {
    const node = this.node(page.id);
    if (sameJson(node.page, page)) return;
    if (node.page?.slug !== page.slug) this.parents.add(node.parent?.id ?? null);
    this.tree.setPage(node, page);
  }

  private order(id: string | null): void {
    const node = this.nodeOrRoot(id);
    const { main, mine } = this.sides.deltas;
    const idsOf = (refs: readonly { id: string }[] | null | undefined) => refs?.map((ref) => ref.id);
    const inMain = idsOf(node.read) ?? [];
    const base =
      idsOf(mine.lists.get(id)?.before) ?? idsOf(main.lists.get(id)?.before) ?? (node.read ? inMain : []);
    const inMine = idsOf(mine.lists.get(id)?.after) ?? base;
    const members = new Set(childrenOf(node).map((ref) => ref.id));
    this.tree.reorder(node, mergeSequence(base, inMain, inMine, members));
  }

  /** Pages that had their slug here in main keep it: their addresses are the published ones. */
  private separateSlugs(parent: TreeNode): void {
    const before = new Map(parent.read?.map((ref) => [ref.id, ref.slug]));
    const children = [...childrenOf(parent)];
    const taken = new Map<string, string>();
    for (const ref of children) if (before.get(ref.id) === ref.slug) taken.set(ref.slug, ref.id);
    for (const ref of children) {
      const slug = uniqueSlug(ref.slug, (candidate) => (taken.get(candidate) ?? ref.id) !== ref.id);
      taken.set(slug, ref.id);
      if (slug === ref.slug) continue;
      const node = this.node(ref.id);
      this.tree.setPage(node, { ...(node.page as Page), slug });
    }
  }

  private node(id: string): TreeNode {
    const node = this.tree.get(id);
    if (!node) throw new Error(`The page ${id} is not loaded.`);
    return node;
  }

  private nodeOrRoot(id: string | null): TreeNode {
    return id === null ? this.tree.root : this.node(id);
  }

  private parentNode(id: string): TreeNode {
    return this.nodeOrRoot(this.places.parentOf(id));
  }
}
