import { sha256 } from './digest.js';
import { type ObjectBatch, readObject, readObjects } from './object-batch.js';
import type { MapBranchBody, MapLeafBody, ObjectReader } from './object.types.js';

/** Entries a leaf holds; one more and it becomes a branch, and a branch with no more than this is a leaf again. */
export const LEAF_SIZE = 32;
const WIDTH = 16;

type Node = MapLeafBody | MapBranchBody;
/** Changes of a map by key; undefined removes the key. */
export type MapChanges<V> = ReadonlyMap<string, V | undefined>;

export interface MapDifference<V> {
  before?: V;
  after?: V;
}

const isBranch = (node: Node): node is MapBranchBody => 'children' in node;

/** The hex digits that lead to a key: spread by hash, so that the shape depends on the keys alone. */
const pathOf = (key: string): string => sha256(key);
const digitAt = (path: string, depth: number): number => Number.parseInt(path.charAt(depth), WIDTH);

/** Values of some keys; keys that are not in the map are absent. One read per level. */
export async function mapGet<V>(
  reader: ObjectReader,
  root: string | null,
  keys: readonly string[],
): Promise<Map<string, V>> {
  const found = new Map<string, V>();
  let level =
    root === null ? [] : [{ hash: root, keys: [...new Set(keys)].map((key) => [key, pathOf(key)] as const) }];
  for (let depth = 0; level.length > 0; depth++) {
    const nodes = await readObjects<Node>(
      reader,
      level.map((step) => step.hash),
    );
    const next: typeof level = [];
    level.forEach((step, i) => {
      const node = nodes[i] as Node;
      if (!isBranch(node)) {
        for (const [key] of step.keys)
          if (Object.hasOwn(node.entries, key)) found.set(key, node.entries[key] as V);
        return;
      }
      const byDigit = groupBy(step.keys, ([, path]) => digitAt(path, depth));
      for (const [digit, below] of byDigit) {
        const hash = node.children[digit];
        if (hash) next.push({ hash, keys: below });
      }
    });
    level = next;
  }
  return found;
}

