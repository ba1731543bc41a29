/**
 * The fewest items whose move explains the order of `side`, additions and deletions aside: all except a longest run
 * that kept its order.
 */
export function movedItems(base: readonly string[], side: readonly string[]): Set<string> {
  const place = new Map(base.map((item, i) => [item, i]));
  const common = side.filter((item) => place.has(item));
  const kept = longestIncreasing(common.map((item) => place.get(item) as number));
  return new Set(common.filter((_, i) => !kept.has(i)));
}

/** Indexes of a longest increasing subsequence, by patience sorting. */
function longestIncreasing(values: readonly number[]): Set<number> {
  const piles: number[] = [];
  const before: number[] = [];
  values.forEach((value, i) => {
    let low = 0;
    let high = piles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((values[piles[middle] as number] as number) < value) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? (piles[low - 1] as number) : -1;
    piles[low] = i;
  });
  const kept = new Set<number>();
  for (let i = piles.at(-1) ?? -1; i >= 0; i = before[i] as number) kept.add(i);
  return kept;
}
