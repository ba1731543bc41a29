import { failure, refusal } from '../push-outcome.js';
import type { RemoteProblem } from '../remote-problem.js';
import type { PushRequest, PushResult } from '../remote-repository.js';
import type { GitAnswer } from './git-process.js';

export function pushArguments({ ref, oid, expected }: PushRequest): string[] {
  return [
    'push',
    '--porcelain',
    '--no-verify',
    // Files to send differences to may not be here.
    '--no-thin',
    `--force-with-lease=${ref}:${expected ?? ''}`,
    'origin',
    `${oid}:${ref}`,
  ];
}

/**
 * Reads the answer to a push.
 * @param problem the sentence for an answer that is about no branch.
 */
export function pushResult(
  answer: GitAnswer,
  secrets: readonly string[],
  problem: () => RemoteProblem,
): PushResult {
  if (answer.status === 0) return { outcome: 'pushed' };
  const lines = answer.output.toString('utf8').split('\n');
  const line = lines.find((text) => text.startsWith('!')) ?? '';
  const [, reason] = /\t\[[^\]]*\](?: \((.*)\))?/.exec(line) ?? [];
  return line === '' ? failure(problem()) : refusal(reason ?? '', wordsOf(answer.said), secrets);
}

/** Words of the server for people. */
function wordsOf(said: string): string {
  const lines = said.split('\n').filter((line) => line.startsWith('remote:'));
  return lines.map((line) => line.slice('remote:'.length)).join(' ');
}
