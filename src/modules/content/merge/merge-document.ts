import type { DocumentBlock, DocumentFragment, JSONDocument } from '#modules/documents/index.js';
import { digest } from '../objects/digest.js';
import { ALL_CHOICES, type ConflictPlace, type MergeConflicts, ONE_SIDE } from './conflicts.js';
import { contentOf, nameBase, nameSide, sameContent } from './match-blocks.js';
import { mergeJson } from './merge-json.js';
import { mergeSequence } from './merge-sequence.js';

/**
 * Merges two documents block by block. A block changed on one side only is taken from there; containers are merged
 * inside; one block changed differently on both sides, or changed here and deleted there, is a conflict.
 * @param place the page or reusable content that has the document.
 */
export function mergeDocuments(
  base: JSONDocument,
  main: JSONDocument,
  mine: JSONDocument,
  place: Pick<ConflictPlace, 'page' | 'reusableContent'>,
  conflicts: MergeConflicts,
): JSONDocument {
  if (sameContent(main, mine) || sameContent(base, mine)) return main;
  if (sameContent(base, main)) return mine;
  const nodes = new DocumentMerge(place, conflicts).blocks(base.nodes, main.nodes, mine.nodes, '', true);
  return withUniqueKeys({ ...main, data: mergeData(base, main, mine, place, conflicts), nodes });
}

function mergeData(
  base: JSONDocument,
  main: JSONDocument,
  mine: JSONDocument,
  place: Pick<ConflictPlace, 'page' | 'reusableContent'>,
  conflicts: MergeConflicts,
): JSONDocument['data'] {
  const merged = mergeJson(base.data, main.data, mine.data);
  if (merged) return merged.value as JSONDocument['data'];
  const values = { base: base.data, main: main.data, mine: mine.data };
  const choice = conflicts.decide({ kind: 'document', ...place, field: 'data' }, values, ONE_SIDE);
  return choice === 'main' ? main.data : mine.data;
}

/** A line of code has no meaning without the lines around it, so code is one value, however many nodes it has. */
const WHOLE = new Set(['code']);

class DocumentMerge {
  constructor(
    private readonly place: Pick<ConflictPlace, 'page' | 'reusableContent'>,
    private readonly conflicts: MergeConflicts,
  ) {}

  /**
   * @param parent name of the enclosing block, for naming blocks without a key.
   * @param canHoldBoth whether the list may take two blocks where there was one.
   */
  blocks(
    base: readonly DocumentBlock[],
    main: readonly DocumentBlock[],
    mine: readonly DocumentBlock[],
    parent: string,
    canHoldBoth: boolean,
  ): DocumentBlock[] {
    const [inBase, inMain, inMine] = [nameBase(base), nameSide(base, main), nameSide(base, mine)];
    const merged = new Map<string, DocumentBlock[]>();
    for (const name of new Set([...inMain.names, ...inMine.names])) {
      const versions = [inBase, inMain, inMine].map((list) => list.byName.get(name));
      const key = versions.find((block) => block?.key)?.key ?? `${parent}~${name.slice(1, 9)}`;
      const result = this.versions(versions[0], versions[1], versions[2], key, canHoldBoth);
      if (result.length > 0) merged.set(name, result);
    }
    const order = mergeSequence(inBase.names, inMain.names, inMine.names, new Set(merged.keys()));
    return order.flatMap((name) => merged.get(name) ?? []);
  }

  private versions(
    base: DocumentBlock | undefined,
    main: DocumentBlock | undefined,
    mine: DocumentBlock | undefined,
    key: string,
    canHoldBoth: boolean,
  ): DocumentBlock[] {
    if (main && mine) return this.block(base, main, mine, key, canHoldBoth);
    const left = main ?? mine;
    if (!left) return [];
    if (!base) return [left];
    if (sameContent(base, left)) return [];
    const choice = this.decide(key, base, main, mine, true);
    if (choice === 'both') return [left];
    return [(choice === 'main' ? main : mine) ?? []].flat();
  }

  private block(
    base: DocumentBlock | undefined,
    main: DocumentBlock,
    mine: DocumentBlock,
    key: string,
    canHoldBoth: boolean,
  ): DocumentBlock[] {
    if (sameContent(main, mine)) return [main];
    if (base && sameContent(base, mine)) return [main];
    if (base && sameContent(base, main)) return [mine];
    const merged = base && this.inside(base, main, mine, key);
    if (merged) return [merged];
    const choice = this.decide(key, base, main, mine, canHoldBoth);
    if (choice === 'both') return [main, mine];
    return [choice === 'main' ? main : mine];
  }

