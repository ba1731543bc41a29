/**
 * Does the work of each item, of `most` of them at a time, and answers in the order of the items.
 * @throws what `work` throws first; items that were not begun are left then.
 */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  most: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const rest = items.entries();
  let isOver = false;
  const lane = async (): Promise<void> => {
    for (const [at, item] of rest) {
      if (isOver) return;
      results[at] = await work(item);
    }
  };
  const lanes = Array.from({ length: Math.min(most, items.length) }, lane);
  try {
    await Promise.all(lanes);
    return results;
  } finally {
    isOver = true;
  }
}
