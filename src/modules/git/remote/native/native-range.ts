import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_COMMITS, mergeBaseOf, rangeOf, UNKNOWN } from '../commit-range.js';
import { readCommitText } from '../commit-text.js';
import { RemoteProblem } from '../remote-problem.js';
import type { CommitInfo, CommitRange } from '../remote-repository.js';
import { FETCH, partial } from './fetch-arguments.js';
import type { GitCalls } from './git-calls.js';

/** Depths of history that are fetched, one after the other. Servers that send files with each commit are asked for little. */
const STEPS = [50, 500, MAX_COMMITS];
const STEPS_WITH_FILES = [20, 50];
const BEYOND: ReadonlySet<string> = new Set(['too-large', 'no-such-object', 'timeout']);

export interface RangeQuestion {
  base: string;
  head: string;
  /** When the base was committed, where that is known. */
  madeAt?: Date;
  /** True if the server sends commits without their files. */
  isPartial: boolean;
}

/**
 * Fetches commits alone, further and further back, until they tell how two are related.
 * @param history a repository for nothing else: folders are missing in it.
 */
export async function nativeRange(history: GitCalls, question: RangeQuestion): Promise<CommitRange> {
  const { base, head, madeAt, isPartial } = question;
  const range = await lookBack(history, [head], isPartial, (known, cut) =>
    rangeOf(base, head, known, cut, madeAt),
  );
  return range ?? UNKNOWN;
}

/** As `nativeRange`, until there is a commit that both have; null where none is found. */
export async function nativeMergeBase(
  history: GitCalls,
  one: string,
  other: string,
  isPartial: boolean,
): Promise<string | null> {
  const found = await lookBack(history, [one, other], isPartial, (known, cut) => {
    const base = mergeBaseOf(one, other, known, cut);
    return base === undefined ? undefined : { base };
  });
  return found?.base ?? null;
}

/** @returns what `look` finds in the history of the commits; undefined where it finds nothing as far as is looked. */
async function lookBack<T>(
  history: GitCalls,
  heads: readonly string[],
  isPartial: boolean,
  look: (known: ReadonlyMap<string, CommitInfo>, cut: ReadonlySet<string>) => T | undefined,
): Promise<T | undefined> {
  for (const depth of isPartial ? STEPS : STEPS_WITH_FILES) {
    try {
      await history.remote(fetchArguments(depth, heads, isPartial));
    } catch (error) {
      if (error instanceof RemoteProblem && BEYOND.has(error.code)) return undefined;
      throw error;
    }
    const found = look(await readCommits(history, heads), await readCut(history));
    if (found !== undefined) return found;
  }
  return undefined;
}

function fetchArguments(depth: number, heads: readonly string[], isPartial: boolean): string[] {
  return [
    ...(isPartial ? partial('tree:0') : []),
    ...FETCH,
    ...(isPartial ? ['--filter=tree:0'] : []),
    ...[`--depth=${depth}`, 'origin', ...heads.map((head, at) => `+${head}:${keptHead(at)}`)],
  ];
}

const keptHead = (at: number): string => `refs/fetched/head-${at}`;

async function readCommits(history: GitCalls, heads: readonly string[]): Promise<Map<string, CommitInfo>> {
  const format = '%H%nauthor %an <%ae> %at%ncommitter %cn <%ce> %ct%nparents %P%n%n%B';
  const refs = heads.map((_, at) => keptHead(at));
  const output = await history.local(['log', '-z', '--no-show-signature', `--format=${format}`, ...refs]);
  const commits = new Map<string, CommitInfo>();
  for (const text of output.split('\0')) {
    const [oid = ''] = text.split('\n', 1);
    if (oid === '') continue;
    const parents = (/^parents (.*)$/m.exec(text)?.[1] ?? '').split(' ').filter((id) => id !== '');
    commits.set(oid, { ...readCommitText(oid, text.slice(oid.length + 1)), parents });
  }
  return commits;
}

/** Commits at which the history that is here ends though there is more. */
async function readCut({ dir }: GitCalls): Promise<Set<string>> {
  const text = await readFile(join(dir, 'shallow'), 'utf8').catch(() => '');
  return new Set(text.split('\n').filter((oid) => oid !== ''));
}
