/**
 * Ids of the rows or the columns of a table. The first with an id has it; the others get free ones of the form that the
 * server makes, as `r00003`.
 *
 * @param own the id of each row or column; null for new ones.
 * @param others ids that are not free, as those of hidden columns.
 */
export function freeIds(
  own: readonly (string | null)[],
  letter: 'c' | 'r',
  others: readonly string[] = [],
): string[] {
  const taken = new Set([...others, ...own]);
  const seen = new Set<string>();
  return own.map((id, index) => {
    const made = id !== null && !seen.has(id) ? id : freeId(taken, letter, index + 1);
    seen.add(made);
    taken.add(made);
    return made;
  });
}

function freeId(taken: ReadonlySet<unknown>, letter: 'c' | 'r', from: number): string {
  for (let at = from; ; at += 1) {
    const id = `${letter}${String(at).padStart(letter === 'c' ? 3 : 5, '0')}`;
    if (!taken.has(id)) return id;
  }
}
