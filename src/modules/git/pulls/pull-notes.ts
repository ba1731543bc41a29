import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock/clock.js';
import { Urls } from '#platform/http/urls.js';
import type { ProviderAccess } from '../providers/provider-access.js';
import { RemoteProblem } from '../remote/remote-problem.js';
import type { GitConnection } from '../sync/git-connections.repository.js';
import { type GitPull, GitPullsRepository } from './git-pulls.repository.js';
import { isDone } from './hosts/null-if-missing.js';
import type { CommitStatus } from './hosts/pull-host.js';
import { PullHosts } from './hosts/pull-hosts.js';

/**
 * Tells a host of the preview of a pull request: a status of its newest commit, and one comment that is kept up to date. Everybody may
 * read both, so they say an address and nothing of the space, its content or its members.
 */
@Injectable()
export class PullNotes {
  constructor(
    private readonly clock: Clock,
    private readonly urls: Urls,
    private readonly hosts: PullHosts,
    private readonly pulls: GitPullsRepository,
  ) {}

  /**
   * Says nothing twice. What the host does not take is noted with the pull request.
   * @param isTaken true where the change request was merged here and the repository has it.
   */
  async tell(
    access: ProviderAccess,
    connection: GitConnection,
    pull: GitPull,
    isTaken: boolean,
  ): Promise<void> {
    const url = this.addressOf(pull);
    const status = statusFor(connection, pull, url);
    const text = `${markerOf(connection.id)}\n\n${commentFor(pull, url, isTaken)}`;
    const told = createHash('sha256')
      .update(JSON.stringify([pull.head, status, text]))
      .digest('hex');
    if (pull.told === told) return;
    const problems: string[] = [];
    if (pull.head !== null) {
      const { head } = pull;
      await noting(problems, 'The status of the commit', () =>
        this.hosts.of(access).setStatus(access, head, status),
      );
    }
    let commentId: string | undefined;
    await noting(problems, 'The comment', async () => {
      commentId = await this.comment(access, connection, pull, text);
    });
    await this.pulls.update(pull, {
      ...{ told: problems.length === 0 ? told : null, updatedAt: this.clock.now() },
      hostProblem: problems.length === 0 ? null : problems.join(' '),
      ...(commentId === undefined ? {} : { commentId }),
    });
  }

  addressOf({ spaceId, number }: GitPull): string {
    return this.urls.app('s', spaceId, '~', 'pulls', String(number));
  }

  /** Writes our comment anew, or the first. One whose id was not noted, because a process ended, is found by its first line. */
  private async comment(
    access: ProviderAccess,
    { id }: GitConnection,
    { number, commentId }: GitPull,
    text: string,
  ): Promise<string> {
    const host = this.hosts.of(access);
    if (commentId !== null && (await isDone(() => host.updateComment(access, number, commentId, text))))
      return commentId;
    const ours = (await host.listComments(access, number)).find(({ body }) => body.startsWith(markerOf(id)));
    if (ours && (await isDone(() => host.updateComment(access, number, ours.id, text)))) return ours.id;
    return host.addComment(access, number, text);
  }
}

/** Markdown that shows nothing at any of the hosts. */
export function markerOf(id: string): string {
  return `[//]: # (bindery ${id})`;
}

function statusFor({ folder }: GitConnection, pull: GitPull, url: string): CommitStatus {
  const context = folder === '' ? 'bindery' : `bindery/${folder}`;
  return pull.problem === null
    ? { state: 'success', context, description: 'The preview is ready', url }
    : { state: 'failure', context, description: 'There is no preview of this commit', url };
}

function commentFor(
  { number, head, problem, hasOtherFiles }: GitPull,
  url: string,
  isTaken: boolean,
): string {
  if (isTaken) {
    const rest = hasOtherFiles
      ? 'The branch has it now. This pull request stays open for the files that are no documentation.'
      : 'The branch has it now, so this pull request is closed.';
    return `The documentation of this pull request was merged at [its preview](${url}). ${rest}`;
  }
  if (problem !== null)
    return `There is no preview of the newest commit. Members of the documentation see why at [preview ${number}](${url}).`;
  return `**[Preview of the documentation](${url})** at commit ${(head ?? '').slice(0, 10)}.\n\nMembers who may see it sign in there.`;
}

async function noting(problems: string[], what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof RemoteProblem)) throw error;
    problems.push(`${what} could not be written: ${error.message}`);
  }
}
