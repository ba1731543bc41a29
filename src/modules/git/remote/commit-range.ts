import type { CommitInfo, CommitRange } from './remote-repository.js';

/** So far back is looked at most. */
export const MAX_COMMITS = 5000;
/** Clocks of those who commit differ by so much at most. */
const CLOCKS_MS = 24 * 3_600_000;

export const UNKNOWN: CommitRange = { relation: 'unknown', commits: [] };

/**
 * Tells the commits between two others, as far as a part of the history tells.
 * @param known commits by id.
 * @param cut ids of commits whose parents are not among the known ones though they have some.
 * @param madeAt when the base was committed: it is not to be expected below commits that are older.
 * @returns undefined where more of the history has to be known.
 */
export function rangeOf(
  base: string,
  head: string,
  known: ReadonlyMap<string, CommitInfo>,
  cut: ReadonlySet<string>,
  madeAt?: Date,
): CommitRange | undefined {
  if (base === head) return { relation: 'same', commits: [] };
  const reached = reach(head, known, cut);
  const ends = [...reached].filter((oid) => cut.has(oid));
  if (!reached.has(base)) {
    const oldest = madeAt === undefined ? -Infinity : madeAt.getTime() - CLOCKS_MS;
    const isOlder = (oid: string): boolean => timeOf(known.get(oid)) < oldest;
    return ends.every(isOlder) ? { relation: 'rewritten', commits: [] } : undefined;
  }
  const before = reach(base, known, cut);
  const commits = [...reached]
    .filter((oid) => !before.has(oid))
    .flatMap((oid) => known.get(oid) ?? [])
    .sort((a, b) => timeOf(b) - timeOf(a));
  // A commit that seems to be new may be older than the base where the history is cut off.
  return commits.some(({ oid }) => cut.has(oid)) ? undefined : { relation: 'ahead', commits };
}

/**
 * The newest commit that both have in common, as far as a part of the history tells.
 * @param known @param cut as of `rangeOf`.
 * @returns null where they have none, undefined where more of the history has to be known.
 */
export function mergeBaseOf(
  one: string,
  other: string,
  known: ReadonlyMap<string, CommitInfo>,
  cut: ReadonlySet<string>,
): string | null | undefined {
  const [ofOne, ofOther] = [reach(one, known, cut), reach(other, known, cut)];
  const common = [...ofOne].filter((oid) => ofOther.has(oid) && known.has(oid));
  // Commits before another common one are further away.
  const before = new Set(common.flatMap((oid) => known.get(oid)?.parents ?? []));
  const [newest] = common
    .filter((oid) => !before.has(oid))
    .sort((a, b) => timeOf(known.get(b)) - timeOf(known.get(a)));
  if (newest !== undefined) return newest;
  const isWhole = [...ofOne, ...ofOther].every((oid) => !cut.has(oid));
  return isWhole ? null : undefined;
}

const timeOf = (commit: CommitInfo | undefined): number => commit?.committer.timestamp.getTime() ?? Infinity;

/** Commits that lead from one, that one first. */
function reach(from: string, known: ReadonlyMap<string, CommitInfo>, cut: ReadonlySet<string>): Set<string> {
  const reached = new Set([from]);
  for (const oid of reached)
    if (!cut.has(oid)) for (const parent of known.get(oid)?.parents ?? []) reached.add(parent);
  return reached;
}
