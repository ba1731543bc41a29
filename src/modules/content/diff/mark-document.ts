import { diffArrays } from 'diff';
import {
  type DocumentBlock,
  type DocumentFragment,
  type DocumentNode,
  formOf,
  isPartType,
  type JSONDocument,
} from '#modules/documents/index.js';
import { contentOf, nameBase, nameSide, sameContent } from '../merge/match-blocks.js';
import { sameJson } from '#platform/canonical-json.js';
import { movedItems } from '../tree/moved-items.js';
import { type CellMarks, markTable } from './mark-table.js';
import { type ChangeKind, markLine, markWords } from './word-diff.js';

const MAX_LINES = 5000;

/**
 * The later document with what differs from the earlier one marked: words inside of texts as inlines of the type `change`,
 * lines of code and rows of tables by a member `change`, and whole blocks inside of blocks of the type `change`, whose `change`
 * is `inserted`, `deleted`, `edited` or `moved`, with the former key of the block in `was`. Pure, and bounded in what it compares.
 */
export function markDocument(before: JSONDocument, after: JSONDocument): JSONDocument {
  return { ...after, nodes: markBlocks(before.nodes, after.nodes) };
}

function markBlocks(before: readonly DocumentBlock[], after: readonly DocumentBlock[]): DocumentBlock[] {
  const [old, now] = [nameBase(before), nameSide(before, after)];
  const moved = movedItems(old.names, now.names);
  const places = new Map(old.names.map((name, place) => [name, place]));
  let next = 0;
  /** The deleted blocks that stood before the block `name`, unless the result has them already. */
  const goneBefore = (name: string | undefined): DocumentBlock[] => {
    const end = name === undefined ? old.names.length : (places.get(name) ?? -1);
    const passed = old.names.slice(next, Math.max(next, end));
    next = Math.max(next, end);
    return passed.flatMap((one) => (now.byName.has(one) ? [] : markWhole(old.byName.get(one)!, 'deleted')));
  };
  const marked = now.names.flatMap((name) => {
    const block = now.byName.get(name)!;
    const was = old.byName.get(name);
    if (!was) return markWhole(block, 'inserted');
    const blocks = markBlock(was, block);
    if (!moved.has(name)) return [...goneBefore(name), ...blocks];
    if (isPartType(block.type)) return blocks;
    const { data, ...around } = changeBlock('moved', blocks);
    return [{ ...around, data: { ...data, ...(was.key === undefined ? {} : { was: was.key }) } }];
  });
  return [...marked, ...goneBefore(undefined)];
}

function markBlock(before: DocumentBlock, after: DocumentBlock): DocumentBlock[] {
  if (sameContent(before, after)) return [after];
  const both = (): DocumentBlock[] => [...markWhole(before, 'deleted'), ...markWhole(after, 'inserted')];
  if (before.type !== after.type) return both();
  if (after.type === 'table') {
    const table = markTable(before, after, CELLS);
    return table ? [table] : both();
  }
  const settings = changedSettings(before, after);
  const inner = after.type === 'code' ? markLines(before, after) : markInside(before, after);
  if (!inner) return both();
  if (settings.length === 0) return [inner];
  // Changed settings of a part, such as the title of a tab, are shown at the start of its content.
  const holds = inner.nodes ?? [];
  if (isPartType(after.type))
    return [isBlocks(holds) ? { ...inner, nodes: [changeBlock('edited', [], settings), ...holds] } : inner];
  return [changeBlock('edited', [inner], settings)];
}

/** Null for blocks without any content that could differ, or whose parts have no meaning alone. */
function markInside(before: DocumentBlock, after: DocumentBlock): DocumentBlock | null {
  if (formOf(after.type)?.isWhole) return null;
  const [old, now] = [before.nodes ?? [], after.nodes ?? []];
  if (old.length + now.length === 0 && !after.fragments && !before.fragments) return null;
  const fragments = markFragments(before.fragments ?? [], after.fragments ?? []);
  const nodes = isBlocks(old) && isBlocks(now) ? markBlocks(old, now) : markWords(old, now);
  return { ...after, ...(after.nodes ? { nodes } : {}), ...(fragments.length > 0 ? { fragments } : {}) };
}

