import type { GitPullRequestResource } from './git-pull.dto.js';
import type { PullView } from './pull-requests.service.js';

/** @param preview address of the preview. */
export function presentPull({ pull, changeRequest }: PullView, preview: string): GitPullRequestResource {
  const { number, title, author, state, isFork: fork, url, head, revisionId, problem, hostProblem } = pull;
  return {
    object: 'git-pull-request',
    ...{ number, title, author, state, fork, url },
    ...(head === null ? {} : { commit: head }),
    ...(revisionId === null ? {} : { preview, revision: revisionId }),
    ...(changeRequest ? { changeRequest: changeRequest.id } : {}),
    ...(problem === null ? {} : { problem }),
    ...(hostProblem === null ? {} : { hostProblem }),
  };
}
