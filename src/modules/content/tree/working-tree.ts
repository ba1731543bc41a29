import type { Page } from '../content.types.js';
import { type ObjectBatch, readObjects } from '../objects/object-batch.js';
import type { ChildList, ChildRef, PageBody, SnapshotBody } from '../objects/object.types.js';
import { readChildLists, writeChildList } from '../objects/page-list.js';
import { mapGet, mapUpdate } from '../objects/persistent-map.js';
import { pageOf, writePage } from './snapshot.js';

/** A page of a working tree; the root has neither page nor parent. */
export interface TreeNode {
  readonly id: string | null;
  page: Page | null;
  parent: TreeNode | null;
  /** The stored children; `children` replaces them once they are read. */
  readonly stored: ChildList;
  read: readonly ChildRef[] | null;
  /** The node's own list, in order; hashes of changed children are filled in when the tree is written. */
  children: ChildRef[] | null;
  isChanged: boolean;
}

/**
 * The page tree of a snapshot, read as far as it is needed and changed in memory. Writing it makes new objects for the
 * changed pages and their ancestors only.
 */
export class WorkingTree {
  readonly root: TreeNode;
  private readonly nodes = new Map<string, TreeNode>();
  /** New parent of each page that was inserted or moved; undefined for removed pages. */
  private readonly placed = new Map<string, string | null | undefined>();

  constructor(
    private readonly batch: ObjectBatch,
    private readonly snapshot: SnapshotBody,
  ) {
    this.root = newNode(null, null, null, snapshot.pages);
  }

  /** A page that was loaded or inserted. */
  get(id: string): TreeNode | undefined {
    return this.nodes.get(id);
  }

  /** Loads pages with all their ancestors, in one read per level; pages that do not exist stay absent. */
  async load(ids: Iterable<string>): Promise<void> {
    const parents = await this.storedParents(ids);
    for (let wave = this.readyToLoad(parents); wave.length > 0; wave = this.readyToLoad(parents)) {
      await this.loadChildren(wave.map(([, parent]) => parent));
      const refs = findRefs(wave);
      const bodies = await readObjects<PageBody>(
        this.batch,
        refs.map((ref) => ref.hash),
      );
      wave.forEach(([id, parent], i) => {
        const body = bodies[i] as PageBody;
        this.nodes.set(id, newNode(id, pageOf(body), parent, body.pages));
        parents.delete(id);
      });
    }
  }

  /** Loads the lists of children, not the children themselves. */
  async loadChildren(nodes: readonly TreeNode[]): Promise<void> {
    const waiting = [...new Set(nodes)].filter((node) => node.children === null);
    const lists = await readChildLists(
      this.batch,
      waiting.map((node) => node.stored),
    );
    waiting.forEach((node, i) => {
      node.read = lists[i] ?? [];
      node.children = [...node.read];
    });
  }

  /** Ids of the page and of all pages below it, parents first; all of them are loaded. */
  async subtree(node: TreeNode): Promise<TreeNode[]> {
    const found = [node];
    for (let level = [node]; level.length > 0;) {
      await this.loadChildren(level);
      const ids = level.flatMap((parent) => childrenOf(parent).map((child) => child.id));
      await this.load(ids);
      level = ids.map((id) => this.nodes.get(id)).filter((child) => child !== undefined);
      found.push(...level);
    }
    return found;
  }

  /** Loads all pages. */
  async loadAll(): Promise<void> {
    await this.subtree(this.root);
  }

  /** The pages that were loaded or inserted, and are in the tree. */
  loaded(): TreeNode[] {
    return [...this.nodes.values()].filter((node) => this.isIn(node));
  }

  private isIn(node: TreeNode): boolean {
    return node === this.root || (node.parent !== null && this.isIn(node.parent));
  }

  /** Adds a page that is not in the tree. The list of children of `parent` must be loaded. */
  insert(parent: TreeNode, page: Page, at = Infinity): TreeNode {
    const node = newNode(page.id, page, null, []);
    node.children = [];
    this.nodes.set(page.id, node);
    this.attach(node, parent, at);
    return node;
  }

  /** Puts a detached page under a parent whose list of children is loaded. */
  attach(node: TreeNode, parent: TreeNode, at = Infinity): void {
    const page = node.page as Page;
    node.parent = parent;
    childrenOf(parent).splice(at, 0, { id: page.id, slug: page.slug, hash: '' });
    this.placed.set(page.id, parent.id);
    this.touch(node);
  }

  /** Detaches a page, with all pages below it, from its parent. */
  detach(node: TreeNode): void {
    const parent = node.parent as TreeNode;
    childrenOf(parent).splice(indexOf(node), 1);
    this.touch(parent);
    node.parent = null;
  }

