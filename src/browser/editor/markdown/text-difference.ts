/** The range of `before` that differs from `after`, and the text that stands there instead. */
export function differenceOf(before: string, after: string): { from: number; to: number; text: string } {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { from: start, to: before.length - end, text: after.slice(start, after.length - end) };
}
