import type { Signs } from '../markdown/markdown.types.js';

const ALL = ['*', '-', '+'];

/** Finds the signs that a text uses most, for what is written into it. Those of the format where it uses none. */
export function signsOf(lines: readonly string[]): Signs {
  const counts = new Map<string, number>();
  const count = (sign: string): void => void counts.set(sign, (counts.get(sign) ?? 0) + 1);
  let fence: string | undefined;
  for (const line of lines) {
    const mark = /^[ \t>]*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    if (fence !== undefined || line.length > 10_000) continue;
    const bullet = /^[ \t>]*([*+-]|\d{1,9}([.)]))[ \t]/.exec(line);
    if (bullet) count(bullet[2] ?? bullet[1]!);
    for (const [, sign] of line.matchAll(/(?<![\w*_\\])(\*\*?|__?)(?=[^\s*_])/g)) count(`mark ${sign}`);
  }
  const used = (sign: string): number => counts.get(sign) ?? 0;
  const [first = '*'] = ALL.toSorted((a, b) => used(b) - used(a));
  const isStar = used('mark *') > used('mark _');
  return {
    unordered: [first, ALL.find((one) => one !== first)!],
    ordered: used(')') > used('.') ? [')', '.'] : ['.', ')'],
    italic: isStar ? ['*', '_'] : ['_', '*'],
    bold: used('mark __') > used('mark **') ? ['__', '**'] : ['**'],
  };
}
