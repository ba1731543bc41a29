import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_COMMITS, rangeOf, UNKNOWN } from '../commit-range.js';
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
  for (const depth of isPartial ? STEPS : STEPS_WITH_FILES) {
    try {
      await history.remote(fetchArguments(depth, head, isPartial));
    } catch (error) {
      if (error instanceof RemoteProblem && BEYOND.has(error.code)) return UNKNOWN;
      throw error;
    }
    const range = rangeOf(base, head, await readCommits(history), await readCut(history), madeAt);
    if (range) return range;
  }
  return UNKNOWN;
}

function fetchArguments(depth: number, head: string, isPartial: boolean): string[] {
  return [
    ...(isPartial ? partial('tree:0') : []),
    ...FETCH,
    ...(isPartial ? ['--filter=tree:0'] : []),
    ...[`--depth=${depth}`, 'origin', `+${head}:refs/fetched/head`],
  ];
}

async function readCommits(history: GitCalls): Promise<Map<string, CommitInfo>> {
  const format = '%H%nauthor %an <%ae> %at%ncommitter %cn <%ce> %ct%nparents %P%n%n%B';
  const output = await history.local([
    'log',
    '-z',
    '--no-show-signature',
    `--format=${format}`,
    'refs/fetched/head',
  ]);
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