  /** Removes a detached page, or a page below one, for good. */
  delete(node: TreeNode): void {
    this.nodes.delete(node.id as string);
    this.placed.set(node.id as string, undefined);
  }

  /** Replaces the fields and the document of a page. */
  setPage(node: TreeNode, page: Page): void {
    node.page = page;
    if (node.parent) {
      const siblings = childrenOf(node.parent);
      siblings[indexOf(node)] = { id: page.id, slug: page.slug, hash: '' };
    }
    this.touch(node);
  }

  /** Puts the children of a node in another order. */
  reorder(node: TreeNode, ids: readonly string[]): void {
    const children = childrenOf(node);
    if (ids.every((id, i) => children[i]?.id === id)) return;
    const byId = new Map(children.map((child) => [child.id, child]));
    node.children = ids.map((id) => byId.get(id) as ChildRef);
    this.touch(node);
  }

  /** Writes the changed pages and the index; answers the two members of the new snapshot. */
  async write(): Promise<Pick<SnapshotBody, 'pages' | 'index'>> {
    const index = await mapUpdate(this.batch, this.snapshot.index, this.placed);
    return { pages: this.writeChildren(this.root), index };
  }

  private writeChildren(node: TreeNode): ChildList {
    if (!node.isChanged || node.children === null) return node.stored;
    const read = node.read ?? [];
    const children = node.children.map((ref) => {
      const child = this.nodes.get(ref.id);
      if (!child?.isChanged) return ref;
      const page = child.page as Page;
      const hash = writePage(this.batch, page, this.writeChildren(child));
      return { id: page.id, slug: page.slug, hash };
    });
    return writeChildList(this.batch, children, read);
  }

  /** Marks the node and its ancestors as changed. */
  private touch(node: TreeNode): void {
    for (let at: TreeNode | null = node; at && !(at.isChanged && at.parent?.isChanged); at = at.parent) {
      at.isChanged = true;
    }
  }

  /** Stored parents of the pages and of their ancestors, as far as they are not loaded. */
  private async storedParents(ids: Iterable<string>): Promise<Map<string, string | null>> {
    const parents = new Map<string, string | null>();
    const isUnknown = (id: string) => !this.nodes.has(id) && !this.placed.has(id) && !parents.has(id);
    let unknown = [...new Set(ids)].filter(isUnknown);
    while (unknown.length > 0) {
      const found = await mapGet<string | null>(this.batch, this.snapshot.index, unknown);
      for (const [id, parent] of found) parents.set(id, parent);
      const above = [...found.values()].filter((parent) => parent !== null);
      unknown = [...new Set(above)].filter(isUnknown);
    }
    return parents;
  }

  private readyToLoad(parents: ReadonlyMap<string, string | null>): [string, TreeNode][] {
    const ready: [string, TreeNode][] = [];
    for (const [id, parentId] of parents) {
      const parent = parentId === null ? this.root : this.nodes.get(parentId);
      if (parent) ready.push([id, parent]);
    }
    return ready;
  }
}

/** The loaded children of a node, for reading and changing. */
export function childrenOf(node: TreeNode): ChildRef[] {
  if (node.children === null) throw new Error(`The children of ${node.id ?? 'the root'} are not loaded.`);
  return node.children;
}

/** Place of a page among its siblings. */
export function indexOf(node: TreeNode): number {
  return node.parent ? childrenOf(node.parent).findIndex((ref) => ref.id === node.id) : -1;
}

/** True if `node` is `ancestor` or below it. */
export function isWithin(node: TreeNode, ancestor: TreeNode): boolean {
  for (let at: TreeNode | null = node; at; at = at.parent) if (at === ancestor) return true;
  return false;
}

function newNode(id: string | null, page: Page | null, parent: TreeNode | null, stored: ChildList): TreeNode {
  return { id, page, parent, stored, read: null, children: null, isChanged: false };
}

/** The entry of each page in its parent's list: a few are searched for, for many the list is indexed. */
function findRefs(wave: readonly [string, TreeNode][]): ChildRef[] {
  const indexes = new Map<TreeNode, Map<string, ChildRef>>();
  return wave.map(([id, parent]) => {
    const list = parent.read ?? [];
    let index = indexes.get(parent);
    if (!index && wave.length > 8) indexes.set(parent, (index = new Map(list.map((ref) => [ref.id, ref]))));
    const ref = index ? index.get(id) : list.find((child) => child.id === id);
    if (!ref) throw new Error(`The index places the page ${id} where it is not.`);
    return ref;
  });
}
