import fs from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { AuthCallback } from 'isomorphic-git';
import type { GuardedFetch } from '#platform/http-client/guarded-fetch.js';
import { failure, MOVED, refusal } from '../push-outcome.js';
import type { PushRequest, PushResult } from '../remote-repository.js';
import { explainError } from './explain-error.js';
import { gitHttp } from './git-http.js';
import { loadGit } from './load-git.js';

const NO_OBJECT = '0'.repeat(40);

export interface PushPlace {
  http: GuardedFetch;
  dir: string;
  url: string;
  access: { onAuth: AuthCallback; onAuthFailure: AuthCallback };
  /** Must not be in any message. */
  secrets: readonly string[];
}

/** Pushes a commit; the server compares again what the branch is at. */
export async function pushCommit(
  { http, dir, url, access, secrets }: PushPlace,
  { ref, oid, expected, force = false }: PushRequest,
): Promise<PushResult> {
  const git = await loadGit();
  let [isMoved, isThere] = [false, false];
  const words: string[] = [];
  const local = `refs/pushed/${randomUUID()}`;
  await git.writeRef({ fs, dir, ref: local, value: oid });
  try {
    await git.push({
      fs,
      http: gitHttp(http),
      dir,
      url,
      ref: local,
      remoteRef: ref,
      force,
      ...access,
      onMessage: (message) => void words.push(message),
      onPrePush: ({ remoteRef }) => {
        isThere = remoteRef.oid === oid;
        isMoved = !isThere && remoteRef.oid !== (expected ?? NO_OBJECT);
        return !isMoved && !isThere;
      },
    });
    return { outcome: 'pushed' };
  } catch (error) {
    if (isThere) return { outcome: 'pushed' };
    return isMoved ? MOVED : resultOf(error, ref, words.join(''), secrets);
  }
}

function resultOf(error: unknown, ref: string, words: string, secrets: readonly string[]): PushResult {
  const { code, data } = error as { code?: string; data?: unknown };
  if (code === 'PushRejectedError') return MOVED;
  if (code !== 'GitPushError') return failure(explainError(error));
  const { result } = data as { result: { refs: Record<string, { error: string } | undefined> } };
  return refusal(result.refs[ref]?.error ?? '', words, secrets);
}