/** All entries, in the order of their keys. */
export async function mapEntries<V>(reader: ObjectReader, root: string | null): Promise<Map<string, V>> {
  const entries: [string, V][] = [];
  let level = root === null ? [] : [root];
  while (level.length > 0) {
    const nodes = await readObjects<Node>(reader, level);
    level = [];
    for (const node of nodes) {
      if (isBranch(node)) level.push(...node.children.filter((hash) => hash !== null));
      else entries.push(...(Object.entries(node.entries) as [string, V][]));
    }
  }
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Entries that differ between two maps. Equal hashes are skipped, so the cost follows the difference. */
export async function mapDiff<V>(
  reader: ObjectReader,
  from: string | null,
  to: string | null,
): Promise<Map<string, MapDifference<V>>> {
  const before = new Map<string, V>();
  const after = new Map<string, V>();
  let level = from === to ? [] : [{ from, to }];
  while (level.length > 0) {
    const hashes = level.flatMap((pair) => [pair.from, pair.to]).filter((hash) => hash !== null);
    const nodes = await readNodes(reader, hashes);
    const next: typeof level = [];
    for (const pair of level) {
      const left = pair.from === null ? EMPTY : (nodes.get(pair.from) as Node);
      const right = pair.to === null ? EMPTY : (nodes.get(pair.to) as Node);
      next.push(...compareNodes(left, right, before, after));
    }
    level = next;
  }
  return differences(before, after);
}

const EMPTY: MapLeafBody = { entries: {} };

/** Collects the entries of leaves, and answers the pairs of children that remain. */
function compareNodes<V>(left: Node, right: Node, before: Map<string, V>, after: Map<string, V>) {
  const pairs: { from: string | null; to: string | null }[] = [];
  if (!isBranch(left)) for (const [key, value] of Object.entries(left.entries)) before.set(key, value as V);
  if (!isBranch(right)) for (const [key, value] of Object.entries(right.entries)) after.set(key, value as V);
  for (let digit = 0; digit < WIDTH; digit++) {
    const from = (isBranch(left) && left.children[digit]) || null;
    const to = (isBranch(right) && right.children[digit]) || null;
    if (from !== to) pairs.push({ from, to });
  }
  return pairs;
}

function differences<V>(before: Map<string, V>, after: Map<string, V>): Map<string, MapDifference<V>> {
  const result = new Map<string, MapDifference<V>>();
  for (const key of [...new Set([...before.keys(), ...after.keys()])].sort()) {
    const left = before.get(key);
    const right = after.get(key);
    if (before.has(key) && after.has(key) && JSON.stringify(left) === JSON.stringify(right)) continue;
    result.set(key, {
      ...(before.has(key) ? { before: left } : {}),
      ...(after.has(key) ? { after: right } : {}),
    } as MapDifference<V>);
  }
  return result;
}

async function readNodes(reader: ObjectReader, hashes: string[]): Promise<Map<string, Node>> {
  const nodes = await readObjects<Node>(reader, hashes);
  return new Map(hashes.map((hash, i) => [hash, nodes[i] as Node]));
}

/**
 * Applies changes and answers the new root, null for an empty map. The shape depends only on the entries, never on the
 * order in which they came; only the nodes on the way to a changed key are written.
 * @param refsOf hashes that a value names.
 */
export function mapUpdate<V>(
  batch: ObjectBatch,
  root: string | null,
  changes: MapChanges<V>,
  refsOf: (value: V) => string[] = () => [],
): Promise<string | null> {
  return new MapWriter(batch, refsOf).update(root, changes);
}

class MapWriter<V> {
  private readonly paths = new Map<string, string>();

  constructor(
    private readonly batch: ObjectBatch,
    private readonly refsOf: (value: V) => string[],
  ) {}

  async update(root: string | null, changes: MapChanges<V>): Promise<string | null> {
    if (changes.size === 0) return root;
    const node = root === null ? EMPTY : await readObject<Node>(this.batch, root);
    return (await this.updateNode(node, changes, 0)).hash;
  }

  private async updateNode(node: Node, changes: MapChanges<V>, depth: number): Promise<Written> {
    if (isBranch(node)) return this.updateBranch(node, changes, depth);
    const entries = new Map(Object.entries(node.entries)) as Map<string, V>;
    for (const [key, value] of changes) {
      if (value === undefined) entries.delete(key);
      else entries.set(key, value);
    }
    return this.build(entries, depth);
  }

  private async updateBranch(branch: MapBranchBody, changes: MapChanges<V>, depth: number): Promise<Written> {
    const children = [...branch.children];
    const byDigit = groupBy(changes, ([key]) => this.digit(key, depth));
    const touched = [...byDigit.keys()].map((digit) => children[digit]).filter((child) => child != null);
    const nodes = await readNodes(this.batch, touched);
    let count = branch.count;
    for (const [digit, below] of byDigit) {
      const node = nodes.get(children[digit] ?? '') ?? EMPTY;
      const written = await this.updateNode(node, new Map(below), depth + 1);
      count += written.count - sizeOf(node);
      children[digit] = written.hash;
    }
    if (count > LEAF_SIZE) return this.putBranch(children, count);
    return this.build(await this.collect(children), depth);
  }

  /** Writes entries as one leaf or as a branch of smaller maps. */
  private build(entries: ReadonlyMap<string, V>, depth: number): Written {
    if (entries.size === 0) return { hash: null, count: 0 };
    if (entries.size <= LEAF_SIZE) {
      const refs = [...entries.values()].flatMap(this.refsOf);
      const body: MapLeafBody = { entries: Object.fromEntries(entries) };
      return { hash: this.batch.put('map-leaf', body, refs), count: entries.size };
    }
    const children = new Array<string | null>(WIDTH).fill(null);
    for (const [digit, below] of groupBy(entries, ([key]) => this.digit(key, depth))) {
      children[digit] = this.build(new Map(below), depth + 1).hash;
    }
    return this.putBranch(children, entries.size);
  }

  private putBranch(children: (string | null)[], count: number): Written {
    const body: MapBranchBody = { count, children };
    const refs = children.filter((child) => child !== null);
    return { hash: this.batch.put('map-branch', body, refs), count };
  }

  private async collect(children: readonly (string | null)[]): Promise<Map<string, V>> {
    const entries = new Map<string, V>();
    for (const child of children) {
      for (const [key, value] of await mapEntries<V>(this.batch, child)) entries.set(key, value);
    }
    return entries;
  }

  private digit(key: string, depth: number): number {
    let path = this.paths.get(key);
    if (path === undefined) this.paths.set(key, (path = pathOf(key)));
    return digitAt(path, depth);
  }
}

interface Written {
  hash: string | null;
  count: number;
}

function sizeOf(node: Node): number {
  return isBranch(node) ? node.count : Object.keys(node.entries).length;
}

function groupBy<T>(items: Iterable<T>, groupOf: (item: T) => number): Map<number, T[]> {
  const groups = new Map<number, T[]>();
  for (const item of items) {
    const group = groupOf(item);
    const members = groups.get(group);
    if (members) members.push(item);
    else groups.set(group, [item]);
  }
  return groups;
}
