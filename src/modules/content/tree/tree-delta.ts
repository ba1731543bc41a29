import type { Page } from '../content.types.js';
import { sameJson } from '#platform/canonical-json.js';
import { readObjects } from '../objects/object-batch.js';
import type { ChildList, ChildRef, ObjectReader, PageBody, SnapshotBody } from '../objects/object.types.js';
import { childCount, readChildLists } from '../objects/page-list.js';
import { mapDiff } from '../objects/persistent-map.js';
import { movedItems } from './moved-items.js';
import { pageOf } from './snapshot.js';

/** A page in one of the two trees. */
export interface PageState {
  page: Page;
  hash: string;
  parent: string | null;
}

/** The differences of two page trees. Ids of pages; null stands for the root. */
export interface TreeDelta {
  created: Map<string, PageState>;
  deleted: Map<string, PageState>;
  /** Pages with another parent. */
  moved: Map<string, { from: string | null; to: string | null }>;
  /** The fewest pages whose move explains another order below the same parent. */
  reordered: Set<string>;
  /** Pages with other fields or another document. */
  edited: Map<string, { before: Page; after: Page }>;
  /** Lists of children with other members or another order; those of created and deleted pages have one side. */
  lists: Map<string | null, { before: readonly ChildRef[] | null; after: readonly ChildRef[] | null }>;
  /** Every compared page on each side: with each changed page, all its ancestors. */
  before: Map<string, PageState>;
  after: Map<string, PageState>;
}

/** Compares two page trees by id. Equal hashes are skipped, so the cost follows the difference. */
export async function treeDelta(
  reader: ObjectReader,
  from: SnapshotBody,
  to: SnapshotBody,
): Promise<TreeDelta> {
  const walk = new DeltaWalk(reader);
  for (const [id, parent] of await mapDiff<string | null>(reader, from.index, to.index)) {
    if (parent.before === undefined || parent.after === undefined) walk.oneSided.add(id);
    else walk.delta.moved.set(id, { from: parent.before, to: parent.after });
  }
  await walk.run({ id: null, before: from.pages, after: to.pages });
  return walk.delta;
}

/** Lists of children to compare. */
interface ListPair {
  id: string | null;
  before: ChildList | null;
  after: ChildList | null;
}

/** The entry of a page in the list of its parent on one side. */
interface Mention {
  ref: ChildRef;
  parent: string | null;
}

/** A page to compare. */
interface Visit {
  id: string;
  before?: Mention;
  after?: Mention;
}

class DeltaWalk {
  readonly delta: TreeDelta = {
    created: new Map(),
    deleted: new Map(),
    moved: new Map(),
    reordered: new Set(),
    edited: new Map(),
    lists: new Map(),
    before: new Map(),
    after: new Map(),
  };
  /** Pages that only one of the trees has. */
  readonly oneSided = new Set<string>();
  /** Pages of both trees that were found in one of them only so far. */
  private readonly halves = new Map<string, Visit & { isOpened?: boolean }>();

  constructor(private readonly reader: ObjectReader) {}

  async run(root: ListPair): Promise<void> {
    for (let pairs = [root]; pairs.length > 0;) {
      const lists = await readChildLists(
        this.reader,
        pairs.flatMap((pair) => [pair.before ?? [], pair.after ?? []]),
      );
      const visits = pairs.flatMap((pair, i) =>
        this.compare(pair, lists[2 * i] ?? [], lists[2 * i + 1] ?? []),
      );
      pairs = await this.visitAll(visits);
      while (pairs.length === 0 && this.halves.size > 0) {
        const opened = await this.openHalves();
        if (!opened) break;
        pairs = await this.visitAll(opened);
      }
    }
  }

  /**
   * A parent and a child that changed places wait for each other: the old place of the one is below the other's, and
   * the new one the other way round. Then the pages found on one side are opened, to find the pages below them there.
   */
  private async openHalves(): Promise<Visit[] | undefined> {
    const closed = [...this.halves.values()].filter((half) => !half.isOpened);
    if (closed.length === 0) return undefined;
    const mentions = closed.map((half) => (half.before ?? half.after) as Mention);
    const bodies = await readObjects<PageBody>(
      this.reader,
      mentions.map(({ ref }) => ref.hash),
    );
    const lists = await readChildLists(
      this.reader,
      bodies.map((body) => body.pages),
    );
    return closed.flatMap((half, i) => {
      half.isOpened = true;
      const children = (lists[i] ?? []).map((ref): Mention => ({ ref, parent: half.id }));
      const visits = children.map((child) =>
        half.before ? this.visit(child.ref.id, child, undefined) : this.visit(child.ref.id, undefined, child),
      );
      return visits.filter((visit) => visit !== undefined);
    });
  }

