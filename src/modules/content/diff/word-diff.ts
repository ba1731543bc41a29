import { diffArrays } from 'diff';
import type { DocumentInline, DocumentLeaf, DocumentNode, DocumentText } from '#modules/documents/index.js';
import { contentOf } from '../merge/match-blocks.js';

export type ChangeKind = 'inserted' | 'deleted';

/** Differences above which two lines count as unrelated; limits the cost of a comparison. */
const MAX_DIFFERENCES = 1500;
/** Share of common words below which the old and the new line are easier to read as wholes. */
const LEAST_IN_COMMON = 0.25;

/** A word, a space, a sign, or an inline as a whole. */
interface Token {
  key: string;
  node: DocumentInline | DocumentText;
  isSpace: boolean;
}
interface Part {
  kind: ChangeKind | 'same';
  tokens: Token[];
}

/** The later line with insertions and deletions marked word by word, deletions first. */
export function markWords(before: readonly DocumentNode[], after: readonly DocumentNode[]): DocumentNode[] {
  const [old, now] = [tokensOf(before), tokensOf(after)];
  return joined(settled(compare(old, now)));
}

/** The whole line as inserted or deleted; an empty list for an empty line. */
export function markLine(nodes: readonly DocumentNode[], change: ChangeKind): DocumentNode[] {
  return nodes.length === 0 ? [] : [changeInline(change, [...nodes])];
}

function compare(old: Token[], now: Token[]): Part[] {
  const keys = (tokens: Token[]): string[] => tokens.map(({ key }) => key);
  const changes = diffArrays(keys(old), keys(now), { maxEditLength: MAX_DIFFERENCES });
  const parts: Part[] = [];
  let [oldAt, nowAt] = [0, 0];
  for (const { count, added, removed } of changes ?? []) {
    if (removed) parts.push({ kind: 'deleted', tokens: old.slice(oldAt, oldAt + count) });
    else parts.push({ kind: added ? 'inserted' : 'same', tokens: now.slice(nowAt, nowAt + count) });
    if (!added) oldAt += count;
    if (!removed) nowAt += count;
  }
  const words = (tokens: Token[]): number => tokens.filter(({ isSpace }) => !isSpace).length;
  const common = parts.reduce((sum, { kind, tokens }) => sum + (kind === 'same' ? words(tokens) : 0), 0);
  const isAlike = changes && common >= LEAST_IN_COMMON * Math.max(words(old), words(now));
  return isAlike
    ? parts
    : [
        { kind: 'deleted', tokens: old },
        { kind: 'inserted', tokens: now },
      ];
}

/** Runs of changes with only spaces between them become one: first the deletions, then the insertions. */
function settled(parts: readonly Part[]): Part[] {
  const out: Part[] = [];
  let gone: Token[] = [];
  let come: Token[] = [];
  const flush = (): void => {
    if (gone.length > 0) out.push({ kind: 'deleted', tokens: gone });
    if (come.length > 0) out.push({ kind: 'inserted', tokens: come });
    gone = [];
    come = [];
  };
  parts.forEach((part, at) => {
    const isBetween =
      part.kind === 'same' &&
      gone.length > 0 &&
      come.length > 0 &&
      at < parts.length - 1 &&
      part.tokens.every(({ isSpace }) => isSpace);
    if (part.kind === 'deleted' || isBetween) gone = [...gone, ...part.tokens];
    if (part.kind === 'inserted' || isBetween) come = [...come, ...part.tokens];
    if (part.kind === 'same' && !isBetween) {
      flush();
      out.push(part);
    }
  });
  flush();
  return out;
}

function joined(parts: readonly Part[]): DocumentNode[] {
  return parts.flatMap(({ kind, tokens }) => {
    const nodes = joinTexts(tokens.map(({ node }) => node));
    return kind === 'same' ? nodes : [changeInline(kind, nodes)];
  });
}

function changeInline(change: ChangeKind, nodes: DocumentNode[]): DocumentInline {
  return { object: 'inline', type: 'change', isVoid: false, data: { change }, nodes };
}

/** Neighbouring words with the same marks are one leaf again. */
function joinTexts(nodes: readonly (DocumentInline | DocumentText)[]): DocumentNode[] {
  const out: DocumentNode[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.object !== 'text' || last?.object !== 'text') {
      out.push(node);
      continue;
    }
    const leaves: DocumentLeaf[] = [...last.leaves];
    for (const leaf of node.leaves) {
      const end = leaves.at(-1);
      if (end && JSON.stringify(end.marks) === JSON.stringify(leaf.marks))
        leaves[leaves.length - 1] = { ...end, text: end.text + leaf.text };
      else leaves.push(leaf);
    }
    out[out.length - 1] = { ...last, leaves };
  }
  return out;
}

const words = new Intl.Segmenter(undefined, { granularity: 'word' });

function tokensOf(nodes: readonly DocumentNode[]): Token[] {
  return nodes.flatMap((node): Token[] => {
    if (node.object === 'text') return (node.leaves ?? []).flatMap(leafTokens);
    if (node.object === 'block') return [];
    return [{ key: `inline ${contentOf(node)}`, node, isSpace: false }];
  });
}

function leafTokens(leaf: DocumentLeaf): Token[] {
  const marks = JSON.stringify(leaf.marks ?? []);
  return Array.from(words.segment(leaf.text ?? ''), ({ segment }) => ({
    key: `${marks} ${segment}`,
    node: { object: 'text' as const, leaves: [{ ...leaf, text: segment }] },
    isSpace: segment.trim() === '',
  }));
}
