import type { FetchFailed } from '#platform/http-client/guarded-fetch.js';
import { PACK_LIMITS } from '../isomorphic/pack-limits.js';
import {
  emptyRepository,
  noAccess,
  noSuchObject,
  notFound,
  RemoteProblem,
  unpackTooLarge,
} from '../remote-problem.js';
import type { GitAnswer } from './git-process.js';

const MB = 1024 * 1024;

/** Words of Git for people about each problem, in this order: later ones are said along with earlier ones. */
const SAID: readonly (readonly [RegExp, () => RemoteProblem])[] = [
  [
    /host key verification failed|remote host identification has changed/i,
    () =>
      new RemoteProblem(
        'host-key',
        'The server shows another key than the one that was accepted. If its operators changed it, accept the new one; otherwise somebody is between you and the server.',
      ),
  ],
  [
    /authentication failed|could not read (?:username|password)|terminal prompts disabled|error: 40[13]\b|permission denied|access denied|not authori[sz]ed|denied to|invalid (?:username|credentials)|marked as read only/i,
    noAccess,
  ],
  [
    /error: 404|repository .*not found|not found$|does not appear to be a git repository|not valid: is this a git repository|no such repository|project you were looking for could not be found/im,
    notFound,
  ],
  [/couldn't find remote ref head|no matching remote head|empty repository/i, emptyRepository],
  [/not our ref|unadvertised object|couldn't find remote ref|missing necessary objects/i, noSuchObject],
  [
    /could not resolve|failed to connect|couldn't connect|unable to access|connection (?:refused|reset|closed|timed out)|timed out|operation timed|rpc failed|early eof|hung up|socks5?|ssl|tls/i,
    () =>
      new RemoteProblem('unreachable', 'The repository cannot be reached: the server broke off or is away.'),
  ],
  [
    /fsck|index-pack|unpack|inflate|corrupt|bad (?:object|tree|pack)|protocol error|invalid/i,
    () => new RemoteProblem('broken', 'The server of the repository sent objects that cannot be read.'),
  ],
];

/** The sentence for an answer of Git that was no success. @param failure of the way to the server, if there was one. */
export function explain(answer: GitAnswer, failure: FetchFailed | undefined): RemoteProblem {
  if (failure)
    return new RemoteProblem(
      failure.reason === 'address' ? 'address' : 'unreachable',
      `The repository cannot be reached: ${failure.message}.`,
    );
  if (answer.end === 'timeout')
    return new RemoteProblem('timeout', 'The server of the repository took too long to answer.');
  if (answer.end === 'limit') return tooLarge(answer.said);
  const found = SAID.find(([pattern]) => pattern.test(answer.said));
  return found?.[1]() ?? new RemoteProblem('broken', 'The repository cannot be read.');
}

function tooLarge(said: string): RemoteProblem {
  if (/memory|malloc|mmap/i.test(said)) return unpackTooLarge();
  return new RemoteProblem(
    'too-large',
    `The repository is larger than ${PACK_LIMITS.packedBytes / MB} MB. Import a part of it as an archive.`,
  );
}