function markFragments(
  before: readonly DocumentFragment[],
  after: readonly DocumentFragment[],
): DocumentFragment[] {
  const roleOf = ({ type, fragment }: DocumentFragment): string => type ?? fragment ?? '';
  const old = new Map(before.map((one) => [roleOf(one), one]));
  const kept = after.map((one) => {
    const was = old.get(roleOf(one));
    old.delete(roleOf(one));
    return { ...one, nodes: markBlocks(was?.nodes ?? [], one.nodes) };
  });
  const gone = [...old.values()].map((one) => ({ ...one, nodes: markAll(one.nodes, 'deleted') }));
  return [...kept, ...gone];
}

function markLines(before: DocumentBlock, after: DocumentBlock): DocumentBlock | null {
  const [old, now] = [before.nodes ?? [], after.nodes ?? []];
  if (old.length + now.length > MAX_LINES || !isBlocks(old) || !isBlocks(now)) return null;
  const marked = (lines: DocumentBlock[], change: ChangeKind): DocumentBlock[] =>
    lines.map((line) => ({ ...line, data: { ...line.data, change } }));
  let [oldAt, nowAt] = [0, 0];
  const nodes: DocumentNode[] = [];
  for (const { count, added, removed } of diffArrays(old.map(contentOf), now.map(contentOf))) {
    if (removed) nodes.push(...marked(old.slice(oldAt, oldAt + count), 'deleted'));
    else if (added) nodes.push(...marked(now.slice(nowAt, nowAt + count), 'inserted'));
    else nodes.push(...now.slice(nowAt, nowAt + count));
    if (!added) oldAt += count;
    if (!removed) nowAt += count;
  }
  return { ...after, nodes };
}

/** One block as inserted or deleted. */
function markWhole(block: DocumentBlock, change: ChangeKind): DocumentBlock[] {
  if (block.type === 'code-line') return [{ ...block, data: { ...block.data, change } }];
  if (!isPartType(block.type)) return [changeBlock(change, [block])];
  const nodes = block.nodes ?? [];
  return [
    {
      ...block,
      ...(block.nodes ? { nodes: isBlocks(nodes) ? markAll(nodes, change) : markLine(nodes, change) } : {}),
    },
  ];
}

function markAll(blocks: readonly DocumentBlock[], change: ChangeKind): DocumentBlock[] {
  return blocks.flatMap((block) => markWhole(block, change));
}

/** The words of a lone paragraph are marked without a box around them: it stays as compact as it was. */
const CELLS: CellMarks = {
  both: (before, after) => {
    const [old, now] = [lone(before), lone(after)];
    if (!old && !now && before.length + after.length > 0) return markBlocks(before, after);
    if ((!old && before.length > 0) || (!now && after.length > 0)) return markBlocks(before, after);
    const cell = now ?? old;
    return cell ? [{ ...cell, nodes: markWords(old?.nodes ?? [], now?.nodes ?? []) }] : [];
  },
  one: (blocks, change) => {
    const only = lone(blocks);
    return only ? [{ ...only, nodes: markLine(only.nodes ?? [], change) }] : markAll(blocks, change);
  },
};

function lone(blocks: readonly DocumentBlock[]): DocumentBlock | undefined {
  return blocks.length === 1 && blocks[0]?.type === 'paragraph' ? blocks[0] : undefined;
}

function changeBlock(
  change: ChangeKind | 'edited' | 'moved',
  nodes: DocumentBlock[],
  settings: string[] = [],
): DocumentBlock {
  const data = { change, ...(settings.length > 0 ? { settings } : {}) };
  return { object: 'block', type: 'change', isVoid: false, data, nodes };
}

/**
 * `style: info → warning` for each member of the data that differs; the name alone for a value that is an object or a
 * list.
 */
function changedSettings(before: DocumentBlock, after: DocumentBlock): string[] {
  const [old, now] = [before.data ?? {}, after.data ?? {}];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name) => {
    const [was, is] = [old[name], now[name]];
    if (sameJson(was ?? null, is ?? null)) return [];
    const isPlain = [was, is].every((value) => typeof value !== 'object' || value === null);
    return [isPlain ? `${name}: ${plain(was)} → ${plain(is)}` : name];
  });
}

function plain(value: unknown): string {
  return value === undefined || value === null ? '–' : `${value as string | number | boolean}`.slice(0, 200);
}

function isBlocks(nodes: readonly DocumentNode[]): nodes is DocumentBlock[] {
  return nodes.every((node) => node.object === 'block');
}
