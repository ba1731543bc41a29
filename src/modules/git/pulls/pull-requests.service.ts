import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ChangeRequests } from '#modules/change-requests/index.js';
import { Spaces } from '#modules/spaces/index.js';
import type { Actor } from '#platform/http/actor.js';
import { NotFound } from '#platform/http/errors.js';
import { Jobs } from '#platform/jobs/jobs.js';
import { GitWebhookHooks } from '../providers/webhooks/webhook-hooks.js';
import { ProviderAccesses } from '../providers/provider-accesses.js';
import { type GitConnection, GitConnectionsRepository } from '../sync/git-connections.repository.js';
import { numberIn } from './delivered-number.js';
import { type GitPull, GitPullsRepository, type SharedComment } from './git-pulls.repository.js';
import { PullHosts } from './hosts/pull-hosts.js';
import { isRead, MAX_OPEN_PULLS, takesPulls } from './pull-runs.js';

export const PULL_JOB = 'git.pull';
export const LOOK_AT_PULLS = 'git.pulls-look';

/** A pull request with the number of its change request. */
export interface PullView {
  pull: GitPull;
  changeRequest: { id: string; number: number } | null;
}

/** Pull requests of connected repositories: noticing them, and showing members what came of them. */
@Injectable()
export class PullRequests implements OnModuleInit {
  constructor(
    private readonly jobs: Jobs,
    private readonly spaces: Spaces,
    private readonly changeRequests: ChangeRequests,
    private readonly connections: GitConnectionsRepository,
    private readonly pulls: GitPullsRepository,
    private readonly accesses: ProviderAccesses,
    private readonly hosts: PullHosts,
    private readonly webhooks: GitWebhookHooks,
  ) {}

  onModuleInit(): void {
    this.webhooks.delivered.register(async (connection, { body }) => {
      const number = numberIn(body);
      if (number !== undefined) await this.changed(connection, number);
    });
  }

  /** Something about one pull request may have changed, or about any of them. The work is left to a job. */
  async changed(connection: GitConnection, number?: number): Promise<void> {
    if (!takesPulls(connection)) return;
    const { organizationId, id: connectionId } = connection;
    if (number === undefined)
      await this.jobs.enqueue(LOOK_AT_PULLS, { connectionId }, { singletonKey: connectionId, retries: 0 });
    else
      await this.jobs.enqueue(
        PULL_JOB,
        { organizationId, connectionId, number },
        { singletonKey: `${connectionId}:${number}` },
      );
  }

  /** Finds the pull requests that changed since they were looked at. @throws RemoteProblem where the host cannot be asked. */
  async look(connectionId: string): Promise<void> {
    const connection = await this.connections.find(connectionId);
    if (!takesPulls(connection)) return;
    const access = await this.accesses.of(connection);
    if (!access) return;
    const { organizationId, spaceId, branch } = connection;
    const all = await this.hosts.of(access).listOpen(access);
    const open = all.filter(({ target }) => target === branch).slice(0, MAX_OPEN_PULLS);
    const known = new Map(
      (await this.pulls.listOfSpace(organizationId, spaceId, { isOpen: true, limit: MAX_OPEN_PULLS })).map(
        (pull) => [pull.number, pull],
      ),
    );
    for (const found of open) {
      const { number } = found;
      const pull = known.get(number);
      known.delete(number);
      const isSame = pull && pull.hostProblem === null && isRead(pull, found, connection);
      // With comments in both places, the host may have new ones.
      const isDiscussed = connection.hasPullComments && pull?.hostUpdated !== found.updated;
      if (!isSame || isDiscussed) await this.changed(connection, number);
    }
    for (const number of known.keys()) await this.changed(connection, number);
  }

  /** After a sync: those that were merged here are in the repository now, and the first sync makes all of them possible. */
  async synced(organizationId: string, spaceId: string): Promise<void> {
    const connection = await this.connections.findOfSpace(organizationId, spaceId);
    if (!takesPulls(connection)) return;
    await this.changed(connection);
    const open = await this.pulls.listOfSpace(organizationId, spaceId, {
      isOpen: true,
      limit: MAX_OPEN_PULLS,
    });
    for (const { number, changeRequestId } of open)
      if (changeRequestId !== null) await this.changed(connection, number);
  }

  /** Something was said in a change request; nothing happens unless it is that of a pull request. */
  async discussed(organizationId: string, changeRequestId: string): Promise<void> {
    const pull = await this.pulls.findOfChangeRequest(organizationId, changeRequestId);
    const connection = pull && (await this.connections.find(pull.connectionId));
    if (pull && connection?.hasPullComments) await this.changed(connection, pull.number);
  }

  /** The pull requests of a space's repository, the newest first. @throws NotFound */
  async list(actor: Actor, spaceId: string, isOpen: boolean): Promise<PullView[]> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const found = await this.pulls.listOfSpace(space.organizationId, spaceId, {
      isOpen,
      limit: MAX_OPEN_PULLS,
    });
    const ids = found.flatMap(({ changeRequestId }) => changeRequestId ?? []);
    const rows = await this.changeRequests.findByIds(space.organizationId, ids);
    return found.map((pull) => {
      const row = rows.get(pull.changeRequestId ?? '')?.changeRequest;
      return { pull, changeRequest: row ? { id: row.id, number: row.number } : null };
    });
  }

  /** Open ones of which there is something to see. @throws NotFound */
  async listShown(actor: Actor, spaceId: string): Promise<PullView[]> {
    const open = await this.list(actor, spaceId, true);
    return open.filter(({ pull }) => pull.revisionId !== null || pull.problem !== null);
  }

  /** @throws NotFound */
  async get(actor: Actor, spaceId: string, number: number): Promise<PullView> {
    const { space } = await this.spaces.requireSpace(actor, spaceId, 'view');
    const pull = await this.pulls.findInSpace(space.organizationId, spaceId, number);
    if (!pull) throw new NotFound('pull request');
    const rows = await this.changeRequests.findByIds(space.organizationId, [pull.changeRequestId ?? '']);
    const row = rows.get(pull.changeRequestId ?? '')?.changeRequest;
    return { pull, changeRequest: row ? { id: row.id, number: row.number } : null };
  }

  /** Comments that are in both places. */
  sharedComments(pull: GitPull): Promise<SharedComment[]> {
    return this.pulls.listComments(pull);
  }

  /** Notes that a comment is in both places. @returns false when that was noted before. */
  share(comment: SharedComment): Promise<boolean> {
    return this.pulls.insertComment(comment);
  }

  /** Notes which text of it was exchanged last. */
  said(comment: SharedComment, said: string): Promise<void> {
    return this.pulls.updateComment(comment, { said });
  }

  /** Forgets a comment that is gone in the place where it was written. */
  unshare(comment: SharedComment): Promise<void> {
    return this.pulls.deleteComment(comment);
  }
}
