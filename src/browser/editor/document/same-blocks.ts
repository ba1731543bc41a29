import type { DocumentBlock } from '#modules/documents/browser.js';
import { isEqual } from './equal.js';

/** True if two versions of a block say the same: the server leaves empty captions out, and may give new blocks other keys. */
export function isSameBlock(one: DocumentBlock, other: DocumentBlock): boolean {
  return isEqual(one, other) || isEqual(bare(one), bare(other));
}

/**
 * The blocks of `theirs`, with those of `base` in place of the same ones under other keys: a block that the person has made and
 * saved would else be one that others deleted, and one that they added.
 */
export function withKeysOf(
  base: readonly DocumentBlock[],
  theirs: readonly DocumentBlock[],
): readonly DocumentBlock[] {
  const keys = new Set(theirs.map(({ key }) => key));
  const lost = base.filter(({ key }) => key !== undefined && !keys.has(key));
  if (lost.length === 0) return theirs;
  const known = new Set(base.map(({ key }) => key));
  return theirs.map((block) => {
    const at = known.has(block.key) ? -1 : lost.findIndex((one) => isSameBlock(one, block));
    return at < 0 ? block : lost.splice(at, 1)[0]!;
  });
}

/** A value of a document without keys and empty captions. */
function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bare);
  if (value === null || typeof value !== 'object') return value;
  const members: Record<string, unknown> = {};
  const isNode = 'object' in value;
  for (const [name, one] of Object.entries(value)) {
    if (isNode && name === 'key') continue;
    const own = bare(one);
    if (isNode && name === 'fragments' && Array.isArray(own)) {
      const full = own.filter((fragment) => !isEmptyCaption(fragment as { fragment?: string }));
      if (full.length > 0) members[name] = full;
    } else members[name] = own;
  }
  return members;
}

function isEmptyCaption(fragment: { fragment?: string; nodes?: { nodes?: unknown[] }[] }): boolean {
  const text = JSON.stringify(fragment.nodes ?? []);
  return fragment.fragment === 'caption' && !/"text":"[^"]|"object":"inline"|"isVoid":true/.test(text);
}
