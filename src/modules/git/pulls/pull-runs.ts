import { Injectable } from '@nestjs/common';
import { ChangedMeanwhile } from '#modules/change-requests/index.js';
import { Spaces } from '#modules/spaces/index.js';
import { UserTokens } from '#modules/users/index.js';
import { Clock } from '#platform/clock/clock.js';
import type { Actor } from '#platform/http/actor.js';
import { DomainError } from '#platform/http/errors.js';
import { newId } from '#platform/ids/ids.js';
import { ImportFailed } from '../git.errors.js';
import type { ProviderAccess } from '../providers/provider-access.js';
import { ProviderAccesses } from '../providers/provider-accesses.js';
import { RemoteProblem, type RemoteProblemCode } from '../remote/remote-problem.js';
import { type GitConnection, GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { type GitPull, GitPullsRepository } from './git-pulls.repository.js';
import type { HostPull } from './hosts/pull-host.js';
import { PullHosts } from './hosts/pull-hosts.js';
import { PullContents } from './pull-content.js';
import { PullEndings } from './pull-endings.js';
import { type DiscussedPull, PullHooks } from './pull-hooks.js';
import { PullNotes } from './pull-notes.js';
import { PullWriter } from './pull-writer.js';

/** Number of times that people may write to the space while a pull request is read. */
const ATTEMPTS = 5;
/** Of one connection: whoever may open pull requests may open thousands. */
export const MAX_OPEN_PULLS = 200;
/** Problems that end by themselves: the job is tried again. */
const PASSING: ReadonlySet<RemoteProblemCode> = new Set(['unreachable', 'timeout']);

/** Makes here of a pull request what it is at its host, and tells the host of it. */
@Injectable()
export class PullRuns {
  constructor(
    private readonly clock: Clock,
    private readonly spaces: Spaces,
    private readonly tokens: UserTokens,
    private readonly connections: GitConnectionsRepository,
    private readonly pulls: GitPullsRepository,
    private readonly accesses: ProviderAccesses,
    private readonly hosts: PullHosts,
    private readonly contents: PullContents,
    private readonly writer: PullWriter,
    private readonly endings: PullEndings,
    private readonly notes: PullNotes,
    private readonly hooks: PullHooks,
  ) {}

  /**
   * Call it outside of a transaction; again for the same pull request changes nothing.
   * @throws RemoteProblem where the host cannot be asked. What is wrong with the pull request itself is noted beside it.
   */
  async run(organizationId: string, connectionId: string, number: number): Promise<void> {
    const connection = await this.connections.find(connectionId);
    if (connection?.organizationId !== organizationId || !takesPulls(connection)) return;
    const access = await this.accesses.of(connection);
    const actor = await this.tokens.findActor(connection.createdBy);
    // A person who may not sync any more says nothing in either place.
    if (!access || !actor || !(await this.maySync(actor, connection))) return;
    const found = await this.hosts.of(access).get(access, number);
    const pull = await this.keep(connection, found, number);
    if (!pull) return;
    const isOpen = found?.state === 'open' && found.target === connection.branch;
    if (!isOpen) {
      await this.endings.end(actor, pull, found?.state === 'merged' ? 'merged' : 'closed');
      return;
    }
    await this.endings.reopen(actor, pull);
    await this.refresh(actor, connection, found, number);
    await this.tell(access, actor, connection, number);
  }

  private async maySync(actor: Actor, { organizationId, spaceId }: GitConnection): Promise<boolean> {
    const visible = await this.spaces.findVisible(actor, organizationId, [spaceId]);
    const found = visible.get(spaceId);
    return found !== undefined && found.space.deletedAt === null && found.permissions.triggerGitSync;
  }

  /** Notes what the host says of it; null for one that was over before it was known. */
  private async keep(
    connection: GitConnection,
    found: HostPull | null,
    number: number,
  ): Promise<GitPull | null> {
    const { organizationId, id: connectionId, spaceId, branch } = connection;
    const known = await this.pulls.find(organizationId, connectionId, number);
    if (!found) return known;
    const now = this.clock.now();
    const { title, author, url, isFork, updated: hostUpdated } = found;
    const facts = { title: title.slice(0, 500), author: author.slice(0, 200), url, isFork, hostUpdated };
    if (known) {
      await this.pulls.update(known, facts);
      return { ...known, ...facts };
    }
    if (found.state !== 'open' || found.target !== branch) return null;
    if ((await this.pulls.countOpen(organizationId, connectionId)) >= MAX_OPEN_PULLS) return null;
    await this.pulls.insert({
      ...{ organizationId, id: newId(), connectionId, spaceId, number, ...facts, state: 'open' },
      ...{ head: null, mainSnapshot: null, revisionId: null, hasOtherFiles: false },
      ...{ changeRequestId: null, isRequestArchived: false, problem: null },
      ...{ commentId: null, told: null, hostProblem: null, createdAt: now, updatedAt: now },
    });
    return this.pulls.find(organizationId, connectionId, number);
  }

  /** Reads the newest commit, unless that was done. */
  private async refresh(
    actor: Actor,
    connection: GitConnection,
    found: HostPull,
    number: number,
  ): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const pull = await this.pulls.find(connection.organizationId, connection.id, number);
      if (!pull || isRead(pull, found, connection)) return;
      try {
        const content = await this.contents.read(actor, connection, { ...found, isFork: pull.isFork });
        if (!content || (await this.writer.write(actor, connection, pull, content))) return;
        if (attempt === ATTEMPTS) throw new ImportFailed('The space changed all the time while it was read.');
      } catch (error) {
        if (error instanceof ChangedMeanwhile && attempt < ATTEMPTS) continue;
        if (!(error instanceof ImportFailed) && !(error instanceof DomainError)) throw error;
        if (error instanceof RemoteProblem && PASSING.has(error.code)) throw error;
        // Members see why; whoever wrote the pull request may not know what the sentence names.
        const { head } = found;
        await this.pulls.update(pull, { head, problem: error.message, updatedAt: this.clock.now() });
        return;
      }
    }
  }

  private async tell(
    access: ProviderAccess,
    actor: Actor,
    connection: GitConnection,
    number: number,
  ): Promise<void> {
    const pull = await this.pulls.find(connection.organizationId, connection.id, number);
    if (!pull || (pull.revisionId === null && pull.problem === null)) return;
    const isOver = await this.endings.isTaken(connection, pull);
    await this.notes.tell(access, connection, pull, isOver);
    if (pull.changeRequestId !== null && connection.hasPullComments)
      await this.discuss({ access, actor, connection, pull });
    if (!isOver || pull.hasOtherFiles) return;
    await this.hosts.of(access).close(access, number);
    await this.pulls.update(pull, { state: 'closed', updatedAt: this.clock.now() });
  }

  private async discuss(discussed: DiscussedPull): Promise<void> {
    try {
      await this.hooks.discussed.all(discussed);
    } catch (error) {
      if (!(error instanceof RemoteProblem)) throw error;
      const hostProblem = `Comments could not be exchanged: ${error.message}`;
      await this.pulls.update(discussed.pull, { hostProblem });
    }
  }
}

/** True if pull requests of a connection are looked at. */
export function takesPulls(connection: GitConnection | null): connection is GitConnection {
  return (
    connection !== null &&
    !connection.isPaused &&
    connection.pullRequests !== 'off' &&
    connection.provider !== 'other'
  );
}

/** True if nothing is to be read. Hosts that say the beginning of an id only mean the commit all the same. */
export function isRead(pull: GitPull, { head }: HostPull, { pullRequests }: GitConnection): boolean {
  if (head === '' || pull.head?.startsWith(head) !== true) return false;
  const wantsRequest = pullRequests === 'change-request' && !pull.isFork && pull.revisionId !== null;
  return !wantsRequest || pull.changeRequestId !== null;
}
