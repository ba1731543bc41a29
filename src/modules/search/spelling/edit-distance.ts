/**
 * Number of letters to add, drop, change or swap with a neighbour to turn one word into the other; `most` + 1 when
 * more.
 */
export function editDistance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(costAt(last, j) + 1, costAt(row, j - 1) + 1, costAt(last, j - 1) + cost);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) best = Math.min(best, costAt(before, j - 2) + 1);
      row.push(best);
    }
    if (Math.min(...row) > most) return most + 1;
    [before, last] = [last, row];
  }
  return costAt(last, b.length);
}

function costAt(row: readonly number[], index: number): number {
  return row[index] as number;
}

/** All words that are one letter away, for databases that cannot look for similar ones. */
export function neighbours(word: string): string[] {
  const found = new Set<string>();
  const letters = [...new Set('abcdefghijklmnopqrstuvwxyz' + word)];
  for (let i = 0; i <= word.length; i++) {
    const [head, tail] = [word.slice(0, i), word.slice(i)];
    if (tail !== '') found.add(head + tail.slice(1));
    if (tail.length > 1) found.add(head + tail[1] + tail[0] + tail.slice(2));
    for (const letter of letters) {
      found.add(head + letter + tail);
      if (tail !== '') found.add(head + letter + tail.slice(1));
    }
  }
  found.delete(word);
  return [...found];
}