  private compare(pair: ListPair, before: readonly ChildRef[], after: readonly ChildRef[]): Visit[] {
    const isSame = before.length === after.length && before.every((ref, i) => ref.id === after[i]?.id);
    if (!isSame || pair.before === null || pair.after === null) {
      this.delta.lists.set(pair.id, { before: pair.before && before, after: pair.after && after });
    }
    const [left, right] = withoutSameEnds(before, after);
    const reordered = isSame ? new Set<string>() : movedItems(left.map(idOf), right.map(idOf));
    for (const id of reordered) this.delta.reordered.add(id);
    const visits: (Visit | undefined)[] = [];
    const old = new Map(left.map((ref) => [ref.id, ref]));
    for (const ref of right) {
      const was = old.get(ref.id);
      old.delete(ref.id);
      if (was?.hash === ref.hash && !reordered.has(ref.id)) {
        this.halves.delete(ref.id);
        continue;
      }
      visits.push(this.visit(ref.id, was && { ref: was, parent: pair.id }, { ref, parent: pair.id }));
    }
    for (const ref of old.values()) visits.push(this.visit(ref.id, { ref, parent: pair.id }, undefined));
    return visits.filter((visit) => visit !== undefined);
  }

  /** A page of both trees is compared once it was found in both, and only then. */
  private visit(id: string, before: Mention | undefined, after: Mention | undefined): Visit | undefined {
    if (this.isDone(id)) return undefined;
    const half = this.halves.get(id);
    const visit: Visit = { id, before: before ?? half?.before, after: after ?? half?.after };
    if (this.oneSided.has(id) || (visit.before && visit.after)) {
      this.halves.delete(id);
      return visit;
    }
    this.halves.set(id, { ...half, ...visit });
    return undefined;
  }

  private isDone(id: string): boolean {
    return this.delta.before.has(id) || this.delta.after.has(id);
  }

  private async visitAll(visits: readonly Visit[]): Promise<ListPair[]> {
    const hashes = visits.flatMap((visit) =>
      [visit.before, visit.after].flatMap((side) => side?.ref.hash ?? []),
    );
    const unique = [...new Set(hashes)];
    const read = await readObjects<PageBody>(this.reader, unique);
    const bodies = new Map(unique.map((hash, i) => [hash, read[i] as PageBody]));
    return visits.flatMap((visit) => this.record(visit, bodies));
  }

  private record({ id, before, after }: Visit, bodies: Map<string, PageBody>): ListPair[] {
    const left = before && this.state(before, bodies);
    const right = after && this.state(after, bodies);
    if (left) this.delta.before.set(id, left.state);
    if (right) this.delta.after.set(id, right.state);
    if (!left && right) this.delta.created.set(id, right.state);
    if (left && !right) this.delta.deleted.set(id, left.state);
    if (left && right) {
      if (left.state.hash === right.state.hash) return [];
      const pages = { before: left.state.page, after: right.state.page };
      if (!sameJson(pages.before, pages.after)) this.delta.edited.set(id, pages);
      if (sameList(left.pages, right.pages)) return [];
    }
    return [{ id, before: left?.pages ?? null, after: right?.pages ?? null }];
  }

  private state({ ref, parent }: Mention, bodies: Map<string, PageBody>) {
    const body = bodies.get(ref.hash) as PageBody;
    const state: PageState = { page: pageOf(body), hash: ref.hash, parent };
    return { state, pages: body.pages };
  }
}

/** The middle parts of two lists, without the equal entries that both begin and end with. */
function withoutSameEnds(
  a: readonly ChildRef[],
  b: readonly ChildRef[],
): [readonly ChildRef[], readonly ChildRef[]] {
  const isSame = (x: ChildRef | undefined, y: ChildRef | undefined) =>
    x === y || (x !== undefined && x.id === y?.id && x.hash === y.hash);
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && isSame(a[start], b[start])) start++;
  let end = 0;
  while (end < shorter - start && isSame(a[a.length - 1 - end], b[b.length - 1 - end])) end++;
  return [a.slice(start, a.length - end), b.slice(start, b.length - end)];
}

const idOf = (ref: ChildRef): string => ref.id;

function sameList(a: ChildList, b: ChildList): boolean {
  return childCount(a) === childCount(b) && sameJson(a, b);
}

/** Path of a page on one side of a delta that compared it. */
export function pathIn(states: ReadonlyMap<string, PageState>, id: string): string {
  const slugs: string[] = [];
  for (let at: string | null = id; at !== null;) {
    const state: PageState | undefined = states.get(at);
    if (!state) throw new Error(`The page ${at} is not part of the comparison.`);
    slugs.unshift(state.page.slug);
    at = state.parent;
  }
  return slugs.join('/');
}