  /** Merges the attributes, children and side content of a block one by one; undefined when the block is one value. */
  private inside(
    base: DocumentBlock,
    main: DocumentBlock,
    mine: DocumentBlock,
    key: string,
  ): DocumentBlock | undefined {
    if (base.type !== main.type || base.type !== mine.type || WHOLE.has(base.type)) return undefined;
    const shell = mergeJson(shellOf(base), shellOf(main), shellOf(mine));
    if (!shell) return undefined;
    const fragments = mergeFragmentNames(base, main, mine);
    const isContainer = [base, main, mine].every(hasBlocks);
    const inlines = isContainer ? { value: undefined } : mergeUnits(base.nodes, main.nodes, mine.nodes);
    if (!fragments || !inlines) return undefined;
    const merged = {
      object: 'block',
      ...(shell.value as object),
      ...(main.key ? { key: main.key } : {}),
    } as DocumentBlock;
    if (isContainer) {
      const nodes = this.blocks(blocksOf(base), blocksOf(main), blocksOf(mine), key, true);
      // Each side emptied the part that the other one kept: a container without content is a result that nobody
      // wanted.
      if (nodes.length === 0) return undefined;
      merged.nodes = nodes;
    } else if (inlines.value !== undefined) {
      merged.nodes = inlines.value as DocumentBlock['nodes'];
    }
    if (main.fragments || mine.fragments)
      merged.fragments = fragments.map((slot) => this.fragment(slot, key));
    return merged;
  }

  private fragment(slot: FragmentSlot, key: string): DocumentFragment {
    if (!('base' in slot)) return slot.only;
    const { base, main, mine } = slot;
    const parent = `${key}/${nameOf(main)}`;
    return { ...main, nodes: this.blocks(base.nodes, main.nodes, mine.nodes, parent, !holdsOne(main)) };
  }

  private decide(
    key: string,
    base: DocumentBlock | undefined,
    main: DocumentBlock | undefined,
    mine: DocumentBlock | undefined,
    canHoldBoth: boolean,
  ) {
    const place = { kind: 'block' as const, ...this.place, block: key };
    return this.conflicts.decide(place, { base, main, mine }, canHoldBoth ? ALL_CHOICES : ONE_SIDE);
  }
}

/** A fragment that needs a merge, or the result for it. */
type FragmentSlot =
  { base: DocumentFragment; main: DocumentFragment; mine: DocumentFragment } | { only: DocumentFragment };

/**
 * Pairs fragments by their name. Undefined when one was deleted on one side and edited on the other, or replaced on
 * both.
 */
function mergeFragmentNames(
  base: DocumentBlock,
  main: DocumentBlock,
  mine: DocumentBlock,
): FragmentSlot[] | undefined {
  const [inBase, inMain, inMine] = [base, main, mine].map(
    (block) => new Map(block.fragments?.map((fragment) => [nameOf(fragment), fragment])),
  ) as [Fragments, Fragments, Fragments];
  const slots: FragmentSlot[] = [];
  const names = [...inBase.keys(), ...inMain.keys(), ...inMine.keys()];
  const order = mergeSequence([...inBase.keys()], [...inMain.keys()], [...inMine.keys()], new Set(names));
  for (const name of order) {
    const [b, m, n] = [inBase.get(name), inMain.get(name), inMine.get(name)];
    const settled = mergeUnits(b, m, n);
    if (settled) {
      if (settled.value) slots.push({ only: settled.value });
    } else if (b && m && n && !(holdsOne(m) && m.nodes[0]?.key !== n.nodes[0]?.key)) {
      slots.push({ base: b, main: m, mine: n });
    } else {
      return undefined;
    }
  }
  return slots;
}

type Fragments = Map<string, DocumentFragment>;

/** Merges values that are taken whole from one side; undefined is a conflict. */
function mergeUnits<T extends object>(
  base: T | undefined,
  main: T | undefined,
  mine: T | undefined,
): { value: T | undefined } | undefined {
  const same = (a: T | undefined, b: T | undefined) => (a && b ? contentOf(a) === contentOf(b) : a === b);
  if (same(main, mine) || same(base, mine)) return { value: main };
  return same(base, main) ? { value: mine } : undefined;
}

const nameOf = (fragment: DocumentFragment): string =>
  fragment.fragment ?? fragment.type ?? fragment.key ?? 'fragment';

/** Titles and captions hold exactly one paragraph. */
const holdsOne = (fragment: DocumentFragment): boolean =>
  nameOf(fragment) === 'expandable-title' || nameOf(fragment) === 'caption';

function shellOf(block: DocumentBlock): object {
  const { object: _object, nodes: _nodes, fragments: _fragments, key: _key, meta: _meta, ...shell } = block;
  return shell;
}

function hasBlocks(block: DocumentBlock): boolean {
  return (
    block.nodes !== undefined &&
    block.nodes.length > 0 &&
    block.nodes.every((node) => node.object === 'block')
  );
}

const blocksOf = (block: DocumentBlock): DocumentBlock[] => block.nodes as DocumentBlock[];

/** A key that occurs again gets a new one, made from the old, so that the same merge always gives the same document. */
function withUniqueKeys(document: JSONDocument): JSONDocument {
  const seen = new Set<string>();
  const copies = new Map<string, number>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null || !('object' in value)) return value;
    const node = { ...value } as Record<string, unknown>;
    if (typeof node.key === 'string') {
      const own = node.key;
      let key = own;
      for (let copy = copies.get(own) ?? 2; seen.has(key); copy++) {
        key = digest([own, copy], 12);
        copies.set(own, copy + 1);
      }
      seen.add((node.key = key));
    }
    for (const name of ['nodes', 'fragments', 'leaves']) if (name in node) node[name] = visit(node[name]);
    return node;
  };
  return { ...document, nodes: document.nodes.map(visit) as DocumentBlock[] };
}
